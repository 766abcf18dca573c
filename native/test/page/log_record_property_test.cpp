// Properties of log records: what is encoded comes back, garbage is refused or at least harmless,
// and the physical inverse restores the page to the byte.
#include <array>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "page/allocation_map.h"
#include "page/compact.h"
#include "page/log_record.h"
#include "test/support/outcomes.h"

namespace snapscope::page::log_record_property_test {
namespace {

constexpr IndexId kIndex{2};
constexpr PageId kId = PageId::Of(1, 500);
constexpr uint16_t kWidth = 200;

struct PageBytes {
  alignas(8) std::array<std::byte, kPageSize> bytes{};
  PageView view() { return PageView(bytes); }
};

std::vector<std::byte> RowBytes(const Row& row) {
  std::vector<std::byte> bytes(kWidth);
  EncodeRow(kIndex, row, bytes);
  return bytes;
}

std::vector<std::byte> RowHeader(const Row& row) {
  std::vector<std::byte> bytes = RowBytes(row);
  bytes.resize(kRowHeaderSize);
  return bytes;
}

std::vector<std::byte> EntryBytes(uint64_t key, PageId child) {
  std::vector<std::byte> bytes(kInteriorEntrySize);
  Store(bytes, 0, key);
  Store(bytes, 8, child);
  return bytes;
}

std::vector<std::byte> SiblingBytes(PageId sibling) {
  std::vector<std::byte> bytes(8);
  Store(bytes, 0, sibling);
  return bytes;
}

// A leaf or an interior page with keys 10, 20, 30 ... and room for at least one more.
PageBytes RandomPage(Rng& rng, PageType type) {
  PageBytes page;
  const bool leaf = type == PageType::kLeaf;
  page.view().Format(kId, type, kIndex, leaf ? 0 : 1, leaf ? kWidth : kInteriorEntrySize);
  const uint64_t rows = 2 + rng.Below(page.view().capacity() - 2u);
  for (uint64_t i = 1; i <= rows; ++i) {
    page.view().AppendRows(leaf ? RowBytes(Row{.key = i * 10,
                                               .value = static_cast<int64_t>(rng.Next()),
                                               .version = static_cast<uint32_t>(rng.Below(5)),
                                               .ghost = rng.Percent(20)})
                                : EntryBytes(i * 10, PageId::Of(1, static_cast<uint32_t>(i))));
  }
  page.view().set_right_sibling(PageId::Of(1, static_cast<uint32_t>(rng.Below(1000))));
  page.view().set_lsn(Lsn::Of(1, 2, 3));
  return page;
}

LogRecord Base(RecordType type, uint8_t flags) {
  LogRecord record;
  record.type = type;
  record.flags = flags;
  record.index = kIndex;
  record.txn = TxnId{42};
  record.previous = Lsn::Of(1, 7, 2);
  if (type == RecordType::kCommit) {
    record.time = 3 * kSecond;
  } else {
    record.page = kId;
  }
  return record;
}

LogRecord Truncate(Rng& rng, PageView page) {
  LogRecord record = Base(RecordType::kTruncateRows, kFlagSystem);
  record.slot = static_cast<uint16_t>(rng.Below(page.row_count() + 1u));
  const ByteSpan rows =
      page.rows_at(record.slot, static_cast<uint16_t>(page.row_count() - record.slot));
  record.before.assign(rows.begin(), rows.end());
  const auto sibling = SiblingBytes(page.right_sibling());
  record.before.insert(record.before.end(), sibling.begin(), sibling.end());
  record.after = SiblingBytes(PageId::Of(1, 4711));
  return record;
}

// One valid record of each page-changing type for `page`, which is a leaf or an interior page.
std::vector<LogRecord> RecordsFor(Rng& rng, PageBytes& page) {
  PageView view = page.view();
  const auto slot = static_cast<uint16_t>(rng.Below(view.row_count()));
  std::vector<LogRecord> records = {Truncate(rng, view)};

  LogRecord replace = Base(RecordType::kReplacePage, kFlagSystem);
  replace.before = ImageOf(view);
  PageBytes other = RandomPage(rng, PageType::kInterior);
  replace.after = ImageOf(other.view());
  records.push_back(replace);

  LogRecord format = Base(RecordType::kFormatPage, kFlagSystem);
  format.after = ImageOf(view);
  records.push_back(format);

  const uint64_t new_key = view.key_at(slot) + 5;
  if (view.type() == PageType::kInterior) {
    LogRecord entry = Base(RecordType::kInsertEntry, kFlagSystem);
    entry.slot = static_cast<uint16_t>(slot + 1);
    entry.after = EntryBytes(new_key, PageId::Of(1, 800));
    records.push_back(entry);
    return records;
  }
  LogRecord insert = Base(RecordType::kInsertRow, 0);
  insert.slot = static_cast<uint16_t>(slot + 1);
  insert.after = RowBytes(Row{.key = new_key, .value = 1, .version = 1});
  records.push_back(insert);

  LogRecord update = Base(RecordType::kUpdateRow, 0);
  update.slot = slot;
  const Row row = PeekRow(view.row_at(slot));
  Row changed = row;
  changed.ghost = !changed.ghost;
  update.before = RowHeader(row);
  update.after = RowBytes(changed);  // as of an insert that lifts a ghost
  records.push_back(update);
  update.before = RowBytes(row);  // as of a delete
  changed.value = static_cast<int64_t>(rng.Next());
  ++changed.version;
  update.after = RowHeader(changed);
  records.push_back(update);
  update.before = RowHeader(row);
  records.push_back(update);
  update.flags = kFlagCompensation;
  update.undo_next = Lsn::Of(1, 1, 1);
  update.before.clear();
  records.push_back(update);

  LogRecord purge = Base(RecordType::kPurgeRows, 0);
  for (uint16_t i = 0; i < view.row_count(); i = static_cast<uint16_t>(i + 2)) {
    const ByteSpan purged = view.row_at(i);
    purge.before.insert(purge.before.end(), purged.begin(), purged.end());
  }
  records.push_back(purge);
  return records;
}

LogRecord BootChange(PageBytes& boot_page) {
  boot_page.view().Format(kBootPage, PageType::kBoot, IndexId{}, 0, 0);
  BootRecord boot{.file_pages = 100, .data_files = 1, .index_count = 1, .roots = {5}};
  WriteBoot(boot_page.bytes, boot);
  LogRecord record = Base(RecordType::kBootChange, kFlagSystem);
  record.page = kBootPage;
  record.before = EncodeBoot(boot);
  boot.first_iams[0] = kId.value;
  record.after = EncodeBoot(boot);
  return record;
}

// A change of one entry of a map of the given type.
LogRecord MapChange(Rng& rng, PageBytes& map, PageType type) {
  FormatMap(map.view(), kId, type, kIndex, ExtentId{1, 0});
  for (int i = 0; i < 100; ++i) {
    SetMapEntry(map.view(), static_cast<uint16_t>(rng.Below(MapEntries(type))), 1);
  }
  LogRecord record = Base(RecordType::kMapChange, kFlagSystem);
  record.slot = static_cast<uint16_t>(rng.Below(MapEntries(type)));
  const uint8_t before = MapEntry(map.view(), record.slot);
  record.before = {std::byte{before}};
  const uint8_t pfs_byte = kPfsAllocated | kPfsIam;
  record.after = {type == PageType::kPfs ? std::byte{pfs_byte} : std::byte{before == 0}};
  return record;
}

void ExpectEqual(const LogRecord& a, const LogRecord& b) {
  EXPECT_EQ(a.type, b.type);
  EXPECT_EQ(a.flags, b.flags);
  EXPECT_EQ(a.index, b.index);
  EXPECT_EQ(a.txn, b.txn);
  EXPECT_EQ(a.previous, b.previous);
  EXPECT_EQ(a.undo_next, b.undo_next);
  EXPECT_EQ(a.page, b.page);
  EXPECT_EQ(a.time, b.time);
  EXPECT_EQ(a.slot, b.slot);
  EXPECT_EQ(a.before, b.before);
  EXPECT_EQ(a.after, b.after);
}

class LogRecordPropertyTest : public ::testing::TestWithParam<uint64_t> {
 protected:
  Rng rng_{GetParam(), "log_record_property_test"};

  PageBytes Leaf() { return RandomPage(rng_, PageType::kLeaf); }
  PageBytes Interior() { return RandomPage(rng_, PageType::kInterior); }

  std::vector<LogRecord> EveryType() {
    PageBytes leaf = Leaf();
    PageBytes interior = Interior();
    PageBytes boot;
    std::vector<LogRecord> records = RecordsFor(rng_, leaf);
    for (LogRecord& record : RecordsFor(rng_, interior)) records.push_back(std::move(record));
    records.push_back(BootChange(boot));
    PageBytes map;
    records.push_back(MapChange(rng_, map, PageType::kPfs));
    records.push_back(MapChange(rng_, map, PageType::kIam));
    const size_t changes = records.size();
    for (size_t i = 0; i < changes; ++i) {
      if (records[i].IsSystem()) records.push_back(PhysicalInverse(records[i]));
    }
    for (const RecordType type : {RecordType::kBegin, RecordType::kCommit, RecordType::kAbort,
                                  RecordType::kCheckpointEnd, RecordType::kCheckpointBegin}) {
      records.push_back(Base(type, 0));
    }
    records.back().after = EncodeCheckpointBegin({.oldest_active = Lsn{2}, .next_txn = TxnId{7}});
    return records;
  }
};

TEST_P(LogRecordPropertyTest, EncodedRecordsComeBack) {
  for (const LogRecord& record : EveryType()) {
    std::vector<std::byte> bytes;
    Encode(record, bytes);
    EXPECT_EQ(bytes.size(), record.EncodedSize());
    const Result<LogRecord> decoded = Decode(bytes);
    ASSERT_TRUE(decoded.ok()) << ToString(record.type) << decoded.error().message;
    ExpectEqual(decoded.value(), record);
  }
}

TEST_P(LogRecordPropertyTest, InverseRestoresThePageToTheByte) {
  PageBytes boot;
  const LogRecord boot_change = BootChange(boot);
  for (const PageType type : {PageType::kLeaf, PageType::kInterior, PageType::kBoot, PageType::kPfs,
                              PageType::kGam, PageType::kSgam, PageType::kIam}) {
    PageBytes original;
    std::vector<LogRecord> records;
    if (type == PageType::kBoot) {
      original = boot;
      records.push_back(boot_change);
    } else if (MapEntries(type) > 0) {
      records.push_back(MapChange(rng_, original, type));
    } else {
      original = RandomPage(rng_, type);
      records = RecordsFor(rng_, original);
    }
    for (const LogRecord& record : records) {
      if (!record.IsSystem() || record.type == RecordType::kFormatPage) continue;
      PageBytes page = original;
      ASSERT_TRUE(Redo(record, page.view()).ok()) << ToString(record.type);
      EXPECT_NE(page.bytes, original.bytes) << ToString(record.type);
      const PageBytes changed = page;
      const LogRecord inverse = PhysicalInverse(record);
      EXPECT_TRUE(inverse.IsCompensation());
      EXPECT_TRUE(inverse.IsSystem());
      EXPECT_EQ(inverse.undo_next, record.previous);
      const Status undone = Redo(inverse, page.view());
      ASSERT_TRUE(undone.ok()) << undone.error().message;
      EXPECT_EQ(page.bytes, original.bytes) << ToString(record.type);
      ASSERT_TRUE(Redo(PhysicalInverse(inverse), page.view()).ok());
      EXPECT_EQ(page.bytes, changed.bytes) << ToString(record.type);
    }
  }
}

TEST_P(LogRecordPropertyTest, FormatReplacesWhateverWasThereAndItsInverseFreesThePage) {
  PageBytes wanted = Leaf();
  LogRecord format = Base(RecordType::kFormatPage, kFlagSystem);
  format.after = ImageOf(wanted.view());
  PageBytes page;
  for (std::byte& byte : page.bytes) byte = static_cast<std::byte>(rng_.Next());
  ASSERT_TRUE(Redo(format, page.view()).ok());
  page.view().set_lsn(wanted.view().lsn());
  SealPage(page.bytes);
  SealPage(wanted.bytes);
  EXPECT_EQ(page.bytes, wanted.bytes);
  ASSERT_TRUE(Redo(PhysicalInverse(format), page.view()).ok());
  EXPECT_EQ(page.view().type(), PageType::kFree);
  EXPECT_EQ(page.view().id(), kId);
}

TEST_P(LogRecordPropertyTest, ARecordMakesOfACompactPageWhatItMakesOfAFullOne) {
  for (const PageType type : {PageType::kLeaf, PageType::kInterior}) {
    PageBytes original = RandomPage(rng_, type);
    PageBytes original_compact = original;
    CompactPage(original_compact.bytes);
    // What lies behind the last row means nothing, and must not come to mean something.
    for (size_t at = CompactBytes(original_compact.bytes); at < kPageSize; ++at) {
      original_compact.bytes.at(at) = static_cast<std::byte>(rng_.Next());
    }
    const PageView compact_view(original_compact.bytes, PageForm::kCompact);
    EXPECT_EQ(ImageOf(compact_view), ImageOf(original.view()));
    std::vector<LogRecord> records = RecordsFor(rng_, original);
    const size_t changes = records.size();
    for (size_t i = 0; i < changes; ++i) {
      if (records[i].IsSystem()) records.push_back(PhysicalInverse(records[i]));
    }
    for (const LogRecord& record : records) {
      PageBytes full = original;
      PageBytes compact = original_compact;
      const bool fits = Redo(record, full.view()).ok();
      EXPECT_EQ(Redo(record, PageView(compact.bytes, PageForm::kCompact)).ok(), fits);
      ExpandPage(compact.bytes);
      SealPage(full.bytes);
      EXPECT_EQ(compact.bytes, full.bytes) << ToString(record.type);
    }
  }
}

TEST_P(LogRecordPropertyTest, TheHeaderOfARowIsAllThatAnUpdateNeeds) {
  PageBytes page = Leaf();
  const auto slot = static_cast<uint16_t>(rng_.Below(page.view().row_count()));
  const Row before = PeekRow(page.view().row_at(slot));
  const Row after{.key = before.key,
                  .value = static_cast<int64_t>(rng_.Next()),
                  .version = before.version + 1,
                  .ghost = rng_.Percent(50)};
  LogRecord update = Base(RecordType::kUpdateRow, 0);
  update.slot = slot;
  update.before = RowHeader(before);
  update.after = RowHeader(after);
  PageBytes expected = page;
  expected.view().OverwriteRowAt(slot, RowBytes(after));
  ASSERT_TRUE(Redo(update, page.view()).ok());
  EXPECT_EQ(page.bytes, expected.bytes);
}

TEST_P(LogRecordPropertyTest, RowsOfACompactPageAreCopiedWhole) {
  PageBytes full = Leaf();
  PageBytes compact = full;
  CompactPage(compact.bytes);
  const uint16_t count = full.view().row_count();
  const auto slot = static_cast<uint16_t>(rng_.Below(count));
  std::vector<std::byte> expected;
  full.view().CopyRows(slot, static_cast<uint16_t>(count - slot), expected);
  EXPECT_EQ(expected.size(), size_t{kWidth} * (count - slot));
  std::vector<std::byte> found;
  PageView(compact.bytes, PageForm::kCompact)
      .CopyRows(slot, static_cast<uint16_t>(count - slot), found);
  EXPECT_EQ(found, expected);
}

TEST_P(LogRecordPropertyTest, ARefusedRecordLeavesThePageUntouched) {
  std::vector<PageBytes> pages(5);
  pages[0] = Leaf();
  pages[1] = Interior();
  BootChange(pages[2]);
  pages[3].view().Format(kId, PageType::kLeaf, kIndex, 0, kWidth + 1);
  for (std::byte& byte : pages[4].bytes) byte = static_cast<std::byte>(rng_.Next());
  Store(ByteSpan(pages[4].bytes), 16, kId);
  size_t refused = 0;
  for (const LogRecord& record : EveryType()) {
    for (PageBytes page : pages) {
      const PageBytes before = page;
      if (Redo(record, page.view()).ok()) continue;
      ++refused;
      EXPECT_EQ(page.bytes, before.bytes) << ToString(record.type);
    }
  }
  EXPECT_GT(refused, 30u);
}

TEST_P(LogRecordPropertyTest, RandomBytesAreRefused) {
  for (int round = 0; round < 2000; ++round) {
    std::vector<std::byte> bytes(rng_.Below(300));
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(rng_.Next());
    if (bytes.size() >= 4 && rng_.Percent(50)) {
      Store(bytes, 0, static_cast<uint32_t>(bytes.size()));
    }
    EXPECT_FALSE(Decode(bytes).ok());
  }
}

// A flipped bit is either refused or decodes to exactly the record that those bytes mean, and redo
// of that record on any page is defined: it never fails a CHECK.
TEST_P(LogRecordPropertyTest, FlippedBitsAreRefusedOrHarmless) {
  PageBytes leaf = Leaf();
  for (const LogRecord& record : EveryType()) {
    std::vector<std::byte> bytes;
    Encode(record, bytes);
    for (size_t bit = 0; bit < bytes.size() * 8; bit += bit < kRecordHeaderSize * 8 ? 1 : 97) {
      bytes[bit / 8] ^= std::byte{1} << static_cast<int>(bit % 8);
      const Result<LogRecord> decoded = Decode(bytes);
      if (decoded.ok()) {
        std::vector<std::byte> again;
        Encode(decoded.value(), again);
        EXPECT_EQ(again, bytes);
        PageBytes page = leaf;
        EXPECT_TRUE(!Redo(decoded.value(), page.view()).ok() || page.view().IsSound());
      }
      const size_t at = bit / 8;
      const bool is_length = at < 4 || at >= 42;
      EXPECT_FALSE(is_length && at < kRecordHeaderSize && decoded.ok()) << "bit " << bit;
      bytes[bit / 8] ^= std::byte{1} << static_cast<int>(bit % 8);
    }
  }
}

TEST_P(LogRecordPropertyTest, TruncatedRecordsAreRefused) {
  for (const LogRecord& record : EveryType()) {
    std::vector<std::byte> bytes;
    Encode(record, bytes);
    for (size_t size = 0; size < bytes.size(); size += size < 60 ? 1 : 61) {
      const Result<LogRecord> decoded = Decode(ConstByteSpan(bytes).first(size));
      test::ExpectFails(ErrorCode::kCorruptLog, decoded);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, LogRecordPropertyTest, ::testing::Range<uint64_t>(1, 21));

TEST(LogRecordTest, UnknownTypesAndFlagsAreRefused) {
  std::vector<std::byte> bytes;
  Encode(Base(RecordType::kCommit, kFlagSystem), bytes);
  ASSERT_TRUE(Decode(bytes).ok());
  for (const int type : {0, 17, 18, 99, 255}) {
    bytes[4] = static_cast<std::byte>(type);
    EXPECT_FALSE(Decode(bytes).ok()) << type;
  }
  bytes[4] = std::byte{2};
  bytes[5] = std::byte{kFlagCompensation};
  EXPECT_FALSE(Decode(bytes).ok());
}

TEST(LogRecordTest, AFullPageTakesNoRow) {
  PageBytes page;
  page.view().Format(kId, PageType::kLeaf, kIndex, 0, kWidth);
  for (uint64_t key = 1; key <= page.view().capacity(); ++key) {
    page.view().AppendRows(RowBytes(Row{.key = key, .value = 0, .version = 1}));
  }
  LogRecord insert = Base(RecordType::kInsertRow, 0);
  insert.slot = page.view().row_count();
  insert.after = RowBytes(Row{.key = 1000, .value = 0, .version = 1});
  test::ExpectFails(ErrorCode::kCorruptPage, Redo(insert, page.view()));
}

TEST(LogRecordTest, TheBeginOfACheckpointComesBackAndAnotherSizeIsRefused) {
  LogRecord record;
  record.type = RecordType::kCheckpointBegin;
  record.after = EncodeCheckpointBegin({.oldest_active = Lsn{3}, .next_txn = TxnId{5}});
  const auto decoded = DecodeCheckpointBegin(record.after);
  ASSERT_TRUE(decoded.ok());
  EXPECT_EQ(decoded->oldest_active, Lsn{3});
  EXPECT_EQ(decoded->next_txn, TxnId{5});
  std::vector<std::byte> bytes;
  Encode(record, bytes);
  ASSERT_TRUE(Decode(bytes).ok());
  record.after.pop_back();
  EXPECT_FALSE(DecodeCheckpointBegin(record.after).ok());
}

}  // namespace
}  // namespace snapscope::page::log_record_property_test
