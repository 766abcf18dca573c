// The 8 KB page: a 96-byte header, then rows or entries of one fixed width per index, in key order.
//
//   offset  size  field
//        0     8  checksum of bytes 8..8191, seeded with the page id (set when written to a file)
//        8     8  page LSN: the last log record that changed the page
//       16     8  page id
//       24     2  type
//       26     2  level (0 leaf)
//       28     2  row count
//       30     2  row width in bytes
//       32     8  right sibling (page id, 0 none)
//       40     2  index id
//       42    54  zero
//       96        rows
//
// Leaf row:      key u64 | value i64 | version u32 | flags u32 (bit 0: ghost, bits 1 to 3: content)
// |
//                filler
// Interior entry: key u64 | child page id u64. The key is the least that can lie below the child;
// the first entry of the left-most page of a level has the least possible, 0.
// Boot record:   pages of a data file u32 | data files u16 | index count u16 | roots u64[16] |
//                first IAM pages u64[16]
// Allocation maps: allocation_map.h
//
// Invariants: what no row occupies is zero, so a page's bytes follow from its contents; the filler
// is a function of index, key, version and content, so that every byte of a row can be checked.
//
// A leaf has a second form, compact.h: its rows without their filler.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/bytes.h"
#include "base/ids.h"
#include "base/result.h"
#include "page/row_filler.h"

namespace snapscope::page {

inline constexpr size_t kPageSize = 8192;
inline constexpr size_t kHeaderSize = 96;
inline constexpr size_t kRowHeaderSize = 24;
inline constexpr uint16_t kInteriorEntrySize = 16;
inline constexpr size_t kPagesPerRegion = 8;  ///< a 64 KB region of a sparse file, an extent

/// Rows or entries of `width` > 0 bytes that one page holds.
constexpr uint16_t RowsThatFit(uint16_t width) {
  return static_cast<uint16_t>((kPageSize - kHeaderSize) / width);
}

enum class PageType : uint16_t {
  kFree = 0,
  kFileHeader = 1,  ///< page 0: identity; never changed by the source after creation
  kBoot = 2,        ///< page 9 of the first file: size, index roots, where their IAM pages begin
  kLeaf = 3,
  kInterior = 4,
  kPfs = 5,
  kGam = 6,
  kSgam = 7,
  kDifferentialMap = 8,
  kMinimallyLoggedMap = 9,
  kIam = 10,
};

using PageSpan = std::span<std::byte, kPageSize>;
using ConstPageSpan = std::span<const std::byte, kPageSize>;

/// How pages lie in memory and in the files of one machine.
enum class PageForm : uint8_t {
  kFull,     ///< described above
  kCompact,  ///< compact.h; only where nothing can damage a page
};

/// Where the header's fields lie.
namespace header_offset {
inline constexpr size_t kChecksum = 0;
inline constexpr size_t kLsn = kChecksum + sizeof(uint64_t);
inline constexpr size_t kId = kLsn + sizeof(Lsn);
inline constexpr size_t kType = kId + sizeof(PageId);
inline constexpr size_t kLevel = kType + sizeof(PageType);
inline constexpr size_t kRowCount = kLevel + sizeof(uint16_t);
inline constexpr size_t kRowWidth = kRowCount + sizeof(uint16_t);
inline constexpr size_t kSibling = kRowWidth + sizeof(uint16_t);
inline constexpr size_t kIndex = kSibling + sizeof(PageId);
static_assert(kIndex == 40 && kIndex + sizeof(IndexId) <= kHeaderSize);
}  // namespace header_offset

/// A row as the engine reasons about it; the filler follows from it.
struct Row {
  uint64_t key = 0;
  int64_t value = 0;
  uint32_t version = 0;
  bool ghost = false;
  RowContent content = RowContent::kGenerated;
  auto operator<=>(const Row&) const = default;
};

/// Writes `row` with its filler into `bytes` (the index's row width).
void EncodeRow(IndexId index, const Row& row, ByteSpan bytes);
/// Decodes and checks the filler: kCorruptPage if it is not the row's.
Result<Row> DecodeRow(IndexId index, ConstByteSpan bytes);
/// Decodes without checking the filler, which may be missing.
Row PeekRow(ConstByteSpan bytes);

/// An entry of an interior page.
std::vector<std::byte> EncodeEntry(uint64_t key, PageId child);
inline constexpr size_t kChildOffset = 8;
static_assert(kChildOffset + sizeof(PageId) == kInteriorEntrySize);
inline void EncodeEntry(uint64_t key, PageId child, ByteSpan into) {
  Store(into, 0, key);
  Store(into, kChildOffset, child);
}

/// Where a search goes on below an interior page of a tree.
struct Branch {
  IndexId index;
  uint16_t level = 0;  ///< of the page that it leads away from
  PageId child;
  bool operator==(const Branch&) const = default;
};

/// Typed access to the bytes of a page. Mutators keep the header's row count right; they neither
/// log nor set the LSN. Bounds are CHECKed.
class PageView {
 public:
  explicit PageView(PageSpan bytes, PageForm form = PageForm::kFull) : bytes_(bytes), form_(form) {}

  PageSpan bytes() const { return bytes_; }
  PageForm form() const { return form_; }
  PageId id() const { return Load<PageId>(bytes_, header_offset::kId); }
  Lsn lsn() const { return Load<Lsn>(bytes_, header_offset::kLsn); }
  void set_lsn(Lsn lsn) { Store(bytes_, header_offset::kLsn, lsn); }
  PageType type() const { return Load<PageType>(bytes_, header_offset::kType); }
  uint16_t level() const { return Load<uint16_t>(bytes_, header_offset::kLevel); }
  uint16_t row_count() const { return Load<uint16_t>(bytes_, header_offset::kRowCount); }
  uint16_t row_width() const { return Load<uint16_t>(bytes_, header_offset::kRowWidth); }
  uint16_t capacity() const;  ///< rows that fit
  bool HasRoomFor(size_t rows) const { return rows * row_width() <= kPageSize - kHeaderSize; }
  /// Bytes that a row takes here: fewer than row_width() in a compact leaf.
  uint16_t stored_width() const {
    const bool compact = form_ == PageForm::kCompact && type() == PageType::kLeaf;
    return compact ? uint16_t{kRowHeaderSize} : row_width();
  }
  IndexId index() const { return Load<IndexId>(bytes_, header_offset::kIndex); }
  void set_index(IndexId index) { Store(bytes_, header_offset::kIndex, index); }
  PageId right_sibling() const { return Load<PageId>(bytes_, header_offset::kSibling); }
  void set_right_sibling(PageId page) { Store(bytes_, header_offset::kSibling, page); }
  /// Type, level, row width and row count fit together: a checksum does not prove that.
  bool IsSound() const;

  /// Zeroes the page (of a compact leaf or interior page the header only) and writes a header.
  void Format(PageId id, PageType type, IndexId index, uint16_t level, uint16_t row_width);

  uint64_t key_at(uint16_t slot) const;
  /// A row as it is stored: to be decoded, or changed in place.
  ByteSpan row_at(uint16_t slot) const;
  ByteSpan rows_at(uint16_t slot, uint16_t count) const;
  /// Appends the rows to `into` with all of their row_width() bytes, as log records have them.
  void CopyRows(uint16_t slot, uint16_t count, std::vector<std::byte>& into) const;
  /// First slot with key >= `key`, row_count() if none.
  uint16_t LowerBound(uint64_t key) const;
  /// Interior: the child to follow for `key`: the last entry with key <= `key`.
  uint16_t ChildSlot(uint64_t key) const;
  PageId child_at(uint16_t slot) const;

  // Rows come with all of their bytes, whatever the page's form.
  void InsertRowAt(uint16_t slot, ConstByteSpan row);
  void OverwriteRowAt(uint16_t slot, ConstByteSpan row);
  void RemoveRowsAt(uint16_t slot, uint16_t count);
  void AppendRows(ConstByteSpan rows);
  /// Appends the rows row_of(0) .. row_of(count - 1) to a leaf.
  template <typename RowOf>
  void AppendEach(uint16_t count, RowOf row_of) {
    const uint16_t before = row_count();
    CHECK(type() == PageType::kLeaf && before + count <= capacity(), "append of %u rows to %u",
          count, before);
    const IndexId owner = index();
    const size_t width = stored_width();
    size_t at = kHeaderSize + before * width;
    for (uint16_t i = 0; i < count; ++i, at += width) {
      EncodeRow(owner, row_of(i), bytes_.subspan(at, width));
    }
    Store(bytes_, header_offset::kRowCount, static_cast<uint16_t>(before + count));
  }

 private:
  PageSpan bytes_;
  PageForm form_;
};

/// Sets the checksum before the page goes to a file. A compact page has none.
void SealPage(PageSpan page, PageForm form = PageForm::kFull);
/// kCorruptPage (824) with page id, expected and found, if checksum or id do not fit.
Status VerifyPage(ConstPageSpan page, PageId expected, PageForm form = PageForm::kFull);
/// True if all bytes are zero: a page of an allocated region that was never written.
bool IsZeroPage(ConstPageSpan page);

/// Contents of the boot page. Place i has the root and the IAM page of index i + 1.
struct BootRecord {
  uint32_t file_pages = 0;  ///< size of each data file, pages
  uint16_t data_files = 0;
  static constexpr uint16_t kMaxIndexes = 16;
  uint16_t index_count = 0;
  std::array<uint64_t, kMaxIndexes> roots{};       ///< page ids; a root never moves
  std::array<uint64_t, kMaxIndexes> first_iams{};  ///< page ids, 0 none; newest of its chain
};
inline constexpr size_t kBootRecordSize = 8 + 2 * BootRecord::kMaxIndexes * sizeof(uint64_t);
/// The bytes of the record as they lie on the page and in a kBootChange.
std::vector<std::byte> EncodeBoot(const BootRecord& boot);
BootRecord ReadBoot(ConstPageSpan page);
void WriteBoot(PageSpan page, const BootRecord& boot);

inline constexpr PageId kBootPage = PageId::Of(1, 9);

/// File 2 is the log: data files have ids 1, 3, 4 and so on.
constexpr uint32_t DataFileId(uint32_t position) { return position == 0 ? 1 : position + 2; }
constexpr uint32_t DataFilePosition(uint32_t id) { return id <= 1 ? 0 : id - 2; }

/// The pages that a database consists of: of data files of one size, file after file.
struct DatabaseSize {
  uint32_t files = 1;
  uint32_t file_pages = 0;

  constexpr uint64_t pages() const { return uint64_t{files} * file_pages; }
  /// True for the id of one of them.
  constexpr bool Has(PageId page) const {
    const uint32_t position = DataFilePosition(page.file());
    return position < files && page.file() == DataFileId(position) && page.number() < file_pages;
  }
  constexpr uint64_t PositionOf(PageId page) const {
    return uint64_t{DataFilePosition(page.file())} * file_pages + page.number();
  }
  constexpr PageId At(uint64_t position) const {
    return PageId::Of(DataFileId(static_cast<uint32_t>(position / file_pages)),
                      static_cast<uint32_t>(position % file_pages));
  }
};

}  // namespace snapscope::page
