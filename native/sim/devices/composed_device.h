// A device composed of a link, a controller's write-back cache, an array and its members:
//
//   host -> link (depth, limits, wire) -> cache -> array -> members
//           link (wire, latency)       <-       <-       <-
//
// A write is done when the cache has it, or, without one, when every member has. What the cache
// destages competes with reads in the members' queues. Each stage's own file says how it works.
//
// Only what a later arrival may still change is an event: a member's queue, the order in which
// answers reach the wire. What is left of an I/O after that is added up at once.
//
// Deterministic: events happen by (time, order of creation), and nothing is drawn; what looks
// random (the wait for a sector, which disk is busy) follows from addresses and times.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "sim/device.h"
#include "sim/devices/array.h"
#include "sim/devices/flash.h"
#include "sim/devices/link.h"
#include "sim/devices/spindle.h"
#include "sim/devices/write_cache.h"

namespace snapscope::sim {

using storage::CapacityBytes;
using storage::ComposedOptions;

class ComposedDevice final : public Device {
 public:
  /// `network`: what lies between the host and all of its links, this one's too; null: nothing.
  explicit ComposedDevice(const ComposedOptions& options, std::shared_ptr<Link> network = nullptr);

  IssuedIo Issue(TimeNs now, const DeviceIo& io) override;
  bool AnswersUnwritten() const override { return answers_unwritten_; }
  TimeNs NextEvent() const override { return calendar_.next(); }
  void AdvanceTo(TimeNs now, std::vector<LocalPtr<Completion>>& known) override;
  uint64_t ios() const override { return ios_; }
  void AddUse(TimeNs now, const std::string& volume, std::vector<PartUse>& uses) const override;

  /// I/Os of members so far: what mirrors and parity make of the host's.
  uint64_t member_ios() const { return member_ios_; }

 private:
  /// An I/O of the host, from its arrival until it has left.
  struct HostIo {
    DeviceIo io;
    LocalPtr<Completion> completion;
    TimeNs arrived = 0;
    TimeNs entered = 0;  // got its place in the link
  };
  /// One I/O of the array: for the host, or one that the cache destages.
  struct Operation {
    ArrayPlan plan;
    size_t remaining = 0;  // of the phase under way
    bool is_second_phase = false;
    std::optional<uint32_t> host{};
    WriteCache::Run destaged{};
  };

  void HappenUntil(TimeNs now);
  void Happen(const Calendar::Entry& event);
  void Enter(TimeNs now, uint32_t host);
  void Arrive(TimeNs now, uint32_t host);
  void Serve(TimeNs now, uint32_t host);
  void StartOperation(TimeNs now, const DeviceIo& io, std::optional<uint32_t> host);
  void SubmitPhase(TimeNs now, uint32_t operation);
  void EndOfPart(TimeNs now, uint32_t operation);
  void Destage(TimeNs now);
  void LetWaitingIn(TimeNs now);
  void ServeFromCache(TimeNs now, uint32_t host);
  void Leave(TimeNs now, uint32_t host);
  uint32_t NewHostIo(TimeNs now, const DeviceIo& io);
  uint32_t NewOperation();

  const ArrayLayout layout_;
  const bool answers_unwritten_;
  const uint64_t capacity_;
  std::vector<std::unique_ptr<Member>> members_;
  std::optional<WriteCache> cache_;
  TimeNs cache_hit_ = 0;
  const std::shared_ptr<Link> network_;  // on the way to link_; null: nothing is
  std::optional<Link> link_;

  Calendar calendar_;
  std::vector<LocalPtr<Completion>> known_;  // since the last AdvanceTo()
  std::vector<HostIo> host_ios_;             // slots, reused
  std::vector<uint32_t> free_host_ios_;
  std::vector<Operation> operations_;  // slots, reused
  std::vector<uint32_t> free_operations_;
  std::deque<uint32_t> waiting_for_link_;
  std::deque<uint32_t> waiting_for_cache_;
  uint32_t destages_ = 0;  // under way
  uint64_t ios_ = 0;
  uint64_t member_ios_ = 0;
};

}  // namespace snapscope::sim
