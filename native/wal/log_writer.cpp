// The log writer, group commit and the header's slots.
//
// The writer takes closed blocks in log order, and the open one when somebody waits for a record in
// it and no block is in flight that a commit closed before it was full: this is classic group
// commit, in which whoever comes while one is in flight shares the next. It seals a block (so
// checksums chain in log order) and lets a task of its own write it.
#include "wal/log_state.h"

namespace snapscope::wal {

namespace {

constexpr uint32_t kMostWrites = 32;  ///< blocks in flight (2005, 64-bit)

using LogPointer = std::shared_ptr<LogState>;  // keeps the state alive while a task refers to it

struct WriterAlive {
  explicit WriterAlive(LogState& state) : log(state) { log.writer_alive = true; }
  ~WriterAlive() { log.writer_alive = false; }
  WriterAlive(const WriterAlive&) = delete;
  WriterAlive& operator=(const WriterAlive&) = delete;
  LogState& log;
};

Task<void> WriteBlock(LogPointer log, Block* block) {
  storage::WriteGate::Write begun;
  if (log->writes.is_open()) {
    begun = log->writes.BeginNow();
  } else {
    begun = co_await log->writes.Begin();
  }
  std::vector<ConstByteSpan> buffers{block->buffer.span().first(block->bytes())};
  Status status =
      co_await log->file.WriteDurable(log->geometry.OffsetOf(block->lsn), std::move(buffers));
  log->OnWritten(*block, std::move(status));
}

Task<void> RunLogWriter(LogPointer log) {
  const WriterAlive alive(*log);
  co_await log->writer.Start();
  while (!log->closing) {
    if (log->CanTakeBlock()) co_await log->AwaitWrites(log->writer);
    Block* block = log->TakeBlock();
    if (block == nullptr) {
      co_await log->writer.BeginWait(WaitType::kLogmgrQueue);
      if (!log->CanTakeBlock() && !log->closing) co_await log->writer_event.Wait();
      co_await log->writer.EndWait();
      continue;
    }
    log->Seal(*block);
    log->writer.ChargeIo(block->bytes());
    log->writer.ChargeDurableWrites();
    log->writer.Charge(runtime::CpuWork::kChecksumKiB, KiBOf(block->bytes()));
    co_await log->writer.PayCpu();
    log->executor.Spawn("log write", WriteBlock(log, block));
  }
  co_await log->writer.End();
}

}  // namespace

Task<void> LogState::AwaitWrites(Worker& worker) {
  return writes.is_open() ? Task<void>::Ready() : AwaitEndOfHold(worker);
}

Task<void> LogState::AwaitEndOfHold(Worker& worker) {
  (void)co_await worker.Waiting(WaitType::kDiskioSuspend, writes.Begin());
}

void LogState::StartWriter() { executor.Spawn("log writer", RunLogWriter(shared_from_this())); }

bool LogState::CanTakeBlock() {
  if (failure.has_value() || in_flight == kMostWrites) return false;
  if (closed_blocks > 0) return true;
  return open != nullptr && flush_wanted > open->lsn && early_in_flight == 0;
}

Block* LogState::TakeBlock() {
  if (!CanTakeBlock()) return nullptr;
  if (closed_blocks == 0) CloseOpenBlock(/*early=*/true);
  for (const auto& block : blocks) {
    if (block->phase != BlockPhase::kClosed) continue;
    block->phase = BlockPhase::kWriting;
    --closed_blocks;
    ++in_flight;
    if (block->early) ++early_in_flight;
    return block.get();
  }
  CHECK(false, "closed blocks are counted wrongly");
  return nullptr;
}

void LogState::Seal(Block& block) {
  const BlockIdentity identity{block.lsn, header.generation, last_checksum};
  const ConstByteSpan sealed =
      SealBlock(block.buffer.span(), identity, block.payload(), block.records);
  last_checksum = Load<BlockHeader>(sealed, 0).checksum;
}

void LogState::OnWritten(Block& block, Status status) {
  --in_flight;
  if (block.early) --early_in_flight;
  if (status.ok()) {
    block.phase = BlockPhase::kDurable;
    telemetry.AddTotal(telemetry::CounterId::kLogFlushesPerSecond);
    telemetry.AddTotal(telemetry::CounterId::kLogBytesFlushedPerSecond, block.bytes());
  } else {
    block.phase = BlockPhase::kFailed;
    Fail(status.error());
  }
  while (!blocks.empty() && blocks.front()->phase == BlockPhase::kDurable) {
    CHECK(blocks.front()->lsn >= durable, "the block at %s became durable after %s",
          ToString(blocks.front()->lsn).c_str(), ToString(durable).c_str());
    durable = blocks.front()->end();
    free_blocks.push_back(std::move(blocks.front()));
    blocks.pop_front();
  }
  WakeFlushed();
  ServeSpaceWaiters();
  WakeWriter();
}

void LogState::EnqueueFlush(FlushWaiter& waiter) {
  flush_waiters.EnterBehind(
      waiter, [&waiter](const FlushWaiter& other) { return other.upto <= waiter.upto; });
  flush_wanted = std::max(flush_wanted, waiter.upto);
  WakeWriter();
}

void LogState::WakeFlushed() {
  while (!flush_waiters.empty()) {
    if (flush_waiters.first()->upto > durable && !failure.has_value()) return;
    flush_waiters.WakeFirst(executor);
  }
}

void LogState::Fail(Error error) {
  if (!failure.has_value()) {
    failure = InContext("the log cannot be written", error);
  }
  WakeFlushed();
  ServeSpaceWaiters();
}

Task<Status> Log::Flush(Worker& worker, Lsn upto, WaitType wait) {
  LogState& log = *state_;
  CHECK(upto <= log.EndLsn(), "flush up to %s, beyond the end of the log at %s",
        ToString(upto).c_str(), ToString(log.EndLsn()).c_str());
  if (log.failure.has_value()) return Task<Status>::Ready(*log.failure);
  if (upto <= log.durable) return Task<Status>::Ready();
  return log.WaitForFlush(worker, upto, wait);
}

Task<Status> LogState::WaitForFlush(Worker& worker, Lsn upto, WaitType wait) {
  co_await worker.BeginWait(wait);
  FlushWaiter waiter;
  waiter.upto = upto;
  if (!failure.has_value() && upto > durable) {
    EnqueueFlush(waiter);
    co_await waiter;
  }
  co_await worker.EndWait();
  if (upto > durable) co_return *failure;
  co_return Status();
}

Task<Status> LogState::WriteHeader(Worker& worker, HeaderChange change) {
  co_await AwaitWrites(worker);
  worker.ChargeIo(kHeaderBytes);
  worker.ChargeDurableWrites();
  co_await worker.BeginWait(WaitType::kIoCompletion);
  runtime::Turns::Turn turn = co_await header_turns.Await();
  const storage::WriteGate::Write begun = co_await writes.Begin();
  LogHeader written = header;
  ++written.sequence;
  written.mark = change.mark.value_or(header.mark);
  written.backed_up = change.backed_up.value_or(header.backed_up);
  AlignedBuffer slot(kHeaderSlotStride);
  EncodeHeader(written, slot.span().first(kUnitBytes));
  std::vector<ConstByteSpan> buffers{slot.span().first(kUnitBytes)};
  Status status =
      co_await file.WriteDurable(HeaderSlotOffset(written.sequence), std::move(buffers));
  if (status.ok()) {
    header = written;
  } else {
    Fail(status.error());
  }
  turn.GiveBack();
  co_await worker.EndWait();
  co_return status;
}

Task<Status> Log::WriteCheckpointMark(Worker& worker, CheckpointMark mark) {
  LogState& log = *state_;
  CHECK(!mark.begin.IsNone() && FirstOf(mark) >= log.truncation,
        "a checkpoint of truncated log: %s", ToString(FirstOf(mark)).c_str());
  const Lsn newest = std::max(mark.begin, mark.oldest_active);
  CO_TRY(co_await Flush(worker, Lsn{newest.value + 1}));
  CO_TRY(co_await log.WriteHeader(worker, {.mark = mark}));
  log.AdvanceTruncation();
  co_return Status();
}

Task<storage::WriteGate::Hold> Log::HoldWrites() {
  return state_->writes.HoldWrites(state_->executor);
}

Task<Status> Log::WriteBackedUp(Worker& worker, Lsn lsn) {
  LogState& log = *state_;
  CHECK(lsn >= log.truncation && lsn <= log.durable, "a log backup up to %s",
        ToString(lsn).c_str());
  CO_TRY(co_await log.WriteHeader(worker, {.backed_up = lsn}));
  log.AdvanceTruncation();
  co_return Status();
}

}  // namespace snapscope::wal
