#include "wal/log.h"

#include <algorithm>

#include "wal/block_scanner.h"
#include "wal/log_state.h"

namespace snapscope::wal {

LogState::LogState(storage::File& file_in, runtime::CpuModel& cpu,
                   telemetry::Telemetry& telemetry_in, LogOptions options_in)
    : file(file_in),
      executor(cpu.executor()),
      telemetry(telemetry_in),
      options(options_in),
      writer(cpu, &telemetry_in, "log writer"),
      writer_event(executor),
      header_turns(executor),
      backup_turns(executor) {}

void LogState::CloseOpenBlock(bool early) {
  Block& block = *open;
  block.phase = BlockPhase::kClosed;
  block.early = early;
  index.push_back({block.lsn, indexed.bytes, indexed.records, block.bytes(), block.records});
  indexed.bytes += block.bytes();
  indexed.records += block.records;
  next = block.end();
  open = nullptr;
  ++closed_blocks;
  CheckPressure();
  WakeWriter();
}

Block& LogState::BlockFor(uint32_t bytes) {
  if (open != nullptr) {
    if (open->used + bytes <= open->limit) return *open;
    CloseOpenBlock(/*early=*/false);
  }
  if (BlockUnits(bytes) > geometry.vlf_units() - next.block()) {
    CHECK(next.vlf() + 1 - truncation.vlf() < geometry.vlf_count,
          "the log wrapped into what is held: %s", ToString(truncation).c_str());
    next = Lsn::Of(next.vlf() + 1, 0, 0);
  }
  if (free_blocks.empty()) free_blocks.push_back(std::make_unique<Block>());
  blocks.push_back(std::move(free_blocks.back()));
  free_blocks.pop_back();
  open = blocks.back().get();
  open->lsn = next;
  open->used = kBlockHeaderBytes;
  open->limit = std::min(kMaxBlockBytes, (geometry.vlf_units() - next.block()) * kUnitBytes);
  open->records = 0;
  open->phase = BlockPhase::kOpen;
  return *open;
}

LogDistance LogState::DistanceOf(Lsn lsn) const {
  const auto within = [lsn](Lsn block, LogDistance before, uint64_t bytes, uint64_t records) {
    const uint64_t slots =
        BlockOf(lsn) == block ? std::min<uint64_t>(lsn.slot(), records) : records;
    return LogDistance{before.bytes + bytes * slots / records, before.records + slots};
  };
  if (open != nullptr && open->records > 0 && lsn >= open->lsn) {
    return within(open->lsn, indexed, open->used, open->records);
  }
  const auto after =
      std::upper_bound(index.begin(), index.end(), lsn,
                       [](Lsn at, const IndexEntry& entry) { return at < entry.lsn; });
  if (after == index.begin()) {
    return index.empty() ? indexed : LogDistance{after->bytes_before, after->records_before};
  }
  const IndexEntry& entry = *std::prev(after);
  return within(entry.lsn, {entry.bytes_before, entry.records_before}, entry.bytes, entry.records);
}

const IndexEntry* LogState::EntryAtOrAfter(Lsn lsn) const {
  const auto found =
      std::upper_bound(index.begin(), index.end(), lsn,
                       [](Lsn at, const IndexEntry& entry) { return at < entry.end(); });
  return found == index.end() ? nullptr : &*found;
}

Block* LogState::BlockInMemory(Lsn lsn) {
  for (const auto& block : blocks) {
    if (block->lsn == BlockOf(lsn)) return block.get();
  }
  return nullptr;
}

Log::Log(std::shared_ptr<LogState> state) : state_(std::move(state)) {}

Log::~Log() {
  state_->closing = true;
  if (state_->writer_alive) state_->WakeWriter();
}

Lsn Log::Append(Reservation reservation, ConstByteSpan record) {
  LogState& log = *state_;
  const auto length = static_cast<uint32_t>(record.size());
  CHECK(length > 0 && reservation.Covers(log, length), "a record of %u bytes was not reserved",
        length);
  Block& block = log.BlockFor(kRecordFrameBytes + length);
  const Lsn lsn{block.lsn.value + block.records};
  FrameRecord(block.buffer.data() + block.used, static_cast<uint16_t>(block.records), record);
  block.used += kRecordFrameBytes + length;
  if (++block.records == kMaxRecordsPerBlock) log.CloseOpenBlock(/*early=*/false);
  return lsn;
}

Lsn Log::end_lsn() const { return state_->EndLsn(); }
Lsn Log::durable_lsn() const { return state_->durable; }

uint64_t Log::BytesBetween(Lsn from, Lsn to) const {
  return from >= to ? 0 : state_->DistanceOf(to).bytes - state_->DistanceOf(from).bytes;
}

uint64_t Log::RecordsBetween(Lsn from, Lsn to) const {
  return from >= to ? 0 : state_->DistanceOf(to).records - state_->DistanceOf(from).records;
}

CheckpointMark Log::checkpoint_mark() const { return state_->header.mark; }
uint64_t Log::capacity_bytes() const { return state_->geometry.capacity_bytes(); }
storage::File& Log::file() { return state_->file; }

}  // namespace snapscope::wal
