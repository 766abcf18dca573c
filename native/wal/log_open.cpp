// Creating a log, and finding the end of one after a restart.
#include <algorithm>
#include <cstring>

#include "base/mutation.h"
#include "wal/block_scanner.h"
#include "wal/log_state.h"

namespace snapscope::wal {

MUTATION(kBackupChainForgotten,
         "a restart keeps the log from the checkpoint on, not what the next log backup needs");

Task<Result<LogHeader>> ReadHeader(Worker& worker, storage::File& file) {
  AlignedBuffer slots(kHeaderBytes);
  Status status = co_await worker.Waiting(WaitType::kIoCompletion, file.Read(0, slots.span()));
  if (!status.ok()) co_return status.error();
  const ConstByteSpan bytes = slots.span();
  Result<LogHeader> first = DecodeHeader(bytes.first(kUnitBytes), file.size());
  Result<LogHeader> second =
      DecodeHeader(bytes.subspan(kHeaderSlotStride, kUnitBytes), file.size());
  if (!first.ok()) co_return second;
  if (!second.ok()) co_return first;
  co_return first->sequence > second->sequence ? first : second;
}

namespace {

constexpr uint64_t kGrowthStep = 1024 * 1024;

Lsn TruncationOf(const LogHeader& header) {
  return Mutated(kBackupChainForgotten) ? FirstOfRestart(header) : FirstNeeded(header);
}

// Follows the chain of blocks that begins at `from` and rebuilds the index.
Task<Status> Follow(Worker& worker, LogState& log, Lsn from) {
  log.index.clear();
  log.indexed = {};
  BlockScanner scanner(log.file, log.geometry, log.header.generation, from, Lsn{});
  while (true) {
    auto block = co_await scanner.Next(worker);
    if (!block.ok()) co_return block.error();
    if (!block->has_value()) break;
    const BlockView& view = **block;
    log.index.push_back(
        {view.lsn(), log.indexed.bytes, log.indexed.records, view.bytes(), view.record_count()});
    log.indexed.bytes += view.bytes();
    log.indexed.records += view.record_count();
  }
  log.next = log.durable = scanner.next();
  log.last_checksum = scanner.last_checksum();
  co_return Status();
}

// What the mark names was durable before the mark was: a log without it ends in no torn tail.
bool HoldsCheckpoint(const LogState& log) {
  const CheckpointMark& mark = log.header.mark;
  return mark.begin.IsNone() || std::max(mark.begin, mark.oldest_active) < log.next;
}

// Follows the chain from what is needed on.
Task<Status> FindEnd(Worker& worker, LogState& log) {
  const Lsn from = BlockOf(TruncationOf(log.header));
  CO_TRY(co_await Follow(worker, log, from));
  if (!HoldsCheckpoint(log) && from == log.header.backed_up) {
    // Where a log backup ended need not be where a block begins: the next one may have had no room
    // in that VLF. What lies there instead, if it looks like a block, is of a tail lost long ago,
    // and no chain from it leads to the checkpoint.
    CO_TRY(co_await Follow(worker, log, Lsn::Of(from.vlf() + 1, 0, 0)));
  }
  if (HoldsCheckpoint(log)) co_return Status();
  co_return Error{ErrorCode::kCorruptLog, "the log ends at " + ToString(log.next) +
                                              ", before the checkpoint at " +
                                              ToString(log.header.mark.begin)};
}

}  // namespace

Task<Result<std::unique_ptr<Log>>> Log::Create(Worker& worker, storage::File& file,
                                               runtime::CpuModel& cpu,
                                               telemetry::Telemetry& telemetry,
                                               LogOptions options) {
  const uint64_t bytes = options.bytes == 0 ? file.size() : kHeaderBytes + options.bytes;
  const Result<LogGeometry> geometry =
      LogGeometry::For(std::min(bytes, file.size()), options.vlf_count);
  if (!geometry.ok()) co_return geometry.error();
  auto state = std::make_shared<LogState>(file, cpu, telemetry, options);
  // A log that was in this file before must be neither found nor chained to.
  const Result<LogHeader> former = co_await ReadHeader(worker, file);
  if (!former.ok() && former.error().code != ErrorCode::kCorruptLog) co_return former.error();
  if (former.ok()) state->header = *former;
  ++state->header.generation;
  state->header.restoring = false;
  state->header.geometry = state->geometry = *geometry;
  state->header.first = Lsn::Of(options.first_vlf, 0, 0);
  state->next = state->durable = state->restart_from = state->truncation = state->header.first;
  const Status written =
      co_await state->WriteHeader(worker, {.mark = CheckpointMark{}, .backed_up = Lsn{}});
  if (!written.ok()) co_return written.error();
  state->StartWriter();
  co_return std::unique_ptr<Log>(new Log(std::move(state)));
}

Task<Result<std::unique_ptr<Log>>> Log::Open(Worker& worker, storage::File& file,
                                             runtime::CpuModel& cpu,
                                             telemetry::Telemetry& telemetry, LogOptions options) {
  if (file.size() < kHeaderBytes) {
    co_return Error{ErrorCode::kCorruptLog, "the log file is too short for a header"};
  }
  auto state = std::make_shared<LogState>(file, cpu, telemetry, options);
  const Result<LogHeader> header = co_await ReadHeader(worker, file);
  if (!header.ok()) co_return header.error();
  if (header->restoring && !options.restoring) {
    co_return Error{ErrorCode::kCorruptLog,
                    file.path() +
                        " is the log of a database whose restore was cut off; restore "
                        "the database again from its backups"};
  }
  state->header = *header;
  state->geometry = header->geometry;
  const Status found = co_await FindEnd(worker, *state);
  if (!found.ok()) co_return found.error();
  state->restart_from = FirstOfRestart(*header);
  state->truncation = TruncationOf(*header);
  // Named by the header before any block bears it: see format.h.
  ++state->header.generation;
  const Status written = co_await state->WriteHeader(worker, {});
  if (!written.ok()) co_return written.error();
  state->AdvanceTruncation();
  state->StartWriter();
  co_return std::unique_ptr<Log>(new Log(std::move(state)));
}

Task<Status> Log::Grow(Worker& worker, uint32_t vlf_count) {
  LogState& log = *state_;
  const Result<LogGeometry> whole = LogGeometry::For(log.file.size(), vlf_count);
  if (!whole.ok()) co_return whole.error();
  if (log.geometry.capacity_bytes() >= whole->capacity_bytes()) co_return Status();
  CHECK(log.next == log.header.first && log.blocks.empty(), "a log that is in use cannot grow");
  AlignedBuffer zeros(kGrowthStep);
  std::memset(zeros.span().data(), 0, kGrowthStep);
  co_await worker.BeginWait(WaitType::kAsyncIoCompletion);
  Status written;
  for (uint64_t at = kHeaderBytes + log.geometry.capacity_bytes();
       at < log.file.size() && written.ok(); at += kGrowthStep) {
    std::vector<ConstByteSpan> step{
        zeros.span().first(std::min<uint64_t>(kGrowthStep, log.file.size() - at))};
    written = co_await log.file.WriteDurable(at, std::move(step));
  }
  co_await worker.EndWait();
  CO_TRY(written);
  log.header.geometry = log.geometry = *whole;
  co_return co_await log.WriteHeader(worker, {});
}

}  // namespace snapscope::wal
