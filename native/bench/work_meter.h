// What a round of some kind of work cost, and what else was done within it.
#pragma once

#include <map>

#include "bench/benchmark.h"
#include "database/database.h"
#include "runtime/cpu_work_generated.h"

namespace snapscope::bench {

struct WorkSample {
  double ns = 0;                                ///< of processor time, in all
  double count = 1;                             ///< that it was done
  std::map<runtime::CpuWork, double> within{};  ///< what else was done, and how often
};

/// Processor time since it was made, with the I/O of a database and the checksums in it.
class WorkMeter {
 public:
  explicit WorkMeter(database::Database& database) : database_(database), before_(Io()) {}

  WorkSample Of(uint64_t count) const {
    const double ns = time_.Seconds() * 1e9;
    const storage::FileStatistics now = Io();
    const uint64_t ios = now.reads + now.writes - before_.reads - before_.writes;
    const uint64_t bytes =
        now.bytes_read + now.bytes_written - before_.bytes_read - before_.bytes_written;
    return {.ns = ns,
            .count = static_cast<double>(count),
            .within = {{runtime::CpuWork::kIoRequest, static_cast<double>(ios)},
                       {runtime::CpuWork::kChecksumKiB, static_cast<double>(bytes) / 1024}}};
  }

 private:
  storage::FileStatistics Io() const {
    storage::FileStatistics io;
    for (const storage::File* file : database_.source_files()) io += file->statistics();
    return io;
  }

  database::Database& database_;
  const storage::FileStatistics before_;
  const ProcessorTime time_;
};

}  // namespace snapscope::bench
