#include "machine/simulated_machine.h"

#include <variant>

#include "machine/process_use.h"
#include "page/compact.h"
#include "page/filler_runs.h"
#include "sim/devices/composed_device.h"

namespace snapscope::machine {

namespace {

sim::Spread SpreadOf(scenario::ServiceSpread spread) {
  switch (spread) {
    case scenario::ServiceSpread::kFixed:
      return sim::Spread::kFixed;
    case scenario::ServiceSpread::kUniform:
      return sim::Spread::kUniform;
    case scenario::ServiceSpread::kExponential:
      return sim::Spread::kExponential;
  }
  return sim::Spread::kFixed;
}

sim::DeviceOptions OptionsOf(const scenario::QueueDescription& description) {
  sim::DeviceOptions options;
  options.parallelism = description.parallelism;
  options.read_service = description.read_service;
  options.write_service = description.write_service;
  options.sequential_read_service = description.sequential_read_service;
  options.sequential_write_service = description.sequential_write_service;
  options.flush_service = description.flush_service;
  options.batch_setup = description.batch_setup;
  options.spread = SpreadOf(description.spread);
  options.bandwidth_bytes_per_second = description.bandwidth_bytes_per_second;
  return options;
}

sim::PageGenerator OnWholePages(database::PageGenerator generator) {
  return [generator = std::move(generator)](uint64_t number, ByteSpan into) {
    generator(number, page::PageSpan(into.data(), page::kPageSize));
  };
}

}  // namespace

std::unique_ptr<sim::Device> MakeDevice(const scenario::DeviceDescription& description,
                                        uint64_t seed, const std::string& name,
                                        std::shared_ptr<sim::Link> network) {
  if (const auto* queue = std::get_if<scenario::QueueDescription>(&description)) {
    return std::make_unique<sim::QueueDevice>(OptionsOf(*queue), seed, name);
  }
  return std::make_unique<sim::ComposedDevice>(std::get<sim::ComposedOptions>(description),
                                               std::move(network));
}

sim::FileCosts FileCostsOf(const scenario::DeviceDescription& description) {
  sim::FileCosts costs;
  const auto* queue = std::get_if<scenario::QueueDescription>(&description);
  if (queue == nullptr) return costs;
  costs.sparse_flush_writes = queue->sparse_flush_writes;
  if (queue->region_allocation) {
    costs.region_allocation = *queue->region_allocation;
    costs.allocates_alone = true;
  }
  return costs;
}

SimulatedMachine::SimulatedMachine(sim::Disk& disk, page::PageForm form)
    : disk_(disk), form_(form) {
  if (form != page::PageForm::kCompact) return;
  disk_.SetPageLength(page::CompactBytes);
  disk_.SetPacking({.pack = page::PackFillers, .unpack = page::UnpackFillers});
}

// The array outlives whoever listened to it.
SimulatedMachine::~SimulatedMachine() {
  if (disk_.array() != nullptr) disk_.array()->SetListener(nullptr);
}

Status SimulatedMachine::Prepare(runtime::Executor& executor, const scenario::Scenario& scenario) {
  if (scenario.network) network_ = std::make_shared<sim::Link>(*scenario.network);
  for (const scenario::VolumeDescription& volume : scenario.volumes) {
    sim::FileCosts costs = FileCostsOf(volume.device);
    costs.region_metadata_writes = scenario.sparse_region_writes;
    volumes_[volume.name] = std::make_unique<sim::SimVolume>(
        volume.name, executor, disk_,
        MakeDevice(volume.device, scenario.seed, volume.name, network_), costs);
    const std::optional<uint64_t> capacity = scenario::CapacityBytes(volume.device);
    if (volume.array_snapshots) {
      storage::ArraySnapshotOptions options = *volume.array_snapshots;
      if (options.volume_bytes == 0) options.volume_bytes = capacity.value_or(0);
      if (options.volume_bytes == 0) {
        return Error{ErrorCode::kInvalid,
                     "arraySnapshots.sizeGiB of volume " + volume.name +
                         " is 0, and its device does not say how much it holds: give its size"};
      }
      disk_.SetArray(volume.name, options);
    }
    if (!capacity) continue;
    disk_.SetCapacity(volume.name, *capacity);
    capacities_[volume.name] = *capacity;
  }
  return Status();
}

storage::Volume& SimulatedMachine::volume(const std::string& name) {
  const auto found = volumes_.find(name);
  CHECK(found != volumes_.end(), "no volume %s", name.c_str());
  return *found->second;
}

std::optional<storage::VolumeSpace> SimulatedMachine::SpaceOf(const std::string& volume) {
  const auto capacity = capacities_.find(volume);
  if (capacity == capacities_.end()) return std::nullopt;
  return storage::VolumeSpace{capacity->second, disk_.AvailableBytes(volume)};
}

std::string SimulatedMachine::PathOf(const std::string& volume, const std::string&,
                                     const std::string& file) {
  return volume + ":\\MSSQL\\" + file;
}

bool SimulatedMachine::ComputesInitialPages(const std::string& path,
                                            database::PageGenerator generator,
                                            database::PagePredicate is_used) {
  disk_.SetBase(path, OnWholePages(std::move(generator)), std::move(is_used));
  return true;
}

void SimulatedMachine::ExpectPagesLike(const std::string& path, database::PageGenerator generator) {
  disk_.SetLikeness(path, OnWholePages(std::move(generator)));
}

uint64_t SimulatedMachine::PeakMemoryBytes() const { return machine::PeakMemoryBytes(); }

std::vector<PartUse> SimulatedMachine::Use() {
  std::vector<PartUse> uses;
  const TimeNs now = clock_.Now();
  for (const auto& [name, volume] : volumes_) volume->AddUse(now, uses);
  if (network_) network_->AddUse(now, "", uses);
  return uses;
}

uint64_t SimulatedMachine::DeviceIos() const {
  uint64_t ios = 0;
  for (const auto& [name, volume] : volumes_) ios += volume->device().ios();
  return ios;
}

}  // namespace snapscope::machine
