// The backups and restores of a run: in the product, what msdb knows of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "backup/restore.h"
#include "storage/file.h"
#include "tpcc/consistency.h"

namespace snapscope::experiment {

enum class BackupState : uint8_t { kUnderWay, kComplete, kFailed };

struct BackupAccount {
  backup::BackupSet set;  ///< of one that is not complete, what was asked for
  backup::MediaSet files;
  BackupState state = BackupState::kUnderWay;
};

struct RestoreAccount {
  std::string database;  ///< another than the run's own, which users go on with; else empty
  bool recovers = true;  ///< WITH RECOVERY
  TimeNs started = 0;
  TimeNs ended = kNever;
  std::optional<TimeNs> stop_at;
  std::optional<Lsn> stop_before;
  std::vector<std::string> from;  ///< names of the backups, in their order
  backup::RestoreFigures figures;
  uint64_t discarded = 0;                        ///< commits that are not in it
  std::optional<tpcc::Consistency> consistency;  ///< only with the TPC-C-style load
  std::string problem;           ///< the first that the comparison with the oracle found
  std::optional<bool> verified;  ///< by the oracle, as of the end; none where it was not compared
};

struct LoggedCommit {
  TimeNs time = 0;
  Lsn lsn;
  bool is_users = false;  ///< not of the run itself, which writes the witness and splits pages
};

struct BackupHistory {
  std::vector<BackupAccount> backups;  ///< in the order of their begin
  std::vector<RestoreAccount> restores;
  std::optional<Lsn> history_from;  ///< every state from here on is known to the oracle
  /// Since then: when each was logged, and where, of all branches. What a restore must keep is told
  /// by these alone.
  std::vector<LoggedCommit> commits;
  bool forgotten = false;     ///< no more: it became too much
  uint32_t copies_begun = 0;  ///< databases under other names, each as often as it was begun
  uint32_t tails = 0;         ///< backups of the log that restores have taken first

  /// What the oracle keeps of a version of a row, and of its place among the others.
  static constexpr size_t kBytesOfVersion = 64;

  /// Whether a restore to `stop` could be verified: kRefused where it could not.
  Status CheckHistory(std::optional<TimeNs> stop, TimeNs now) const {
    if (forgotten) {
      return Error{ErrorCode::kRefused,
                   "This run has changed more rows since its first backup than can be kept in "
                   "restoreHistoryMiB to check a restore against: a restore could not be verified, "
                   "and is refused. Raise it."};
    }
    if (!stop || *stop <= now) return Status();
    return Error{ErrorCode::kRefused, "The point to stop at, " + std::to_string(*stop / kSecond) +
                                          " s, has not come yet; choose one before now."};
  }

  /// In the order of their end.
  std::vector<backup::BackupSet> Complete() const {
    std::vector<backup::BackupSet> sets;
    for (const BackupAccount& account : backups) {
      if (account.state == BackupState::kComplete) sets.push_back(account.set);
    }
    std::ranges::stable_sort(sets, {}, &backup::BackupSet::finished);
    return sets;
  }
  /// The server has ended: so have those that were under way, and will never be whole.
  void OnServerEnd(TimeNs now) {
    for (BackupAccount& account : backups) {
      if (account.state != BackupState::kUnderWay) continue;
      account.state = BackupState::kFailed;
      account.set.finished = now;
    }
  }
  /// Of a set that Complete() has given.
  const backup::MediaSet& FilesOf(const backup::BackupSet& set) const {
    for (const BackupAccount& account : backups) {
      if (account.set.id == set.id) return account.files;
    }
    CHECK(false, "no backup %s", set.name.c_str());
  }
};

}  // namespace snapscope::experiment
