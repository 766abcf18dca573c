// How a restore reads a backup set, wherever that is kept: in files of its own (backup_reader.h),
// or as an array snapshot of the database (array_set.h).
//
// Owning thread: the engine thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "backup/format.h"
#include "base/result.h"
#include "runtime/cpu.h"

namespace snapscope::backup {

using runtime::Task;
using runtime::Worker;

struct Chunk {
  ChunkHeader header;
  ConstByteSpan payload;
  std::shared_ptr<const void> memory;  ///< keeps the payload, which is read over otherwise
};

class SetReader {
 public:
  virtual ~SetReader() = default;

  virtual const BackupSet& set() const = 0;
  /// What messages name as the devices that the set is on.
  virtual const std::vector<std::string>& paths() const = 0;
  /// The next chunk, verified, nothing at the end.
  virtual Task<Result<std::optional<Chunk>>> Next(Worker& worker) = 0;
  /// The share of the set that was read.
  virtual uint32_t permille() const = 0;
  /// True if the data files have its pages already: it has chunks of log alone.
  virtual bool has_pages_in_place() const { return false; }
  /// True if its blocks of log lie in the log file, where a restore would put them.
  virtual bool has_log_in_place() const { return false; }
};

}  // namespace snapscope::backup
