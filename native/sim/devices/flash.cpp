#include "sim/devices/flash.h"

#include <algorithm>
#include <functional>

#include "base/check.h"

namespace snapscope::sim {

Flash::Flash(const FlashOptions& options)
    : options_(options),
      page_of_host_bytes_(options.page_bytes * 100 / options.stored_percent),
      channel_free_(options.channels, 0),
      open_page_left_(page_of_host_bytes_),
      fast_left_(options.fast_bytes) {
  CHECK(options.channels > 0 && page_of_host_bytes_ > 0, "flash has channels and pages");
}

TimeNs Flash::OccupyChannel(uint64_t channel, TimeNs now, TimeNs duration) {
  TimeNs& free = channel_free_[channel];
  const TimeNs begin = std::max(free, now);
  free = begin + duration;
  use_.Add(now, begin, free);
  return free;
}

TimeNs Flash::Read(TimeNs now, const MemberIo& io) {
  TimeNs done = now;
  if (io.unwritten) return done;
  const uint64_t last = (io.address + io.bytes - 1) / options_.page_bytes;
  for (uint64_t page = io.address / options_.page_bytes; page <= last; ++page) {
    done = std::max(done, OccupyChannel(page % options_.channels, now, options_.read));
  }
  return done;
}

// The time to program a share of a page, by what is left of the fast bytes.
TimeNs Flash::ProgramTime(TimeNs now, uint64_t bytes) {
  TimeNs program = options_.program;
  if (options_.fast_bytes > 0) {
    if (now > programmed_until_) {
      const uint64_t idle = static_cast<uint64_t>(now - programmed_until_);
      const uint64_t pages =
          idle * options_.channels / static_cast<uint64_t>(options_.sustained_program);
      fast_left_ = std::min(options_.fast_bytes, fast_left_ + pages * options_.page_bytes);
      if (pages > 0) programmed_until_ = now;  // else idle time adds up
    }
    if (fast_left_ < bytes) program = options_.sustained_program;
    fast_left_ -= std::min(fast_left_, bytes);
  }
  return std::max<TimeNs>(
      1, static_cast<TimeNs>(static_cast<uint64_t>(program) * bytes / page_of_host_bytes_));
}

Flash::Program Flash::TakeEarliest() {
  std::pop_heap(programs_.begin(), programs_.end(), std::greater<>());
  const Program program = programs_.back();
  programs_.pop_back();
  buffered_ -= program.bytes;
  return program;
}

TimeNs Flash::Write(TimeNs now, uint64_t bytes) {
  while (!programs_.empty() && programs_.front().done <= now) TakeEarliest();
  TimeNs done = now;  // of all of it, buffered or programmed
  while (bytes > 0) {
    const uint64_t part = std::min(bytes, open_page_left_);
    bytes -= part;
    TimeNs room = now;
    while (buffered_ + part > options_.buffer_bytes && !programs_.empty()) {
      room = TakeEarliest().done;
    }
    const TimeNs programmed =
        OccupyChannel(open_page_ % options_.channels, now, ProgramTime(now, part));
    open_page_left_ -= part;
    if (open_page_left_ == 0) {
      ++open_page_;
      open_page_left_ = page_of_host_bytes_;
    }
    programmed_until_ = std::max(programmed_until_, programmed);
    if (part > options_.buffer_bytes) {
      done = std::max(done, programmed);
      continue;
    }
    done = std::max(done, room + options_.buffered_write);
    programs_.push_back({programmed, part, next_program_++});
    std::push_heap(programs_.begin(), programs_.end(), std::greater<>());
    buffered_ += part;
  }
  return done;
}

void Flash::Submit(TimeNs now, const MemberIo& io, uint32_t operation, Calendar& calendar) {
  const TimeNs done = io.is_write ? Write(now, io.bytes) : Read(now, io);
  ++pending_;
  calendar.Add(done, DeviceEvent::kMember, operation, io.member);
}

}  // namespace snapscope::sim
