// The backups, restores and reverts of a run: in the product, what msdb knows of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <optional>
#include <ranges>
#include <string>
#include <utility>
#include <vector>

#include "backup/restore.h"
#include "scenario/command.h"
#include "storage/file.h"
#include "storage/snapshot_array.h"
#include "telemetry/sql_errors.h"
#include "tpcc/consistency.h"

namespace snapscope::server {

enum class BackupState : uint8_t { kUnderWay, kComplete, kFailed };

struct BackupAccount {
  backup::BackupSet set;  ///< of one that is not complete, what was asked for
  backup::MediaSet files;
  BackupState state = BackupState::kUnderWay;
  uint32_t server = 0;   ///< Journal::starts
  bool is_tail = false;  ///< taken by Server::BackUpTail()

  bool to_nul() const { return backup::IsNul(files); }
  /// A set that can be restored.
  bool is_there() const { return state == BackupState::kComplete && !to_nul(); }
};

enum class ArraySnapshotState : uint8_t {
  kUnderWay,
  kComplete,
  kFailed,   ///< what the array may have of it is no use
  kDeleted,  ///< by a command
  kLost,     ///< the array has deleted it of a volume, to have room in the reserve
};

/// A snapshot that the array has taken. Where the database was frozen for it, it is a full backup,
/// which a restore takes that names it.
struct ArraySnapshotAccount {
  backup::BackupSet set;  ///< of one that is not complete, what was asked for
  scenario::FreezeKind freeze{};
  std::vector<std::string> volumes;  ///< in the order in which they are held
  /// Why it is of no use to the database: a file of that is not on its volumes. Empty if all are.
  std::string torn{};
  ArraySnapshotState state = ArraySnapshotState::kUnderWay;
  TimeNs frozen_from = kNever;
  TimeNs frozen_to = kNever;
  TimeNs ended = kNever;  ///< of the command that took it
  TimeNs gone = kNever;   ///< when it was deleted

  bool is_complete() const { return state == ArraySnapshotState::kComplete; }
  /// A set of a chain: differentials and logs go on from it.
  bool is_backup() const { return is_complete() && set.complete && torn.empty(); }
};

/// What the array has done about a reserve, and when.
struct ReserveRecord {
  TimeNs at = 0;
  storage::ReserveEvent event;
};

struct RestoreAccount {
  std::string database{};  ///< another than the run's own, which users go on with; else empty
  bool recovers = true;    ///< WITH RECOVERY
  bool continues_after_error = false;
  bool with_tail = false;  ///< up to the end of the log, of which it took a backup first
  TimeNs started = 0;
  TimeNs ended = kNever;
  backup::StopPoint stop{};
  std::string array_snapshot{};     ///< that it begins with; empty: a full backup
  std::string kept{};               ///< the array snapshot of what was there before it
  std::vector<std::string> from{};  ///< names of the backups, in their order
  backup::RestoreFigures figures{};
  uint64_t discarded = 0;                          ///< commits that are not in it
  std::optional<tpcc::Consistency> consistency{};  ///< only with the TPC-C-style load
  std::string problem{};           ///< the first that the comparison with the oracle found
  std::optional<bool> verified{};  ///< by the oracle, as of the end; none where it was not compared
};

struct RevertAccount {
  std::string snapshot;
  uint64_t discarded = 0;  ///< commits that are lost
};

struct LoggedCommit {
  TimeNs time = 0;
  Lsn lsn;
  bool is_users = false;  ///< not of the run itself, which writes the witness and splits pages
};

struct BackupHistory {
  std::vector<BackupAccount> backups;  ///< in the order of their begin
  /// In the order of their begin. Whoever takes one keeps a reference to its account.
  std::deque<ArraySnapshotAccount> array_snapshots;
  std::vector<ReserveRecord> reserves;
  std::vector<RestoreAccount> restores;
  std::vector<RevertAccount> reverts;
  std::optional<Lsn> history_from;  ///< every state from here on is known to the oracle
  /// The commits since then, on all branches: when each was logged, and where. What a restore must
  /// keep is told by these alone.
  std::vector<LoggedCommit> commits;
  bool forgotten = false;     ///< the history became too much, and is not known any more
  uint32_t copies_begun = 0;  ///< databases under other names, each as often as it was begun

  /// True while every state since the first backup stays known.
  bool KeepsHistory() const { return history_from && !forgotten; }

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

  /// The complete sets, in the order of their end. Those with damaged pages are only for who
  /// continues after an error.
  std::vector<backup::BackupSet> Complete(bool with_damaged = false) const {
    std::vector<backup::BackupSet> sets;
    for (const BackupAccount& account : backups) {
      const bool is_taken = with_damaged || !account.set.is_damaged();
      if (account.is_there() && is_taken) sets.push_back(account.set);
    }
    std::ranges::stable_sort(sets, {}, &backup::BackupSet::finished);
    return sets;
  }
  /// Before a backup removes the files that are in its place: the backups that these are of are no
  /// more. 3201 where another one is written to them, or a restore reads them.
  Status GiveUpFor(const BackupAccount& newest) {
    const std::string& path = newest.files.front().path;
    std::vector<BackupAccount*> there;
    for (BackupAccount& account : backups) {
      if (&account == &newest || account.files.front().path != path) continue;
      if (account.state == BackupState::kUnderWay || IsBeingRestored(account.set.name)) {
        return telemetry::kDeviceInUse(path);
      }
      there.push_back(&account);
    }
    for (BackupAccount* account : there) account->state = BackupState::kFailed;
    return Status();
  }
  bool IsBeingRestored(const std::string& name) const {
    return std::ranges::any_of(restores, [&name](const RestoreAccount& restore) {
      return restore.ended == kNever && std::ranges::count(restore.from, name) > 0;
    });
  }
  /// The server has ended, and with it what was under way, which will never be whole.
  void OnServerEnd(TimeNs now) {
    for (BackupAccount& account : backups) {
      if (account.state != BackupState::kUnderWay) continue;
      account.state = BackupState::kFailed;
      account.set.finished = now;
    }
    for (ArraySnapshotAccount& account : array_snapshots) {
      if (account.state != ArraySnapshotState::kUnderWay) continue;
      account.state = ArraySnapshotState::kFailed;
      account.ended = now;
    }
    for (RestoreAccount& account : restores) {
      const bool is_of_a_copy = !account.database.empty();
      if (is_of_a_copy && account.ended == kNever) account.ended = now;
    }
  }
  /// The array has done something about a reserve.
  void OnReserve(const storage::ReserveEvent& event, TimeNs now) {
    reserves.push_back({now, event});
    if (event.kind != storage::ReserveEvent::Kind::kDeleted) return;
    NoteGone(event.snapshot, ArraySnapshotState::kLost, now);
  }
  /// What the array has deleted while no server heard of it is lost all the same.
  void OnStart(const std::vector<storage::ArraySnapshot>& there, TimeNs now) {
    for (ArraySnapshotAccount& account : array_snapshots) {
      const bool is_there = std::ranges::any_of(
          there, [&account](const auto& snapshot) { return snapshot.name == account.set.name; });
      if (!account.is_complete() || is_there) continue;
      account.state = ArraySnapshotState::kLost;
      account.gone = std::min(account.gone, now);
    }
  }
  /// The array has no snapshot of that name any more; or, where it has deleted one, only what that
  /// has of other volumes. Of those that had the name, it is the newest.
  void NoteGone(const std::string& name, ArraySnapshotState how, TimeNs now) {
    for (ArraySnapshotAccount& account : array_snapshots | std::views::reverse) {
      if (account.set.name != name) continue;
      if (account.state != ArraySnapshotState::kFailed) account.state = how;
      account.gone = std::min(account.gone, now);
      return;
    }
  }
  /// The newest snapshot of the array of that name that is there; null if there is none.
  const ArraySnapshotAccount* FindArraySnapshot(const std::string& name) const {
    const ArraySnapshotAccount* found = nullptr;
    for (const ArraySnapshotAccount& account : array_snapshots) {
      if (account.set.name == name && account.is_complete()) found = &account;
    }
    return found;
  }
  Error NoSuchArraySnapshot(const std::string& name) const {
    std::string names;
    for (const ArraySnapshotAccount& account : array_snapshots) {
      if (account.set.name == name && account.state == ArraySnapshotState::kLost) {
        return {ErrorCode::kNotFound,
                "The array has deleted array snapshot '" + name +
                    "', or its part of a volume, at " + std::to_string(account.gone / kSecond) +
                    " s to have room in a reserve: no database can be opened from it."};
      }
      if (account.is_complete()) names += (names.empty() ? "" : ", ") + account.set.name;
    }
    return {ErrorCode::kNotFound, "There is no array snapshot '" + name + "'; " +
                                      (names.empty() ? "there is none" : "allowed: " + names)};
  }
  Error NoSuchBackup(const std::string& name) const {
    const BackupAccount* found = Find(name);
    if (found != nullptr && found->to_nul()) {
      return {ErrorCode::kNotFound,
              "The backup '" + name + "' went to NUL: nothing of it is there."};
    }
    std::string names;
    for (const BackupAccount& account : backups) {
      if (!account.to_nul()) names += (names.empty() ? "" : ", ") + account.set.name;
    }
    return {ErrorCode::kNotFound, "There is no backup '" + name + "'; " +
                                      (names.empty() ? "none was taken" : "allowed: " + names)};
  }
  /// The complete sets of those names, in that order. kNotFound where there is none; 3182 where one
  /// has damaged pages, unless the restore continues after an error.
  Result<std::vector<backup::BackupSet>> Named(const std::vector<std::string>& names,
                                               bool with_damaged) const {
    std::vector<backup::BackupSet> sets;
    for (const std::string& name : names) {
      const BackupAccount* found = FindComplete(name);
      if (found == nullptr) return NoSuchBackup(name);
      if (!with_damaged) TRY(backup::CheckDamage(found->set));
      sets.push_back(found->set);
    }
    return sets;
  }
  /// The newest backup of that name, whatever became of it; null if there is none.
  const BackupAccount* NewestOf(const std::string& name) const {
    for (const BackupAccount& account : backups | std::views::reverse) {
      if (account.set.name == name) return &account;
    }
    return nullptr;
  }
  uint64_t CountOf(const std::string& name) const {
    return static_cast<uint64_t>(std::ranges::count(
        backups, name, [](const BackupAccount& account) { return account.set.name; }));
  }
  /// The newest backup of that name, of those that are complete if any is; null if there is none.
  const BackupAccount* Find(const std::string& name) const {
    const BackupAccount* found = nullptr;
    for (const BackupAccount& account : backups) {
      if (account.set.name != name) continue;
      const bool has_complete = found != nullptr && found->state == BackupState::kComplete;
      if (!has_complete || account.state == BackupState::kComplete) found = &account;
    }
    return found;
  }
  /// The newest complete backup of that name; null if there is none.
  const BackupAccount* FindComplete(const std::string& name) const {
    const BackupAccount* found = Find(name);
    return found != nullptr && found->is_there() ? found : nullptr;
  }
  /// The files of sets that Complete() has given. Adds the names of the sets to `names`.
  std::vector<backup::MediaSet> FilesOf(const std::vector<backup::BackupSet>& sets,
                                        std::vector<std::string>& names) const {
    std::vector<backup::MediaSet> files;
    for (const backup::BackupSet& set : sets) {
      const auto found =
          std::ranges::find(backups, set.id, [](const BackupAccount& one) { return one.set.id; });
      CHECK(found != backups.end(), "no backup %s", set.name.c_str());
      names.push_back(set.name);
      files.push_back(found->files);
    }
    return files;
  }
};

}  // namespace snapscope::server
