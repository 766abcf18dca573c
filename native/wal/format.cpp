#include "wal/format.h"

#include <string>

#include "base/checksum.h"

namespace snapscope::wal {

namespace {

constexpr uint32_t kBlockMagic = 0x424C'5353;           // "SSLB"
constexpr uint32_t kHeaderMagic = 0x484C'5353;          // "SSLH"
constexpr uint32_t kRestoringMagic = kHeaderMagic + 1;  // of a log that a restore works on
constexpr uint32_t kFormatVersion = 2;
constexpr uint64_t kVlfGranularity = 4096;
constexpr uint64_t kMinVlfBytes = 128 * 1024;         // two of the largest blocks
constexpr uint64_t kMaxVlfBytes = uint64_t{1} << 36;  // 28 bits of 512-byte units, with room
constexpr uint32_t kMinVlfCount = 2;
constexpr size_t kAfterChecksum = sizeof(uint64_t);

struct HeaderSlot {
  uint64_t checksum;
  uint32_t magic;
  uint32_t version;
  uint64_t sequence;
  uint32_t generation;
  uint32_t vlf_count;
  uint64_t vlf_bytes;
  uint64_t checkpoint_begin;
  uint64_t oldest_active;
  uint64_t backed_up;
  uint64_t first;
};
static_assert(sizeof(HeaderSlot) == 72);

Error CorruptBlock(Lsn lsn, const char* what) {
  return Error{ErrorCode::kCorruptLog, "log block " + ToString(lsn) + ": " + what};
}

bool FramesAreWhole(ConstByteSpan payload, uint32_t record_count) {
  size_t offset = 0;
  for (uint32_t slot = 0; slot < record_count; ++slot) {
    if (payload.size() - offset < kRecordFrameBytes) return false;
    const uint32_t length = Load<uint16_t>(payload, offset);
    if (Load<uint16_t>(payload, offset + sizeof(uint16_t)) != slot) return false;
    offset += kRecordFrameBytes;
    if (length == 0 || length > kMaxRecordBytes || length > payload.size() - offset) return false;
    offset += length;
  }
  return offset == payload.size();
}

}  // namespace

Result<LogGeometry> LogGeometry::For(uint64_t file_bytes, uint32_t vlf_count) {
  const uint64_t usable = file_bytes > kHeaderBytes ? file_bytes - kHeaderBytes : 0;
  const uint64_t vlf_bytes =
      vlf_count == 0 ? 0 : usable / vlf_count / kVlfGranularity * kVlfGranularity;
  if (vlf_count < kMinVlfCount || vlf_bytes < kMinVlfBytes || vlf_bytes > kMaxVlfBytes) {
    return Error{ErrorCode::kInvalid, "a log of " + std::to_string(file_bytes) +
                                          " bytes cannot hold " + std::to_string(vlf_count) +
                                          " VLFs: at least " + std::to_string(kMinVlfCount) +
                                          " of 128 KB to 64 GB each"};
  }
  return LogGeometry{vlf_count, vlf_bytes};
}

ConstByteSpan RecordCursor::Take() {
  const uint32_t length = Load<uint16_t>(rest_, 0);
  const ConstByteSpan record = rest_.subspan(kRecordFrameBytes, length);
  rest_ = rest_.subspan(kRecordFrameBytes + length);
  return record;
}

ConstByteSpan SealBlock(ByteSpan buffer, BlockIdentity identity, uint32_t payload_bytes,
                        uint32_t record_count) {
  const uint32_t bytes = BlockUnits(payload_bytes) * kUnitBytes;
  CHECK(bytes <= buffer.size() && record_count <= kMaxRecordsPerBlock, "block of %u bytes", bytes);
  const uint32_t used = kBlockHeaderBytes + payload_bytes;
  std::memset(buffer.data() + used, 0, bytes - used);
  BlockHeader header{};
  header.magic = kBlockMagic;
  header.generation = identity.generation;
  header.lsn = identity.lsn.value;
  header.previous_checksum = identity.previous_checksum;
  header.payload_bytes = payload_bytes;
  header.record_count = static_cast<uint16_t>(record_count);
  Store(buffer, 0, header);
  const ConstByteSpan sealed = buffer.first(bytes);
  Store(buffer, 0, Checksum(sealed.subspan(kAfterChecksum), identity.lsn.value));
  return sealed;
}

std::optional<uint32_t> PeekBlockBytes(ConstByteSpan unit, Lsn expected) {
  if (unit.size() < kBlockHeaderBytes) return std::nullopt;
  const auto header = Load<BlockHeader>(unit, 0);
  if (header.magic != kBlockMagic || header.lsn != expected.value || header.zero != 0) {
    return std::nullopt;
  }
  if (header.payload_bytes > kMaxBlockBytes - kBlockHeaderBytes) return std::nullopt;
  if (header.record_count == 0 || header.record_count > kMaxRecordsPerBlock) return std::nullopt;
  return BlockUnits(header.payload_bytes) * kUnitBytes;
}

Result<BlockView> DecodeBlock(ConstByteSpan bytes, Lsn expected) {
  const std::optional<uint32_t> length = PeekBlockBytes(bytes, expected);
  if (!length.has_value()) return CorruptBlock(expected, "the header is not that of this block");
  if (*length != bytes.size()) return CorruptBlock(expected, "the length is wrong");
  const auto header = Load<BlockHeader>(bytes, 0);
  if (header.checksum != Checksum(bytes.subspan(kAfterChecksum), expected.value)) {
    return CorruptBlock(expected, "the checksum does not match");
  }
  const BlockView view(bytes, header);
  if (!FramesAreWhole(view.payload(), header.record_count)) {
    return CorruptBlock(expected, "the records do not fill the block");
  }
  return view;
}

void EncodeHeader(const LogHeader& header, ByteSpan slot) {
  CHECK(slot.size() == kUnitBytes, "a header slot is %u bytes", kUnitBytes);
  std::memset(slot.data(), 0, slot.size());
  HeaderSlot fields{};
  fields.magic = header.restoring ? kRestoringMagic : kHeaderMagic;
  fields.version = kFormatVersion;
  fields.sequence = header.sequence;
  fields.generation = header.generation;
  fields.vlf_count = header.geometry.vlf_count;
  fields.vlf_bytes = header.geometry.vlf_bytes;
  fields.checkpoint_begin = header.mark.begin.value;
  fields.oldest_active = header.mark.oldest_active.value;
  fields.backed_up = header.backed_up.value;
  fields.first = header.first.value;
  Store(slot, 0, fields);
  Store(slot, 0, Checksum(ConstByteSpan(slot).subspan(kAfterChecksum), kHeaderMagic));
}

Result<LogHeader> DecodeHeader(ConstByteSpan slot, uint64_t file_bytes) {
  const Error corrupt{ErrorCode::kCorruptLog, "the log file has no valid header"};
  if (slot.size() != kUnitBytes) return corrupt;
  const auto fields = Load<HeaderSlot>(slot, 0);
  if (fields.checksum != Checksum(slot.subspan(kAfterChecksum), kHeaderMagic)) return corrupt;
  const bool restoring = fields.magic == kRestoringMagic;
  if (!restoring && fields.magic != kHeaderMagic) return corrupt;
  if (fields.version != kFormatVersion) return corrupt;
  // The VLFs may take less than the file: those of a log that was built anew and has not grown yet.
  const uint64_t usable = file_bytes > kHeaderBytes ? file_bytes - kHeaderBytes : 0;
  if (fields.vlf_count < kMinVlfCount || fields.vlf_bytes < kMinVlfBytes ||
      fields.vlf_bytes > kMaxVlfBytes || fields.vlf_bytes % kVlfGranularity != 0 ||
      fields.vlf_count > usable / fields.vlf_bytes) {
    return Error{ErrorCode::kCorruptLog, "the log file's size is not the one in its header"};
  }
  if (Lsn{fields.first}.vlf() == 0) return corrupt;
  LogHeader header;
  header.sequence = fields.sequence;
  header.generation = fields.generation;
  header.geometry = {.vlf_count = fields.vlf_count, .vlf_bytes = fields.vlf_bytes};
  header.first = Lsn{fields.first};
  header.mark = {Lsn{fields.checkpoint_begin}, Lsn{fields.oldest_active}};
  header.backed_up = Lsn{fields.backed_up};
  header.restoring = restoring;
  return header;
}

}  // namespace snapscope::wal
