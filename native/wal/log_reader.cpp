// Reading records back: in order from the file, and one by one for undo.
#include <algorithm>
#include <string>

#include "wal/log_blocks.h"
#include "wal/log_state.h"

namespace snapscope::wal {

namespace {

constexpr size_t kReadCacheBlocks = 8;

Error Unreadable(Lsn lsn, const std::string& what) {
  return Error{ErrorCode::kCorruptLog, "log record " + ToString(lsn) + ": " + what};
}

LogRecordView CopyOf(Lsn lsn, ConstByteSpan record) {
  return LogRecordView{lsn, std::vector<std::byte>(record.begin(), record.end())};
}

Result<LogRecordView> RecordOf(ConstByteSpan payload, uint32_t records, Lsn lsn) {
  if (lsn.slot() >= records) return Unreadable(lsn, "its block has no such slot");
  RecordCursor cursor(payload);
  for (uint32_t slot = 0; slot < lsn.slot(); ++slot) (void)cursor.Take();
  return CopyOf(lsn, cursor.Take());
}

Result<LogRecordView> RecordOf(const CachedBlock& cached, Lsn lsn) {
  const ConstByteSpan bytes = cached.buffer.span().first(cached.bytes);
  const auto header = Load<BlockHeader>(bytes, 0);
  return RecordOf(bytes.subspan(kBlockHeaderBytes, header.payload_bytes), header.record_count, lsn);
}

CachedBlock* FindCached(LogState& log, Lsn block) {
  for (const auto& cached : log.read_cache) {
    if (cached->lsn != block) continue;
    cached->last_use = ++log.read_clock;
    return cached.get();
  }
  return nullptr;
}

// Reads into a block taken out of the cache, so that concurrent readers cannot share it half read.
Task<Result<std::unique_ptr<CachedBlock>>> ReadBlock(Worker& worker, LogState& log, Lsn lsn,
                                                     uint32_t bytes) {
  std::unique_ptr<CachedBlock> block;
  if (log.read_cache.size() >= kReadCacheBlocks) {
    const auto oldest =
        std::min_element(log.read_cache.begin(), log.read_cache.end(),
                         [](const auto& a, const auto& b) { return a->last_use < b->last_use; });
    block = std::move(*oldest);
    log.read_cache.erase(oldest);
  } else {
    block = std::make_unique<CachedBlock>();
  }
  block->lsn = lsn;
  block->bytes = bytes;
  const ByteSpan into = block->buffer.span().first(bytes);
  worker.ChargeIo(bytes);
  worker.Charge(runtime::CpuWork::kChecksumKiB, KiBOf(bytes));
  Status status = co_await worker.Waiting(WaitType::kIoCompletion,
                                          log.file.Read(log.geometry.OffsetOf(lsn), into));
  if (!status.ok()) co_return status.error();
  const Result<BlockView> view = DecodeBlock(into, lsn);
  if (!view.ok()) co_return view.error();
  co_return block;
}

}  // namespace

Task<Result<LogRecordView>> ReadRecord(Worker& worker, Log& log_object, Lsn lsn) {
  LogState& log = log_object.state();
  const Lsn block_lsn = BlockOf(lsn);
  if (const Block* block = log.BlockInMemory(lsn); block != nullptr) {
    const ConstByteSpan payload = block->buffer.span().subspan(kBlockHeaderBytes, block->payload());
    co_return RecordOf(payload, block->records, lsn);
  }
  if (const CachedBlock* cached = FindCached(log, block_lsn); cached != nullptr) {
    co_return RecordOf(*cached, lsn);
  }
  const IndexEntry* entry = log.EntryAtOrAfter(lsn);
  if (entry == nullptr || entry->lsn != block_lsn) {
    co_return Unreadable(lsn, "there is no such block in the log");
  }
  auto read = co_await ReadBlock(worker, log, block_lsn, entry->bytes);
  if (!read.ok()) co_return read.error();
  std::unique_ptr<CachedBlock> block = std::move(*read);
  Result<LogRecordView> record = RecordOf(*block, lsn);
  if (FindCached(log, block_lsn) == nullptr) {
    block->last_use = ++log.read_clock;
    log.read_cache.push_back(std::move(block));
  }
  co_return record;
}

struct LogReader::State {
  LogBlockReader blocks;
  const Lsn from;
  const Lsn to;
  std::optional<RecordCursor> records{};
  Lsn record{};  ///< LSN of the next record of the block
  uint64_t bytes = 0;
};

LogReader::LogReader(Log& log, Lsn from, Lsn to)
    : state_(new State{LogBlockReader(log, from, to), from, to}) {}

LogReader::~LogReader() = default;

Task<Result<std::optional<LogRecordView>>> LogReader::Next(Worker& worker) {
  State& state = *state_;
  for (;;) {
    while (state.records.has_value() && !state.records->AtEnd()) {
      const ConstByteSpan bytes = state.records->Take();
      const Lsn lsn = state.record;
      state.record = Lsn{lsn.value + 1};
      if (lsn >= state.to) co_return std::optional<LogRecordView>();
      if (lsn >= state.from) co_return std::optional<LogRecordView>(CopyOf(lsn, bytes));
    }
    state.records.reset();
    auto block = co_await state.blocks.Next(worker);
    CO_TRY(block);
    if (!block->has_value()) co_return std::optional<LogRecordView>();
    state.records.emplace((*block)->payload());
    state.record = (*block)->lsn();
    state.bytes += (*block)->bytes();
  }
}

uint64_t LogReader::bytes_read() const { return state_->bytes; }

}  // namespace snapscope::wal
