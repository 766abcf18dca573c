// Which backups a restore takes, where it stops, and what must be in the database then: chosen by
// the engine, and compared with what the simulation knows of the backups.
#pragma once

#include <optional>
#include <vector>

#include "backup/restore.h"
#include "base/rng.h"
#include "crash_simulator/plan.h"

namespace snapscope::crash_simulator {

class World;

struct RestoreChoice {
  std::vector<backup::BackupSet> chain;
  backup::StopPoint stop;
  Lsn base;  ///< no stop lies before
  Lsn end;   ///< what was committed below must be there, and nothing else
};

/// Chooses a restore from the sets; nothing where none of them restores the database. Tells the
/// world of what the engine has wrongly chosen or refused.
std::optional<RestoreChoice> ChooseRestore(World& world, std::vector<backup::BackupSet> sets,
                                           const RestorePlan& plan, Rng& rng);

/// What was committed below is in the database that the backups restore up to the stop.
Lsn EndOf(const World& world, const backup::StopPoint& stop, Lsn base);

/// Without one of the log backups the others do not follow each other.
void CheckGapIsRefused(World& world, const std::vector<backup::BackupSet>& chain);

}  // namespace snapscope::crash_simulator
