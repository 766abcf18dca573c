// The bytes of a backup file: what was written is read, and nothing else.
#include "backup/format.h"

#include <algorithm>

#include <gtest/gtest.h>

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
  EXPECT_EQ(HeaderOf(*read), HeaderOf(set));
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

class Slot : public testing::Test {
 protected:
  Slot() : set_(SomeSet()), slot_(kSlotBytes) {
    set_.has_checksums = true;
    header_.kind = ChunkKind::kPages;
    header_.set = set_.id;
    header_.sequence = 2;
    header_.runs = {{PageId::Of(1, 8), 8}, {PageId::Of(3, 56), 8}};
    header_.payload_bytes = 16 * page::kPageSize;
    for (size_t at = 0; at < header_.payload_bytes; ++at) {
      slot_.data()[kHeaderBytes + at] = std::byte(at * 7 % 251);
    }
    SealChunk(header_, slot_.span());
  }

  std::string ProblemOf(uint64_t sequence) const {
    const auto opened = OpenChunk(slot_.span(), set_, sequence);
    return opened.ok() ? "" : opened.error().message;
  }

  BackupSet set_;
  AlignedBuffer slot_;
  ChunkHeader header_;
};

TEST_F(Slot, AChunkComesBack) {
  const auto opened = OpenChunk(slot_.span(), set_, 2);
  ASSERT_TRUE(opened.ok()) << opened.error().message;
  ASSERT_EQ(opened->runs.size(), 2);
  EXPECT_EQ(opened->runs[1].first, PageId::Of(3, 56));
  EXPECT_EQ(opened->runs[1].pages, 8);
  EXPECT_EQ(opened->payload_bytes, header_.payload_bytes);
}

TEST_F(Slot, OfAnotherPlaceOrBackupIsNone) {
  EXPECT_NE(ProblemOf(1), "");
  set_.id = 99;
  EXPECT_NE(ProblemOf(2), "");
}

TEST_F(Slot, EachByteCounts) {
  for (const size_t at :
       {size_t{9}, size_t{17}, size_t{60}, size_t{8000}, kHeaderBytes + 1, kHeaderBytes + 70'000}) {
    slot_.data()[at] ^= std::byte{1};
    EXPECT_NE(ProblemOf(2), "") << "byte " << at;
    slot_.data()[at] ^= std::byte{1};
  }
  EXPECT_EQ(ProblemOf(2), "");
}

TEST_F(Slot, WithoutChecksumsItsHeaderAloneCounts) {
  set_.has_checksums = header_.has_checksum = false;
  SealChunk(header_, slot_.span());
  slot_.data()[kHeaderBytes + 1] ^= std::byte{1};
  EXPECT_EQ(ProblemOf(2), "");
  slot_.data()[60] ^= std::byte{1};
  EXPECT_NE(ProblemOf(2), "");
}

TEST_F(Slot, HasPagesOfItsDatabaseOnly) {
  header_.runs[1] = {PageId::Of(3, 60), 8};  // beyond the file's 64 pages
  SealChunk(header_, slot_.span());
  EXPECT_NE(ProblemOf(2).find("has not"), std::string::npos);
}

}  // namespace
}  // namespace snapscope::backup
