// Flash: an SSD, a PCIe card, or one of an array's SSDs.
//
// Data lies in flash pages across `channels` (units that work at once: dies, not wires). A read of
// a page takes its channel for `read`. A write goes to the buffer and is done when it is there; a
// page of buffered bytes takes the next channel in turn for `program`, packed, so that 8 KB on 16
// KB pages cost half a program. A full buffer makes writes wait for programs: that is the rate it
// sustains.
//
// What was never written lies in no flash page. The controller's map says so, and a read of it
// takes no channel: it answers at once (NVMe calls such blocks deallocated; whoever measures reads
// writes the whole drive first, as SNIA's test specification asks).
//
// The cliff. Drives program some flash fast (one bit per cell, or erased blocks kept ready) and
// move it later: after `fast_bytes` of writes a program takes `sustained_program`. Idle time earns
// fast bytes again, at the sustained rate.
//
// A controller that compresses programs `stored_percent` of what it is given: 100 for data that
// does not compress.
//
// Each channel is first in, first out, so the time of every I/O is known as it arrives.
#pragma once

#include <tuple>
#include <vector>

#include "sim/devices/member.h"
#include "storage/device_description.h"

namespace snapscope::sim {

using storage::FlashOptions;

class Flash final : public Member {
 public:
  explicit Flash(const FlashOptions& options);

  void Submit(TimeNs now, const MemberIo& io, uint32_t operation, Calendar& calendar) override;
  void Ended(TimeNs, Calendar&) override { --pending_; }
  size_t pending() const override { return pending_; }
  uint64_t DistanceTo(uint64_t) const override { return 0; }
  uint32_t units() const override { return options_.channels; }

 private:
  struct Program {
    TimeNs done;
    uint64_t bytes;   // as the host counts them
    uint64_t number;  // of those that end at one instant the older leaves first
    bool operator>(const Program& other) const {
      return std::tie(done, number) > std::tie(other.done, other.number);
    }
  };

  TimeNs Read(TimeNs now, const MemberIo& io);
  TimeNs Write(TimeNs now, uint64_t bytes);
  TimeNs ProgramTime(TimeNs now, uint64_t bytes);
  TimeNs OccupyChannel(uint64_t channel, TimeNs now, TimeNs duration);
  Program TakeEarliest();

  const FlashOptions options_;
  const uint64_t page_of_host_bytes_;  // that a flash page holds, compressed
  std::vector<TimeNs> channel_free_;
  uint64_t open_page_ = 0;  // being filled: its number decides its channel
  uint64_t open_page_left_;
  std::vector<Program> programs_;  // min heap: of what is in the buffer
  uint64_t buffered_ = 0;          // bytes of them
  uint64_t next_program_ = 0;
  uint64_t fast_left_;
  TimeNs programmed_until_ = 0;  // the last program ends then
  size_t pending_ = 0;
};

}  // namespace snapscope::sim
