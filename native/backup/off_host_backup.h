// A full backup of an array snapshot that another host has mounted: it reads the snapshot's files
// and writes the backup. No processor, no link and no session of the database's server has a part
// in it.
//
// The set in the file is the snapshot's: the extents that were allocated, and those that its log is
// about, since redo changes them; then that log. It is a copy-only backup: backups of the log go on
// from it, differential ones do not.
//
// Owning thread: the engine thread.
#pragma once

#include <cstdint>

#include "backup/array_set.h"
#include "backup/backup.h"

namespace snapscope::backup {

/// `host`: its processors, and the data files as it has mounted them; of its telemetry the phase
/// alone is told, since the ERRORLOG is the server's. `worker` is one of the host's. `array` is
/// complete. Errors: kDiskFull, kIo, kCorruptPage (3043), kCorruptLog, kRefused where there is a
/// file already; the file, if there is one, says then that it is incomplete.
Task<Result<BackupSet>> BackUpOffHost(Worker& worker, const snapshot::EngineParts* host,
                                      ArraySet array, BackupRequest request, uint32_t volumes);

}  // namespace snapscope::backup
