#include "page/log_record.h"

#include "base/mutation.h"
#include "page/record_shape.h"

namespace snapscope::page {

MUTATION(kChangedByteNotLogged, "the log record of an update lacks a byte that the update changes");

namespace {

constexpr size_t kLengthOffset = 0;
constexpr size_t kTypeOffset = 4;
constexpr size_t kFlagsOffset = 5;
constexpr size_t kIndexOffset = 6;
constexpr size_t kTxnOffset = 8;
constexpr size_t kPreviousOffset = 16;
constexpr size_t kUndoNextOffset = 24;
constexpr size_t kPageOffset = 32;
constexpr size_t kSlotOffset = 40;
constexpr size_t kZeroOffset = 42;
constexpr size_t kBeforeLengthOffset = 44;
constexpr size_t kAfterLengthOffset = 48;
static_assert(kAfterLengthOffset + sizeof(uint32_t) == kRecordHeaderSize);
static_assert(sizeof(TxnId) == 8 && sizeof(Lsn) == 8 && sizeof(PageId) == 8 &&
              sizeof(IndexId) == 2);

// An active transaction: id u64 with bit 63 set for a system transaction | first | last | undo
// next.

Error Corrupt(const std::string& what) {
  return Error{ErrorCode::kCorruptLog, "a log record cannot be decoded: " + what};
}

}  // namespace

bool LogRecord::ChangesPage() const {
  switch (type) {
    case RecordType::kBegin:
    case RecordType::kCommit:
    case RecordType::kAbort:
    case RecordType::kCheckpointBegin:
    case RecordType::kCheckpointEnd:
      return false;
    case RecordType::kInsertRow:
    case RecordType::kUpdateRow:
    case RecordType::kPurgeRows:
    case RecordType::kFormatPage:
    case RecordType::kTruncateRows:
    case RecordType::kInsertEntry:
    case RecordType::kBootChange:
    case RecordType::kReplacePage:
    case RecordType::kRestoreRows:
    case RecordType::kRemoveEntry:
    case RecordType::kMapChange:
      return true;
  }
  return false;
}

uint32_t LogRecord::EncodedSize() const {
  return static_cast<uint32_t>(kRecordHeaderSize + before.size() + after.size());
}

void Encode(const LogRecord& record, std::vector<std::byte>& into) {
  const char* flaw = ShapeFlaw(record);
  CHECK(flaw == nullptr, "%s record: %s", ToString(record.type), flaw);
  const size_t start = into.size();
  into.resize(start + kRecordHeaderSize);
  const ByteSpan header = ByteSpan(into).subspan(start);
  Store(header, kLengthOffset, record.EncodedSize());
  Store(header, kTypeOffset, record.type);
  Store(header, kFlagsOffset, record.flags);
  Store(header, kIndexOffset, record.index);
  Store(header, kTxnOffset, record.txn);
  Store(header, kPreviousOffset, record.previous);
  Store(header, kUndoNextOffset, record.undo_next);
  if (record.type == RecordType::kCommit) {
    Store(header, kPageOffset, record.time);
  } else {
    Store(header, kPageOffset, record.page);
  }
  Store(header, kSlotOffset, record.slot);
  Store(header, kZeroOffset, uint16_t{0});
  Store(header, kBeforeLengthOffset, static_cast<uint32_t>(record.before.size()));
  Store(header, kAfterLengthOffset, static_cast<uint32_t>(record.after.size()));
  into.insert(into.end(), record.before.begin(), record.before.end());
  into.insert(into.end(), record.after.begin(), record.after.end());
  if (Mutated(kChangedByteNotLogged) && record.type == RecordType::kUpdateRow &&
      !record.IsCompensation()) {
    constexpr size_t kValueOffset = 8;
    into[into.size() - record.after.size() + kValueOffset] = record.before[kValueOffset];
  }
}

Result<LogRecord> Decode(ConstByteSpan bytes) {
  if (bytes.size() < kRecordHeaderSize) {
    return Corrupt(std::to_string(bytes.size()) + " bytes are too few");
  }
  const uint64_t before = Load<uint32_t>(bytes, kBeforeLengthOffset);
  const uint64_t after = Load<uint32_t>(bytes, kAfterLengthOffset);
  if (Load<uint32_t>(bytes, kLengthOffset) != bytes.size() ||
      kRecordHeaderSize + before + after != bytes.size() ||
      Load<uint16_t>(bytes, kZeroOffset) != 0) {
    return Corrupt("its lengths do not add up to " + std::to_string(bytes.size()) + " bytes");
  }
  LogRecord record;
  record.type = static_cast<RecordType>(Load<uint8_t>(bytes, kTypeOffset));
  record.flags = Load<uint8_t>(bytes, kFlagsOffset);
  record.index = Load<IndexId>(bytes, kIndexOffset);
  record.txn = Load<TxnId>(bytes, kTxnOffset);
  record.previous = Load<Lsn>(bytes, kPreviousOffset);
  record.undo_next = Load<Lsn>(bytes, kUndoNextOffset);
  if (record.type == RecordType::kCommit) {
    record.time = Load<TimeNs>(bytes, kPageOffset);
  } else {
    record.page = Load<PageId>(bytes, kPageOffset);
  }
  record.slot = Load<uint16_t>(bytes, kSlotOffset);
  const auto payload = bytes.begin() + kRecordHeaderSize;
  record.before.assign(payload, payload + static_cast<ptrdiff_t>(before));
  record.after.assign(payload + static_cast<ptrdiff_t>(before), bytes.end());
  if (const char* flaw = ShapeFlaw(record)) {
    return Corrupt(std::string("type ") + ToString(record.type) + ", " + flaw);
  }
  return record;
}

const char* ToString(RecordType type) {
  switch (type) {
    case RecordType::kBegin:
      return "begin";
    case RecordType::kCommit:
      return "commit";
    case RecordType::kAbort:
      return "abort";
    case RecordType::kInsertRow:
      return "insert row";
    case RecordType::kUpdateRow:
      return "update row";
    case RecordType::kPurgeRows:
      return "purge rows";
    case RecordType::kFormatPage:
      return "format page";
    case RecordType::kTruncateRows:
      return "truncate rows";
    case RecordType::kInsertEntry:
      return "insert entry";
    case RecordType::kBootChange:
      return "boot change";
    case RecordType::kReplacePage:
      return "replace page";
    case RecordType::kCheckpointBegin:
      return "checkpoint begin";
    case RecordType::kCheckpointEnd:
      return "checkpoint end";
    case RecordType::kRestoreRows:
      return "restore rows";
    case RecordType::kRemoveEntry:
      return "remove entry";
    case RecordType::kMapChange:
      return "map change";
  }
  return "unknown";
}

std::vector<std::byte> EncodeCheckpointBegin(const CheckpointBegin& begin) {
  std::vector<std::byte> bytes(kCheckpointBeginSize);
  Store(bytes, 0, begin.oldest_active);
  Store(bytes, sizeof(Lsn), begin.next_txn);
  return bytes;
}

Result<CheckpointBegin> DecodeCheckpointBegin(ConstByteSpan bytes) {
  if (bytes.size() != kCheckpointBeginSize) {
    return Corrupt("the begin of a checkpoint has " + std::to_string(bytes.size()) + " bytes");
  }
  return CheckpointBegin{.oldest_active = Load<Lsn>(bytes, 0),
                         .next_txn = Load<TxnId>(bytes, sizeof(Lsn))};
}

}  // namespace snapscope::page
