#include "wal/log_blocks.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "wal/block_scanner.h"
#include "wal/log_state.h"

namespace snapscope::wal {

LogGeometry GeometryOf(Log& log) { return log.state().geometry; }

struct LogBlockReader::State {
  LogState& log;
  const Lsn to;
  std::optional<BlockScanner> scanner{};
  std::optional<Error> lost{};
};

LogBlockReader::LogBlockReader(Log& log, Lsn from, Lsn to)
    : state_(std::make_unique<State>(State{log.state(), to})) {
  CHECK(to <= log.durable_lsn(), "the log is durable up to %s, not up to %s",
        ToString(log.durable_lsn()).c_str(), ToString(to).c_str());
  const IndexEntry* first = log.state().EntryAtOrAfter(from);
  if (first == nullptr || first->lsn >= to) return;
  const Lsn begin = std::max(from, log.state().header.first);
  if (first->lsn > begin && begin < log.truncation_lsn()) {
    state_->lost =
        Error{ErrorCode::kCorruptLog, "the log was truncated, and begins at " +
                                          ToString(first->lsn) + ", after " + ToString(from)};
    return;
  }
  state_->scanner.emplace(log.file(), log.state().geometry, log.state().header.generation,
                          first->lsn, to);
}

LogBlockReader::~LogBlockReader() = default;

Task<Result<std::optional<BlockView>>> LogBlockReader::Next(Worker& worker) {
  State& state = *state_;
  if (state.lost) co_return *state.lost;
  if (!state.scanner) co_return std::optional<BlockView>();
  const Lsn at = state.scanner->next();
  const IndexEntry* entry = state.log.EntryAtOrAfter(at);  // maybe at the start of the next VLF
  if (entry == nullptr || entry->lsn >= state.to) co_return std::optional<BlockView>();
  auto block = co_await state.scanner->Next(worker);
  if (block.ok() && !block->has_value()) {
    co_return Error{ErrorCode::kCorruptLog, "the chain of log blocks is broken at " + ToString(at)};
  }
  co_return block;
}

struct LogFileReader::State {
  LogHeader header;
  BlockScanner scanner;
};

LogFileReader::LogFileReader(std::unique_ptr<State> state) : state_(std::move(state)) {}
LogFileReader::~LogFileReader() = default;

Task<Result<std::unique_ptr<LogFileReader>>> LogFileReader::Open(Worker& worker,
                                                                 storage::File& file) {
  CO_TRY_ASSIGN(const LogHeader header, co_await ReadHeader(worker, file));
  auto state =
      std::make_unique<State>(State{header, BlockScanner(file, header.geometry, header.generation,
                                                         BlockOf(FirstOfRestart(header)), Lsn{})});
  co_return std::unique_ptr<LogFileReader>(new LogFileReader(std::move(state)));
}

LogGeometry LogFileReader::geometry() const { return state_->header.geometry; }
CheckpointMark LogFileReader::mark() const { return state_->header.mark; }
Lsn LogFileReader::first() const { return BlockOf(FirstOfRestart(state_->header)); }
Lsn LogFileReader::next() const { return state_->scanner.next(); }

Task<Result<std::optional<BlockView>>> LogFileReader::Next(Worker& worker) {
  return state_->scanner.Next(worker);
}

Result<BlockView> BlockAtFrontOf(ConstByteSpan bytes) {
  if (bytes.size() >= kUnitBytes) {
    const Lsn lsn{Load<BlockHeader>(bytes, 0).lsn};
    const std::optional<uint32_t> length = PeekBlockBytes(bytes.first(kUnitBytes), lsn);
    if (length && *length <= bytes.size()) return DecodeBlock(bytes.first(*length), lsn);
  }
  return Error{ErrorCode::kCorruptLog, "there is no log block where one should be"};
}

Task<Result<std::unique_ptr<LogRestoration>>> LogRestoration::Begin(Worker& worker,
                                                                    storage::File& file,
                                                                    LogGeometry geometry) {
  if (file.size() < kHeaderBytes + geometry.capacity_bytes()) {
    co_return Error{ErrorCode::kInvalid,
                    "the log file " + file.path() + " has " + std::to_string(file.size()) +
                        " bytes; the log of the backup takes " +
                        std::to_string(kHeaderBytes + geometry.capacity_bytes())};
  }
  std::unique_ptr<LogRestoration> restoration(new LogRestoration(file, geometry));
  const Result<LogHeader> former = co_await ReadHeader(worker, file);
  if (!former.ok() && former.error().code != ErrorCode::kCorruptLog) co_return former.error();
  LogHeader header;
  header.geometry = geometry;
  if (former.ok()) header = *former;
  header.restoring = true;
  restoration->sequence_ = header.sequence;
  CO_TRY(co_await restoration->WriteHeader(worker, header));
  co_return std::move(restoration);
}

Task<Status> LogRestoration::WriteAt(Worker& worker, uint64_t offset, ConstByteSpan bytes) {
  worker.ChargeIo(bytes.size());
  std::vector<ConstByteSpan> buffers{bytes};
  co_return co_await worker.Waiting(WaitType::kIoCompletion,
                                    file_.WriteDurable(offset, std::move(buffers)));
}

Task<Status> LogRestoration::WriteHeader(Worker& worker, LogHeader header) {
  header.sequence = ++sequence_;
  AlignedBuffer slot(kUnitBytes);
  EncodeHeader(header, slot.span());
  co_return co_await WriteAt(worker, HeaderSlotOffset(header.sequence), slot.span());
}

Task<Status> LogRestoration::WriteGathered(Worker& worker) {
  if (gathered_bytes_ == 0) co_return Status();
  const size_t bytes = std::exchange(gathered_bytes_, 0);
  co_return co_await WriteAt(worker, gathered_at_, gathered_.span().first(bytes));
}

Task<Status> LogRestoration::Put(Worker& worker, Lsn lsn, ConstByteSpan bytes) {
  const uint64_t offset = geometry_.OffsetOf(lsn);
  const bool follows = gathered_bytes_ > 0 && offset == gathered_at_ + gathered_bytes_;
  if (!follows || gathered_bytes_ + bytes.size() > kGatherBytes) {
    CO_TRY(co_await WriteGathered(worker));
    gathered_at_ = offset;
  }
  std::memcpy(gathered_.data() + gathered_bytes_, bytes.data(), bytes.size());
  gathered_bytes_ += bytes.size();
  co_return Status();
}

Status BlockChain::Follow(const BlockView& block) {
  const bool is_first = end_.IsNone();
  const bool in_place =
      is_first || block.lsn() == end_ || block.lsn() == Lsn::Of(end_.vlf() + 1, 0, 0);
  const bool chains = is_first || (block.previous_checksum() == last_checksum_ &&
                                   block.generation() >= generation_);
  if (!in_place || !chains) {
    return Error{
        ErrorCode::kCorruptLog,
        "the log block at " + ToString(block.lsn()) +
            (in_place ? " is of another history than the log before it"
                      : " does not follow the log before it, which ends at " + ToString(end_))};
  }
  generation_ = block.generation();
  last_checksum_ = block.checksum();
  end_ = block.end();
  return Status();
}

Task<Status> LogRestoration::Add(Worker& worker, BlockView block, uint32_t records) {
  CHECK(!cut_at_, "nothing follows a part of a block");
  CHECK(records > 0 && records <= block.record_count(), "%u of %u records", records,
        block.record_count());
  if (!end().IsNone() && block.end() <= end()) co_return Status();
  CO_TRY(chain_.Follow(block));
  if (begin_.IsNone()) begin_ = block.lsn();
  if (records == block.record_count()) co_return co_await Put(worker, block.lsn(), block.whole());
  AlignedBuffer part(block.bytes());
  RecordCursor cursor(block.payload());
  uint32_t payload = 0;
  for (uint32_t record = 0; record < records; ++record) {
    payload += kRecordFrameBytes + static_cast<uint32_t>(cursor.Take().size());
  }
  std::memcpy(part.data() + kBlockHeaderBytes, block.payload().data(), payload);
  const ConstByteSpan sealed = SealBlock(
      part.span(), {block.lsn(), block.generation(), block.previous_checksum()}, payload, records);
  CO_TRY(co_await Put(worker, block.lsn(), sealed));
  cut_at_ = Lsn::Of(block.lsn().vlf(), block.lsn().block() + BlockUnits(payload), 0);
  co_return Status();
}

Status LogRestoration::Keep(const BlockView& block) {
  CHECK(!cut_at_, "nothing follows a part of a block");
  TRY(chain_.Follow(block));
  if (begin_.IsNone()) begin_ = block.lsn();
  return Status();
}

Task<Status> LogRestoration::CutOff(Worker& worker, Lsn first) {
  const AlignedBuffer nothing(kUnitBytes);
  if (end().block() < geometry_.vlf_units()) {
    CO_TRY(co_await WriteAt(worker, geometry_.OffsetOf(end()), nothing.span()));
  }
  // In a log that is quite full the next VLF still has the first of it, and nobody looks there.
  if (end().vlf() + 1 - first.vlf() >= geometry_.vlf_count) co_return Status();
  co_return co_await WriteAt(worker, geometry_.OffsetOf(Lsn::Of(end().vlf() + 1, 0, 0)),
                             nothing.span());
}

Task<Status> LogRestoration::Finish(Worker& worker, CheckpointMark mark) {
  // Without a checkpoint a restart needs all of the log.
  const Lsn first = mark.begin.IsNone() ? begin_ : FirstOf(mark);
  if (end().IsNone() || first < begin_) {
    co_return Error{ErrorCode::kCorruptLog, "the restored log begins at " + ToString(begin_) +
                                                "; rolling back what was under way needs it from " +
                                                ToString(first) + " on"};
  }
  CO_TRY(co_await WriteGathered(worker));
  CO_TRY(co_await CutOff(worker, first));
  LogHeader header;
  header.restoring = true;
  header.generation = chain_.generation();
  header.geometry = geometry_;
  header.mark = mark;
  header.first = first;
  co_return co_await WriteHeader(worker, header);
}

}  // namespace snapscope::wal
