// The push: the pre-image of a page is durable in every armed snapshot that lacks it before the
// page changes for the first time. Its time is billed disjointly:
//   until every write call has returned, or one write is durable   PREEMPTIVE_OS_WRITEFILE
//   from then until the first write is durable                     WRITE_COMPLETION
//   from then until all are (two snapshots and more)               FCB_REPLICA_WRITE
// A push that meets a pull of the same page during a creation waits for it: REPLICA_WRITES.
#include <algorithm>
#include <array>
#include <utility>

#include "snapshot/snapshot_manager.h"

namespace snapscope::snapshot {

using runtime::WaitType;
using telemetry::CounterId;

struct SnapshotManager::PushState {
  explicit PushState(runtime::Executor& executor) : changed(executor) {}

  alignas(4096) std::array<std::byte, page::kPageSize> image;
  runtime::Event changed;
  size_t in_call = 0;  ///< write calls that have not returned
  size_t ended = 0;    ///< replicas that are durable, or failed
  bool power_cut = false;
  std::string source;  ///< spid of the session that changes the page
};

bool SnapshotManager::NeedsPush(PageId page) const {
  return std::any_of(armed_.begin(), armed_.end(),
                     [page](const auto& snapshot) { return snapshot->Lacks(page); });
}

Task<Status> SnapshotManager::Push(Worker& worker, PageId page, page::ConstPageSpan pre_image) {
  co_await worker.PayCpu();  // so that nothing below suspends between the tests and the gates
  std::vector<std::shared_ptr<Snapshot>> targets;
  for (const auto& snapshot : armed_) {
    if (!snapshot->Lacks(page)) continue;
    if (snapshot->gate().IsHeld(page)) {
      const std::shared_ptr<Snapshot> busy = snapshot;  // the list may change meanwhile
      worker.BeginWaitNow(WaitType::kReplicaWrites);
      co_await busy->gate().WaitForHolder(page);
      co_await worker.EndWait();
      co_return Status();  // the caller tests again
    }
    targets.push_back(snapshot);
  }
  if (targets.empty()) co_return Status();

  auto state = std::make_shared<PushState>(env_.cpu->executor());
  std::copy(pre_image.begin(), pre_image.end(), state->image.begin());
  page::SealPage(page::PageSpan(state->image));
  const uint64_t id = next_push_++;
  pushes_in_flight_.insert(id);
  state->source = worker.name();
  const size_t replicas = targets.size();
  state->in_call = replicas;
  for (const auto& snapshot : targets) snapshot->gate().Enter(page);
  worker.BeginWaitNow(WaitType::kPreemptiveOsWritefile);
  for (auto& snapshot : targets) {
    env_.cpu->executor().Spawn("push", PushTo(std::move(snapshot), page, state));
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
  pushes_in_flight_.erase(id);
  push_finished_.NotifyAll();
  // Not the snapshot's failure but the machine's: the statement ends with it.
  if (state->power_cut) co_return Error{ErrorCode::kPowerCut, "the power failed during a push"};
  co_return Status();
}

Task<void> SnapshotManager::PushTo(std::shared_ptr<Snapshot> snapshot, PageId page,
                                   std::shared_ptr<PushState> state) {
  std::vector<ConstByteSpan> buffers{ConstByteSpan(state->image)};
  Result<storage::WriteTicket> ticket = co_await snapshot->file().Write(
      uint64_t{page.number()} * page::kPageSize, std::move(buffers));
  --state->in_call;
  state->changed.NotifyAll();
  Status durable;
  if (ticket.ok()) {
    durable = co_await snapshot->file().AwaitDurable(ticket.value());
  } else {
    durable = ticket.error();
  }
  if (durable.ok()) {
    snapshot->SetCopied(page);
    ++snapshot->figures().pages_pushed;
    if (snapshot->split().IsNone()) ++snapshot->figures().pages_pushed_before_split;
    ++pages_pushed_;
    env_.telemetry->SetTotal(CounterId::kPagesPushedPerSecond, pages_pushed_);
  } else if (durable.error().code == ErrorCode::kPowerCut) {
    state->power_cut = true;
  } else {
    MarkSuspect(*snapshot, durable.error(), state->source);
  }
  snapshot->gate().Leave(page);
  ++state->ended;
  state->changed.NotifyAll();
}

void SnapshotManager::MarkSuspect(Snapshot& snapshot, const Error& error,
                                  const std::string& source) {
  if (snapshot.state() == State::kSuspect) return;
  if (error.code == ErrorCode::kDiskFull) {
    env_.telemetry->Log(source, telemetry::SparseFileFull(snapshot.file().path()));
    env_.telemetry->Log(source,
                        telemetry::OperatingSystemError(snapshot.file().path(), 112,
                                                        "There is not enough space on the disk."));
  }
  env_.telemetry->Log(source, telemetry::SnapshotSuspect(snapshot.name()));
  snapshot.set_state(State::kSuspect);
  Rearm();
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
