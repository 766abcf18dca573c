// The push: the pre-image of a page is durable in every armed snapshot that lacks it before the
// page changes for the first time. Its time is billed disjointly:
//   until every write call has returned, or one write is durable   PREEMPTIVE_OS_WRITEFILE
//   from then until the first write is durable                     WRITE_COMPLETION
//   from then until all are (two snapshots and more)               FCB_REPLICA_WRITE
// A push that meets a pull of the same page during a creation waits for it: REPLICA_WRITES.
//
// A push that fails makes its snapshot suspect for good; so does one that finds the page younger
// than the split, or in need of redo from before it, since the copy that it had is lost. The mark
// is durable before any page changes without a copy: until then the snapshot stays armed, and
// pushes to it that fail wait for the mark. Otherwise a crash could leave a snapshot that looks
// whole and lacks pages.
#include <algorithm>
#include <utility>

#include "base/mutation.h"
#include "snapshot/snapshot_manager.h"

namespace snapscope::snapshot {

using runtime::WaitType;
using telemetry::CounterId;

namespace {
/// OS error 1450 is said to pass: the write is tried again, so often and at such intervals.
constexpr int kTransientLimit = 1450;
constexpr int kRetries = 5;
constexpr TimeNs kRetryInterval = kSecond;
}  // namespace

struct SnapshotManager::PushState {
  explicit PushState(runtime::Executor& executor) : changed(executor) {}

  runtime::Event changed;
  size_t in_call = 0;          ///< write calls that have not returned
  size_t ended = 0;            ///< replicas that are durable, or failed
  std::optional<Error> fatal;  ///< of the machine, not of a snapshot: the statement ends with it
  std::string source;          ///< spid of the session that changes the page
};

bool SnapshotManager::NeedsPush(PageId page) const {
  if (Mutated(Mutation::kPushToFirstOnly)) return !armed_.empty() && armed_.front()->Lacks(page);
  return std::any_of(armed_.begin(), armed_.end(),
                     [page](const auto& snapshot) { return snapshot->Lacks(page); });
}

bool SnapshotManager::IsCreating() const {
  return std::ranges::any_of(
      armed_, [](const auto& snapshot) { return snapshot->state() == State::kCreating; });
}

Task<Status> SnapshotManager::Push(Worker& worker, PageId page, page::ConstPageSpan pre_image) {
  return PushAs(env_.push_unit, worker, page, pre_image);
}

// Nothing is taken along: whether a neighbour's copy is lost is only seen when it is redone itself.
Task<Status> SnapshotManager::PushForRedo(Worker& worker, PageId page,
                                          page::ConstPageSpan pre_image, Lsn lsn) {
  const auto armed = armed_;  // a mark disarms
  for (const auto& snapshot : armed) {
    if (!snapshot->Lacks(page)) continue;
    const Status whole = snapshot->CheckRedo(page, lsn);
    if (whole.ok()) continue;
    Failure failure{&snapshot->FileOf(page), whole.error()};
    CO_TRY(co_await MarkSuspect(snapshot, std::move(failure), worker.name()));
  }
  co_return co_await PushAs(PushUnit::kPage, worker, page, pre_image);
}

Task<Status> SnapshotManager::PushAs(PushUnit unit, Worker& worker, PageId page,
                                     page::ConstPageSpan pre_image) {
  ChargePush(worker, page);
  co_await worker.PayCpu();  // so that nothing below suspends between the tests and the gates
  std::vector<PushTarget> targets;
  for (const auto& snapshot : armed_) {
    if (!snapshot->Lacks(page)) continue;
    if (Mutated(Mutation::kPushToFirstOnly) && snapshot != armed_.front()) break;
    if (snapshot->gate().IsHeld(page)) {
      const std::shared_ptr<Snapshot> busy = snapshot;  // the list may change meanwhile
      worker.BeginWaitNow(WaitType::kReplicaWrites);
      co_await busy->gate().WaitForHolder(page);
      co_await worker.EndWait();
      co_return Status();  // the caller tests again
    }
    targets.push_back({snapshot, page});
  }
  if (targets.empty()) co_return Status();

  const uint64_t id = BeginPush();
  const auto image = PreImage::Of(pre_image, env_.source->form());
  for (PushTarget& target : targets) {
    target.snapshot->gate().Enter(page);
    target.images.emplace(page, image);
  }
  if (unit == PushUnit::kExtent) co_await TakeExtentsAlong(worker, page, targets);
  if (env_.push_policy == PushPolicy::kWriteAhead) targets = Defer(std::move(targets));
  Status pushed;
  if (!targets.empty()) pushed = co_await PushToAll(worker, std::move(targets));
  EndPush(id);
  co_return pushed;
}

// One image, and a write for each snapshot that lacks it.
void SnapshotManager::ChargePush(Worker& worker, PageId page) const {
  uint64_t writes = 0;
  uint64_t new_regions = 0;
  for (const auto& snapshot : armed_) {
    if (!snapshot->Lacks(page)) continue;
    ++writes;
    if (!snapshot->FileOf(page).HasRegionOf(page.number())) ++new_regions;
  }
  worker.Charge(runtime::CpuWork::kPageCopy);
  worker.Charge(runtime::CpuWork::kChecksumKiB, page::kPageSize / 1024);
  worker.Charge(runtime::CpuWork::kIoRequest, writes);
  worker.ChargeDurableWrites(writes);
  worker.ChargeNewRegions(new_regions);
}

uint64_t SnapshotManager::BeginPush() {
  pushes_in_flight_.insert(next_push_);
  return next_push_++;
}

void SnapshotManager::EndPush(uint64_t id) {
  pushes_in_flight_.erase(id);
  push_finished_.NotifyAll();
}

Task<Status> SnapshotManager::PushToAll(Worker& worker, std::vector<PushTarget> targets) {
  auto state = std::make_shared<PushState>(env_.cpu->executor());
  state->source = worker.name();
  const size_t replicas = targets.size();
  state->in_call = replicas;
  worker.BeginWaitNow(WaitType::kPreemptiveOsWritefile);
  for (PushTarget& target : targets) {
    env_.cpu->executor().Spawn("push", PushTo(std::move(target), state));
  }
  while (state->in_call > 0 && state->ended == 0) co_await state->changed.Wait();
  co_await worker.EndWait();
  if (state->ended == 0) {
    worker.BeginWaitNow(WaitType::kWriteCompletion);
    while (state->ended == 0) co_await state->changed.Wait();
    co_await worker.EndWait();
  }
  if (replicas > 1) {
    worker.BeginWaitNow(WaitType::kFcbReplicaWrite);
    while (state->ended < replicas) co_await state->changed.Wait();
    co_await worker.EndWait();
  }
  if (state->fatal) co_return *state->fatal;
  co_return Status();
}

Task<Result<storage::WriteTicket>> SnapshotManager::WriteRun(Snapshot& snapshot, PreImageRun run) {
  SparseFile& file = snapshot.FileOf(run.first);
  const uint32_t first = run.first.number();
  const auto count = static_cast<uint32_t>(run.images.size());
  Status room = file.TakeRegions(first, count);
  if (!room.ok() && file.limit().os_error == kTransientLimit) {
    for (int retry = 0; retry < kRetries && !room.ok() && snapshot.state() != State::kSuspect;
         ++retry) {
      co_await env_.cpu->executor().Sleep(kRetryInterval);
      room = file.TakeRegions(first, count);
    }
  }
  CO_TRY(room);
  co_return co_await file.file().Write(uint64_t{first} * page::kPageSize, run.buffers());
}

Task<Status> SnapshotManager::PushDurably(PushTarget& target, PushState& state) {
  std::vector<storage::WriteTicket> tickets;
  Status written;
  if (!Mutated(Mutation::kPushAfterChange)) {  // it would tell on itself
    written = target.snapshot->CheckAge(target.page, target.images.at(target.page)->lsn());
  }
  for (const PreImageRun& run : RunsOf(target.images, page::kPagesPerRegion)) {
    if (!written.ok()) break;
    const Result<storage::WriteTicket> ticket = co_await WriteRun(*target.snapshot, run);
    if (ticket.ok()) {
      tickets.push_back(*ticket);
    } else {
      written = ticket.error();
    }
  }
  --state.in_call;
  state.changed.NotifyAll();
  CO_TRY(written);
  if (Mutated(Mutation::kPushNotAwaited)) co_return Status();  // a power cut may lose the write
  for (const storage::WriteTicket ticket : tickets) {
    CO_TRY(co_await target.snapshot->FileOf(target.page).file().AwaitDurable(ticket));
  }
  co_return Status();
}

Task<void> SnapshotManager::PushTo(PushTarget target, std::shared_ptr<PushState> state) {
  const std::shared_ptr<Snapshot>& snapshot = target.snapshot;
  if (Mutated(Mutation::kGateLeftEarly)) LeaveGates(target);
  const Status durable = co_await PushDurably(target, *state);
  if (durable.ok()) {
    for (const auto& [page, image] : target.images) {
      snapshot->SetCopied(page);
      CountPushed(*snapshot);
    }
    snapshot->figures().pages_pushed_along += target.images.size() - 1;
  } else if (durable.error().code == ErrorCode::kPowerCut) {
    state->fatal = durable.error();
  } else {
    Failure failure{&snapshot->FileOf(target.page), durable.error()};
    const Status marked = co_await MarkSuspect(snapshot, std::move(failure), state->source);
    if (!marked.ok()) state->fatal = marked.error();
    if (Mutated(Mutation::kAllSuspect)) {
      const auto all = snapshots_;
      for (const auto& other : all) {
        Failure all_fail{&other->files().front(), durable.error()};
        (void)co_await MarkSuspect(other, std::move(all_fail), state->source);
      }
    }
  }
  if (!Mutated(Mutation::kGateLeftEarly)) LeaveGates(target);
  ++state->ended;
  state->changed.NotifyAll();
}

void SnapshotManager::LeaveGates(const PushTarget& target) {
  for (const auto& [page, image] : target.images) target.snapshot->gate().Leave(page);
}

void SnapshotManager::CountPushed(Snapshot& snapshot) {
  ++snapshot.figures().pages_pushed;
  if (snapshot.split().IsNone()) ++snapshot.figures().pages_pushed_before_split;
  ++pages_pushed_;
  env_.telemetry->AddTotal(CounterId::kPagesPushedPerSecond);
}

Task<Status> SnapshotManager::MarkSuspect(std::shared_ptr<Snapshot> snapshot, Failure failure,
                                          std::string source) {
  if (snapshot->state() == State::kDropped) co_return Status();  // nobody can read it any more
  if (snapshot->state() == State::kSuspect) {
    while (snapshot->armed()) co_await suspect_marked_.Wait();
    co_return Status();
  }
  LogFailure(*snapshot, failure, source);
  snapshot->set_state(State::kSuspect);
  const Status marked = co_await WriteSuspectMark(*snapshot);
  // Disarmed whatever came of it: a statement that the mark fails does not change its page, and
  // pages that have changed already are not written.
  if (marked.ok()) {
    snapshot->ReleaseAll();
  } else if (!snapshot->held().empty()) {
    pre_image_error_ = marked.error();
  }
  Rearm();
  suspect_marked_.NotifyAll();
  co_return marked;
}

void SnapshotManager::LogFailure(const Snapshot& snapshot, const Failure& failure,
                                 const std::string& source) {
  const std::string& path = failure.file->path();
  telemetry::Telemetry& telemetry = *env_.telemetry;
  switch (failure.error.code) {
    case ErrorCode::kDiskFull:
      if (!snapshot.hidden) telemetry.Log(source, telemetry::SparseFileFull(path));
      telemetry.Log(source, telemetry::OperatingSystemError(
                                path, 112, "There is not enough space on the disk."));
      break;
    case ErrorCode::kFileLimit:
      telemetry.Log(source, failure.file->limit().os_error == kTransientLimit
                                ? telemetry::OperatingSystemError(
                                      path, kTransientLimit,
                                      "Insufficient system resources exist to complete the "
                                      "requested service.")
                                : telemetry::OperatingSystemError(
                                      path, 665,
                                      "The requested operation could not be completed due to a "
                                      "file system limitation"));
      break;
    case ErrorCode::kCorruptPage:  // no error of the operating system: its copy is gone
      break;
    case ErrorCode::kNotFound:
      telemetry.Log(source, telemetry::OperatingSystemError(
                                path, 2, "The system cannot find the file specified."));
      break;
    default:
      telemetry.Log(
          source,
          telemetry::OperatingSystemError(
              path, 1117, "The request could not be performed because of an I/O device error."));
      break;
  }
  // The session that checks through a hidden snapshot is told (926), and nobody else.
  if (!snapshot.hidden) telemetry.Log(source, telemetry::SnapshotSuspect(snapshot.name()));
}

// The header's region is allocated since the creation, so a full disk takes the mark. A handle
// whose flush failed does not: another one may. Where the first file takes no mark at all it goes
// away, which a restart cannot mistake for a whole snapshot either.
Task<Status> SnapshotManager::WriteSuspectMark(Snapshot& snapshot) {
  Status marked = co_await snapshot.WriteHeader();
  if (!marked.ok() && marked.error().code != ErrorCode::kPowerCut) {
    const storage::FilePlace& place = snapshot.files().front().place();
    const storage::FileOptions options{.size = 0, .sparse = true};
    Result<std::unique_ptr<storage::File>> again = co_await place.volume->Open(place.path, options);
    if (again.ok()) marked = co_await snapshot.WriteHeaderTo(**again);
  }
  if (!marked.ok() && marked.error().code != ErrorCode::kPowerCut) {
    marked = co_await snapshot.files().front().place().Remove();
  }
  co_return marked;
}

void SnapshotManager::Rearm() {
  for (const auto& snapshot : snapshots_) {
    snapshot->set_armed(snapshot->armed() && (snapshot->state() == State::kCreating ||
                                              snapshot->state() == State::kOnline));
  }
  armed_.clear();
  for (const auto& snapshot : snapshots_) {
    if (snapshot->armed()) armed_.push_back(snapshot);
  }
  pre_images_released_.NotifyAll();  // of those that are not armed any more nobody waits
}

Task<void> SnapshotManager::FinishPushes(Worker& worker) {
  const uint64_t end = next_push_;
  auto under_way = [this, end] {
    return !pushes_in_flight_.empty() && *pushes_in_flight_.begin() < end;
  };
  if (!under_way()) co_return;
  co_await worker.BeginWait(WaitType::kReplicaWrites);
  while (under_way()) co_await push_finished_.Wait();
  co_await worker.EndWait();
}

}  // namespace snapscope::snapshot
