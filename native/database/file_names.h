// What the files of a database and of its snapshots are called, and where they lie.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "database/machine.h"
#include "scenario/scenario.h"
#include "storage/file.h"

namespace snapscope::database {

/// Logical name of the data file at a position: sales, sales_2, ...
std::string DataFileLogicalName(const std::string& database, uint32_t position);
/// sales.mdf, sales_2.ndf, ...
std::string DataFileName(const std::string& database, uint32_t position);
/// sales.ldf
std::string LogFileName(const std::string& database);
/// Logical name of the sparse file for the data file at a position: night, night.2, ... No name of
/// a snapshot has a dot, so no two snapshots meet.
std::string SparseFileLogicalName(const std::string& snapshot, uint32_t position);
/// night.ss, night.2.ss, ...
std::string SparseFileName(const std::string& snapshot, uint32_t position);

/// sales_nightly.bak, sales_nightly.2.bak, ... of a full or differential backup; .trn of the log.
std::string BackupFileName(const std::string& database, const std::string& backup, bool of_log,
                           uint32_t position);

/// snapshots.cat: the catalogue of the instance's snapshots, beside the first data file.
inline constexpr char kSnapshotCatalogName[] = "snapshots.cat";

/// sales_nightly.bkm, where WITH METADATA_ONLY puts what describes a snapshot of the storage. The
/// file is named, and never made: nothing here reads it.
std::string MetadataFileName(Machine& machine, const scenario::Scenario& scenario,
                             const std::string& backup);

std::vector<storage::FilePlace> DataFilePlaces(Machine& machine,
                                               const scenario::Scenario& scenario);
/// tempdb.mdf, on the volume of tempdb.
storage::FilePlace TempdbFilePlace(Machine& machine, const scenario::Scenario& scenario);
storage::FilePlace SnapshotCatalogPlace(Machine& machine, const scenario::Scenario& scenario);
/// The places of a backup in so many files, which go to the volumes in turn.
std::vector<storage::FilePlace> BackupFilePlaces(Machine& machine,
                                                 const scenario::Scenario& scenario,
                                                 const std::string& backup, bool of_log,
                                                 uint32_t files);
storage::FilePlace LogFilePlace(Machine& machine, const scenario::Scenario& scenario);
/// sales.restored.ldf: where the log of an array snapshot is mounted while the database is restored
/// from it. No name of a database has a dot.
storage::FilePlace SetLogPlace(Machine& machine, const scenario::Scenario& scenario);
std::vector<storage::FilePlace> SparseFilePlaces(Machine& machine,
                                                 const scenario::Scenario& scenario,
                                                 const std::string& snapshot);

}  // namespace snapscope::database
