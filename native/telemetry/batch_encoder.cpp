#include "telemetry/batch_encoder.h"

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace snapscope::telemetry {

namespace {

class Appender {
 public:
  explicit Appender(size_t bytes) : bytes_(bytes) {}

  template <typename T>
  void Put(T value) {
    Store(ByteSpan(bytes_), offset_, value);
    offset_ += sizeof(T);
  }

  void PutBytes(ConstByteSpan bytes) {
    CHECK(offset_ + bytes.size() <= bytes_.size(), "%zu bytes more", bytes.size());
    std::ranges::copy(bytes, bytes_.begin() + static_cast<ptrdiff_t>(offset_));
    offset_ += bytes.size();
  }

  std::vector<std::byte> Take() {
    CHECK(offset_ == bytes_.size(), "%zu of %zu bytes", offset_, bytes_.size());
    return std::move(bytes_);
  }

 private:
  std::vector<std::byte> bytes_;
  size_t offset_ = 0;
};

void PutWaitColumns(Appender& out, std::span<const SampleRow> rows, size_t wait) {
  for (const SampleRow& row : rows) out.Put(row.waits[wait].tasks);
  for (const SampleRow& row : rows) out.Put(row.waits[wait].wait_ms);
  for (const SampleRow& row : rows) out.Put(row.waits[wait].signal_ms);
}

}  // namespace

std::vector<std::byte> EncodeBatch(std::span<const SampleRow> rows, std::string_view events,
                                   ConstByteSpan pushes) {
  CHECK(std::max({rows.size(), events.size(), pushes.size()}) <= UINT32_MAX, "batch too large");
  const size_t columns = 1 + kCounterCount + 3 * kWaitCount;
  Appender out(kBatchHeaderBytes + rows.size() * columns * sizeof(double) + events.size() +
               pushes.size());
  out.Put(kBatchMagic);
  out.Put(static_cast<uint32_t>(rows.size()));
  out.Put(static_cast<uint32_t>(kCounterCount));
  out.Put(static_cast<uint32_t>(kWaitCount));
  out.Put(static_cast<uint32_t>(events.size()));
  out.Put(static_cast<uint32_t>(pushes.size()));
  for (const SampleRow& row : rows) out.Put(row.time);
  for (size_t counter = 0; counter < kCounterCount; ++counter) {
    for (const SampleRow& row : rows) out.Put(row.counters[counter]);
  }
  for (size_t wait = 0; wait < kWaitCount; ++wait) PutWaitColumns(out, rows, wait);
  out.PutBytes(std::as_bytes(std::span(events)));
  out.PutBytes(pushes);
  return out.Take();
}

}  // namespace snapscope::telemetry
