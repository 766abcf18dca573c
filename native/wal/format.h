// The bytes of the log file: header slots, blocks and the records framed in them. Pure functions.
//
//   file    | slot 0 (512 B) ... | slot 1 (512 B at 4096) ... | VLF | VLF | ... |      header 8 KB
//   VLF     | block | block | ... | unused tail |
//   block   | checksum u64 | magic u32 | generation u32 | lsn u64 | previous checksum u64 |
//           | payload bytes u32 | record count u16 | zero u16 | records ... | zeros to 512 B |
//   record  | length u16 | slot u16 | bytes |
//   slot    | checksum u64 | magic u32 | version u32 | sequence u64 | generation u32 |
//           | VLF count u32 | VLF bytes u64 | checkpoint begin u64 | oldest active u64 |
//           | backed up u64 | first LSN u64 | zeros |
//
// Invariants
// 1. A checksum covers everything after itself up to the end of its block or slot, padding too.
// 2. VLF sequences count from 1, so no LSN is zero; sequence s lies at place (s - 1) mod VLF count.
// 3. Each opening of a log writes under a new generation, which the header names before the first
//    such block is written. A block that is repeated word for word after a crash therefore has
//    another checksum, and what a former life left behind it cannot chain on.
#pragma once

#include <cstdint>
#include <optional>

#include "base/bytes.h"
#include "base/ids.h"
#include "base/result.h"
#include "wal/log.h"

namespace snapscope::wal {

inline constexpr uint32_t kUnitBytes = 512;
inline constexpr uint32_t kHeaderBytes = 8192;
inline constexpr uint32_t kHeaderSlotStride = 4096;  // a torn sector cannot take both slots
inline constexpr uint32_t kRecordFrameBytes = 4;
inline constexpr uint32_t kMaxRecordsPerBlock = 4096;
inline constexpr uint64_t kNoPreviousChecksum = 0;  // before the first block of a log

struct BlockHeader {
  uint64_t checksum;
  uint32_t magic;
  uint32_t generation;
  uint64_t lsn;
  uint64_t previous_checksum;
  uint32_t payload_bytes;
  uint16_t record_count;
  uint16_t zero;
};
static_assert(sizeof(BlockHeader) == 40);
inline constexpr uint32_t kBlockHeaderBytes = sizeof(BlockHeader);

/// Units that a block with `payload` bytes of framed records takes.
constexpr uint32_t BlockUnits(uint32_t payload) {
  return (kBlockHeaderBytes + payload + kUnitBytes - 1) / kUnitBytes;
}

/// Units of a VLF's tail that may stay unused at worst: the largest record just does not fit.
inline constexpr uint32_t kMaxTailUnits = BlockUnits(kRecordFrameBytes + kMaxRecordBytes) - 1;

/// Where VLFs and blocks lie.
struct LogGeometry {
  uint32_t vlf_count = 0;
  uint64_t vlf_bytes = 0;

  /// kInvalid when a file of `file_bytes` cannot hold `vlf_count` VLFs.
  static Result<LogGeometry> For(uint64_t file_bytes, uint32_t vlf_count);

  uint32_t vlf_units() const { return static_cast<uint32_t>(vlf_bytes / kUnitBytes); }
  uint64_t capacity_bytes() const { return vlf_count * vlf_bytes; }
  /// Offset of the block in the file.
  uint64_t OffsetOf(Lsn lsn) const {
    return kHeaderBytes + (lsn.vlf() - 1) % vlf_count * vlf_bytes +
           uint64_t{lsn.block()} * kUnitBytes;
  }
  /// Units from the start of the log's life to the block, unused tails included.
  uint64_t PositionOf(Lsn lsn) const { return uint64_t{lsn.vlf() - 1} * vlf_units() + lsn.block(); }
};

/// Begun KiB, as checksums of them are charged.
constexpr uint64_t KiBOf(uint64_t bytes) { return (bytes + 1023) / 1024; }

/// The LSN of the block that `lsn` lies in or begins.
constexpr Lsn BlockOf(Lsn lsn) { return Lsn::Of(lsn.vlf(), lsn.block(), 0); }

/// A validated block in memory.
class BlockView {
 public:
  BlockView(ConstByteSpan bytes, BlockHeader header) : bytes_(bytes), header_(header) {}

  Lsn lsn() const { return Lsn{header_.lsn}; }
  uint64_t checksum() const { return header_.checksum; }
  uint64_t previous_checksum() const { return header_.previous_checksum; }
  uint32_t generation() const { return header_.generation; }
  uint32_t record_count() const { return header_.record_count; }
  uint32_t bytes() const { return static_cast<uint32_t>(bytes_.size()); }
  ConstByteSpan whole() const { return bytes_; }
  /// The LSN right behind the block, where the next one begins unless it moved to the next VLF.
  Lsn end() const {
    return Lsn::Of(lsn().vlf(), lsn().block() + BlockUnits(header_.payload_bytes), 0);
  }
  ConstByteSpan payload() const { return bytes_.subspan(kBlockHeaderBytes, header_.payload_bytes); }

 private:
  ConstByteSpan bytes_;
  BlockHeader header_;
};

/// Walks the records of a payload whose frames are known to be whole.
class RecordCursor {
 public:
  explicit RecordCursor(ConstByteSpan payload) : rest_(payload) {}
  bool AtEnd() const { return rest_.empty(); }
  ConstByteSpan Take();

 private:
  ConstByteSpan rest_;
};

/// Frames `record` at `offset` of a payload.
inline void FrameRecord(std::byte* at, uint16_t slot, ConstByteSpan record) {
  const uint16_t length = static_cast<uint16_t>(record.size());
  std::memcpy(at, &length, sizeof length);
  std::memcpy(at + sizeof length, &slot, sizeof slot);
  std::memcpy(at + kRecordFrameBytes, record.data(), record.size());
}

struct BlockIdentity {
  Lsn lsn;
  uint32_t generation = 0;
  uint64_t previous_checksum = 0;
};

/// Completes the block in `buffer`, whose payload is in place: header, padding, checksum. Returns
/// the bytes to write.
ConstByteSpan SealBlock(ByteSpan buffer, BlockIdentity identity, uint32_t payload_bytes,
                        uint32_t record_count);

/// Length of the block that begins with `unit` (512 bytes), if its header can be that of
/// `expected`.
std::optional<uint32_t> PeekBlockBytes(ConstByteSpan unit, Lsn expected);

/// The block in `bytes` (exactly its length), fully verified. kCorruptLog.
Result<BlockView> DecodeBlock(ConstByteSpan bytes, Lsn expected);

struct LogHeader {
  uint64_t sequence = 0;
  uint32_t generation = 0;
  LogGeometry geometry;
  CheckpointMark mark;
  Lsn backed_up;                 ///< end of the last log backup; none outside a chain of them
  Lsn first = Lsn::Of(1, 0, 0);  ///< where the log began
  bool restoring = false;        ///< the database is being restored: nobody else may open it
};

inline uint64_t HeaderSlotOffset(uint64_t sequence) { return sequence % 2 * kHeaderSlotStride; }
/// Fills `slot` (512 bytes).
void EncodeHeader(const LogHeader& header, ByteSpan slot);
/// kCorruptLog when the slot is not one, or not of a file of `file_bytes`.
Result<LogHeader> DecodeHeader(ConstByteSpan slot, uint64_t file_bytes);

}  // namespace snapscope::wal
