// A database as an array snapshot has it, as the set that a restore begins with in place of a full
// backup. Its data files are there, as the array has made them; its log is read from its log file,
// from where a restart would begin. So redo and undo are all that is left to do.
//
// Owning thread: the engine thread.
#pragma once

#include <memory>

#include "backup/set_reader.h"
#include "storage/file.h"

namespace snapscope::backup {

struct ArraySet {
  /// It is complete where the database was frozen for the snapshot; else redo begins where the log
  /// says, and the set ends where that does if `last` is none.
  BackupSet set;
  storage::File* log = nullptr;  ///< of the snapshot
  bool log_in_place = false;     ///< it is the log file of the database that is restored
};

/// Reads the log of an array set, block by block. Errors of opening: kCorruptLog where the log is
/// not the one of the set; kIo.
Task<Result<std::unique_ptr<SetReader>>> OpenArraySet(Worker& worker, ArraySet array);

}  // namespace snapscope::backup
