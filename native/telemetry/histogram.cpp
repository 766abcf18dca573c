#include "telemetry/histogram.h"

#include <algorithm>
#include <bit>

#include "base/check.h"

namespace snapscope::telemetry {

namespace {

// 2 * 10^3 values need single-unit resolution: the next power of two is 2^11.
constexpr int kSubBucketHalfMagnitude = 10;
constexpr int64_t kSubBucketHalfCount = int64_t{1} << kSubBucketHalfMagnitude;
constexpr uint64_t kSubBucketMask = 2 * kSubBucketHalfCount - 1;

}  // namespace

Histogram::Histogram() : counts_(kBucketCount) {}

size_t Histogram::IndexOf(int64_t value_us) {
  CHECK(value_us >= 0 && value_us <= kHighestUs, "value %lld us", static_cast<long long>(value_us));
  const auto value = static_cast<uint64_t>(value_us);
  const int bucket =
      static_cast<int>(std::bit_width(value | kSubBucketMask)) - (kSubBucketHalfMagnitude + 1);
  const auto sub_bucket = static_cast<int64_t>(value >> bucket);
  return static_cast<size_t>((int64_t{bucket + 1} << kSubBucketHalfMagnitude) + sub_bucket -
                             kSubBucketHalfCount);
}

int64_t Histogram::LowestValueAt(size_t index) {
  CHECK(index < kBucketCount, "index %zu", index);
  const auto position = static_cast<int64_t>(index);
  // The first bucket's lower half stands at the front; it has no bucket of its own.
  if (position < kSubBucketHalfCount) return position;
  const int64_t bucket = (position >> kSubBucketHalfMagnitude) - 1;
  const int64_t sub_bucket = (position & (kSubBucketHalfCount - 1)) + kSubBucketHalfCount;
  return sub_bucket << bucket;
}

int64_t Histogram::HighestValueAt(size_t index) {
  const int64_t bucket =
      std::max<int64_t>((static_cast<int64_t>(index) >> kSubBucketHalfMagnitude) - 1, 0);
  return LowestValueAt(index) + (int64_t{1} << bucket) - 1;
}

void Histogram::Record(TimeNs latency) {
  CHECK(latency >= 0, "latency %lld ns", static_cast<long long>(latency));
  const size_t index = IndexOf(std::clamp(latency / kMicrosecond, kLowestUs, kHighestUs));
  ++counts_[index];
  ++count_;
  total_ += latency;
  first_ = std::min(first_, index);
  end_ = std::max(end_, index + 1);
}

void Histogram::Merge(const Histogram& other) {
  for (size_t i = other.first_; i < other.end_; ++i) counts_[i] += other.counts_[i];
  count_ += other.count_;
  total_ += other.total_;
  first_ = std::min(first_, other.first_);
  end_ = std::max(end_, other.end_);
}

void Histogram::Reset() {
  for (size_t i = first_; i < end_; ++i) counts_[i] = 0;
  count_ = 0;
  total_ = 0;
  first_ = kBucketCount;
  end_ = 0;
}

int64_t Histogram::PercentileUs(uint32_t percent_times_100) const {
  CHECK(percent_times_100 <= 10'000, "percentile %u / 100", percent_times_100);
  if (count_ == 0) return 0;
  // Whole and remainder apart, so that the product cannot overflow.
  const uint64_t whole = count_ / 10'000 * percent_times_100;
  const uint64_t rest = (count_ % 10'000 * percent_times_100 + 9'999) / 10'000;
  const uint64_t rank = std::max<uint64_t>(whole + rest, 1);
  uint64_t seen = 0;
  for (size_t i = first_; i < end_; ++i) {
    seen += counts_[i];
    if (seen >= rank) return HighestValueAt(i);
  }
  CHECK(false, "counts do not add up to %llu", static_cast<unsigned long long>(count_));
  return 0;
}

std::vector<std::pair<uint32_t, uint64_t>> Histogram::NonZeroBuckets() const {
  std::vector<std::pair<uint32_t, uint64_t>> buckets;
  for (size_t i = first_; i < end_; ++i) {
    if (counts_[i] > 0) buckets.emplace_back(static_cast<uint32_t>(i), counts_[i]);
  }
  return buckets;
}

}  // namespace snapscope::telemetry
