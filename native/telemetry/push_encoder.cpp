#include "telemetry/push_encoder.h"

#include <algorithm>

#include "base/bytes.h"
#include "base/check.h"

namespace snapscope::telemetry {

namespace {

constexpr uint32_t kCauseBits = 3;
/// Targets from here on do not fit into the byte of the cause.
constexpr uint32_t kFarTarget = 31;
static_assert(runtime::kPushCauseCount <= size_t{1} << kCauseBits);

uint64_t ZigZag(int64_t value) {
  return (static_cast<uint64_t>(value) << 1) ^ static_cast<uint64_t>(value >> 63);
}

}  // namespace

void PushEncoder::PutVarint(uint64_t value) {
  for (; value >= 0x80; value >>= 7) PutByte((value & 0x7F) | 0x80);
  PutByte(value);
}

void PushEncoder::Add(TimeNs at, const PushRecord& record) {
  const int64_t us = at / kMicrosecond;
  if (records_ == 0) first_us_ = last_us_ = us;
  CHECK(us >= last_us_, "a push before the one before it");
  const Origin origin{record.target, record.cause};
  const auto found = std::ranges::find(recent_, origin);
  const bool follows = found == recent_.end();
  const auto place = static_cast<uint64_t>(found - recent_.begin());
  PutVarint(static_cast<uint64_t>(us - last_us_) * (recent_.size() + 1) + place);
  if (follows) PutOrigin(origin);
  std::shift_right(recent_.begin(), follows ? found : found + 1, 1);
  recent_.front() = origin;
  PutVarint(ZigZag(static_cast<int64_t>(record.page) - static_cast<int64_t>(last_page_)));
  last_page_ = record.page;
  last_us_ = us;
  ++records_;
}

void PushEncoder::PutOrigin(const Origin& origin) {
  const uint32_t near = std::min(origin.target, kFarTarget);
  PutByte(static_cast<uint64_t>(origin.cause) | (near << kCauseBits));
  if (near == kFarTarget) PutVarint(origin.target - kFarTarget);
}

void PushEncoder::SetDetail(PushDetail detail, TimeNs now) {
  CHECK(records_ == 0, "a section of two details");
  detail_ = detail;
  detail_changed_ = true;
  first_us_ = now / kMicrosecond;
}

std::vector<std::byte> PushEncoder::Take() {
  if (empty()) return {};
  std::vector<std::byte> section(bytes());
  Store(ByteSpan(section), 0, records_);
  Store(ByteSpan(section), 4, detail_);
  Store(ByteSpan(section), 8, first_us_);
  std::ranges::copy(body_, section.begin() + kPushHeaderBytes);
  taken_bytes_ += section.size();
  records_ = 0;
  last_page_ = 0;
  recent_ = {};
  detail_changed_ = false;
  body_.clear();
  return section;
}

}  // namespace snapscope::telemetry
