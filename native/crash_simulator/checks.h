// What must hold of the disk and of the engine over it, whatever has happened. Each check tells the
// world of the first thing that does not.
#pragma once

#include "crash_simulator/world.h"
#include "database/database.h"
#include "database/restored_database.h"
#include "runtime/executor.h"
#include "workload/workload.h"

namespace snapscope::crash_simulator {

/// Looks for sparse files and pages of the log that a misdirected write has hit. The power must be
/// on.
void NoteDamage(World& world);

/// The highest LSN of a sound page of the data file, as the disk has it. The power must be on.
Lsn NewestPageLsn(const World& world);

/// A recovery found that the durable log ends at `end`. No acknowledged commit may lie beyond it,
/// nor a page on the disk (`newest_page`); what the oracle heard beyond it never was. After a
/// revert the log is another, and nothing since the split ever was.
void CheckEndOfLog(World& world, Lsn end, Lsn newest_page);

/// After a restart: the log has every commit since the last log backup. What reading it ended with.
runtime::Task<Status> CheckLogToBackUp(World& world, wal::Log& log, runtime::Worker& worker);

/// Every committed row is in the data file, and no other, and every index that was told created.
/// No page may be dirty.
void CheckSource(World& world, database::Database& database);

/// Notes after a restart that the nonclustered indexes which are there are there for good.
void NoteTreesAfterRestart(World& world, database::Database& database);

/// A snapshot has been armed: what the data files have now.
void NoteArmed(World& world, const std::string& name);

/// The snapshot shows its split, and its sparse file holds what its bitmap says, nothing younger,
/// and nothing older than the data file had when it was armed.
void CheckSnapshot(World& world, const database::Database& database, snapshot::Snapshot& snapshot);

/// Checks after a restart that each snapshot is there which must be, and then the snapshot; the
/// rest is forgotten.
void CheckSnapshotsAfterRestart(World& world, database::Database& database);

/// A database was restored from backups up to `end`: it is as it was there. No page may be dirty.
void CheckRestored(World& world, database::Database& database, Lsn end);

/// A database was restored beside that one, up to `end`.
void CheckCopy(World& world, const database::Database& database, database::RestoredDatabase& copy,
               Lsn end);

/// No pin, latch, lock, transaction or dirty page is left.
void CheckAtRest(World& world, database::Database& database);

/// Each session's waits, CPU and think time are its elapsed time, to the nanosecond.
void CheckSessions(World& world, const workload::SessionTotals& sessions);
/// Waits, CPU and think time are the elapsed time of a session that the plan's steps belong to.
void CheckAccount(World& world, const runtime::Worker& worker, TimeNs now);
/// At rest: the server's waits hold those of all sessions.
void CheckServerWaits(World& world, const workload::SessionTotals& sessions,
                      const telemetry::Telemetry& telemetry);

}  // namespace snapscope::crash_simulator
