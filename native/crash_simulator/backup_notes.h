// What a simulation knows of backups beside what the server does. Which of them a restore takes,
// and whether they have all the log for it, is decided here again, by other means than the
// engine's.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "backup/format.h"
#include "backup/restore.h"
#include "base/ids.h"
#include "database/machine.h"

namespace snapscope::crash_simulator {

/// Transactions that are open at a time: so many sessions hardly ever meet.
inline constexpr size_t kManyOpen = 1000;

struct BackupNote {
  bool begins_chain = false;         ///< of log backups, of which there was none when it began
  bool is_none = false;              ///< it was not completed, and its file was refused
  bool met_completion = false;       ///< of a snapshot, while it was under way
  bool met_many_open = false;        ///< more than kManyOpen transactions when it began
  std::optional<Lsn> restored_to{};  ///< over the database, the last time
};

struct BackupNotes {
  std::map<std::string, BackupNote> notes{};  ///< by name
  /// The next log backup begins here, or before.
  Lsn log_until;
  /// A snapshot that was to begin the chain of log backups was cut off: it may have.
  bool chain_in_doubt = false;

  /// The backup is complete: it was told so, or its file says so.
  void NoteComplete(const backup::BackupSet& set);
  /// A restart has found the next log backup to begin there.
  void NoteChain(Lsn backed_up) {
    if (std::exchange(chain_in_doubt, false) && !backed_up.IsNone()) log_until = backed_up;
  }
};

/// Files of a backup, by their paths on that machine.
backup::MediaSet FilesAt(database::Machine& machine, const std::vector<std::string>& paths);

/// Up to where the sets restore a database: none without a full backup.
std::optional<Lsn> ReachOf(const std::vector<backup::BackupSet>& sets);
/// True if there is a log backup beyond what can be reached: the log before it is missing.
bool HasGap(const std::vector<backup::BackupSet>& sets);

}  // namespace snapscope::crash_simulator
