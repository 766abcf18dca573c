// The lazy writer: keeps frames free. It sweeps the clock, frees clean pages that have had their
// second chance, and writes dirty ones, several at a time, so that they can be freed: one more for
// each session that waits for a frame, as if that did the write (SLEEP_BUFFERPOOL_HELPLW).
#include "buffer/buffer_pool_state.h"
#include "telemetry/system_sources.h"

namespace snapscope::buffer {

using runtime::WaitType;

void BufferPool::Start() {
  PoolState& state = *state_;
  state.lazy_worker =
      std::make_unique<Worker>(state.cpu, &state.telemetry, telemetry::kLazyWriterSource);
  state.cpu.executor().Spawn("lazy-writer", state.RunLazyWriter(*this));
}

Task<void> PoolState::RunLazyWriter(BufferPool& pool) {
  Worker& worker = *lazy_worker;
  co_await worker.Start();
  for (;;) {
    co_await worker.PayCpu();  // then nothing suspends between the test and the wait
    if (free_count() >= low_water()) {
      co_await worker.BeginWait(WaitType::kLazywriterSleep);
      co_await lazy_writer_wanted.Wait();
      co_await worker.EndWait();
    }
    while (free_count() < high_water()) {
      Frame* victim = NextVictim(/*clean_only=*/HeldWrites() != nullptr, two_rounds());
      if (victim == nullptr) break;
      if (!victim->dirty) {
        Evict(*victim);
        continue;
      }
      co_await lazy_writes.AwaitRoom(worker, WaitType::kAsyncIoCompletion);
      if (!victim->resident || !victim->dirty) continue;
      const DbId db = victim->key.db();
      // It never waits for a latch: the holder may be waiting for a free frame.
      Result<Gather> gather = co_await pool.BeginGather(
          worker, db, victim->key.page(), WriteReason::kLazyWriter, LatchWait::kNever);
      if (!gather.ok() || gather.value().pages.empty()) {
        if (!gather.ok()) NoteFailedWrite(db, gather.error());  // the log has failed
        continue;
      }
      lazy_writes.Add(WriteVictim(pool, std::move(gather).value()));
    }
    if (free_count() >= low_water()) continue;
    if (storage::WriteGate* held = HeldWrites()) {
      (void)co_await worker.Waiting(WaitType::kDiskioSuspend, held->Begin());
    } else {
      // Every page is pinned, latched or being written: let those go on first.
      co_await worker.Sleep(WaitType::kLazywriterSleep, kMillisecond);
    }
  }
}

// A write that fails leaves its pages dirty, and has told why (NoteFailedWrite).
Task<Status> PoolState::WriteVictim(BufferPool& pool, Gather gather) {
  std::vector<Frame*> written;
  written.reserve(gather.pages.size());
  for (const PageGuard& guard : gather.pages) written.push_back(FindFrame(gather.db, guard.id()));
  CO_TRY(co_await pool.WriteGather(std::move(gather)));
  for (Frame* frame : written) {
    if (frame->resident && frame->pins == 0 && !frame->dirty && !frame->referenced) Evict(*frame);
  }
  co_return Status();
}

}  // namespace snapscope::buffer
