// The backups that a simulation has taken, and what is known to be in them. Which of them a restore
// takes, and whether they have all the log for it, is decided here again, by other means than the
// engine's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "backup/format.h"
#include "backup/restore.h"
#include "base/ids.h"
#include "database/machine.h"

namespace snapscope::crash_simulator {

enum class BackupStage : uint8_t {
  kTaking,    ///< either way: its file may say that it is complete, or be none
  kComplete,  ///< it must be there, and restore the database
  kNone,      ///< it was not completed: its file must be refused
};

struct BackupRecord {
  backup::BackupSet set;
  std::vector<std::string> paths;  ///< of its files, in their order
  BackupStage stage = BackupStage::kTaking;
  size_t life = 0;             ///< in which it was taken
  bool of_tail = false;        ///< taken at rest: nothing was committed later
  bool begins_chain = false;   ///< of log backups, of which there was none when it began
  uint64_t faults_before = 0;  ///< World::FaultsForBackup() when it began
};

struct CommitTime {
  size_t life = 0;
  TimeNs time = 0;  ///< by the clock of that life
  Lsn lsn;
};

class BackupRecords {
 public:
  /// By name.
  std::map<std::string, BackupRecord> records{};
  /// All commits since the first backup, ascending.
  std::vector<CommitTime> commits{};
  /// Every state from here on may be restored; none before the first backup.
  std::optional<Lsn> history_from{};
  /// The next log backup begins here, or before.
  Lsn log_until;

  void Begin(BackupRecord record) { records[record.set.name] = std::move(record); }
  /// It is complete: it was told so, or its file says so.
  void Complete(const backup::BackupSet& set);
  /// What is at `end` or later never was: the log was lost from there on, or a revert has gone back
  /// before it.
  void DiscardFrom(Lsn end);

  std::vector<backup::BackupSet> Complete() const;
  const BackupRecord& Of(const backup::BackupSet& set) const { return records.at(set.name); }

  /// The first commit after `time` in the life: before it a restore stops that goes up to `time`.
  std::optional<Lsn> FirstCommitAfter(size_t life, TimeNs time) const;
};

/// Files of a backup, by their paths on that machine.
backup::MediaSet FilesAt(database::Machine& machine, const std::vector<std::string>& paths);

/// Up to where the sets restore a database: none without a full backup.
std::optional<Lsn> ReachOf(const std::vector<backup::BackupSet>& sets);
/// There is a log backup beyond what can be reached: the log before it is missing.
bool HasGap(const std::vector<backup::BackupSet>& sets);

}  // namespace snapscope::crash_simulator
