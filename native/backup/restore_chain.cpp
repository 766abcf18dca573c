// Which backups restore a database: pure decisions over their headers.
#include <algorithm>
#include <functional>
#include <string>
#include <utility>

#include "backup/restore.h"
#include "base/mutation.h"

namespace snapscope::backup {

MUTATION(kBackupGapAccepted, "a backup of the log is restored though the one before it is missing");

namespace {

Error Refused(int number, const std::string& why) {
  return Error{ErrorCode::kRefused,
               "Msg " + std::to_string(number) + ", Level 16, State 1: " + why};
}

std::string Named(const BackupSet& set) {
  return std::string(NameOf(set.kind)) + " backup " + set.name;
}

Status CheckFirst(const BackupSet& set) {
  if (set.kind == BackupKind::kFull) return Status();
  return Refused(3117, "the " + Named(set) +
                           " cannot be restored first: no full backup has been restored that it "
                           "could go on from.");
}

Status CheckSameDatabase(const BackupSet& first, const BackupSet& set) {
  const bool same = set.family == first.family && set.database == first.database &&
                    set.data_files == first.data_files && set.file_pages == first.file_pages &&
                    set.form == first.form;
  if (same) return Status();
  return Refused(3154, "the " + Named(set) + " holds a backup of another database (" +
                           set.database + ") than the " + Named(first) + " (" + first.database +
                           ").");
}

Status CheckDifferential(const BackupSet& full, const BackupSet& set, size_t place) {
  if (place != 1) {
    return Refused(
        3136, "the " + Named(set) + " has to come right after the full backup that it goes with.");
  }
  if (set.base == full.checkpoint) return Status();
  return Refused(3136, "the " + Named(set) + " goes with the full backup whose checkpoint is at " +
                           ToString(set.base) + ", and the " + Named(full) + " has its at " +
                           ToString(full.checkpoint) + ".");
}

Status CheckLog(Lsn reached, const BackupSet& set) {
  if (set.last <= reached) {
    return Refused(4326, "the " + Named(set) + " ends at " + ToString(set.last) +
                             ", which is too early: the database is at " + ToString(reached) +
                             " already. A later backup of the log is needed.");
  }
  if (set.first <= reached || Mutated(kBackupGapAccepted)) return Status();
  return Refused(4305, "the " + Named(set) + " begins at " + ToString(set.first) +
                           ", which is too recent: the database is at " + ToString(reached) +
                           ". An earlier backup of the log, which has that, is needed.");
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
    return Refused(4335, "the point to stop at is too early: the " + Named(reached) +
                             " ends after it. An earlier backup has to be restored.");
  }
  const BackupSet& last = sets.back();
  const bool too_late =
      (stop.at && *stop.at > last.reached) || (stop.before && *stop.before > last.last);
  if (too_late && end == ChainEnd::kRecovery) {
    return Refused(4322, "the " + Named(last) +
                             " ends before the point to stop at. A later backup of the log is "
                             "needed.");
  }
  return Status();
}

/// The last differential that goes with the full backup; null without one.
const BackupSet* LastDifferential(const std::vector<BackupSet>& sets, const BackupSet& full,
                                  const std::function<bool(const BackupSet&)>& by_then) {
  const BackupSet* last = nullptr;
  for (const BackupSet& set : sets) {
    const bool goes_with = set.kind == BackupKind::kDifferential && set.base == full.checkpoint;
    if (goes_with && by_then(set) && (last == nullptr || set.last > last->last)) last = &set;
  }
  return last;
}

}  // namespace

Status CheckChain(const std::vector<BackupSet>& sets, const StopPoint& stop, ChainEnd end,
                  size_t restored) {
  if (sets.empty()) return Refused(3117, "no backup was named.");
  TRY(CheckFirst(sets.front()));
  Lsn reached = sets.front().last;
  for (size_t place = 1; place < sets.size(); ++place) {
    const BackupSet& set = sets[place];
    TRY(CheckSameDatabase(sets.front(), set));
    switch (set.kind) {
      case BackupKind::kFull:
        return Refused(
            3136, "the " + Named(set) + " is a full backup, and cannot go on from another one.");
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
      if (set.kind == BackupKind::kFull && by_then(set) && is_later) full = &set;
    }
    if (full == nullptr) {
      return Refused(4335, "no full backup was complete by the point to stop at.");
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
