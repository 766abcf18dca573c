// A latency histogram with the bucket layout of HDR Histogram (Gil Tene), three significant
// figures, lowest value 1 us, highest 1 hour: the engine keeps only counts, readers rebuild it with
// the same three parameters by adding each count at its index. Values are recorded in microseconds
// (truncated), at least 1, at most the highest. Integers only, so the layout is the same
// everywhere.
//
// Layout: bucket 0 has 2048 linear sub-buckets of width 1, each following bucket covers twice the
// range of the one before it in 1024 sub-buckets of twice the width.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/ids.h"

namespace snapscope::telemetry {

class Histogram {
 public:
  static constexpr int64_t kLowestUs = 1;
  static constexpr int64_t kHighestUs = 3'600'000'000;
  static constexpr int kSignificantFigures = 3;
  static constexpr size_t kBucketCount = 23'552;

  Histogram();
  void Record(TimeNs latency);
  void Merge(const Histogram& other);
  /// Costs as much as the range that was recorded into, not the whole layout.
  void Reset();

  uint64_t count() const { return count_; }
  TimeNs total() const { return total_; }  ///< exact sum of what was recorded
  /// Highest value equivalent to that of the given percentile (nearest rank), in microseconds; 0
  /// when empty.
  int64_t PercentileUs(uint32_t percent_times_100) const;
  /// (bucket index, count) of the buckets that are not empty, ascending.
  std::vector<std::pair<uint32_t, uint64_t>> NonZeroBuckets() const;

  // The layout, as HdrHistogram's countsArrayIndex, valueFromIndex and highestEquivalentValue.
  static size_t IndexOf(int64_t value_us);
  static int64_t LowestValueAt(size_t index);
  static int64_t HighestValueAt(size_t index);

 private:
  std::vector<uint64_t> counts_;
  uint64_t count_ = 0;
  TimeNs total_ = 0;
  // Indices that may be non-zero: [first_, end_).
  size_t first_ = kBucketCount;
  size_t end_ = 0;
};

}  // namespace snapscope::telemetry
