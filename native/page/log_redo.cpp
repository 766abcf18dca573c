// Redo and physical undo of log records. Every function here checks first and changes then, so a
// record that does not fit leaves the page as it was.
#include <array>
#include <cstring>

#include "page/allocation_map.h"
#include "page/compact.h"
#include "page/record_shape.h"

namespace snapscope::page {

namespace {

constexpr size_t kLsnEnd = header_offset::kLsn + sizeof(Lsn);

Error Mismatch(const LogRecord& record, PageView page, const char* why) {
  return Error{ErrorCode::kCorruptPage, std::string("log record '") + ToString(record.type) +
                                            "' for page " + ToString(record.page) + ", slot " +
                                            std::to_string(record.slot) +
                                            ", does not fit the page " + ToString(page.id()) +
                                            ", LSN " + ToString(page.lsn()) + ": " + why};
}

uint64_t KeyOf(ConstByteSpan row) { return Load<uint64_t>(row, 0); }

// True if a row with `key` may stand at `slot`, before the row that is there now.
bool KeyFitsAt(const PageView& page, uint16_t slot, uint64_t key) {
  if (slot > 0 && page.key_at(static_cast<uint16_t>(slot - 1)) >= key) return false;
  return slot >= page.row_count() || key < page.key_at(slot);
}

Status InsertAt(const LogRecord& record, PageView page) {
  if (record.after.size() != page.row_width()) return Mismatch(record, page, "row width");
  if (record.slot > page.row_count()) return Mismatch(record, page, "slot beyond the rows");
  if (page.row_count() >= page.capacity()) return Mismatch(record, page, "no room");
  if (!KeyFitsAt(page, record.slot, KeyOf(record.after)))
    return Mismatch(record, page, "key order");
  page.InsertRowAt(record.slot, record.after);
  return {};
}

Status UpdateRow(const LogRecord& record, PageView page) {
  for (const std::vector<std::byte>* row : {&record.before, &record.after}) {
    const bool is_whole = row->size() > kRowHeaderSize;
    if (is_whole && row->size() != page.row_width()) return Mismatch(record, page, "row width");
  }
  if (record.slot >= page.row_count()) return Mismatch(record, page, "slot beyond the rows");
  if (page.key_at(record.slot) != KeyOf(record.after)) return Mismatch(record, page, "another key");
  EncodeRow(record.index, PeekRow(record.after), page.row_at(record.slot));
  return {};
}

// The slot of each purged row: they need not be neighbours.
Status PurgeRows(const LogRecord& record, PageView page) {
  const size_t width = page.row_width();
  if (record.before.size() % width != 0) return Mismatch(record, page, "row width");
  const ConstByteSpan rows(record.before);
  std::vector<uint16_t> slots;
  for (size_t at = 0; at < rows.size(); at += width) {
    const uint64_t key = KeyOf(rows.subspan(at));
    const uint16_t slot = page.LowerBound(key);
    if (slot == page.row_count() || page.key_at(slot) != key) {
      return Mismatch(record, page, "a purged row is not there");
    }
    if (!slots.empty() && slots.back() >= slot) return Mismatch(record, page, "key order");
    slots.push_back(slot);
  }
  for (auto slot = slots.rbegin(); slot != slots.rend(); ++slot) page.RemoveRowsAt(*slot, 1);
  return {};
}

Status TruncateRows(const LogRecord& record, PageView page) {
  const size_t rows = record.before.size() - sizeof(PageId);
  if (rows % page.row_width() != 0) return Mismatch(record, page, "row width");
  if (record.slot + rows / page.row_width() != page.row_count()) {
    return Mismatch(record, page, "row count");
  }
  if (Load<PageId>(record.before, rows) != page.right_sibling()) {
    return Mismatch(record, page, "another sibling");
  }
  page.RemoveRowsAt(record.slot, static_cast<uint16_t>(page.row_count() - record.slot));
  page.set_right_sibling(Load<PageId>(record.after, 0));
  return {};
}

Status RestoreRows(const LogRecord& record, PageView page) {
  const size_t rows = record.after.size() - sizeof(PageId);
  if (rows % page.row_width() != 0) return Mismatch(record, page, "row width");
  if (record.slot != page.row_count() || record.slot + rows / page.row_width() > page.capacity()) {
    return Mismatch(record, page, "row count");
  }
  if (Load<PageId>(record.before, 0) != page.right_sibling()) {
    return Mismatch(record, page, "another sibling");
  }
  if (rows > 0 && !KeyFitsAt(page, record.slot, KeyOf(record.after))) {
    return Mismatch(record, page, "key order");
  }
  page.AppendRows(ConstByteSpan(record.after).first(rows));
  page.set_right_sibling(Load<PageId>(record.after, rows));
  return {};
}

Status RemoveEntry(const LogRecord& record, PageView page) {
  if (record.slot >= page.row_count() ||
      std::memcmp(page.row_at(record.slot).data(), record.before.data(), kInteriorEntrySize) != 0) {
    return Mismatch(record, page, "another entry");
  }
  page.RemoveRowsAt(record.slot, 1);
  return {};
}

Status ChangeBoot(const LogRecord& record, PageView page) {
  std::byte* at = page.bytes().data() + kHeaderSize;
  if (std::memcmp(at, record.before.data(), kBootRecordSize) != 0) {
    return Mismatch(record, page, "another boot record");
  }
  std::memcpy(at, record.after.data(), kBootRecordSize);
  return {};
}

Status ChangeMap(const LogRecord& record, PageView page) {
  if (record.slot >= MapEntries(page.type())) return Mismatch(record, page, "slot beyond the map");
  if (MapEntry(page, record.slot) != Load<uint8_t>(record.before, 0)) {
    return Mismatch(record, page, "another entry");
  }
  if (page.type() != PageType::kPfs && Load<uint8_t>(record.after, 0) > 1) {
    return Mismatch(record, page, "a bit is 0 or 1");
  }
  SetMapEntry(page, record.slot, Load<uint8_t>(record.after, 0));
  return {};
}

// Replaces everything but checksum and LSN, which are not a record's to set.
Status ApplyImage(const LogRecord& record, PageView page) {
  alignas(8) std::array<std::byte, kPageSize> content{};
  std::memcpy(content.data() + kImageOffset, record.after.data(), record.after.size());
  if (!PageView(content).IsSound()) return Mismatch(record, page, "its image is not sound");
  if (page.form() == PageForm::kCompact) CompactPage(content);
  std::memcpy(page.bytes().data() + kLsnEnd, content.data() + kLsnEnd, kPageSize - kLsnEnd);
  return {};
}

}  // namespace

std::vector<std::byte> ImageOf(PageView page) {
  alignas(8) std::array<std::byte, kPageSize> expanded;
  const bool is_full = page.form() == PageForm::kFull;
  if (!is_full) {
    std::memcpy(expanded.data(), page.bytes().data(), kPageSize);
    ExpandPage(expanded);
  }
  const ConstPageSpan bytes = is_full ? ConstPageSpan(page.bytes()) : ConstPageSpan(expanded);
  size_t end = kPageSize;
  while (end > kHeaderSize && bytes[end - 1] == std::byte{0}) --end;
  return {bytes.begin() + kImageOffset, bytes.begin() + static_cast<ptrdiff_t>(end)};
}

Status Redo(const LogRecord& record, PageView page) {
  if (ShapeFlaw(record) != nullptr) return Mismatch(record, page, "it is not a whole record");
  if (record.type == RecordType::kFormatPage) return ApplyImage(record, page);
  if (page.id() != record.page) return Mismatch(record, page, "it is another page");
  if (!page.IsSound()) return Mismatch(record, page, "its header is not sound");
  const bool leaf = page.type() == PageType::kLeaf && page.index() == record.index;
  const bool interior = page.type() == PageType::kInterior && page.index() == record.index;
  switch (record.type) {
    case RecordType::kInsertRow:
      if (leaf) return InsertAt(record, page);
      break;
    case RecordType::kUpdateRow:
      if (leaf) return UpdateRow(record, page);
      break;
    case RecordType::kPurgeRows:
      if (leaf) return PurgeRows(record, page);
      break;
    case RecordType::kTruncateRows:
      if (leaf || interior) return TruncateRows(record, page);
      break;
    case RecordType::kRestoreRows:
      if (leaf || interior) return RestoreRows(record, page);
      break;
    case RecordType::kInsertEntry:
      if (interior) return InsertAt(record, page);
      break;
    case RecordType::kRemoveEntry:
      if (interior) return RemoveEntry(record, page);
      break;
    case RecordType::kBootChange:
      if (page.type() == PageType::kBoot) return ChangeBoot(record, page);
      break;
    case RecordType::kMapChange:
      if (MapEntries(page.type()) > 0) return ChangeMap(record, page);
      break;
    case RecordType::kReplacePage:
      if (leaf || interior || page.type() == PageType::kIam) return ApplyImage(record, page);
      break;
    case RecordType::kBegin:
    case RecordType::kCommit:
    case RecordType::kAbort:
    case RecordType::kFormatPage:
    case RecordType::kCheckpointBegin:
    case RecordType::kCheckpointEnd:
      break;
  }
  return Mismatch(record, page, "no page of that type and index takes it");
}

LogRecord PhysicalInverse(const LogRecord& record) {
  CHECK(ShapeFlaw(record) == nullptr, "the inverse of a malformed record");
  LogRecord inverse;
  inverse.type = record.type;
  inverse.flags = record.flags | kFlagCompensation;
  inverse.index = record.index;
  inverse.txn = record.txn;
  inverse.undo_next = record.previous;
  inverse.page = record.page;
  inverse.slot = record.slot;
  inverse.before = record.after;
  inverse.after = record.before;
  switch (record.type) {
    case RecordType::kFormatPage: {
      alignas(8) std::array<std::byte, kPageSize> content{};
      PageView free_page(content);
      free_page.Format(record.page, PageType::kFree, record.index, 0, 0);
      inverse.before.clear();
      inverse.after = ImageOf(free_page);
      return inverse;
    }
    case RecordType::kTruncateRows:
      inverse.type = RecordType::kRestoreRows;
      return inverse;
    case RecordType::kRestoreRows:
      inverse.type = RecordType::kTruncateRows;
      return inverse;
    case RecordType::kInsertEntry:
      inverse.type = RecordType::kRemoveEntry;
      return inverse;
    case RecordType::kRemoveEntry:
      inverse.type = RecordType::kInsertEntry;
      return inverse;
    case RecordType::kBootChange:
    case RecordType::kReplacePage:
    case RecordType::kMapChange:
      return inverse;
    default:
      break;
  }
  CHECK(false, "a %s record has no physical inverse", ToString(record.type));
  return inverse;
}

}  // namespace snapscope::page
