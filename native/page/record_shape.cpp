#include "page/record_shape.h"

namespace snapscope::page {

namespace {

constexpr size_t kBodySize = kPageSize - kHeaderSize;
constexpr size_t kSiblingSize = sizeof(PageId);

bool IsRow(const std::vector<std::byte>& bytes) {
  return bytes.size() >= kRowHeaderSize && bytes.size() <= kBodySize;
}

bool IsImageOf(PageId page, const std::vector<std::byte>& bytes) {
  return bytes.size() >= kMinImageSize && bytes.size() <= kMaxImageSize && ImagePage(bytes) == page;
}

bool IsRowsAndSibling(const std::vector<std::byte>& bytes) {
  return bytes.size() >= kSiblingSize && bytes.size() <= kBodySize + kSiblingSize;
}

bool PayloadFits(const LogRecord& record) {
  const auto& before = record.before;
  const auto& after = record.after;
  switch (record.type) {
    case RecordType::kBegin:
    case RecordType::kCommit:
    case RecordType::kAbort:
    case RecordType::kCheckpointEnd:
      return before.empty() && after.empty();
    case RecordType::kCheckpointBegin:
      return before.empty() && after.size() == kCheckpointBeginSize;
    case RecordType::kInsertRow:
      return before.empty() && IsRow(after);
    case RecordType::kUpdateRow:
      if (!IsRow(after)) return false;
      if (record.IsCompensation()) return before.empty();
      return IsRow(before) && PeekRow(before).key == PeekRow(after).key;
    case RecordType::kPurgeRows:
      return IsRow(before) && after.empty();
    case RecordType::kFormatPage:
      return before.empty() && IsImageOf(record.page, after);
    case RecordType::kTruncateRows:
      return IsRowsAndSibling(before) && after.size() == kSiblingSize;
    case RecordType::kRestoreRows:
      return before.size() == kSiblingSize && IsRowsAndSibling(after);
    case RecordType::kInsertEntry:
      return before.empty() && after.size() == kInteriorEntrySize;
    case RecordType::kRemoveEntry:
      return before.size() == kInteriorEntrySize && after.empty();
    case RecordType::kBootChange:
      return before.size() == kBootRecordSize && after.size() == kBootRecordSize;
    case RecordType::kMapChange:
      return before.size() == 1 && after.size() == 1;
    case RecordType::kReplacePage:
      return IsImageOf(record.page, before) && IsImageOf(record.page, after);
  }
  return false;
}

uint8_t FlagsAllowed(RecordType type) {
  switch (type) {
    case RecordType::kBegin:
    case RecordType::kCommit:
    case RecordType::kAbort:
      return kFlagSystem;
    case RecordType::kInsertRow:
    case RecordType::kPurgeRows:
    case RecordType::kCheckpointBegin:
    case RecordType::kCheckpointEnd:
      return 0;
    case RecordType::kUpdateRow:
      return kFlagCompensation;
    case RecordType::kFormatPage:
    case RecordType::kTruncateRows:
    case RecordType::kInsertEntry:
    case RecordType::kBootChange:
    case RecordType::kReplacePage:
    case RecordType::kRestoreRows:
    case RecordType::kRemoveEntry:
    case RecordType::kMapChange:
      return kFlagSystem | kFlagCompensation;
  }
  return 0;
}

}  // namespace

const char* ShapeFlaw(const LogRecord& record) {
  if (record.page.file() >= uint32_t{1} << PageId::kFileBits) return "its page is of no file";
  // An unknown type has no payload that fits.
  if (!PayloadFits(record)) return "its payload does not fit its type";
  if ((record.flags & ~FlagsAllowed(record.type)) != 0) return "its flags do not fit its type";
  return nullptr;
}

}  // namespace snapscope::page
