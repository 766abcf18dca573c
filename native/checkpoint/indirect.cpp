// Indirect checkpoints: the recovery writer keeps what a restart would have to redo below
// TARGET_RECOVERY_TIME, a little at a time, instead of all at once when it has grown too much.
//
// Begin records are laid down as rungs of a ladder, one each time that the log has grown by a part
// of what may be redone. Once a rung is as old as the target allows, the pages that were dirty
// before it are written, and restart begins there.
#include <utility>

#include "checkpoint/checkpointer.h"
#include "telemetry/system_sources.h"

namespace snapscope::checkpoint {

using runtime::WaitType;

namespace {
constexpr TimeNs kPollInterval = 100 * kMillisecond;
constexpr uint64_t kRungs = 8;  ///< on the way to the target
}  // namespace

uint64_t Checkpointer::target_records() const {
  const auto milliseconds = static_cast<uint64_t>(options_.target_recovery_time / kMillisecond);
  return milliseconds * kRecordsRedonePerSecond / 1'000;
}

std::optional<Checkpointer::Rung> Checkpointer::RungToReach() const {
  // Until the next rung is laid, the log grows by a part more.
  const uint64_t allowed = target_records() - target_records() / kRungs;
  std::optional<Rung> newest;
  for (const Rung& rung : rungs_) {
    if (log_.RecordsBetween(rung.begin, log_.end_lsn()) < allowed) break;
    newest = rung;
  }
  return newest;
}

Task<void> Checkpointer::RunRecoveryWriter() {
  Worker& worker = *recovery_writer_;
  co_await worker.Start();
  for (;;) {
    co_await worker.Sleep(WaitType::kDirtyPagePoll, kPollInterval);
    const Lsn last = rungs_.empty() ? last_begin_ : rungs_.back().begin;
    const uint64_t grown = log_.RecordsBetween(last, log_.end_lsn());
    if (suspended_ > 0 || grown < target_records() / kRungs) continue;
    runtime::Turns::Turn turn = co_await turns_.Await(worker, WaitType::kSleepBpoolFlush);
    const Status done = co_await RunIndirect(worker);
    turn.GiveBack();
    if (!done.ok()) {
      if (on_error_) on_error_(done.error());
      co_return;
    }
  }
}

Task<Status> Checkpointer::RunIndirect(Worker& worker) {
  const std::optional<Rung> rung = RungToReach();
  CheckpointFigures figures;
  if (rung) {
    CheckpointRequest request{.source = telemetry::kRecoveryWriterSource,
                              .kind = "indirect",
                              .snapshot = {},
                              .hold = nullptr};
    CO_TRY_ASSIGN(figures, co_await RunExclusive(worker, std::move(request), rung));
  } else {
    CO_TRY(co_await AppendBegin(worker, nullptr, wal::LogHolder::kSnapshotCreation, figures));
  }
  rungs_.push_back({figures.begin_lsn, figures.oldest_active});
  co_return Status();
}

}  // namespace snapscope::checkpoint
