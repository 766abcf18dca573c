#include "machine/real_machine.h"

#include "machine/process_use.h"
#include "os/available_memory.h"

namespace snapscope::machine {

RealMachine::RealMachine() : packing_threads_(machine::Processors()) {}

Status RealMachine::Prepare(runtime::Executor& executor, const scenario::Scenario& scenario) {
  for (const scenario::VolumeDescription& volume : scenario.volumes) {
    folders_[volume.name] = volume.folder;
    volumes_[volume.name] =
        std::make_unique<os::RealVolume>(volume.name, executor, threads_, ring_.get());
  }
  return Status();
}

storage::Volume& RealMachine::volume(const std::string& name) {
  const auto found = volumes_.find(name);
  CHECK(found != volumes_.end(), "no volume %s", name.c_str());
  return *found->second;
}

std::optional<storage::VolumeSpace> RealMachine::SpaceOf(const std::string& volume) {
  return os::SpaceAt(folders_[volume]);
}

std::string RealMachine::PathOf(const std::string& volume, const std::string& kind,
                                const std::string& file) {
  return folders_[volume] + "/" + kind + "/" + file;
}

void RealMachine::Freeze() {
  if (freezes_++ > 0) return;
  clock_.Freeze();
  frozen_at_ = machine::ProcessorTime();
}

void RealMachine::Thaw() {
  if (--freezes_ > 0) return;
  used_frozen_ += machine::ProcessorTime() - frozen_at_;
  clock_.Thaw();
}

std::optional<TimeNs> RealMachine::ProcessorTime() const {
  const TimeNs until = freezes_ > 0 ? frozen_at_ : machine::ProcessorTime();
  return (until - used_frozen_) / machine::Processors();
}

std::optional<uint64_t> RealMachine::AvailableMemoryBytes() const {
  return os::AvailableMemoryBytes();
}

uint64_t RealMachine::PeakMemoryBytes() const { return machine::PeakMemoryBytes(); }

}  // namespace snapscope::machine
