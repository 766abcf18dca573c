// Push records as their reader has them.
#include "telemetry/push_encoder.h"

#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "test/support/push_records.h"

namespace snapscope::telemetry::push_encoder_test {
namespace {

using runtime::PushCause;
using test::SectionReader;
using test::ToldPush;

TEST(PushEncoder, GivesBackWhatItWasTold) {
  Rng rng(7, "pushes");
  PushEncoder encoder;
  uint64_t bytes = 0;
  TimeNs now = 3 * kSecond;
  for (int section = 0; section < 20; ++section) {
    std::vector<ToldPush> told;
    for (uint64_t i = rng.Below(200) + 1; i > 0; --i) {
      now += static_cast<TimeNs>(rng.Below(uint64_t{1} << rng.Below(36)));
      const PushRecord record{
          .target = static_cast<uint32_t>(rng.Below(rng.Below(2) == 0 ? 3 : 900)),
          .page = rng.Below(uint64_t{1} << rng.Below(33)),
          .cause = static_cast<PushCause>(rng.Below(runtime::kPushCauseCount))};
      encoder.Add(now, record);
      told.push_back({.us = now / kMicrosecond, .record = record});
    }
    const std::vector<std::byte> bytes_of_section = encoder.Take();
    bytes += bytes_of_section.size();
    EXPECT_TRUE(encoder.empty());
    const std::vector<ToldPush> read = SectionReader(bytes_of_section).Read();
    ASSERT_EQ(read.size(), told.size());
    for (size_t i = 0; i < read.size(); ++i) {
      EXPECT_EQ(read[i].us, told[i].us);
      EXPECT_EQ(read[i].record.target, told[i].record.target);
      EXPECT_EQ(read[i].record.page, told[i].record.page);
      EXPECT_EQ(read[i].record.cause, told[i].record.cause);
      EXPECT_EQ(read[i].detail, PushDetail::kPages);
    }
  }
  EXPECT_EQ(encoder.total_bytes(), bytes + kPushHeaderBytes);
}

// The reader's test has the same bytes.
TEST(PushEncoder, GivesTheseBytes) {
  PushEncoder encoder;
  encoder.Add(5 * kSecond, {.target = 1, .page = 7000, .cause = PushCause::kWorkload});
  encoder.Add(5 * kSecond + 999, {.target = 2, .page = 12, .cause = PushCause::kWorkload});
  encoder.Add(5 * kSecond + 1'500'999,
              {.target = 40, .page = 8'388'607, .cause = PushCause::kIndexBuild});
  encoder.Add(5 * kSecond + 1'501'000,
              {.target = 1, .page = 8'388'607, .cause = PushCause::kWorkload});
  const std::vector<std::vector<uint8_t>> expected = {{4, 0, 0, 0, 0, 0, 0, 0},
                                                      {0x40, 0x4B, 0x4C, 0, 0, 0, 0, 0},
                                                      {3, 8, 0xB0, 0x6D},
                                                      {3, 16, 0x97, 0x6D},
                                                      {0xF3, 0x2E, 251, 9, 0xE6, 0xFF, 0xFF, 0x07},
                                                      {6, 0}};
  const std::vector<std::byte> given = encoder.Take();
  size_t at = 0;
  for (const std::vector<uint8_t>& part : expected) {
    for (const uint8_t byte : part) EXPECT_EQ(Load<uint8_t>(given, at++), byte) << at;
  }
  EXPECT_EQ(at, given.size());
}

TEST(PushEncoder, TakesFourBytesForAPageOfASmallDatabaseSoonAfterTheOneBefore) {
  PushEncoder encoder;
  for (uint64_t i = 0; i < 1000; ++i) {
    encoder.Add(static_cast<TimeNs>(i) * kMillisecond,
                {.target = 1, .page = i * 7919 % 8192, .cause = PushCause::kWorkload});
  }
  EXPECT_LE(encoder.bytes(), kPushHeaderBytes + 4 * 1000 + 1);
}

TEST(PushEncoder, NothingIsASectionOnlyWhereFromThenOnLessIsTold) {
  PushEncoder encoder;
  EXPECT_TRUE(encoder.empty());
  EXPECT_TRUE(encoder.Take().empty());
  encoder.SetDetail(PushDetail::kNothing, 5 * kMicrosecond);
  EXPECT_FALSE(encoder.empty());
  const std::vector<std::byte> section = encoder.Take();
  ASSERT_EQ(section.size(), kPushHeaderBytes);
  EXPECT_EQ(Load<uint32_t>(section, 0), 0U);
  EXPECT_EQ(Load<PushDetail>(section, 4), PushDetail::kNothing);
  EXPECT_EQ(Load<int64_t>(section, 8), 5);
  EXPECT_TRUE(encoder.empty());
}

}  // namespace
}  // namespace snapscope::telemetry::push_encoder_test
