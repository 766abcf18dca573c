// The bucket layout against HdrHistogram's: expected figures were taken from hdr-histogram-js 3
// (build({lowestDiscernibleValue: 1, highestTrackableValue: 3600000000,
// numberOfSignificantValueDigits: 3}), countsArrayIndex and highestEquivalentValue).
#include "telemetry/histogram.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"

namespace snapscope::telemetry::histogram_test {
namespace {

struct Known {
  int64_t value;
  size_t index;
  int64_t highest_equivalent;
};

constexpr Known kKnown[] = {
    {0, 0, 0},
    {1, 1, 1},
    {2, 2, 2},
    {1'023, 1'023, 1'023},
    {1'024, 1'024, 1'024},
    {2'046, 2'046, 2'046},
    {2'047, 2'047, 2'047},
    {2'048, 2'048, 2'049},
    {2'049, 2'048, 2'049},
    {2'050, 2'049, 2'051},
    {4'095, 3'071, 4'095},
    {4'096, 3'072, 4'099},
    {4'099, 3'072, 4'099},
    {5'000, 3'298, 5'003},
    {8'191, 4'095, 8'191},
    {8'192, 4'096, 8'199},
    {10'007, 4'322, 10'007},
    {65'535, 7'167, 65'535},
    {65'536, 7'168, 65'599},
    {999'999, 11'169, 1'000'447},
    {1'000'000, 11'169, 1'000'447},
    {123'456'789, 18'267, 123'469'823},
    {2'147'483'647, 22'527, 2'147'483'647},
    {2'147'483'648, 22'528, 2'149'580'799},
    {3'599'999'999, 23'220, 3'600'809'983},
    {3'600'000'000, 23'220, 3'600'809'983},
};

TEST(HistogramTest, IndexIsHdrHistograms) {
  for (const Known& known : kKnown) {
    EXPECT_EQ(Histogram::IndexOf(known.value), known.index) << known.value;
    EXPECT_EQ(Histogram::HighestValueAt(known.index), known.highest_equivalent) << known.value;
  }
  EXPECT_LT(Histogram::IndexOf(Histogram::kHighestUs), Histogram::kBucketCount);
}

TEST(HistogramTest, BucketsCoverTheRangeWithoutGaps) {
  for (size_t index = 0; index + 1 < Histogram::kBucketCount; ++index) {
    ASSERT_EQ(Histogram::HighestValueAt(index) + 1, Histogram::LowestValueAt(index + 1)) << index;
    if (Histogram::HighestValueAt(index) > Histogram::kHighestUs) break;
    ASSERT_EQ(Histogram::IndexOf(Histogram::LowestValueAt(index)), index);
    ASSERT_EQ(Histogram::IndexOf(Histogram::HighestValueAt(index)), index);
  }
}

TEST(HistogramTest, ValuesAreTruncatedMicrosecondsWithinTheLimits) {
  Histogram histogram;
  histogram.Record(0);
  histogram.Record(1'999);
  histogram.Record(2 * 3'600 * kSecond);
  const std::vector<std::pair<uint32_t, uint64_t>> expected = {
      {1, 2}, {static_cast<uint32_t>(Histogram::IndexOf(Histogram::kHighestUs)), 1}};
  EXPECT_EQ(histogram.NonZeroBuckets(), expected);
  EXPECT_EQ(histogram.total(), 1'999 + 2 * 3'600 * kSecond) << "the sum is exact";
}

TEST(HistogramTest, PercentileIsHighestEquivalentOfTheNearestRank) {
  Histogram histogram;
  EXPECT_EQ(histogram.PercentileUs(5'000), 0);
  for (int64_t ms = 1; ms <= 100; ++ms) histogram.Record(ms * kMillisecond);
  EXPECT_EQ(histogram.PercentileUs(0), 1'000);
  EXPECT_EQ(histogram.PercentileUs(5'000), 50'015);
  EXPECT_EQ(histogram.PercentileUs(5'001), 51'007);
  EXPECT_EQ(histogram.PercentileUs(9'500), 95'039);
  EXPECT_EQ(histogram.PercentileUs(9'900), 99'007);
  EXPECT_EQ(histogram.PercentileUs(10'000), 100'031);
}

TEST(HistogramTest, PercentileIsWithinOnePerMille) {
  Histogram histogram;
  Rng random(7, "latencies");
  std::vector<int64_t> values;
  for (int i = 0; i < 20'000; ++i) {
    values.push_back(1 + random.Exponential(30'000));
    histogram.Record(values.back() * kMicrosecond);
  }
  std::sort(values.begin(), values.end());
  for (const uint32_t percentile : {1'000u, 5'000u, 9'500u, 9'900u, 9'999u}) {
    const int64_t exact = values[values.size() * percentile / 10'000 - 1];
    EXPECT_GE(histogram.PercentileUs(percentile), exact);
    EXPECT_LE(histogram.PercentileUs(percentile), exact + exact / 1'000 + 1);
  }
}

TEST(HistogramTest, MergeEqualsRecordingIntoOne) {
  Histogram one;
  Histogram two;
  Histogram both;
  Rng random(3, "latencies");
  for (int i = 0; i < 1'000; ++i) {
    const TimeNs latency = random.Exponential(5 * kMillisecond);
    (i % 3 == 0 ? one : two).Record(latency);
    both.Record(latency);
  }
  one.Merge(two);
  EXPECT_EQ(one.NonZeroBuckets(), both.NonZeroBuckets());
  EXPECT_EQ(one.count(), both.count());
  EXPECT_EQ(one.total(), both.total());
  EXPECT_EQ(one.PercentileUs(9'900), both.PercentileUs(9'900));
}

TEST(HistogramTest, ResetLeavesNothing) {
  Histogram histogram;
  histogram.Record(kSecond);
  histogram.Record(kMicrosecond);
  histogram.Reset();
  EXPECT_EQ(histogram.count(), 0u);
  EXPECT_EQ(histogram.total(), 0);
  EXPECT_TRUE(histogram.NonZeroBuckets().empty());
  histogram.Record(5 * kMicrosecond);
  EXPECT_EQ(histogram.PercentileUs(10'000), 5);
}

}  // namespace
}  // namespace snapscope::telemetry::histogram_test
