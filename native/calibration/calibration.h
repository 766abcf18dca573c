// Measures a disk of this machine through the files that a real run uses, load by load, and fits a
// device to what it saw. Everything goes through RealVolume, so what is measured is what runs get.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "calibration/volume_fit.h"
#include "calibration/volume_load.h"
#include "os/io_threads.h"
#include "os/real_clock.h"
#include "os/real_volume.h"
#include "os/ring.h"
#include "runtime/cpu.h"
#include "runtime/executor.h"

namespace snapscope::calibration {

/// What this machine takes of a processor for I/O beyond the table of costs.
runtime::IoCosts CostsOf(const std::vector<VolumeLoadFigures>& measured);

class Calibration {
 public:
  /// Creates the file `path` and writes it whole, 256 MiB; a sparse one beside it takes up to 128
  /// MiB more.
  static Result<std::unique_ptr<Calibration>> Start(std::string path);
  /// Removes both files.
  ~Calibration();
  Calibration(const Calibration&) = delete;
  Calibration& operator=(const Calibration&) = delete;

  /// Measures the next load, for less than a second. A JSON object: done, of, isWrite, durable,
  /// sequential, target, depth, ioBytes, iosPerSecond, meanUs, processorUs. None once all were
  /// measured.
  Result<std::optional<std::string>> MeasureNext();
  bool is_measured() const { return measured_.size() == loads_.size(); }
  /// When all were measured, a JSON object:
  ///   device      of a scenario's volume
  ///   server      ioUs, durableWriteUs, newRegionUs of a scenario's server
  ///   unbuffered  false: the file system refused unbuffered I/O
  ///   loads       as MeasureNext() has them, without done and of, and with predictedPerSecond
  std::string Fit() const;

 private:
  Calibration();

  const std::vector<VolumeLoad> loads_;
  std::vector<VolumeLoadFigures> measured_;
  const std::unique_ptr<os::Ring> ring_;
  os::RealClock clock_;
  os::IoThreads threads_;
  runtime::Executor executor_;
  os::RealVolume volume_;
  std::unique_ptr<LoadFiles> files_;
};

}  // namespace snapscope::calibration
