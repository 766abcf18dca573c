// A full backup of an array snapshot that another host has mounted: it reads the snapshot's files
// and writes the backup. No processor, no link and no session of the database's server has a part
// in it.
//
// The set in the file is the snapshot's: the extents that were allocated, and those that its log is
// about, since redo changes them; then that log. Differential backups do not go on from it, backups
// of the log do.
//
// Owning thread: the engine thread.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "backup/array_set.h"
#include "backup/backup.h"
#include "snapshot/source_store.h"
#include "telemetry/telemetry.h"

namespace snapscope::backup {

struct OffHostBackup {
  runtime::CpuModel& host;
  telemetry::Telemetry& telemetry;  ///< hears of the phase alone
  EngineVersion version = EngineVersion::k2016;
  ArraySet array;                ///< its set is complete
  snapshot::SourceStore& pages;  ///< of the snapshot's data files
  uint32_t volumes = 1;          ///< on which these are
  BackupRequest request;
};

/// `worker` is one of the host's. Errors: kDiskFull, kIo, kCorruptPage (3043), kCorruptLog,
/// kRefused where there is a file already. The file, if there is one, says then that it is
/// incomplete.
Task<Result<BackupSet>> BackUpArraySet(Worker& worker, OffHostBackup backup);

}  // namespace snapscope::backup
