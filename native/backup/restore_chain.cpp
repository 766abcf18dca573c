// Which backups restore a database: pure decisions over their headers.
#include <algorithm>
#include <functional>
#include <string>
#include <utility>

#include "backup/restore.h"
#include "base/mutation.h"
#include "telemetry/sql_errors.h"

namespace snapscope::backup {

MUTATION(kBackupGapAccepted, "a backup of the log is restored though the one before it is missing");
MUTATION(kFilegroupTakenForWhole, "a backup of some filegroups is restored as the whole database");

namespace {

std::string Named(const BackupSet& set) {
  return std::string(NameOf(set.kind)) + " backup " + set.name;
}

Status CheckFirst(const BackupSet& set) {
  if (set.is_partial && !Mutated(kFilegroupTakenForWhole)) {
    return telemetry::kHasSomeFilesOnly(set.name);
  }
  if (set.kind == BackupKind::kFull) return Status();
  return telemetry::kNothingToGoOnFrom(Named(set));
}

Status CheckSameDatabase(const BackupSet& first, const BackupSet& set) {
  const bool same = set.family == first.family && set.database == first.database &&
                    set.data_files == first.data_files && set.file_pages == first.file_pages &&
                    set.form == first.form;
  if (same) return Status();
  return telemetry::kOfAnotherDatabase(Named(set), set.database, Named(first), first.database);
}

Status CheckDifferential(const BackupSet& full, const BackupSet& set, size_t place) {
  if (place != 1) {
    return telemetry::kNotRightAfterFull(Named(set));
  }
  if (set.GoesWith(full)) return Status();
  return telemetry::kOfAnotherFull(Named(set), Named(full));
}

Status CheckLog(Lsn reached, const BackupSet& set) {
  if (set.last <= reached) {
    return telemetry::kLogTooEarly(Named(set), ToString(set.last), ToString(reached));
  }
  if (set.first <= reached || Mutated(kBackupGapAccepted)) return Status();
  return telemetry::kLogTooRecent(Named(set), ToString(set.first), ToString(reached));
}

/// Whether the stop lies in what the chain has.
Status CheckStop(const std::vector<BackupSet>& sets, const StopPoint& stop, ChainEnd end,
                 size_t restored) {
  const auto logs =
      std::ranges::find_if(sets, [](const BackupSet& set) { return set.kind == BackupKind::kLog; });
  const BackupSet& data = *std::prev(logs);
  const BackupSet& reached =
      restored > 0 && sets[restored - 1].kind == BackupKind::kLog ? sets[restored - 1] : data;
  const TimeNs earliest = reached.kind == BackupKind::kLog ? reached.reached : reached.finished;
  const bool too_early =
      (stop.at && *stop.at < earliest) || (stop.before && *stop.before < reached.last);
  if (too_early) {
    return telemetry::kStopTooEarly(Named(reached));
  }
  const BackupSet& last = sets.back();
  const bool too_late =
      (stop.at && *stop.at > last.reached) || (stop.before && *stop.before > last.last);
  if (too_late && end == ChainEnd::kRecovery) {
    return telemetry::kEndsBeforeStop(Named(last));
  }
  return Status();
}

/// The last differential that goes with the full backup; null without one.
const BackupSet* LastDifferential(const std::vector<BackupSet>& sets, const BackupSet& full,
                                  const std::function<bool(const BackupSet&)>& by_then) {
  const BackupSet* last = nullptr;
  for (const BackupSet& set : sets) {
    const bool goes_with = set.GoesWith(full);
    if (goes_with && by_then(set) && (last == nullptr || set.last > last->last)) last = &set;
  }
  return last;
}

}  // namespace

Status CheckChain(const std::vector<BackupSet>& sets, const StopPoint& stop, ChainEnd end,
                  size_t restored) {
  if (sets.empty()) return telemetry::kNoBackupNamed();
  TRY(CheckFirst(sets.front()));
  Lsn reached = sets.front().last;
  for (size_t place = 1; place < sets.size(); ++place) {
    const BackupSet& set = sets[place];
    TRY(CheckSameDatabase(sets.front(), set));
    switch (set.kind) {
      case BackupKind::kFull:
        return telemetry::kSecondFull(Named(set));
      case BackupKind::kDifferential:
        TRY(CheckDifferential(sets.front(), set, place));
        break;
      case BackupKind::kLog:
        TRY(CheckLog(reached, set));
        break;
    }
    reached = set.last;
  }
  return CheckStop(sets, stop, end, restored);
}

Result<std::vector<BackupSet>> ChooseChain(const std::vector<BackupSet>& sets,
                                           const StopPoint& stop, ChainEnd end,
                                           const std::vector<BackupSet>& restored) {
  const auto by_then = [&stop](const BackupSet& set) {
    return set.complete && (!stop.at || set.finished <= *stop.at) &&
           (!stop.before || set.last <= *stop.before);
  };
  std::vector<BackupSet> chain = restored;
  if (chain.empty()) {
    const BackupSet* full = nullptr;
    for (const BackupSet& set : sets) {
      const bool is_later = full == nullptr || set.last > full->last;
      const bool is_whole = set.kind == BackupKind::kFull && !set.is_partial;
      if (is_whole && by_then(set) && is_later) full = &set;
    }
    if (full == nullptr) {
      return telemetry::kNoFullBackupByThen();
    }
    chain.push_back(*full);
  }
  if (chain.size() == 1) {
    const BackupSet* differential = LastDifferential(sets, chain.front(), by_then);
    if (differential != nullptr) chain.push_back(*differential);
  }
  std::vector<BackupSet> logs;
  for (const BackupSet& set : sets) {
    if (set.kind == BackupKind::kLog && set.complete) logs.push_back(set);
  }
  // One that has nothing new ends where the one before it does.
  std::ranges::sort(logs, {}, [](const BackupSet& set) { return std::pair(set.last, set.first); });
  const auto reaches_stop = [&stop](const BackupSet& set) {
    return (stop.at && set.reached >= *stop.at) || (stop.before && set.last >= *stop.before);
  };
  for (const BackupSet& set : logs) {
    if (reaches_stop(chain.back())) break;
    if (set.last > chain.back().last) chain.push_back(set);
  }
  TRY(CheckChain(chain, stop, end, restored.size()));
  chain.erase(chain.begin(), chain.begin() + static_cast<ptrdiff_t>(restored.size()));
  return chain;
}

}  // namespace snapscope::backup
