// Follows the chain of blocks through the log file with large sequential reads.
//
// A block follows another if it lies right behind it, or at the start of the next VLF, bears the
// LSN of that place, the other's checksum and no older generation, and is intact. Anything else
// ends the chain; whether that is the end of the log or damage is the caller's to say.
#pragma once

#include <cstdint>
#include <optional>

#include "base/aligned_buffer.h"
#include "wal/format.h"
#include "wal/log.h"

namespace snapscope::wal {

inline constexpr uint32_t kReadAheadBytes = 512 * 1024;

/// A stretch of a file in memory, read in chunks that end at multiples of kReadAheadBytes.
class ReadWindow {
 public:
  explicit ReadWindow(storage::File& file) : file_(file) {}

  /// `length` bytes at `offset` (multiples of 512, at most a block); nothing at or beyond `limit`
  /// is read. Valid until the next call.
  Task<Result<ConstByteSpan>> Fetch(Worker& worker, uint64_t offset, uint32_t length,
                                    uint64_t limit);

 private:
  static constexpr uint64_t kCarryBytes = 64 * 1024;

  std::byte* At(uint64_t offset) { return buffer_.data() + kCarryBytes + offset - chunk_; }

  storage::File& file_;
  AlignedBuffer buffer_{kCarryBytes + kReadAheadBytes};
  uint64_t begin_ = 0;  // in memory: [begin_, end_)
  uint64_t end_ = 0;
  uint64_t chunk_ = 0;  // file offset of what lies behind the carried bytes
};

class BlockScanner {
 public:
  /// Scans from the block at `from`; does not look at or behind `to` unless it is none.
  BlockScanner(storage::File& file, LogGeometry geometry, uint32_t newest_generation, Lsn from,
               Lsn to);

  /// The next block of the chain, nothing where it ends; an Error only if the device fails. Reads
  /// wait on IO_COMPLETION. The view is valid until the next call.
  Task<Result<std::optional<BlockView>>> Next(Worker& worker);

  /// Where the next block is looked for first: the end of the chain so far.
  Lsn next() const { return next_; }
  uint64_t last_checksum() const { return previous_checksum_.value_or(kNoPreviousChecksum); }

 private:
  Task<Result<std::optional<BlockView>>> BlockAt(Worker& worker, Lsn lsn);
  bool Chains(const BlockView& block) const;
  uint64_t LimitFor(Lsn lsn) const;

  const LogGeometry geometry_;
  const uint32_t newest_generation_;
  const Lsn from_;
  const Lsn to_;
  ReadWindow window_;
  Lsn next_;
  std::optional<uint64_t> previous_checksum_;
  uint32_t previous_generation_ = 0;
};

}  // namespace snapscope::wal
