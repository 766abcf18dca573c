#include "sim/devices/spindle.h"

#include <algorithm>
#include <tuple>

#include "base/check.h"

namespace snapscope::sim {

namespace {

constexpr TimeNs kLongestWait = 500 * kMillisecond;
constexpr uint32_t kBatch = 16;
// A byte that came by this recently is not missed: times are rounded to nanoseconds.
constexpr TimeNs kRounding = kMicrosecond;

}  // namespace

Spindle::Spindle(const SpindleOptions& options, TimeNs phase)
    : options_(options),
      seek_(options.track_to_track_seek, options.average_seek, options.full_stroke_seek),
      revolution_(60 * kSecond / options.rotations_per_minute),
      track_bytes_(options.bytes_per_second * 60 / options.rotations_per_minute),
      phase_(phase) {
  CHECK(options.capacity_bytes > track_bytes_ && track_bytes_ > 0, "a disk has tracks");
}

TimeNs Spindle::Transfer(uint64_t bytes) const {
  return std::max<TimeNs>(
      1, static_cast<TimeNs>(bytes * static_cast<uint64_t>(kSecond) / options_.bytes_per_second));
}

TimeNs Spindle::Rotation(TimeNs at, uint64_t address) const {
  const TimeNs phase = Transfer(address % track_bytes_);
  const TimeNs wait = (phase - (at + phase_) % revolution_ + revolution_) % revolution_;
  return wait > revolution_ - kRounding ? 0 : wait;
}

TimeNs Spindle::DurationOf(TimeNs now, const Queued& io) const {
  if (!io.is_write && io.address == head_ && read_ahead_since_ != kNever) {
    return std::max<TimeNs>(read_ahead_since_ + Transfer(io.bytes) - now, 1);
  }
  const uint64_t distance = DistanceTo(io.address);
  TimeNs seek = distance < track_bytes_ ? 0 : seek_.Time(distance, options_.capacity_bytes);
  if (io.is_write && seek > 0) seek += options_.write_settle;
  return seek + Rotation(now + seek, io.address) + Transfer(io.bytes);
}

Spindle::Queued Spindle::TakeNext(TimeNs now) {
  auto next = std::ranges::lower_bound(queue_, head_, {}, &Queued::address);
  if (next == queue_.end()) next = queue_.begin();
  if (++in_direction_ >= kBatch) {
    const auto oldest = std::ranges::min_element(queue_, {}, &Queued::order);
    if (now - oldest->arrived >= kLongestWait) {
      next = oldest;
      in_direction_ = 0;
    }
  }
  const Queued io = *next;
  queue_.erase(next);
  return io;
}

void Spindle::Serve(TimeNs now, Calendar& calendar) {
  const Queued io = TakeNext(now);
  const TimeNs done = now + DurationOf(now, io);
  head_ = io.address + io.bytes;
  read_ahead_since_ = io.is_write ? kNever : done;
  is_serving_ = true;
  use_.Add(io.arrived, now, done);
  calendar.Add(done, DeviceEvent::kMember, io.operation, io.member);
}

void Spindle::Submit(TimeNs now, const MemberIo& io, uint32_t operation, Calendar& calendar) {
  const Queued queued{io.address % options_.capacity_bytes,
                      next_order_++,
                      io.bytes,
                      now,
                      operation,
                      io.member,
                      io.is_write};
  const auto place = std::ranges::upper_bound(
      queue_, std::tuple(queued.address, queued.order), {},
      [](const Queued& other) { return std::tuple(other.address, other.order); });
  queue_.insert(place, queued);
  if (!is_serving_) Serve(now, calendar);
}

void Spindle::Ended(TimeNs now, Calendar& calendar) {
  is_serving_ = false;
  if (!queue_.empty()) Serve(now, calendar);
}

}  // namespace snapscope::sim
