// A storage device as a volume sees it: I/Os go in, and at some engine time they are done.
//
// A device either knows when an I/O will be done as it arrives (first in, first out: QueueDevice),
// or learns it from what arrives later (an elevator chooses anew whenever its head is free:
// devices/composed_device.h). The second kind has events of its own, which whoever owns it lets
// happen at their times; sim/device_driver.h does so on an executor. What lies behind the last such
// event is known in advance, and has none. Devices know no executor, so that a model can be
// measured by itself.
#pragma once

#include <coroutine>
#include <cstdint>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/local_ptr.h"
#include "base/part_use.h"

namespace snapscope::sim {

struct DeviceIo {
  bool is_write = false;
  bool sequential = false;  ///< starts where the previous I/O of its file ended
  uint64_t address = 0;     ///< bytes from the start of the volume
  uint64_t bytes = 0;
  bool unwritten =
      false;  ///< a read of what nobody ever wrote; of a device that AnswersUnwritten()
  bool skips_link = false;  ///< of the array itself, or of another host
};

/// The end of an I/O whose time may not be known when it arrives.
struct Completion {
  TimeNs at = kNever;                ///< kNever: not known yet; else past or to come
  std::coroutine_handle<> waiter{};  ///< whom to resume `after` then; at most one
  TimeNs after = 0;
};

/// An I/O that was issued: done at a known time, or at the one that its completion says or will
/// say.
struct IssuedIo {
  TimeNs done = 0;
  LocalPtr<Completion> completion{};  ///< null: `done` is known
  TimeNs after = 0;                   ///< what the file system takes when the device is done

  bool IsKnown() const { return completion == nullptr || completion->at != kNever; }
  /// With `after`. Only once it is known.
  TimeNs Done() const { return (completion ? completion->at : done) + after; }
};

/// An I/O whose bytes lie in several places of an array: it is done when each part is.
struct IssuedIos {
  IssuedIo first{.done = kNever};
  std::vector<IssuedIo> rest{};
};

/// What the file system above a device adds.
struct FileCosts {
  TimeNs submit_cost = 10 * kMicrosecond;  ///< a write call that need not wait for the device
  TimeNs region_allocation = 100 * kMicrosecond;  ///< of a sparse file, in the write call
  /// A write that allocates has its file to itself, from the allocation to its end at the device.
  bool allocates_alone = false;
  /// Writes of 4 KB to the start of the volume, one after another, before the first write to a
  /// region of a sparse file: what NTFS logs and writes of its own when it allocates.
  uint32_t region_metadata_writes = 0;
  /// Writes of 4 KB to the start of the volume before a flush of a sparse file: the journal that
  /// says which pages it has now.
  uint32_t sparse_flush_writes = 0;
};

class Device {
 public:
  virtual ~Device() = default;

  /// An I/O arrives `now`. Calls in order of time, also among AdvanceTo().
  virtual IssuedIo Issue(TimeNs now, const DeviceIo& io) = 0;

  /// When something happens next inside the device, kNever if nothing does before the next I/O.
  virtual TimeNs NextEvent() const { return kNever; }
  /// Lets everything happen that is due `now`; appends the completions whose times it made known:
  /// `now` or later ones. What Issue() knew is not among them.
  virtual void AdvanceTo(TimeNs, std::vector<LocalPtr<Completion>>&) {}

  /// True if a read of bytes that were never written takes less than another: the device knows that
  /// it has none, as flash does from its map.
  virtual bool AnswersUnwritten() const { return false; }

  /// True if what a write leaves in the device is lost when its power fails, until it is flushed.
  virtual bool NeedsFlush() const { return false; }
  /// A flush arrives `now`. The answer means what that of Issue() means.
  virtual IssuedIo Flush(TimeNs now) { return {.done = now}; }

  /// I/Os issued so far, flushes apart.
  virtual uint64_t ios() const = 0;
  /// Appends how busy its parts have been by `now`. `volume` is what their names begin with.
  virtual void AddUse(TimeNs now, const std::string& volume, std::vector<PartUse>& uses) const = 0;
};

}  // namespace snapscope::sim
