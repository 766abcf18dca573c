// A log file as a short text for fuzzers: the fields of its header, then its blocks, whose seals
// are made when the file is built. So a change of any byte of the text reaches what lies behind the
// checksums, which no fuzzer guesses.
//
//   text  | kind u8 | fields of the header (HeaderText) | block | block | ...
//   block | flags u8 | record count u16 | payload bytes u16 | payload |
//
// A text of kind kRaw is the file's bytes, taken as they are.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/aligned_buffer.h"
#include "base/bytes.h"
#include "fuzz/byte_source.h"
#include "fuzz/image_file.h"
#include "wal/format.h"

namespace snapscope::fuzz {

inline constexpr uint8_t kSealed = 0;
inline constexpr uint8_t kRaw = 1;

inline constexpr uint8_t kBreaksChain = 1;
inline constexpr uint8_t kNextVlf = 2;
inline constexpr uint8_t kTorn = 4;  ///< a byte of it is another when the seal is made

inline constexpr uint64_t kVlfBytes = 128 * 1024;
inline constexpr uint32_t kVlfs = 4;
inline constexpr uint64_t kLogFileBytes = wal::kHeaderBytes + kVlfs * kVlfBytes;

struct HeaderText {
  uint64_t checkpoint_begin;
  uint64_t oldest_active;
  uint64_t backed_up;
  uint64_t first;
  uint32_t generation;
  uint32_t vlf_count;
};
static_assert(sizeof(HeaderText) == 40);

template <typename T>
void AppendTo(std::vector<std::byte>& text, const T& value) {
  const size_t at = text.size();
  text.resize(at + sizeof(T));
  Store(ByteSpan(text), at, value);
}

inline void AppendBlock(std::vector<std::byte>& text, const wal::BlockView& block) {
  AppendTo(text, uint8_t{0});
  AppendTo(text, static_cast<uint16_t>(block.record_count()));
  AppendTo(text, static_cast<uint16_t>(block.payload().size()));
  text.insert(text.end(), block.payload().begin(), block.payload().end());
}

/// Writes sealed blocks one behind the other.
class LogBuilder {
 public:
  LogBuilder(ImageFile& file, const wal::LogHeader& header)
      : file_(file), header_(header), next_(header.first) {}

  /// False when the file has no room left, or the block none.
  bool Append(ByteSource& text) {
    const auto flags = text.Take<uint8_t>();
    const auto records = text.Take<uint16_t>();
    const ConstByteSpan payload = text.TakeBytes(text.Take<uint16_t>());
    if (wal::kBlockHeaderBytes + payload.size() > wal::kMaxBlockBytes) return false;
    const uint32_t units = wal::BlockUnits(static_cast<uint32_t>(payload.size()));
    const bool fits = next_.block() + units <= header_.geometry.vlf_units();
    if ((flags & kNextVlf) != 0 || !fits) next_ = Lsn::Of(next_.vlf() + 1, 0, 0);
    if (next_.vlf() - header_.first.vlf() >= header_.geometry.vlf_count) return false;
    std::copy(payload.begin(), payload.end(), buffer_.data() + wal::kBlockHeaderBytes);
    const uint64_t chained = (flags & kBreaksChain) != 0 ? previous_ + 1 : previous_;
    const ConstByteSpan block = wal::SealBlock(
        buffer_.span(), {next_, header_.generation, chained}, static_cast<uint32_t>(payload.size()),
        std::min<uint32_t>(records, wal::kMaxRecordsPerBlock));
    previous_ = Load<wal::BlockHeader>(block, 0).checksum;
    if ((flags & kTorn) != 0) buffer_.data()[block.size() - 1] ^= std::byte{1};
    file_.Put(header_.geometry.OffsetOf(next_), block);
    next_ = Lsn::Of(next_.vlf(), next_.block() + units, 0);
    return true;
  }

 private:
  ImageFile& file_;
  const wal::LogHeader header_;
  AlignedBuffer buffer_{wal::kMaxBlockBytes};
  Lsn next_;
  uint64_t previous_ = wal::kNoPreviousChecksum;
};

/// Fills `file`, which has kLogFileBytes.
inline void BuildLog(ByteSource& text, ImageFile& file) {
  if (text.Take<uint8_t>() == kRaw) return file.Put(0, text.Rest());
  const auto fields = text.Take<HeaderText>();
  wal::LogHeader header;
  header.sequence = 1;
  header.generation = fields.generation;
  header.geometry = {.vlf_count = fields.vlf_count, .vlf_bytes = kVlfBytes};
  header.mark = {Lsn{fields.checkpoint_begin}, Lsn{fields.oldest_active}};
  header.backed_up = Lsn{fields.backed_up};
  header.first = Lsn{fields.first};
  std::array<std::byte, wal::kUnitBytes> slot;
  wal::EncodeHeader(header, slot);
  file.Put(wal::HeaderSlotOffset(header.sequence), slot);
  // Blocks are of use only where the header says a log may lie.
  if (fields.vlf_count == 0 || fields.vlf_count > kVlfs || header.first.vlf() == 0) return;
  header.first = Lsn::Of(header.first.vlf(), 0, 0);
  LogBuilder builder(file, header);
  while (!text.empty() && builder.Append(text)) {
  }
}

}  // namespace snapscope::fuzz
