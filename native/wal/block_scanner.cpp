#include "wal/block_scanner.h"

#include <algorithm>
#include <cstring>

namespace snapscope::wal {

Task<Result<ConstByteSpan>> ReadWindow::Fetch(Worker& worker, uint64_t offset, uint32_t length,
                                              uint64_t limit) {
  while (offset < begin_ || offset + length > end_) {
    if (offset >= begin_ && offset < end_) {
      const uint64_t carried = end_ - offset;
      std::memmove(buffer_.data() + kCarryBytes - carried, At(offset), carried);
      begin_ = offset;
      chunk_ = end_;
    } else {
      begin_ = end_ = chunk_ = offset;
    }
    const uint64_t chunk_end =
        std::min(limit, (chunk_ / kReadAheadBytes + 1) * uint64_t{kReadAheadBytes});
    CHECK(chunk_end > chunk_, "a read beyond its limit");
    worker.ChargeIo(chunk_end - chunk_);
    worker.Charge(runtime::CpuWork::kChecksumKiB, KiBOf(chunk_end - chunk_));
    Status status = co_await worker.Waiting(
        WaitType::kIoCompletion,
        file_.Read(chunk_, ByteSpan(buffer_.data() + kCarryBytes, chunk_end - chunk_)));
    if (!status.ok()) {
      begin_ = end_ = chunk_ = 0;
      co_return status.error();
    }
    end_ = chunk_end;
  }
  co_return ConstByteSpan(At(offset), length);
}

BlockScanner::BlockScanner(storage::File& file, LogGeometry geometry, uint32_t newest_generation,
                           Lsn from, Lsn to)
    : geometry_(geometry),
      newest_generation_(newest_generation),
      from_(from),
      to_(to),
      window_(file),
      next_(from) {}

uint64_t BlockScanner::LimitFor(Lsn lsn) const {
  const uint64_t vlf_end = geometry_.OffsetOf(Lsn::Of(lsn.vlf(), 0, 0)) + geometry_.vlf_bytes;
  if (to_.IsNone() || to_.vlf() != lsn.vlf()) return vlf_end;
  // With a slot, `to` lies in a block whose length is not known yet.
  const uint64_t last_block = to_.slot() == 0 ? 0 : kMaxBlockBytes;
  return std::min(vlf_end, geometry_.OffsetOf(BlockOf(to_)) + last_block);
}

bool BlockScanner::Chains(const BlockView& block) const {
  if (block.generation() > newest_generation_) return false;
  if (!previous_checksum_.has_value()) {
    // The first block of all has none before it; any other first block is taken at its word.
    return block.lsn() != Lsn::Of(1, 0, 0) || block.previous_checksum() == kNoPreviousChecksum;
  }
  return block.previous_checksum() == *previous_checksum_ &&
         block.generation() >= previous_generation_;
}

Task<Result<std::optional<BlockView>>> BlockScanner::BlockAt(Worker& worker, Lsn lsn) {
  const uint64_t offset = geometry_.OffsetOf(lsn);
  const uint64_t limit = LimitFor(lsn);
  if (offset + kUnitBytes > limit) co_return std::optional<BlockView>();
  auto unit = co_await window_.Fetch(worker, offset, kUnitBytes, limit);
  if (!unit.ok()) co_return unit.error();
  const std::optional<uint32_t> length = PeekBlockBytes(*unit, lsn);
  if (!length.has_value() || offset + *length > limit) co_return std::optional<BlockView>();
  auto bytes = co_await window_.Fetch(worker, offset, *length, limit);
  if (!bytes.ok()) co_return bytes.error();
  const Result<BlockView> block = DecodeBlock(*bytes, lsn);
  if (!block.ok() || !Chains(*block)) co_return std::optional<BlockView>();
  co_return std::optional<BlockView>(*block);
}

Task<Result<std::optional<BlockView>>> BlockScanner::Next(Worker& worker) {
  auto found = co_await BlockAt(worker, next_);
  if (!found.ok()) co_return found.error();
  const bool may_move_on =
      previous_checksum_.has_value() && next_.vlf() + 1 - from_.vlf() < geometry_.vlf_count;
  if (!found->has_value() && may_move_on) {
    found = co_await BlockAt(worker, Lsn::Of(next_.vlf() + 1, 0, 0));
    if (!found.ok()) co_return found.error();
  }
  if (found->has_value()) {
    const BlockView& block = **found;
    next_ = block.end();
    previous_checksum_ = block.checksum();
    previous_generation_ = block.generation();
  }
  co_return *found;
}

}  // namespace snapscope::wal
