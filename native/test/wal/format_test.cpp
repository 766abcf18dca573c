#include "wal/format.h"

#include <string>

#include <gtest/gtest.h>

#include "base/aligned_buffer.h"
#include "base/rng.h"

namespace snapscope::wal::format_test {
namespace {

const Lsn kPlace = Lsn::Of(3, 7, 0);

ConstByteSpan MakeBlock(AlignedBuffer& buffer, const std::vector<std::string>& records) {
  uint32_t payload = 0;
  for (size_t slot = 0; slot < records.size(); ++slot) {
    FrameRecord(buffer.data() + kBlockHeaderBytes + payload, static_cast<uint16_t>(slot),
                std::as_bytes(std::span(records[slot])));
    payload += kRecordFrameBytes + static_cast<uint32_t>(records[slot].size());
  }
  return SealBlock(buffer.span(), {kPlace, 2, 0x1122334455667788}, payload,
                   static_cast<uint32_t>(records.size()));
}

std::string Dump(ConstByteSpan bytes) {
  static const char* const digits = "0123456789abcdef";
  std::string text;
  for (size_t i = 0; i < bytes.size(); ++i) {
    if (i > 0) text += i % 16 == 0 ? '\n' : ' ';
    text += digits[static_cast<int>(bytes[i]) >> 4];
    text += digits[static_cast<int>(bytes[i]) & 15];
  }
  return text;
}

TEST(BlockFormat, BytesOfABlock) {
  AlignedBuffer buffer(kMaxBlockBytes);
  const ConstByteSpan block = MakeBlock(buffer, {"begin", "commit"});
  ASSERT_EQ(block.size(), 512U);
  EXPECT_EQ(Dump(block.first(64)),
            "07 d0 85 08 d4 6c eb c4 53 53 4c 42 02 00 00 00\n"  // checksum, magic, generation
            "00 70 00 00 00 03 00 00 88 77 66 55 44 33 22 11\n"  // LSN, previous checksum
            "13 00 00 00 02 00 00 00 05 00 00 00 62 65 67 69\n"  // payload, records, first record
            "6e 06 00 01 00 63 6f 6d 6d 69 74 00 00 00 00 00");
  for (const std::byte padding : block.subspan(59)) EXPECT_EQ(padding, std::byte{0});
}

TEST(BlockFormat, DecodesWhatWasSealed) {
  AlignedBuffer buffer(kMaxBlockBytes);
  const ConstByteSpan block = MakeBlock(buffer, {"one", std::string(600, 'x'), "three"});
  ASSERT_EQ(block.size(), 1024U);
  ASSERT_EQ(PeekBlockBytes(block.first(512), kPlace), 1024U);
  const Result<BlockView> view = DecodeBlock(block, kPlace);
  ASSERT_TRUE(view.ok()) << view.error().message;
  EXPECT_EQ(view->record_count(), 3U);
  EXPECT_EQ(view->generation(), 2U);
  EXPECT_EQ(view->previous_checksum(), 0x1122334455667788U);
  EXPECT_EQ(view->end(), Lsn::Of(3, 9, 0));
  RecordCursor cursor(view->payload());
  EXPECT_EQ(cursor.Take().size(), 3U);
  EXPECT_EQ(cursor.Take().size(), 600U);
  EXPECT_EQ(cursor.Take().size(), 5U);
  EXPECT_TRUE(cursor.AtEnd());
}

TEST(BlockFormat, EveryFlippedBitIsRefused) {
  AlignedBuffer buffer(kMaxBlockBytes);
  const size_t size = MakeBlock(buffer, {"one", "two"}).size();
  for (size_t bit = 0; bit < size * 8; ++bit) {
    const std::byte mask{static_cast<unsigned char>(1U << (bit % 8))};
    buffer.data()[bit / 8] ^= mask;
    EXPECT_FALSE(DecodeBlock(buffer.span().first(size), kPlace).ok()) << "bit " << bit;
    buffer.data()[bit / 8] ^= mask;
  }
  EXPECT_TRUE(DecodeBlock(buffer.span().first(size), kPlace).ok());
}

TEST(BlockFormat, WrongPlaceAndWrongLengthAreRefused) {
  AlignedBuffer buffer(kMaxBlockBytes);
  const ConstByteSpan block = MakeBlock(buffer, {std::string(2000, 'y')});
  EXPECT_FALSE(DecodeBlock(block, Lsn::Of(4, 7, 0)).ok());
  EXPECT_FALSE(DecodeBlock(buffer.span().first(block.size() + 512), kPlace).ok());
  for (size_t size = 0; size < block.size(); ++size) {
    EXPECT_FALSE(DecodeBlock(block.first(size), kPlace).ok()) << size;
  }
}

// A valid checksum over nonsense: the frames are checked too.
TEST(BlockFormat, BadFramesUnderAGoodChecksumAreRefused) {
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    Rng rng(seed, "frames");
    AlignedBuffer buffer(kMaxBlockBytes);
    const auto payload = static_cast<uint32_t>(rng.Between(1, 400));
    for (uint32_t i = 0; i < payload; ++i) {
      buffer.data()[kBlockHeaderBytes + i] = static_cast<std::byte>(rng.Below(3));
    }
    const auto records = static_cast<uint32_t>(rng.Between(1, 8));
    const ConstByteSpan block = SealBlock(buffer.span(), {kPlace, 1, 0}, payload, records);
    const Result<BlockView> view = DecodeBlock(block, kPlace);
    if (!view.ok()) continue;
    RecordCursor cursor(view->payload());
    for (uint32_t i = 0; i < view->record_count(); ++i) EXPECT_GT(cursor.Take().size(), 0U);
    EXPECT_TRUE(cursor.AtEnd());
  }
}

TEST(BlockFormat, RandomBytesAreRefused) {
  Rng rng(1, "garbage");
  AlignedBuffer buffer(4096);
  for (int round = 0; round < 2000; ++round) {
    for (size_t i = 0; i < buffer.size(); i += 8) Store(buffer.span(), i, rng.Next());
    // Half of the time with a plausible header, so that the deeper checks are reached.
    if (round % 2 == 0) {
      Store(buffer.span(), 8, uint32_t{0x424C5353});
      Store(buffer.span(), 16, kPlace.value);
      Store(buffer.span(), 32, static_cast<uint32_t>(rng.Below(5000)));
      Store(buffer.span(), 36, static_cast<uint32_t>(rng.Below(5000)));
    }
    for (size_t size = 512; size <= buffer.size(); size += 512) {
      EXPECT_FALSE(DecodeBlock(buffer.span().first(size), kPlace).ok());
    }
  }
}

LogHeader MakeHeader() {
  LogHeader header;
  header.sequence = 41;
  header.generation = 3;
  header.geometry = *LogGeometry::For(1 << 20, 4);
  header.mark = {Lsn::Of(2, 5, 1), Lsn::Of(1, 9, 0)};
  return header;
}

TEST(HeaderFormat, RoundTripsAndRefusesEveryFlippedBit) {
  AlignedBuffer slot(kUnitBytes);
  EncodeHeader(MakeHeader(), slot.span());
  const Result<LogHeader> decoded = DecodeHeader(slot.span(), 1 << 20);
  ASSERT_TRUE(decoded.ok());
  EXPECT_EQ(decoded->sequence, 41U);
  EXPECT_EQ(decoded->generation, 3U);
  EXPECT_EQ(decoded->mark.begin, Lsn::Of(2, 5, 1));
  EXPECT_EQ(decoded->mark.oldest_active, Lsn::Of(1, 9, 0));
  EXPECT_FALSE(DecodeHeader(slot.span(), 1 << 19).ok()) << "a file that is too short";
  EXPECT_TRUE(DecodeHeader(slot.span(), 2 << 20).ok()) << "a log that has not grown yet";
  EXPECT_FALSE(DecodeHeader(slot.span().first(500), 1 << 20).ok());
  for (size_t bit = 0; bit < kUnitBytes * 8; ++bit) {
    const std::byte mask{static_cast<unsigned char>(1U << (bit % 8))};
    slot.data()[bit / 8] ^= mask;
    EXPECT_FALSE(DecodeHeader(slot.span(), 1 << 20).ok()) << "bit " << bit;
    slot.data()[bit / 8] ^= mask;
  }
}

TEST(LogGeometry, RefusesWhatIsTooSmall) {
  EXPECT_FALSE(LogGeometry::For(0, 4).ok());
  EXPECT_FALSE(LogGeometry::For(1 << 20, 0).ok());
  EXPECT_FALSE(LogGeometry::For(1 << 20, 1).ok());
  EXPECT_FALSE(LogGeometry::For(1 << 20, 16).ok());
  EXPECT_TRUE(LogGeometry::For(1 << 20, 4).ok());
}

TEST(LogGeometry, FirstBlockIsNotTheNoneLsn) {
  EXPECT_FALSE(Lsn::Of(1, 0, 0).IsNone());
  EXPECT_EQ(LogGeometry::For(1 << 20, 4)->OffsetOf(Lsn::Of(1, 0, 0)), kHeaderBytes);
  EXPECT_EQ(LogGeometry::For(1 << 20, 4)->OffsetOf(Lsn::Of(5, 2, 0)), kHeaderBytes + 1024);
}

}  // namespace
}  // namespace snapscope::wal::format_test
