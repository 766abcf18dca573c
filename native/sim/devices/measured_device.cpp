#include "sim/devices/measured_device.h"

#include <algorithm>
#include <functional>
#include <vector>

#include "base/check.h"
#include "base/rng.h"

namespace snapscope::sim {

namespace {

class Loop {
 public:
  Loop(Device& device, const LoopOptions& options)
      : device_(device), options_(options), addresses_(options.seed, "closed loop") {
    CHECK(options.extent_bytes >= options.io_bytes && options.depth > 0, "a loop has I/Os");
  }

  LoopFigures Run() {
    for (uint32_t i = 0; i < options_.depth; ++i) Issue(0);
    while (ended_ < options_.warm_up_ios + options_.ios) Step();
    const auto ios = static_cast<uint64_t>(options_.ios);
    const auto elapsed = static_cast<uint64_t>(std::max<TimeNs>(last_end_ - counted_from_, 1));
    LoopFigures figures;
    figures.ios_per_second = ios * static_cast<uint64_t>(kSecond) / elapsed;
    // Through kilobytes: bytes times nanoseconds a second would overflow.
    figures.bytes_per_second =
        ios * (options_.io_bytes / 512) * static_cast<uint64_t>(kSecond) / elapsed * 512;
    figures.mean_response = response_ / static_cast<TimeNs>(ios);
    return figures;
  }

 private:
  uint64_t NextAddress() {
    const uint64_t places = options_.extent_bytes / options_.io_bytes;
    const uint64_t place = options_.sequential ? issued_ % places : addresses_.Below(places);
    return place * options_.io_bytes;
  }

  void Issue(TimeNs now) {
    const DeviceIo io{options_.is_write, options_.sequential && issued_ > 0, NextAddress(),
                      options_.io_bytes};
    ++issued_;
    IssuedIo issued = device_.Issue(now, io);
    if (issued.completion == nullptr) issued.completion = LocalPtr<Completion>::Make(issued.done);
    started_.push_back({issued.completion.get(), now});
    if (issued.IsKnown()) AddKnown(std::move(issued.completion));
  }

  void Step() {
    const TimeNs known = known_.empty() ? kNever : known_.front().completion->at;
    const TimeNs now = std::min(known, device_.NextEvent());
    device_.AdvanceTo(now, made_known_);
    for (LocalPtr<Completion>& completion : made_known_) AddKnown(std::move(completion));
    made_known_.clear();
    while (!known_.empty() && known_.front().completion->at <= now) {
      std::pop_heap(known_.begin(), known_.end(), std::greater<>());
      const LocalPtr<Completion> completion = std::move(known_.back().completion);
      known_.pop_back();
      End(now, completion.get());
    }
  }

  void AddKnown(LocalPtr<Completion> completion) {
    known_.push_back({known_count_++, std::move(completion)});
    std::push_heap(known_.begin(), known_.end(), std::greater<>());
  }

  void End(TimeNs now, const Completion* completion) {
    const auto found = std::ranges::find(started_, completion, &Started::completion);
    const TimeNs response = now - found->at;
    *found = started_.back();
    started_.pop_back();
    ++ended_;
    if (ended_ == options_.warm_up_ios) counted_from_ = now;
    if (ended_ > options_.warm_up_ios && ended_ <= options_.warm_up_ios + options_.ios) {
      response_ += response;
      last_end_ = now;
    }
    Issue(now);
  }

  struct Known {
    uint64_t order;
    LocalPtr<Completion> completion;
    bool operator>(const Known& other) const {
      return std::pair(completion->at, order) > std::pair(other.completion->at, other.order);
    }
  };
  struct Started {
    const Completion* completion;
    TimeNs at;
  };

  Device& device_;
  const LoopOptions options_;
  Rng addresses_;
  std::vector<Known> known_;  // min heap: I/Os under way whose ends are known
  uint64_t known_count_ = 0;
  std::vector<Started> started_;
  std::vector<LocalPtr<Completion>> made_known_;
  uint64_t issued_ = 0;
  uint64_t ended_ = 0;
  TimeNs counted_from_ = 0;
  TimeNs last_end_ = 0;
  TimeNs response_ = 0;
};

}  // namespace

LoopFigures MeasureLoop(Device& device, const LoopOptions& options) {
  return Loop(device, options).Run();
}

}  // namespace snapscope::sim
