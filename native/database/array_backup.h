// BACKUP DATABASE of an array snapshot, by another host that mounts it: backup/off_host_backup.h.
//
// Owning thread: the engine thread.
#pragma once

#include <string>

#include "backup/off_host_backup.h"
#include "database/database_files.h"
#include "scenario/scenario.h"
#include "snapshot/engine_parts.h"

namespace snapscope::database {

using runtime::Worker;

struct ArrayBackup {
  // Of the database that the snapshot has.
  const scenario::Scenario& scenario;
  const InitialDatabase& initial;
  Machine& machine;
  const snapshot::EngineParts& server;
  runtime::CpuModel& host;  ///< the other host's
  backup::BackupSet set;    ///< named as the snapshot
  backup::BackupRequest request;
};

/// Files of the snapshot, while another host has it mounted. Nobody else's have their names.
DatabaseFiles FilesOfHost(Machine& machine, const scenario::Scenario& scenario,
                          const InitialDatabase& initial, const std::string& snapshot);

/// Mounts the snapshot, backs it up, and takes it off again. Errors: those of BackUpOffHost() and
/// of storage::SnapshotArray::Mount().
Task<Result<backup::BackupSet>> BackUpArraySnapshot(Worker& worker, ArrayBackup backup);

}  // namespace snapscope::database
