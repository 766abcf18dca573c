// The push: the pre-image of a page is durable in every armed snapshot that lacks it before the
// page changes for the first time. Its time is billed disjointly:
//   until every write call has returned, or one write is durable   PREEMPTIVE_OS_WRITEFILE
//   from then until the first write is durable                     WRITE_COMPLETION
//   from then until all are (two snapshots and more)               FCB_REPLICA_WRITE
// A push that meets a pull of the same page during a creation waits for the pull: REPLICA_WRITES.
//
// A push that fails makes its snapshot suspect for good; so does one that finds the page younger
// than the split, or in need of redo from before it, since the copy that it had is lost. The mark
// is durable before any page changes without a copy: until then the snapshot stays armed, and
// pushes to it that fail wait for the mark. Otherwise a crash could leave a snapshot that looks
// whole and lacks pages.
#include <algorithm>
#include <utility>

#include "base/mutation.h"
#include "runtime/task_group.h"
#include "snapshot/copy_on_write.h"

namespace snapscope::snapshot {

MUTATION(kPushToFirstOnly, "only the first of several snapshots gets the pre-image");
MUTATION(kPushFree, "a push takes no time, no processor and no I/O", NoticedBy::kFigures);
MUTATION(kReplicaWaitAlone,
         "with one snapshot, too, a push waits as for the writes of further ones",
         NoticedBy::kFigures);
MUTATION(kPushNotAwaited, "a page changes, and its bit is set, before its pre-image is durable");
MUTATION(kGateLeftEarly, "the gate of a page is left before its pre-image is durable");
MUTATION(kPushUntold, "every eighth page that is pushed is not told of");
MUTATION(kPushToldTwice, "each page that is pushed is told of twice");
MUTATION(kAllSuspect, "a push that fails makes every snapshot suspect");

using runtime::WaitType;
using telemetry::CounterId;

namespace {
/// How often, and at which intervals, a write is tried again that met a transient limit.
constexpr int kRetries = 5;
constexpr TimeNs kRetryInterval = kSecond;
}  // namespace

/// Lives in the frame of PushToAll, which does not end before every replica is durable, or failed.
struct CopyOnWrite::PushState {
  PushState(runtime::Executor& executor, std::string source_in)
      : source(std::move(source_in)), replicas(executor) {}

  const std::string source;  ///< spid of the session that changes the page
  size_t in_call = 0;        ///< write calls that have not returned
  /// One task each. Their error is of the machine, not of a snapshot: the statement ends with it.
  runtime::TaskGroup replicas;
};

CopyOnWrite::CopyOnWrite(const SnapshotEnvironment& environment)
    : env_(environment),
      push_finished_(env_.cpu->executor()),
      suspect_marked_(env_.cpu->executor()),
      pre_images_(env_.pre_image_bytes),
      pre_images_released_(env_.cpu->executor()) {}

void CopyOnWrite::Arm(std::shared_ptr<Snapshot> snapshot) {
  CHECK(snapshot->life().armed() && std::ranges::find(armed_, snapshot) == armed_.end(),
        "snapshot %s is armed", snapshot->name().c_str());
  armed_.push_back(std::move(snapshot));
  pre_images_released_.NotifyAll();  // those who wait look at the list as it is now
}

void CopyOnWrite::Disarm(Snapshot& snapshot) {
  std::erase_if(armed_, [&snapshot](const auto& armed) { return armed.get() == &snapshot; });
  pre_images_released_.NotifyAll();  // nobody waits for pre-images that this snapshot alone holds
}

bool CopyOnWrite::NeedsPush(PageId page) const {
  if (Mutated(kPushToFirstOnly)) return !armed_.empty() && armed_.front()->Lacks(page);
  return std::any_of(armed_.begin(), armed_.end(),
                     [page](const auto& snapshot) { return snapshot->Lacks(page); });
}

bool CopyOnWrite::MustLog() const {
  if (logging_everything_ > 0) return true;
  return std::ranges::any_of(
      armed_, [](const auto& snapshot) { return snapshot->state() < State::kMarked; });
}

Task<Status> CopyOnWrite::Push(Worker& worker, PageId page, page::ConstPageSpan pre_image) {
  return PushAs(env_.push_unit, worker, page, pre_image);
}

// Nothing is taken along: whether a neighbour's copy is lost is only seen when the neighbour is
// redone.
Task<Status> CopyOnWrite::PushForRedo(Worker& worker, PageId page, page::ConstPageSpan pre_image,
                                      Lsn lsn) {
  const auto armed = armed_;  // a mark disarms its snapshot
  for (const auto& snapshot : armed) {
    if (!snapshot->Lacks(page)) continue;
    const Status whole = snapshot->CheckRedo(page, lsn);
    if (whole.ok()) continue;
    SparseFileFailure failure{&snapshot->files().Of(page), whole.error()};
    CO_TRY(co_await MarkSuspect(snapshot, std::move(failure), worker.name()));
  }
  co_return co_await PushAs(PushUnit::kPage, worker, page, pre_image);
}

Task<Status> CopyOnWrite::PushAs(PushUnit unit, Worker& worker, PageId page,
                                 page::ConstPageSpan pre_image) {
  if (Mutated(kPushFree)) {
    for (const auto& snapshot : armed_) {
      if (snapshot->Lacks(page)) snapshot->SetCopied(page);
    }
    co_return Status();
  }
  ChargePush(worker, page);
  co_await worker.PayCpu();  // so that nothing below suspends between the tests and the gates
  std::vector<PushTarget> targets;
  for (const auto& snapshot : armed_) {
    if (!snapshot->Lacks(page)) continue;
    if (Mutated(kPushToFirstOnly) && snapshot != armed_.front()) break;
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
  const auto image = PreImage::Of(pre_image, env_.source->form(), worker.push_cause());
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
void CopyOnWrite::ChargePush(Worker& worker, PageId page) const {
  uint64_t writes = 0;
  uint64_t new_regions = 0;
  for (const auto& snapshot : armed_) {
    if (!snapshot->Lacks(page)) continue;
    ++writes;
    if (!snapshot->files().Of(page).HasRegionOf(page.number())) ++new_regions;
  }
  worker.Charge(runtime::CpuWork::kPageCopy);
  worker.Charge(runtime::CpuWork::kChecksumKiB, page::kPageSize / 1024);
  worker.ChargeIo(writes * page::kPageSize, writes);
  worker.ChargeDurableWrites(writes);
  worker.ChargeNewRegions(new_regions);
}

uint64_t CopyOnWrite::BeginPush() {
  pushes_in_flight_.insert(next_push_);
  return next_push_++;
}

void CopyOnWrite::EndPush(uint64_t id) {
  pushes_in_flight_.erase(id);
  push_finished_.NotifyAll();
}

Task<Status> CopyOnWrite::PushToAll(Worker& worker, std::vector<PushTarget> targets) {
  PushState state(env_.cpu->executor(), worker.name());
  const size_t replicas = targets.size();
  state.in_call = replicas;
  worker.BeginWaitNow(WaitType::kPreemptiveOsWritefile);
  for (PushTarget& target : targets) state.replicas.Add(PushTo(std::move(target), state));
  const auto none_ended = [&] { return state.replicas.in_flight() == replicas; };
  while (state.in_call > 0 && none_ended()) co_await state.replicas.changed().Wait();
  co_await worker.EndWait();
  if (none_ended()) {
    worker.BeginWaitNow(Mutated(kReplicaWaitAlone) ? WaitType::kFcbReplicaWrite
                                                   : WaitType::kWriteCompletion);
    while (none_ended()) co_await state.replicas.changed().Wait();
    co_await worker.EndWait();
  }
  if (replicas == 1) co_return state.replicas.status();
  worker.BeginWaitNow(WaitType::kFcbReplicaWrite);
  const Status ended = co_await state.replicas.Ended();
  co_await worker.EndWait();
  co_return ended;
}

Task<Result<storage::WriteTicket>> CopyOnWrite::WriteRun(Snapshot& snapshot, PreImageRun run) {
  SparseFile& file = snapshot.files().Of(run.first);
  const uint32_t first = run.first.number();
  const auto count = static_cast<uint32_t>(run.images.size());
  Status room = file.TakeRegions(first, count);
  if (!room.ok() && file.limit().os_error == SparseFileLimit::kTransientError) {
    for (int retry = 0; retry < kRetries && !room.ok() && !snapshot.life().suspect(); ++retry) {
      co_await env_.cpu->executor().Sleep(kRetryInterval);
      room = file.TakeRegions(first, count);
    }
  }
  CO_TRY(room);
  co_return co_await file.file().Write(uint64_t{first} * page::kPageSize, run.buffers());
}

Task<Status> CopyOnWrite::PushDurably(PushTarget& target, PushState& state) {
  std::vector<storage::WriteTicket> tickets;
  Status written;
  if (!Mutated(buffer::kPushAfterChange)) {  // the check would catch that mutation
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
  state.replicas.changed().NotifyAll();
  CO_TRY(written);
  if (Mutated(kPushNotAwaited)) co_return Status();  // a power cut may lose the write
  for (const storage::WriteTicket ticket : tickets) {
    CO_TRY(co_await target.snapshot->files().Of(target.page).file().AwaitDurable(ticket));
  }
  co_return Status();
}

Task<Status> CopyOnWrite::PushTo(PushTarget target, PushState& state) {
  const std::shared_ptr<Snapshot>& snapshot = target.snapshot;
  if (Mutated(kGateLeftEarly)) LeaveGates(target);
  Status durable = co_await PushDurably(target, state);
  if (durable.ok()) {
    for (const auto& [page, image] : target.images) {
      snapshot->SetCopied(page);
      CountPushed(*snapshot, page, image->cause());
    }
    snapshot->figures().pages_pushed_along += target.images.size() - 1;
  } else if (durable.error().code != ErrorCode::kPowerCut) {
    SparseFileFailure failure{&snapshot->files().Of(target.page), durable.error()};
    const Status marked = co_await MarkSuspect(snapshot, std::move(failure), state.source);
    if (Mutated(kAllSuspect)) {
      const auto all = armed_;
      for (const auto& other : all) {
        SparseFileFailure all_fail{&other->files().front(), durable.error()};
        (void)co_await MarkSuspect(other, std::move(all_fail), state.source);
      }
    }
    durable = marked;
  }
  if (!Mutated(kGateLeftEarly)) LeaveGates(target);
  co_return durable;
}

void CopyOnWrite::LeaveGates(const PushTarget& target) {
  for (const auto& [page, image] : target.images) target.snapshot->gate().Leave(page);
}

void CopyOnWrite::CountPushed(Snapshot& snapshot, PageId page, PushCause cause) {
  ++snapshot.figures().pages_pushed;
  if (snapshot.split().IsNone()) ++snapshot.figures().pages_pushed_before_split;
  ++pages_pushed_;
  env_.telemetry->AddTotal(CounterId::kPagesPushedPerSecond);
  if (env_.listener == nullptr || (Mutated(kPushUntold) && pages_pushed_ % 8 == 0)) return;
  env_.listener->OnPushed(snapshot, page, cause);
  if (Mutated(kPushToldTwice)) env_.listener->OnPushed(snapshot, page, cause);
}

Task<void> CopyOnWrite::FinishPushes(Worker& worker) {
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
