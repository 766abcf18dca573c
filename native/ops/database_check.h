// DBCC CHECKDB: the source is checked through a hidden snapshot of it, which is created with all
// its phases, read, and dropped again.
//
// Each sparse file lies beside its data file: up to 2012 as an alternate stream of it
// (`sales.mdf:MSSQL_DBCC7`), later as a file (`sales.mdf_MSSQL_DBCC7`), the number being the
// database id of the snapshot. A page that cannot be pushed into it makes it suspect: the check
// then ends with 926, though its message in the ERRORLOG reads as if it had come to its end, as in
// the product.
#pragma once

#include <string>
#include <vector>

#include "base/engine_version.h"
#include "base/result.h"
#include "ops/consistency_check.h"
#include "snapshot/snapshot_manager.h"

namespace snapscope::ops {

/// What is checked, and by whom.
struct DatabaseCheck {
  const snapshot::EngineParts& engine;
  snapshot::SnapshotManager& snapshots;
  std::vector<storage::FilePlace> data_files;
  std::string spid;  ///< of the session that checks
};

/// What the name of the hidden snapshot's file begins with; its database id follows.
std::string HiddenFileStem(const std::string& data_path, EngineVersion version);

/// Damage is counted, told and no error of the command, but for that of the boot page: then no
/// index was checked. Errors: kCorruptPage and kIo of the boot page; kSnapshotSuspect when the
/// snapshot could not be made (7928, 7926) or was lost meanwhile (926); kPowerCut.
Task<Status> CheckDatabase(Worker& worker, DatabaseCheck check);

/// DBCC CHECKDB of a database that nobody changes: it is read as it is, without a hidden snapshot.
/// Errors: kCorruptPage and kIo of the boot page.
Task<Status> CheckUnchanging(Worker& worker, const snapshot::EngineParts* engine,
                             page::DatabaseSize size, std::string spid);

}  // namespace snapscope::ops
