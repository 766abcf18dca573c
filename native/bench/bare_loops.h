// What the disk alone makes possible: the writes and flushes of durable commits and of pushes, in
// the engine's order and shared as the engine shares them, without pages, rows, locks or log
// records. The engine's throughput is held against these, measured in turns with it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/aligned_buffer.h"
#include "base/result.h"
#include "base/rng.h"
#include "os/descriptor.h"

namespace snapscope::bench {

/// A pre-zeroed log, written round and round. Every byte written is new.
class BareLog {
 public:
  static Result<std::unique_ptr<BareLog>> Create(const std::string& folder, uint64_t bytes,
                                                 uint64_t seed);

  /// Writes `bytes`, rounded up to sectors, and flushes.
  Status Append(uint64_t bytes);

  /// Commits a second of a loop that gathers the records of all `writers`, `record_bytes` each,
  /// and appends them at once.
  Result<double> RateOver(double seconds, uint32_t writers, uint64_t record_bytes);

 private:
  BareLog(std::unique_ptr<os::Descriptor> file, uint64_t bytes, uint64_t seed);

  std::unique_ptr<os::Descriptor> file_;
  const uint64_t bytes_;
  uint64_t end_ = 0;
  AlignedBuffer buffer_;
  Rng rng_;
};

struct PushReferenceOptions {
  std::string folder;
  uint64_t source_bytes = 0;
  uint64_t log_bytes = 0;
  uint32_t snapshots = 0;
  uint32_t writers = 0;
  uint64_t record_bytes = 0;  ///< log of a commit
  uint64_t seed = 0;
};

/// Writers that, one page after another, read a page, write it to a sparse file for each snapshot,
/// wait until these are durable, and then until their log record is. One flush of a file is in
/// flight at a time and covers the writes that ended before it began: who comes while it runs
/// shares the next. A sparse file's 64 KB regions are allocated at their first write.
class PushReference {
 public:
  static Result<std::unique_ptr<PushReference>> Create(PushReferenceOptions options);
  ~PushReference();

  /// Transactions a second over these pages, each in a transaction of its own.
  Result<double> RateOf(const std::vector<uint64_t>& pages);

 private:
  struct Files;
  explicit PushReference(std::unique_ptr<Files> files);
  std::unique_ptr<Files> files_;
};

}  // namespace snapscope::bench
