// The backups and restores of a run: in the product, what msdb knows of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "backup/restore.h"
#include "storage/file.h"
#include "tpcc/consistency.h"

namespace snapscope::experiment {

struct BackupAccount {
  backup::BackupSet set;  ///< of one that failed, what was asked for
  storage::FilePlace place;
  bool failed = false;
};

struct RestoreAccount {
  TimeNs started = 0;
  TimeNs ended = kNever;
  std::optional<TimeNs> stop_at;
  std::optional<Lsn> stop_before;
  std::vector<std::string> from;  ///< names of the backups, in their order
  backup::RestoreFigures figures;
  uint64_t discarded = 0;                        ///< commits that are not in it
  std::optional<tpcc::Consistency> consistency;  ///< only with the TPC-C-style load
  std::optional<bool> verified;  ///< by the oracle, as of the end; none where it was not compared
};

struct BackupHistory {
  std::vector<BackupAccount> backups;
  std::vector<RestoreAccount> restores;
  std::optional<Lsn> history_from;  ///< every state from here on is known to the oracle
  /// Since then: when each was logged, and where. What a restore must keep is told by these alone.
  std::vector<std::pair<TimeNs, Lsn>> commits;
  bool forgotten = false;  ///< no more: it became too much
  uint32_t tails = 0;      ///< backups of the log that restores have taken first

  std::vector<backup::BackupSet> Complete() const {
    std::vector<backup::BackupSet> sets;
    for (const BackupAccount& account : backups) {
      if (!account.failed) sets.push_back(account.set);
    }
    return sets;
  }
  /// Of a set that Complete() has given.
  const storage::FilePlace& PlaceOf(const backup::BackupSet& set) const {
    for (const BackupAccount& account : backups) {
      if (account.set.id == set.id) return account.place;
    }
    CHECK(false, "no backup %s", set.name.c_str());
  }
};

}  // namespace snapscope::experiment
