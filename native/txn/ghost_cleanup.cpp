#include "txn/ghost_cleanup.h"

#include <algorithm>
#include <utility>

#include "telemetry/system_sources.h"

namespace snapscope::txn {

void GhostCleanup::Note(btree::BTree& tree, PageId page, uint64_t key) {
  const size_t noted = ghosts_.size();
  ghosts_[page.value] = {&tree, key};
  if (ghosts_.size() > noted) order_.push_back(page);
}

void GhostCleanup::Forget(const btree::BTree& tree) {
  std::erase_if(order_, [this, &tree](PageId page) {
    if (ghosts_.Find(page.value)->tree != &tree) return false;
    return ghosts_.Erase(page.value);
  });
}

void GhostCleanup::Start(runtime::CpuModel& cpu, TimeNs pause,
                         std::function<void(Error)> on_error) {
  on_error_ = std::move(on_error);
  worker_ = std::make_unique<Worker>(cpu, &telemetry_, telemetry::kGhostCleanupSource);
  cpu.executor().Spawn("ghost-cleanup", Run(pause));
}

Task<void> GhostCleanup::Run(TimeNs pause) {
  Worker& worker = *worker_;
  co_await worker.Start();
  for (;;) {
    co_await worker.Sleep(runtime::WaitType::kSleepTask, pause);
    if (stop_requested_) break;
    in_round_ = true;
    const Status cleaned = co_await CleanRound(worker);
    in_round_ = false;
    if (!cleaned.ok()) {
      on_error_(cleaned.error());
      break;
    }
  }
  co_await worker.End();
}

Task<Status> GhostCleanup::CleanRound(Worker& worker) {
  const TxnId session = system_.BeginSystem();
  const size_t visits = std::min<size_t>(order_.size(), kPagesPerRound);
  Status status;
  // A table that is dropped meanwhile takes its pages off the list.
  for (size_t visit = 0; visit < visits && !order_.empty() && status.ok(); ++visit) {
    const PageId page = order_.front();
    status = co_await Visit(worker, session, page);
  }
  system_.EndSystem(session);
  if (!status.ok() && status.error().code != ErrorCode::kLogFull) co_return status;
  co_return Status();
}

// The page is taken off the list first: what is told of it meanwhile counts.
Task<Status> GhostCleanup::Visit(Worker& worker, TxnId session, PageId page) {
  const Ghost ghost = *ghosts_.Find(page.value);
  ghosts_.Erase(page.value);
  order_.pop_front();
  const IndexId index = ghost.tree->info().id;
  const LockKey table = LockKey::Table(table_of_(index));
  if (!locks_.TryAcquire(session, table, LockMode::kIntentExclusive)) {
    Note(*ghost.tree, page, ghost.key);
    co_return Status();
  }
  const auto cleaned = co_await ghost.tree->CleanLeaf(
      worker, ghost.key, system_, [this, index](uint64_t key) { return may_go_(index, key); });
  locks_.Release(session, table);
  if (!cleaned.ok() || cleaned->has_ghosts) Note(*ghost.tree, page, ghost.key);
  CO_TRY(cleaned);
  ++figures_.pages_visited;
  figures_.rows_purged += cleaned->rows_purged;
  figures_.leaves_removed += cleaned->removed ? 1 : 0;
  figures_.extents_freed += cleaned->freed_extent ? 1 : 0;
  co_await worker.PayCpu();
  co_return Status();
}

}  // namespace snapscope::txn
