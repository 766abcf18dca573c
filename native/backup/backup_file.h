// Writing and reading the slots of a backup, in one file or several, many at once.
//
// Owning thread: the engine thread.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "backup/format.h"
#include "backup/set_reader.h"
#include "base/aligned_buffer.h"
#include "base/engine_version.h"
#include "base/result.h"
#include "runtime/cpu.h"
#include "storage/file.h"

namespace snapscope::backup {

/// Buffers that may be on their way to one device.
constexpr uint32_t DeviceDepth(EngineVersion version) {
  return version == EngineVersion::k2005 ? 3 : 4;
}

/// BUFFERCOUNT: what a backup to so many files has of its own accord with so many volumes to read
/// (a device's depth and one more for each of them, two a volume).
constexpr uint32_t UsualBuffers(EngineVersion version, uint32_t devices, uint32_t volumes) {
  return devices * DeviceDepth(version) + devices + 2 * volumes;
}

/// Reads on their way from each data file: what devices leave of the buffers, and at least the two
/// that BUFFERCOUNT has for a volume of its own accord.
constexpr uint32_t ReadersOfFile(EngineVersion version, uint32_t buffers, uint32_t devices,
                                 uint32_t data_files) {
  const uint32_t of_devices = UsualBuffers(version, devices, 0);
  return std::max(2U, (buffers - std::min(buffers, of_devices)) / data_files);
}

/// Where the files of one backup are: TO DISK = '...', DISK = '...'.
using MediaSet = std::vector<storage::FilePlace>;
std::vector<std::string> PathsOf(const MediaSet& files);

/// TO DISK = 'NUL': a backup is made and dropped. There is no file, and nothing can be restored.
inline storage::FilePlace NulDevice() { return {nullptr, "NUL"}; }
inline bool IsNul(const MediaSet& files) { return files.front().volume == nullptr; }

/// The memory of one slot.
struct Transfer {
  AlignedBuffer slot{kSlotBytes};
  ByteSpan payload() { return slot.span().subspan(kHeaderBytes); }
};

/// Writes a backup set to new files. Chunks get their places in the order of Submit(), and may be
/// on their way to the disk all at once.
class BackupWriter {
 public:
  /// Makes files for at most `chunks`, and writes the headers of a set that is incomplete. Makes
  /// none on NUL, which takes every chunk at once. Errors: kDiskFull, kIo; kRefused where there is
  /// a file already.
  static Task<Result<std::unique_ptr<BackupWriter>>> Create(Worker& worker, MediaSet places,
                                                            BackupSet set, uint64_t chunks,
                                                            uint32_t buffers);
  ~BackupWriter();

  /// A free buffer, for as long as it takes to fill; waits for one on BACKUPBUFFER.
  Task<Transfer*> Take(Worker& worker);
  /// Writes what is in the buffer, which then is free again.
  void Submit(Worker& worker, Transfer* transfer, ChunkHeader header);
  /// Gives a buffer back that has nothing.
  void GiveBack(Transfer* transfer);
  /// The error of the first write that failed; until then a success.
  const Status& status() const;
  uint64_t chunks() const;

  /// Waits for all writes on BACKUPIO; then, if `set` is complete, its headers are written.
  Task<Status> Finish(Worker& worker, BackupSet set);

 private:
  struct State;
  explicit BackupWriter(std::shared_ptr<State> state);
  std::shared_ptr<State> state_;
};

/// Reads a backup set, chunk after chunk, some slots ahead.
class BackupReader final : public SetReader {
 public:
  /// Opens the files of one set, in any order. kInvalid for what is no backup, an incomplete one,
  /// or not all files of one set (3132); kNotFound; kIo. The message names the file.
  static Task<Result<std::unique_ptr<BackupReader>>> Open(Worker& worker, MediaSet places);
  ~BackupReader() override;

  const BackupSet& set() const override;
  /// The paths of the files, in the order of the set.
  const std::vector<std::string>& paths() const override;
  /// The payload is verified where the set has checksums. Waits on BACKUPIO.
  Task<Result<std::optional<Chunk>>> Next(Worker& worker) override;
  uint32_t permille() const override;

 private:
  struct State;
  explicit BackupReader(std::shared_ptr<State> state);
  std::shared_ptr<State> state_;
};

}  // namespace snapscope::backup
