// What a volume does under a closed loop of I/Os, whether it is real or simulated.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "base/ids.h"
#include "base/result.h"
#include "runtime/executor.h"
#include "storage/file.h"

namespace snapscope::calibration {

/// What a write hits.
enum class LoadTarget : uint8_t {
  kWritten,     ///< what was written before
  kNewRegions,  ///< a region each of a sparse file, not allocated so far
  kNewPages,    ///< pages of these regions, never written so far
};

struct VolumeLoad {
  bool is_write = false;
  bool durable = false;     ///< each write is awaited until it is; else until its call has returned
  bool sequential = false;  ///< each starts where the one issued before it ended
  uint32_t depth = 1;       ///< I/Os under way at any time
  uint64_t io_bytes = 8192;
  LoadTarget target = LoadTarget::kWritten;
};

struct VolumeLoadFigures {
  VolumeLoad load;
  uint64_t ios = 0;
  TimeNs elapsed = 0;  ///< from the first issue to the last completion
  TimeNs mean_response = 0;
  TimeNs processor_time = 0;  ///< of this process while it lasted, on a machine's own clock
  /// Standard deviation of the response over its mean.
  double variation = 0;

  double ios_per_second() const {
    return static_cast<double>(ios) * kSecond / static_cast<double>(elapsed);
  }
};

/// When a load ends: at the first of these.
struct LoadLimit {
  TimeNs duration = kNever;
  uint64_t ios = UINT64_MAX;
};

/// The files of a volume on which loads are measured: one that is written whole, and a sparse one,
/// a new one for each load of new regions. A load of new pages hits the regions of the load before.
/// Runs the executor, on which nothing else may be.
class LoadFiles {
 public:
  /// Creates the file `path`, and `path`.sparse when it is needed.
  static Result<std::unique_ptr<LoadFiles>> Create(runtime::Executor& executor,
                                                   storage::Volume& volume, std::string path,
                                                   uint64_t bytes);
  /// Removes both files.
  ~LoadFiles();
  LoadFiles(const LoadFiles&) = delete;
  LoadFiles& operator=(const LoadFiles&) = delete;

  /// Issues I/Os up to the limit and waits for the last.
  Result<VolumeLoadFigures> Measure(VolumeLoad load, LoadLimit limit, uint64_t seed);

 private:
  LoadFiles(runtime::Executor& executor, storage::Volume& volume, std::string path)
      : executor_(executor), volume_(volume), path_(std::move(path)) {}
  std::string SparsePath() const { return path_ + ".sparse"; }
  Result<std::unique_ptr<storage::File>> CreateFile(std::string path, storage::FileOptions options);
  Status RenewSparseFile();

  runtime::Executor& executor_;
  storage::Volume& volume_;
  const std::string path_;
  std::unique_ptr<storage::File> file_;
  std::unique_ptr<storage::File> sparse_;
  uint64_t regions_ = 0;  ///< allocated of the sparse file
};

}  // namespace snapscope::calibration
