#include "machine/real_machine.h"

#include "machine/process_memory.h"

namespace snapscope::machine {

Status RealMachine::Prepare(runtime::Executor& executor, const engine::Scenario& scenario) {
  for (const engine::VolumeDescription& volume : scenario.volumes) {
    folders_[volume.name] = volume.folder;
    volumes_[volume.name] = std::make_unique<os::RealVolume>(volume.name, executor, threads_);
  }
  return Status();
}

storage::Volume& RealMachine::volume(const std::string& name) {
  const auto found = volumes_.find(name);
  CHECK(found != volumes_.end(), "no volume %s", name.c_str());
  return *found->second;
}

std::string RealMachine::PathOf(const std::string& volume, const std::string& kind,
                                const std::string& file) {
  return folders_[volume] + "/" + kind + "/" + file;
}

void RealMachine::Freeze() {
  if (freezes_++ == 0) clock_.Freeze();
}

void RealMachine::Thaw() {
  if (--freezes_ == 0) clock_.Thaw();
}

uint64_t RealMachine::PeakMemoryBytes() const { return machine::PeakMemoryBytes(); }

}  // namespace snapscope::machine
