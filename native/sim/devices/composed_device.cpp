#include "sim/devices/composed_device.h"

#include <iterator>
#include <utility>

#include "base/check.h"
#include "base/rng.h"

namespace snapscope::sim {

namespace {

// Enough for every elevator to have a choice.
constexpr uint32_t kDestagesPerMember = 4;

std::unique_ptr<Member> MakeMember(const ComposedOptions& options, uint32_t number) {
  if (const auto* spindle = std::get_if<SpindleOptions>(&options.member)) {
    // Any phases will do, as long as they differ.
    const auto phase = static_cast<TimeNs>(Mix64(number) % static_cast<uint64_t>(kSecond));
    return std::make_unique<Spindle>(*spindle, phase);
  }
  return std::make_unique<Flash>(std::get<FlashOptions>(options.member));
}

}  // namespace

ComposedDevice::ComposedDevice(const ComposedOptions& options, std::shared_ptr<Link> network)
    : layout_(options.array),
      answers_unwritten_(std::holds_alternative<FlashOptions>(options.member)),
      capacity_(CapacityBytes(options)),
      network_(std::move(network)) {
  for (uint32_t i = 0; i < options.array.members; ++i) members_.push_back(MakeMember(options, i));
  if (options.cache) {
    cache_.emplace(*options.cache, layout_.row_bytes());
    cache_hit_ = options.cache->hit;
  }
  if (options.link) link_.emplace(*options.link);
}

uint32_t ComposedDevice::NewHostIo(TimeNs now, const DeviceIo& io) {
  HostIo added{io, LocalPtr<Completion>::Make(), now};
  // The place of a file that is removed stays empty, so addresses outgrow what the files take.
  added.io.address %= capacity_;
  if (free_host_ios_.empty()) {
    host_ios_.push_back(std::move(added));
    return static_cast<uint32_t>(host_ios_.size() - 1);
  }
  const uint32_t host = free_host_ios_.back();
  free_host_ios_.pop_back();
  host_ios_[host] = std::move(added);
  return host;
}

uint32_t ComposedDevice::NewOperation() {
  if (free_operations_.empty()) {
    operations_.emplace_back();
    return static_cast<uint32_t>(operations_.size() - 1);
  }
  const uint32_t operation = free_operations_.back();
  free_operations_.pop_back();
  return operation;
}

IssuedIo ComposedDevice::Issue(TimeNs now, const DeviceIo& io) {
  CHECK(io.bytes > 0, "an I/O has bytes");
  HappenUntil(now);
  ++ios_;
  const uint32_t host = NewHostIo(now, io);
  const LocalPtr<Completion> completion = host_ios_[host].completion;
  if (link_ && !io.skips_link && !link_->has_room()) {
    waiting_for_link_.push_back(host);
  } else {
    Enter(now, host);
  }
  if (completion->at != kNever) known_.pop_back();  // the caller knows
  return {.completion = completion};
}

void ComposedDevice::Enter(TimeNs now, uint32_t host) {
  const DeviceIo& io = host_ios_[host].io;
  host_ios_[host].entered = now;
  if (!link_ || io.skips_link) return Arrive(now, host);
  const TimeNs sent = network_ ? network_->Enter(now, io.is_write, io.bytes) : now;
  const TimeNs arrives = link_->Enter(sent, io.is_write, io.bytes);
  if (arrives <= now) return Arrive(now, host);
  calendar_.Add(arrives, DeviceEvent::kEnter, host);
}

void ComposedDevice::Arrive(TimeNs now, uint32_t host) {
  if (!cache_) return Serve(now, host);
  const DeviceIo& io = host_ios_[host].io;
  if (!io.is_write) {
    if (!cache_->Holds(io.address, io.bytes)) return Serve(now, host);
  } else if (!waiting_for_cache_.empty() || !cache_->Put(io.address, io.bytes)) {
    waiting_for_cache_.push_back(host);
    return Destage(now);
  }
  ServeFromCache(now, host);
  Destage(now);
}

// A write's answer has no bytes to wait for the wire with.
void ComposedDevice::ServeFromCache(TimeNs now, uint32_t host) {
  if (host_ios_[host].io.is_write) return Leave(now + cache_hit_, host);
  calendar_.Add(now + cache_hit_, DeviceEvent::kCached, host);
}

void ComposedDevice::Serve(TimeNs now, uint32_t host) {
  StartOperation(now, host_ios_[host].io, host);
}

void ComposedDevice::StartOperation(TimeNs now, const DeviceIo& io, std::optional<uint32_t> host) {
  const uint32_t number = NewOperation();
  Operation& operation = operations_[number];
  operation.plan.first.clear();
  operation.plan.second.clear();
  operation.is_second_phase = false;
  operation.host = host;
  operation.destaged = {io.address, io.bytes};
  layout_.Plan(io.is_write, io.address, io.bytes, members_, operation.plan);
  for (MemberIo& part : operation.plan.first) part.unwritten = io.unwritten;
  SubmitPhase(now, number);
}

void ComposedDevice::SubmitPhase(TimeNs now, uint32_t number) {
  Operation& operation = operations_[number];
  const std::vector<MemberIo>& ios =
      operation.is_second_phase ? operation.plan.second : operation.plan.first;
  operation.remaining = ios.size();
  member_ios_ += ios.size();
  for (const MemberIo& io : ios) members_[io.member]->Submit(now, io, number, calendar_);
}

void ComposedDevice::EndOfPart(TimeNs now, uint32_t number) {
  Operation& operation = operations_[number];
  if (--operation.remaining > 0) return;
  if (!operation.is_second_phase && !operation.plan.second.empty()) {
    operation.is_second_phase = true;
    return SubmitPhase(now, number);
  }
  free_operations_.push_back(number);
  if (operation.host) return Leave(now, *operation.host);
  --destages_;
  cache_->Written(operation.destaged);
  LetWaitingIn(now);
  Destage(now);
}

void ComposedDevice::LetWaitingIn(TimeNs now) {
  while (!waiting_for_cache_.empty()) {
    const uint32_t host = waiting_for_cache_.front();
    if (!cache_->Put(host_ios_[host].io.address, host_ios_[host].io.bytes)) return;
    waiting_for_cache_.pop_front();
    ServeFromCache(now, host);
  }
}

void ComposedDevice::Destage(TimeNs now) {
  while (destages_ < kDestagesPerMember * members_.size()) {
    const std::optional<WriteCache::Run> run = cache_->TakeRun(!waiting_for_cache_.empty());
    if (!run) return;
    ++destages_;
    StartOperation(now, {.is_write = true, .address = run->address, .bytes = run->bytes},
                   std::nullopt);
  }
}

// Served: back through the link.
void ComposedDevice::Leave(TimeNs now, uint32_t host) {
  HostIo& left = host_ios_[host];
  const bool crosses = link_ && !left.io.skips_link;
  TimeNs at_host = crosses ? link_->Leave(now, left.io.is_write, left.io.bytes) : now;
  if (crosses && network_) at_host = network_->Leave(at_host, left.io.is_write, left.io.bytes);
  left.completion->at = at_host;
  if (crosses && link_->has_depth()) {
    link_->NotePlace(left.arrived, left.entered, at_host);
    calendar_.Add(left.completion->at, DeviceEvent::kLeave, host);
  }
  known_.push_back(std::move(left.completion));
  free_host_ios_.push_back(host);
}

void ComposedDevice::Happen(const Calendar::Entry& event) {
  switch (event.event) {
    case DeviceEvent::kEnter:
      return Arrive(event.at, event.index);
    case DeviceEvent::kCached:
      return Leave(event.at, event.index);
    case DeviceEvent::kMember:
      members_[event.member]->Ended(event.at, calendar_);
      return EndOfPart(event.at, event.index);
    case DeviceEvent::kLeave:
      break;
  }
  link_->Free();
  if (waiting_for_link_.empty()) return;
  const uint32_t next = waiting_for_link_.front();
  waiting_for_link_.pop_front();
  Enter(event.at, next);
}

void ComposedDevice::HappenUntil(TimeNs now) {
  while (calendar_.next() <= now) Happen(calendar_.Take());
}

void ComposedDevice::AdvanceTo(TimeNs now, std::vector<LocalPtr<Completion>>& known) {
  HappenUntil(now);
  known.insert(known.end(), std::make_move_iterator(known_.begin()),
               std::make_move_iterator(known_.end()));
  known_.clear();
}

void ComposedDevice::AddUse(TimeNs now, const std::string& volume,
                            std::vector<PartUse>& uses) const {
  PartUse disks{.name = volume + "/servers", .units = 0};
  for (const std::unique_ptr<Member>& member : members_) {
    const ServedTime::Totals totals = member->use().At(now);
    disks.units += member->units();
    disks.served += totals.served;
    disks.waited += totals.waited;
  }
  uses.push_back(std::move(disks));
  if (link_) link_->AddUse(now, volume, uses);
}

}  // namespace snapscope::sim
