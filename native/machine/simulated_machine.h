// The simulated machine: a virtual clock, and a device model with an in-memory page store for each
// volume. All volumes are on one disk of stable storage, which outlives the engine: after a power
// cut a new machine over the same disk sees what survived.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "database/machine.h"
#include "os/real_clock.h"
#include "sim/devices/link.h"
#include "sim/disk.h"
#include "sim/sim_volume.h"
#include "sim/virtual_clock.h"

namespace snapscope::machine {

/// The model of a described device. `name` is the volume's: its random stream is its own.
/// `network`: see sim::ComposedDevice.
std::unique_ptr<sim::Device> MakeDevice(const scenario::DeviceDescription& description,
                                        uint64_t seed, const std::string& name,
                                        std::shared_ptr<sim::Link> network = nullptr);

/// What the file system on a described device takes.
sim::FileCosts FileCostsOf(const scenario::DeviceDescription& description);

class SimulatedMachine : public database::Machine {
 public:
  /// `disk` outlives the machine. All that faults cannot do to compact pages is to damage one in
  /// part: its sectors are not there to be torn.
  explicit SimulatedMachine(sim::Disk& disk, page::PageForm form = page::PageForm::kFull);
  ~SimulatedMachine() override;
  SimulatedMachine(const SimulatedMachine&) = delete;
  SimulatedMachine& operator=(const SimulatedMachine&) = delete;

  runtime::Clock& clock() override { return clock_; }
  Status Prepare(runtime::Executor& executor, const scenario::Scenario& scenario) override;
  storage::Volume& volume(const std::string& name) override;
  std::optional<storage::VolumeSpace> SpaceOf(const std::string& volume) override;
  storage::SnapshotArray* array() override { return disk_.array(); }
  std::string PathOf(const std::string& volume, const std::string& kind,
                     const std::string& file) override;
  page::PageForm page_form() const override { return form_; }
  bool ComputesInitialPages(const std::string& path, database::PageGenerator generator,
                            database::PagePredicate is_used) override;
  void ExpectPagesLike(const std::string& path, database::PageGenerator generator) override;
  void SetPace(double pace) override { clock_.SetPace(pace); }
  void Freeze() override {}
  void Thaw() override {}
  TimeNs WallTime() const override { return wall_.Now(); }
  uint64_t PeakMemoryBytes() const override;
  std::vector<PartUse> Use() override;
  uint64_t DeviceIos() const override;

 private:
  sim::Disk& disk_;
  const page::PageForm form_;
  sim::VirtualClock clock_;
  std::shared_ptr<sim::Link> network_;  // null: each link has its own alone
  std::map<std::string, std::unique_ptr<sim::SimVolume>> volumes_;
  std::map<std::string, uint64_t> capacities_;
  const os::RealClock wall_;
};

}  // namespace snapscope::machine
