// One disk of an array: a spindle or a unit of flash.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/ids.h"
#include "sim/devices/calendar.h"
#include "sim/served_time.h"

namespace snapscope::sim {

/// What an array asks of one of its members.
struct MemberIo {
  uint32_t member = 0;
  bool is_write = false;
  uint64_t address = 0;  ///< bytes from the start of the member
  uint64_t bytes = 0;
  bool unwritten = false;  ///< a read of bytes that nobody ever wrote
};

class Member {
 public:
  virtual ~Member() = default;

  /// The I/O arrives `now`. Its end becomes an event of `calendar`: kMember of array operation
  /// `operation`, sooner or later.
  virtual void Submit(TimeNs now, const MemberIo& io, uint32_t operation, Calendar& calendar) = 0;
  /// Such an event of this member happens `now`. Once for each.
  virtual void Ended(TimeNs now, Calendar& calendar) = 0;

  /// I/Os queued or served.
  virtual size_t pending() const = 0;
  /// How far a read at `address` would have to seek, bytes; to choose between mirrors.
  virtual uint64_t DistanceTo(uint64_t address) const = 0;
  /// What serves at once.
  virtual uint32_t units() const = 0;
  /// Of all its units together.
  const ServedTime& use() const { return use_; }

 protected:
  ServedTime use_;
};

}  // namespace snapscope::sim
