#include "page/layout.h"

#include <cinttypes>
#include <cstdio>

#include "base/checksum.h"
#include "base/mutation.h"
#include "base/prefetch.h"

namespace snapscope::page {

MUTATION(kChecksumNotChecked, "a damaged page is read as good");

namespace {

constexpr size_t kRowKeyOffset = 0;
constexpr size_t kRowValueOffset = 8;
constexpr size_t kRowVersionOffset = 16;
constexpr size_t kRowFlagsOffset = 20;
static_assert(kRowFlagsOffset + sizeof(uint32_t) == kRowHeaderSize);
// The flags of a row: whether it is a ghost, and above that bit its content.
constexpr uint32_t kGhostFlag = 1;
constexpr uint32_t kContentUnit = 2;
constexpr uint32_t kContentBits = 3;
static_assert(kRowContents <= uint32_t{1} << kContentBits);

constexpr size_t kCacheLine = 64;
constexpr size_t kFetchedTogether = 1024;

constexpr size_t kBootPagesOffset = 0;
constexpr size_t kBootFilesOffset = 4;
constexpr size_t kBootIndexCountOffset = 6;
constexpr size_t kBootRootsOffset = 8;
constexpr size_t kBootIamsOffset = kBootRootsOffset + BootRecord::kMaxIndexes * sizeof(uint64_t);
static_assert(kBootIamsOffset + BootRecord::kMaxIndexes * sizeof(uint64_t) == kBootRecordSize);
static_assert(kHeaderSize + kBootRecordSize <= kPageSize);

FillerOf FillerOfRow(IndexId index, const Row& row) {
  return {.index = index, .key = row.key, .version = row.version, .content = row.content};
}

}  // namespace

void EncodeRow(IndexId index, const Row& row, ByteSpan bytes) {
  CHECK(bytes.size() >= kRowHeaderSize, "a row of %zu bytes", bytes.size());
  Store(bytes, kRowKeyOffset, row.key);
  Store(bytes, kRowValueOffset, row.value);
  Store(bytes, kRowVersionOffset, row.version);
  Store(bytes, kRowFlagsOffset,
        static_cast<uint32_t>(row.content) * kContentUnit + (row.ghost ? kGhostFlag : 0U));
  WriteFiller(FillerOfRow(index, row), bytes.subspan(kRowHeaderSize));
}

// A damaged row may tell of a content that there is not. Such a row is taken for a generated one,
// so that whoever encodes it has a filler; DecodeRow refuses it.
Row PeekRow(ConstByteSpan bytes) {
  const auto flags = Load<uint32_t>(bytes, kRowFlagsOffset);
  const uint32_t content = flags / kContentUnit % (1U << kContentBits);
  return Row{.key = Load<uint64_t>(bytes, kRowKeyOffset),
             .value = Load<int64_t>(bytes, kRowValueOffset),
             .version = Load<uint32_t>(bytes, kRowVersionOffset),
             .ghost = (flags & kGhostFlag) != 0,
             .content = content < kRowContents ? static_cast<RowContent>(content)
                                               : RowContent::kGenerated};
}

Result<Row> DecodeRow(IndexId index, ConstByteSpan bytes) {
  if (bytes.size() < kRowHeaderSize) {
    return Error{ErrorCode::kCorruptPage,
                 "a row of " + std::to_string(bytes.size()) + " bytes is shorter than its header"};
  }
  const Row row = PeekRow(bytes);
  const bool flags_known = Load<uint32_t>(bytes, kRowFlagsOffset) / kContentUnit < kRowContents;
  if (!flags_known || !FillerMatches(FillerOfRow(index, row), bytes.subspan(kRowHeaderSize))) {
    return Error{ErrorCode::kCorruptPage, "the bytes of the row with key " +
                                              std::to_string(row.key) + " in index " +
                                              std::to_string(index.value) + " are not its own"};
  }
  return row;
}

std::vector<std::byte> EncodeEntry(uint64_t key, PageId child) {
  std::vector<std::byte> bytes(kInteriorEntrySize);
  EncodeEntry(key, child, bytes);
  return bytes;
}

uint16_t PageView::capacity() const {
  const uint16_t width = row_width();
  return width == 0 ? 0 : RowsThatFit(width);
}

bool PageView::IsSound() const {
  switch (type()) {
    case PageType::kLeaf:
      return level() == 0 && row_width() >= kRowHeaderSize && HasRoomFor(row_count());
    case PageType::kInterior:
      return level() > 0 && row_width() == kInteriorEntrySize && HasRoomFor(row_count());
    case PageType::kFree:
    case PageType::kFileHeader:
    case PageType::kBoot:
    case PageType::kPfs:
    case PageType::kGam:
    case PageType::kSgam:
    case PageType::kDifferentialMap:
    case PageType::kMinimallyLoggedMap:
    case PageType::kIam:
      return level() == 0 && row_width() == 0 && row_count() == 0;
  }
  return false;
}

void PageView::Format(PageId id, PageType type, IndexId index, uint16_t level, uint16_t row_width) {
  const bool rows_follow =
      form_ == PageForm::kCompact && (type == PageType::kLeaf || type == PageType::kInterior);
  std::memset(bytes_.data(), 0, rows_follow ? kHeaderSize : kPageSize);
  Store(bytes_, header_offset::kId, id);
  Store(bytes_, header_offset::kType, type);
  Store(bytes_, header_offset::kLevel, level);
  Store(bytes_, header_offset::kRowWidth, row_width);
  Store(bytes_, header_offset::kIndex, index);
}

uint64_t PageView::key_at(uint16_t slot) const { return Load<uint64_t>(row_at(slot), 0); }

ByteSpan PageView::row_at(uint16_t slot) const { return rows_at(slot, 1); }

ByteSpan PageView::rows_at(uint16_t slot, uint16_t count) const {
  const size_t width = stored_width();
  const size_t end = kHeaderSize + (size_t{slot} + count) * width;
  CHECK(uint32_t{slot} + count <= row_count() && end <= kPageSize, "rows %u+%u of %u on page %llu",
        slot, count, row_count(), static_cast<unsigned long long>(id().value));
  return bytes_.subspan(kHeaderSize + slot * width, count * width);
}

void PageView::CopyRows(uint16_t slot, uint16_t count, std::vector<std::byte>& into) const {
  const ByteSpan rows = rows_at(slot, count);
  const size_t stored = stored_width();
  const size_t width = row_width();
  if (stored == width) {
    into.insert(into.end(), rows.begin(), rows.end());
    return;
  }
  size_t at = into.size();
  into.resize(at + count * width);
  for (size_t from = 0; from < rows.size(); from += stored, at += width) {
    EncodeRow(index(), PeekRow(rows.subspan(from, stored)), ByteSpan(into).subspan(at, width));
  }
}

uint16_t PageView::LowerBound(uint64_t key) const {
  const uint16_t count = row_count();
  const size_t width = stored_width();
  const ByteSpan all = rows_at(0, count);  // checked here, not at each key
  const std::byte* rows = all.data();
  // A search of a page that is not in the processor's cache waits for one line after another. The
  // few of a compact leaf come together.
  if (all.size() <= kFetchedTogether) {
    for (size_t at = 0; at < all.size(); at += kCacheLine) PrefetchLine(rows + at);
  }
  uint16_t low = 0;
  uint16_t high = count;
  while (low < high) {
    const auto middle = static_cast<uint16_t>((low + high) / 2);
    uint64_t at_middle;
    std::memcpy(&at_middle, rows + middle * width, sizeof at_middle);
    if (at_middle < key) {
      low = static_cast<uint16_t>(middle + 1);
    } else {
      high = middle;
    }
  }
  return low;
}

uint16_t PageView::ChildSlot(uint64_t key) const {
  CHECK(row_count() > 0, "an interior page without entries");
  const uint16_t slot = LowerBound(key);
  if (slot < row_count() && key_at(slot) == key) return slot;
  return slot == 0 ? uint16_t{0} : static_cast<uint16_t>(slot - 1);
}

PageId PageView::child_at(uint16_t slot) const { return Load<PageId>(row_at(slot), kChildOffset); }

void PageView::InsertRowAt(uint16_t slot, ConstByteSpan row) {
  const uint16_t count = row_count();
  const size_t width = stored_width();
  CHECK(slot <= count && HasRoomFor(count + size_t{1}) && row.size() == row_width(),
        "insert of %zu bytes at %u of %u on page %llu", row.size(), slot, count,
        static_cast<unsigned long long>(id().value));
  std::byte* at = bytes_.data() + kHeaderSize + slot * width;
  std::memmove(at + width, at, (count - slot) * width);
  std::memcpy(at, row.data(), width);
  Store(bytes_, header_offset::kRowCount, static_cast<uint16_t>(count + 1));
}

void PageView::OverwriteRowAt(uint16_t slot, ConstByteSpan row) {
  const ByteSpan stored = row_at(slot);
  CHECK(row.size() == row_width(), "a row of %zu bytes on page %llu", row.size(),
        static_cast<unsigned long long>(id().value));
  std::memcpy(stored.data(), row.data(), stored.size());
}

void PageView::RemoveRowsAt(uint16_t slot, uint16_t count) {
  const ByteSpan removed = rows_at(slot, count);
  const size_t behind = (size_t{row_count()} - slot - count) * stored_width();
  std::memmove(removed.data(), removed.data() + removed.size(), behind);
  // What is free is zero: a page's bytes follow from its contents, not from its history.
  std::memset(removed.data() + behind, 0, removed.size());
  Store(bytes_, header_offset::kRowCount, static_cast<uint16_t>(row_count() - count));
}

void PageView::AppendRows(ConstByteSpan rows) {
  const size_t width = row_width();
  CHECK(width > 0 && rows.size() % width == 0, "append of %zu bytes of rows", rows.size());
  const size_t added = rows.size() / width;
  const uint16_t count = row_count();
  CHECK(HasRoomFor(count + added), "append of %zu rows to %u", added, count);
  if (added == 0) return;  // an empty span may have no address
  const size_t stored = stored_width();
  std::byte* at = bytes_.data() + kHeaderSize + count * stored;
  if (stored == width) {
    std::memcpy(at, rows.data(), rows.size());
  } else {
    for (size_t i = 0; i < added; ++i) {
      std::memcpy(at + i * stored, rows.data() + i * width, stored);
    }
  }
  Store(bytes_, header_offset::kRowCount, static_cast<uint16_t>(count + added));
}

void SealPage(PageSpan page, PageForm form) {
  if (form == PageForm::kCompact) return;
  const PageId id = Load<PageId>(page, header_offset::kId);
  Store(page, header_offset::kChecksum, Checksum(page.subspan(header_offset::kLsn), id.value));
}

Status VerifyPage(ConstPageSpan page, PageId expected, PageForm form) {
  const PageId id = Load<PageId>(page, header_offset::kId);
  if (form == PageForm::kCompact && id == expected) return {};
  const auto found = Load<uint64_t>(page, header_offset::kChecksum);
  const uint64_t right = Checksum(page.subspan(header_offset::kLsn), expected.value);
  if (id == expected && found == right) return {};
  if (Mutated(kChecksumNotChecked)) return {};
  char text[192];
  std::snprintf(text, sizeof text,
                "page (%u:%u) is damaged: it says it is (%u:%u), LSN %s, checksum %016" PRIx64
                ", and should have checksum %016" PRIx64,
                expected.file(), expected.number(), id.file(), id.number(),
                ToString(Load<Lsn>(page, header_offset::kLsn)).c_str(), found, right);
  return Error{ErrorCode::kCorruptPage, text};
}

bool IsZeroPage(ConstPageSpan page) {
  // Equal to itself one byte on, and the first byte is zero: all are.
  return page[0] == std::byte{0} && std::memcmp(page.data(), page.data() + 1, kPageSize - 1) == 0;
}

std::vector<std::byte> EncodeBoot(const BootRecord& boot) {
  std::vector<std::byte> bytes(kBootRecordSize);
  Store(bytes, kBootPagesOffset, boot.file_pages);
  Store(bytes, kBootFilesOffset, boot.data_files);
  Store(bytes, kBootIndexCountOffset, boot.index_count);
  Store(bytes, kBootRootsOffset, boot.roots);
  Store(bytes, kBootIamsOffset, boot.first_iams);
  return bytes;
}

BootRecord ReadBoot(ConstPageSpan page) {
  const ConstByteSpan bytes = page.subspan(kHeaderSize, kBootRecordSize);
  BootRecord boot;
  boot.file_pages = Load<uint32_t>(bytes, kBootPagesOffset);
  boot.data_files = Load<uint16_t>(bytes, kBootFilesOffset);
  boot.index_count = Load<uint16_t>(bytes, kBootIndexCountOffset);
  boot.roots = Load<decltype(boot.roots)>(bytes, kBootRootsOffset);
  boot.first_iams = Load<decltype(boot.first_iams)>(bytes, kBootIamsOffset);
  return boot;
}

void WriteBoot(PageSpan page, const BootRecord& boot) {
  const std::vector<std::byte> bytes = EncodeBoot(boot);
  std::memcpy(page.data() + kHeaderSize, bytes.data(), bytes.size());
}

}  // namespace snapscope::page
