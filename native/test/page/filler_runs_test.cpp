#include "page/filler_runs.h"

#include <array>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "page/log_record.h"

namespace snapscope::page::filler_runs_test {
namespace {

constexpr IndexId kIndex{3};
constexpr size_t kRowWidth = 320;
constexpr size_t kFrameBytes = 4;  // of a record in a block of log

std::vector<std::byte> RowOf(uint64_t key, uint32_t version, size_t width = kRowWidth) {
  std::vector<std::byte> row(width);
  EncodeRow(kIndex, Row{.key = key, .value = 7, .version = version}, row);
  return row;
}

/// An update that logs so many bytes of its row.
std::vector<std::byte> UpdateOf(uint64_t key, size_t logged = kRowWidth) {
  LogRecord record;
  record.type = RecordType::kUpdateRow;
  record.index = kIndex;
  record.txn = TxnId{5};
  record.page = PageId::Of(1, 77);
  record.before = RowOf(key, 1, logged);
  record.after = RowOf(key, 2, logged);
  std::vector<std::byte> bytes;
  Encode(record, bytes);
  return bytes;
}

size_t ExpectThatAllComesBack(ConstByteSpan bytes) {
  std::vector<std::byte> packed(bytes.size());
  const size_t length = PackFillers(bytes, packed);
  if (length == 0) return bytes.size();
  std::vector<std::byte> again(bytes.size(), std::byte{0xAB});
  UnpackFillers(ConstByteSpan(packed).first(length), again);
  EXPECT_TRUE(std::ranges::equal(bytes, again));
  return length;
}

TEST(FillerRuns, AWordTellsTheNextOfItsFiller) {
  const std::vector<std::byte> row = RowOf(11, 4);
  for (size_t at = kRowHeaderSize; at + 8 < row.size(); at += 8) {
    EXPECT_EQ(FillerAfter(Load<uint64_t>(row, at)), Load<uint64_t>(row, at + 8));
  }
}

TEST(FillerRuns, AnyBytesComeBack) {
  for (uint64_t seed = 1; seed <= 2'000; ++seed) {
    Rng rng(seed, "pieces");
    std::vector<std::byte> bytes;
    while (bytes.size() < kPageSize) {
      const uint64_t words = 1 + rng.Below(60);
      const uint64_t kind = rng.Below(3);
      uint64_t word = kind == 0 ? 0 : rng.Next();
      for (uint64_t i = 0; i < words && bytes.size() < kPageSize; ++i) {
        bytes.resize(bytes.size() + 8);
        Store(ByteSpan(bytes), bytes.size() - 8, word);
        if (kind == 1) word = FillerAfter(word);
        if (kind == 2) word = rng.Next();
      }
    }
    ASSERT_LE(ExpectThatAllComesBack(bytes), kPageSize) << "seed " << seed;
  }
}

TEST(FillerRuns, AnUpdateIsKeptInAQuarterOfItsBytes) {
  std::vector<std::byte> log;
  for (uint64_t key = 1; key <= 10; ++key) {
    const std::vector<std::byte> record = UpdateOf(key);
    log.resize(log.size() + kFrameBytes);
    log.insert(log.end(), record.begin(), record.end());
  }
  EXPECT_LT(4 * ExpectThatAllComesBack(log), log.size());
}

// An update of one column logs the row's header before and after, and no filler.
TEST(FillerRuns, OfNumbersThatAreSmallTheZerosAreLeftOut) {
  std::vector<std::byte> log;
  for (uint64_t key = 1; key <= 70; ++key) {
    const std::vector<std::byte> bytes = UpdateOf(key, kRowHeaderSize);
    log.resize(log.size() + kFrameBytes);
    log.insert(log.end(), bytes.begin(), bytes.end());
  }
  EXPECT_LT(2 * ExpectThatAllComesBack(log), log.size());
}

TEST(FillerRuns, WhatHasNeitherRunsNorZerosIsNotPacked) {
  Rng rng(1, "words");
  std::array<std::byte, kPageSize> bytes;
  for (size_t at = 0; at < bytes.size(); at += 8) Store(ByteSpan(bytes), at, rng.Next());
  std::array<std::byte, kPageSize> packed;
  EXPECT_EQ(PackFillers(bytes, packed), 0u);
}

}  // namespace
}  // namespace snapscope::page::filler_runs_test
