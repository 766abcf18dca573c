// A rotating disk: one head, which an elevator moves in one direction and back (C-LOOK).
//
// Time of an I/O: seek by distance (seek_curve.h), then the wait until its first byte comes by,
// then its transfer. The platter turns by the clock, so the wait follows from where the byte lies;
// tracks are laid out so that what follows is read on without a pause. A read that goes on where
// the last one ended finds what the drive has read ahead since. One density of tracks everywhere
// (no zones), and addresses in one direction.
//
// When the head is free it takes the next I/O in its direction, so deep queues seek less. Once in
// 16 I/Os the oldest goes first that has waited for half a second, so that a stream just ahead of
// the head cannot starve the others (both numbers are those of Linux's deadline scheduler).
#pragma once

#include <vector>

#include "sim/devices/member.h"
#include "sim/devices/seek_curve.h"
#include "storage/device_description.h"

namespace snapscope::sim {

using storage::SpindleOptions;

class Spindle final : public Member {
 public:
  /// Platters of different disks do not turn in step: `phase` is how far this one is ahead.
  Spindle(const SpindleOptions& options, TimeNs phase);

  void Submit(TimeNs now, const MemberIo& io, uint32_t operation, Calendar& calendar) override;
  void Ended(TimeNs now, Calendar& calendar) override;
  size_t pending() const override { return queue_.size() + (is_serving_ ? 1 : 0); }
  uint64_t DistanceTo(uint64_t address) const override {
    return address > head_ ? address - head_ : head_ - address;
  }
  uint32_t units() const override { return 1; }

 private:
  struct Queued {
    uint64_t address;
    uint64_t order;  // of arrival
    uint64_t bytes;
    TimeNs arrived;
    uint32_t operation;
    uint32_t member;
    bool is_write;
  };

  Queued TakeNext(TimeNs now);
  void Serve(TimeNs now, Calendar& calendar);
  TimeNs DurationOf(TimeNs now, const Queued& io) const;
  TimeNs Rotation(TimeNs at, uint64_t address) const;
  TimeNs Transfer(uint64_t bytes) const;

  const SpindleOptions options_;
  const SeekCurve seek_;
  const TimeNs revolution_;
  const uint64_t track_bytes_;
  const TimeNs phase_;
  std::vector<Queued> queue_;  // by address, then arrival
  uint64_t next_order_ = 0;
  uint32_t in_direction_ = 0;         // I/Os since one went first
  uint64_t head_ = 0;                 // where the last I/O ended
  TimeNs read_ahead_since_ = kNever;  // the last I/O was a read that ended then
  bool is_serving_ = false;
};

}  // namespace snapscope::sim
