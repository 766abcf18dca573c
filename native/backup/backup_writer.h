// Writing a backup set to new files: one writer for each, which takes the next full buffer, whoever
// filled it, and puts it at the end of its file.
//
// Owning thread: the engine thread.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "backup/compression.h"
#include "backup/media_set.h"
#include "backup/page_places.h"
#include "backup/transfer.h"
#include "base/result.h"

namespace snapscope::backup {

/// Of files that are there.
enum class Overwriting : uint8_t {
  kNever,
  kOfSameBlocks,  ///< INIT: unless their header says that they have blocks of another size
  kAlways,        ///< FORMAT
};

struct WriterOptions {
  MediaSet files;
  uint32_t buffers = 1;
  uint64_t expected_bytes = 0;  ///< of all files
  Overwriting overwriting = Overwriting::kNever;
  /// Called before the first file that is there is removed, and none is if it fails; may be null.
  std::function<Status()> on_overwriting{};
  /// Is told where pages lie; may be null.
  std::shared_ptr<PagePlaces> places{};
  Packing packing{};
};

class BackupWriter {
 public:
  /// Its writers and compressors are of the kind of `worker`: a worker that the server does not
  /// know is of another host, which writes the files then. Makes the files, and writes the headers
  /// of a set that is incomplete. Makes none on NUL, which takes every chunk at once. Errors:
  /// kDiskFull, kIo; kRefused where there is a file already that may not be overwritten (3268 by
  /// its block size).
  static Task<Result<std::unique_ptr<BackupWriter>>> Create(Worker& worker, WriterOptions options,
                                                            BackupSet set);
  ~BackupWriter();

  /// A free buffer, for as long as it takes to fill; waits for one on BACKUPBUFFER.
  Task<Transfer*> Take(Worker& worker);
  /// What is in the buffer goes on its way: kind, runs and bytes of its header say what that is.
  void Submit(Worker& worker, Transfer* transfer);
  /// Gives a buffer back that has nothing.
  void GiveBack(Transfer* transfer);
  /// The error of the first write that failed; until then a success.
  const Status& status() const;
  uint64_t chunks() const;

  /// Waits for all that is on its way. Then, if `set` is complete, the directories are written, all
  /// is flushed, and the headers say so; returns the set as they have it.
  Task<Result<BackupSet>> Finish(Worker& worker, BackupSet set);

 private:
  struct State;
  explicit BackupWriter(std::shared_ptr<State> state);
  std::shared_ptr<State> state_;
};

}  // namespace snapscope::backup
