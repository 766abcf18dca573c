// The bytes of a backup file: what was written is read, and nothing else.
#include "backup/format.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "backup/chunk_directory.h"
#include "base/aligned_buffer.h"

namespace snapscope::backup {
namespace {

BackupSet SomeSet() {
  BackupSet set;
  set.id = 11;
  set.family = 12;
  set.kind = BackupKind::kDifferential;
  set.copy_only = false;
  set.complete = true;
  set.has_checksums = false;
  set.damaged_pages = 7;
  set.name = "nightly";
  set.database = "sales";
  set.started = 5;
  set.finished = 9;
  set.reached = 8;
  set.first = Lsn::Of(3, 1, 0);
  set.last = Lsn::Of(4, 1, 0);
  set.checkpoint = Lsn::Of(3, 2, 0);
  set.base = Lsn::Of(1, 2, 3);
  set.base_set = 77;
  set.data_files = 2;
  set.file_pages = 64;
  set.log = {.vlf_count = 8, .vlf_bytes = 1024 * 1024};
  set.pages = 16;
  set.chunks = 3;
  set.files = 3;
  set.file = 2;
  set.block_bytes = 4096;
  set.transfer_bytes = 2 * kUsualTransferBytes;
  set.compression = Compression::kZstd;
  set.is_partial = true;
  set.stored_bytes = 123'456;
  set.directory_at = 1'064'960;
  set.directory_chunks = 1;
  return set;
}

std::vector<std::byte> HeaderOf(const BackupSet& set) {
  std::vector<std::byte> bytes(kHeaderBytes);
  EncodeSet(set, bytes);
  return bytes;
}

std::string ProblemOf(ConstByteSpan bytes) {
  const auto set = DecodeSet(bytes);
  return set.ok() ? "" : set.error().message;
}

TEST(BackupFormat, AHeaderComesBack) {
  const BackupSet set = SomeSet();
  const auto read = DecodeSet(HeaderOf(set));
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read->name, set.name);
  EXPECT_EQ(read->database, set.database);
  EXPECT_EQ(read->kind, set.kind);
  EXPECT_EQ(read->base, set.base);
  EXPECT_EQ(read->base_set, set.base_set);
  EXPECT_EQ(read->reached, set.reached);
  EXPECT_EQ(read->checkpoint, set.checkpoint);
  EXPECT_FALSE(read->has_checksums);
  EXPECT_EQ(read->damaged_pages, 7);
  EXPECT_EQ(read->files, 3);
  EXPECT_EQ(read->file, 2);
  EXPECT_EQ(read->log.vlf_bytes, set.log.vlf_bytes);
  EXPECT_EQ(read->block_bytes, 4096);
  EXPECT_EQ(read->transfer_bytes, 2 * kUsualTransferBytes);
  EXPECT_EQ(read->compression, Compression::kZstd);
  EXPECT_TRUE(read->is_partial);
  EXPECT_EQ(read->stored_bytes, 123'456);
  EXPECT_EQ(read->directory_at, 1'064'960);
  EXPECT_EQ(read->directory_chunks, 1);
  EXPECT_EQ(HeaderOf(*read), HeaderOf(set));
}

TEST(BackupFormat, RefusesAShapeThatNoBackupHas) {
  for (const uint32_t bytes : {0U, 4096U, kUsualTransferBytes + 1, 2 * kMostTransferBytes}) {
    BackupSet set = SomeSet();
    set.transfer_bytes = bytes;
    EXPECT_NE(ProblemOf(HeaderOf(set)), "") << bytes;
  }
  for (const uint32_t bytes : {0U, 256U, 1000U, 2 * kMostBlockBytes}) {
    BackupSet set = SomeSet();
    set.block_bytes = bytes;
    EXPECT_NE(ProblemOf(HeaderOf(set)), "") << bytes;
  }
}

TEST(BackupFormat, AnEarlyFileHasSlots) {
  BackupSet set = SomeSet();
  set.version = kSlotsVersion;
  set.chunks = 7;
  const auto read = DecodeSet(HeaderOf(set));
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read->transfer_bytes, kUsualTransferBytes);
  EXPECT_EQ(read->compression, Compression::kNone);
  EXPECT_EQ(read->directory_chunks, 2) << "of 7 among 3 files those with number 1 and 4";
  EXPECT_EQ(read->directory_at, kHeaderBytes + 2 * (kHeaderBytes + kUsualTransferBytes));
  const std::vector<DirectoryEntry> slots = DirectoryOfSlots(*read);
  ASSERT_EQ(slots.size(), 2);
  EXPECT_EQ(slots[1].sequence, 4);
  EXPECT_EQ(slots[1].offset, kHeaderBytes + kHeaderBytes + kUsualTransferBytes);
}

TEST(BackupFormat, EachByteOfAHeaderCounts) {
  const std::vector<std::byte> whole = HeaderOf(SomeSet());
  for (size_t at = 0; at < whole.size(); at += at < 256 ? 1 : 61) {
    std::vector<std::byte> damaged = whole;
    damaged[at] ^= std::byte{0x10};
    EXPECT_NE(ProblemOf(damaged), "") << "byte " << at;
  }
}

TEST(BackupFormat, SaysWhatIsWrongWithAFile) {
  std::vector<std::byte> bytes = HeaderOf(SomeSet());
  EXPECT_NE(ProblemOf(ConstByteSpan(bytes).first(100)).find("too short"), std::string::npos);
  std::vector<std::byte> newer = bytes;
  newer[16] = std::byte{kFormatVersion + 1};
  EXPECT_NE(ProblemOf(newer).find("3169"), std::string::npos);
  std::vector<std::byte> older = bytes;
  older[16] = std::byte{1};
  EXPECT_NE(ProblemOf(older).find("version 1 of the format"), std::string::npos);
  BackupSet beyond = SomeSet();
  beyond.file = 4;
  EXPECT_NE(ProblemOf(HeaderOf(beyond)).find("file 4 of 3"), std::string::npos);
  std::ranges::fill(bytes, std::byte{0x5A});
  EXPECT_NE(ProblemOf(bytes).find("3241"), std::string::npos);
}

class ChunkBytesTest : public testing::Test {
 protected:
  ChunkBytesTest() : set_(SomeSet()), memory_(ChunkBytes(kUsualTransferBytes)) {
    set_.compression = Compression::kNone;
    set_.has_checksums = true;
    header_.kind = ChunkKind::kPages;
    header_.set = set_.id;
    header_.sequence = 2;
    header_.runs = {{PageId::Of(1, 8), 8}, {PageId::Of(3, 56), 8}};
    header_.payload_bytes = 16 * page::kPageSize;
    for (size_t at = 0; at < header_.payload_bytes; ++at) {
      memory_.data()[kHeaderBytes + at] = std::byte(at * 7 % 251);
    }
    Seal();
  }

  void Seal() {
    SealChunk(header_, memory_.span().first(kHeaderBytes + KeptPayloadBytes(set_, header_)));
  }
  std::string ProblemOf(uint64_t sequence) const {
    const auto opened = OpenChunk(memory_.span(), set_, sequence);
    return opened.ok() ? "" : opened.error().message;
  }

  BackupSet set_;
  AlignedBuffer memory_;
  ChunkHeader header_;
};

TEST_F(ChunkBytesTest, AChunkComesBack) {
  const auto opened = OpenChunk(memory_.span(), set_, 2);
  ASSERT_TRUE(opened.ok()) << opened.error().message;
  ASSERT_EQ(opened->runs.size(), 2);
  EXPECT_EQ(opened->runs[1].first, PageId::Of(3, 56));
  EXPECT_EQ(opened->runs[1].pages, 8);
  EXPECT_EQ(opened->payload_bytes, header_.payload_bytes);
}

TEST_F(ChunkBytesTest, OfAnotherPlaceOrBackupIsNone) {
  EXPECT_NE(ProblemOf(1), "");
  set_.id = 99;
  EXPECT_NE(ProblemOf(2), "");
}

TEST_F(ChunkBytesTest, EachByteCounts) {
  for (const size_t at :
       {size_t{9}, size_t{17}, size_t{60}, size_t{8000}, kHeaderBytes + 1, kHeaderBytes + 70'000}) {
    memory_.data()[at] ^= std::byte{1};
    EXPECT_NE(ProblemOf(2), "") << "byte " << at;
    memory_.data()[at] ^= std::byte{1};
  }
  EXPECT_EQ(ProblemOf(2), "");
}

TEST_F(ChunkBytesTest, WithoutChecksumsItsHeaderAloneCounts) {
  set_.has_checksums = header_.has_checksum = false;
  Seal();
  memory_.data()[kHeaderBytes + 1] ^= std::byte{1};
  EXPECT_EQ(ProblemOf(2), "");
  memory_.data()[60] ^= std::byte{1};
  EXPECT_NE(ProblemOf(2), "");
}

TEST_F(ChunkBytesTest, HasPagesOfItsDatabaseOnly) {
  header_.runs[1] = {PageId::Of(3, 60), 8};  // beyond the file's 64 pages
  Seal();
  EXPECT_NE(ProblemOf(2).find("has not"), std::string::npos);
}

TEST_F(ChunkBytesTest, HasNoMoreThanATransfer) {
  set_.transfer_bytes = kLeastTransferBytes;
  EXPECT_NE(ProblemOf(2).find("sizes"), std::string::npos);
}

TEST_F(ChunkBytesTest, PackedHasAChecksumOfWhatLiesInTheFile) {
  set_.compression = Compression::kZstd;
  header_.packed_bytes = 5000;
  Seal();
  const auto opened = OpenChunk(memory_.span(), set_, 2);
  ASSERT_TRUE(opened.ok()) << opened.error().message;
  EXPECT_EQ(opened->packed_bytes, 5000);
  memory_.data()[kHeaderBytes + 5000] ^= std::byte{1};  // what fills it up
  EXPECT_EQ(ProblemOf(2), "");
  memory_.data()[kHeaderBytes + 4999] ^= std::byte{1};
  EXPECT_NE(ProblemOf(2), "");
}

class Directory : public testing::Test {
 protected:
  Directory() : set_(SomeSet()) {
    set_.compression = Compression::kNone;
    set_.chunks = set_.directory_chunks = 2;
    set_.directory_at = entries_[1].offset + ChunkBytes(16'384);
  }

  std::string ProblemOf() const {
    std::vector<std::byte> page(page::kPageSize);
    EncodeDirectoryPage(set_, 0, entries_, page);
    std::vector<DirectoryEntry> read;
    const Status decoded = DecodeDirectoryPage(page, set_, 0, read);
    return decoded.ok() ? "" : decoded.error().message;
  }

  BackupSet set_;
  std::vector<DirectoryEntry> entries_{
      {.sequence = 1, .offset = kHeaderBytes, .packed_bytes = 8192, .payload_bytes = 8192},
      {.sequence = 0,
       .offset = kHeaderBytes + ChunkBytes(8192),
       .packed_bytes = 16'384,
       .payload_bytes = 16'384}};
};

TEST_F(Directory, ComesBack) {
  EXPECT_EQ(ProblemOf(), "");
  const auto places = PlacesOf(set_, {entries_});
  ASSERT_TRUE(places.ok());
  EXPECT_EQ((*places)[0].offset, entries_[1].offset);
  EXPECT_EQ((*places)[1].kept_bytes, ChunkBytes(8192));
}

TEST_F(Directory, FitsTheFileOrIsRefused) {
  const std::vector<DirectoryEntry> whole = entries_;
  const auto refused = [&](auto change) {
    entries_ = whole;
    change(entries_);
    return !ProblemOf().empty();
  };
  using Entries = std::vector<DirectoryEntry>;
  EXPECT_TRUE(refused([](Entries& all) { all[1].sequence = 2; }));
  EXPECT_TRUE(refused([](Entries& all) { all[1].offset -= 4096; })) << "it lies in the first";
  EXPECT_TRUE(refused([](Entries& all) { all[1].offset += 4096; })) << "it lies in the directory";
  EXPECT_TRUE(refused([](Entries& all) { all[1].offset = UINT64_MAX - 4095; }));
  EXPECT_TRUE(refused([](Entries& all) { all[0].offset = 0; })) << "it lies in the header";
  EXPECT_TRUE(refused([](Entries& all) { all[0].payload_bytes = 1 << 30; }));
  EXPECT_TRUE(refused([](Entries& all) { all[0].packed_bytes = 0; }));
  EXPECT_TRUE(refused([](Entries& all) { all[0].packed_bytes = 8193; }));
  EXPECT_TRUE(refused([](Entries& all) { all.pop_back(); }));
}

TEST_F(Directory, HasEachChunkOnce) {
  EXPECT_FALSE(PlacesOf(set_, {{entries_[0]}, {entries_[0]}}).ok());
  EXPECT_FALSE(PlacesOf(set_, {{entries_[0]}}).ok());
  EXPECT_TRUE(PlacesOf(set_, {{entries_[0]}, {entries_[1]}}).ok());
}

}  // namespace
}  // namespace snapscope::backup
