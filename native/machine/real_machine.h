// This machine: its clock, and real files in the folders that the scenario names. The folders were
// claimed before the run was started; files go to data/, log/, tempdb/ and snapshot/ below
// them.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "database/machine.h"
#include "os/io_threads.h"
#include "os/real_clock.h"
#include "os/real_volume.h"
#include "os/ring.h"
#include "os/zstd_codec.h"

namespace snapscope::machine {

class RealMachine final : public database::Machine {
 public:
  RealMachine();

  runtime::Clock& clock() override { return clock_; }
  Status Prepare(runtime::Executor& executor, const scenario::Scenario& scenario) override;
  storage::Volume& volume(const std::string& name) override;
  std::optional<storage::VolumeSpace> SpaceOf(const std::string& volume) override;
  std::string PathOf(const std::string& volume, const std::string& kind,
                     const std::string& file) override;
  bool ComputesInitialPages(const std::string&, database::PageGenerator,
                            database::PagePredicate) override {
    return false;
  }
  void SetPace(double) override {}
  void Freeze() override;
  void Thaw() override;
  TimeNs WallTime() const override { return wall_.Now(); }
  std::optional<TimeNs> ProcessorTime() const override;
  uint64_t PeakMemoryBytes() const override;
  std::optional<uint64_t> AvailableMemoryBytes() const override;
  storage::Codec* codec() override { return codec_.get(); }
  uint64_t DeviceIos() const override { return 0; }

 private:
  const std::unique_ptr<os::Ring> ring_ = os::Ring::Create();
  os::RealClock clock_{ring_.get()};
  os::RealClock wall_;  // never frozen
  int freezes_ = 0;
  TimeNs frozen_at_ = 0;    // processor time when it was frozen
  TimeNs used_frozen_ = 0;  // processor time while it was, before
  os::IoThreads threads_;
  os::IoThreads packing_threads_;
  const std::unique_ptr<storage::Codec> codec_ = os::CreateZstdCodec(packing_threads_);
  std::map<std::string, std::string> folders_;
  std::map<std::string, std::unique_ptr<os::RealVolume>> volumes_;
};

}  // namespace snapscope::machine
