// BACKUP DATABASE of an array snapshot, by another host. The command has no session on this server:
// nobody here pays or waits for it.
#include "database/array_backup.h"

#include <algorithm>
#include <string>
#include <utility>

#include "server/refusal.h"
#include "server/scenario_options.h"
#include "server/server.h"

namespace snapscope::server {

namespace {

constexpr char kOtherHost[] = "other host";

/// What is written beside the snapshot, in a sentence: its reserve has to hold that, and the array
/// makes no room by a snapshot that is mounted.
std::string WrittenBeside(const ArraySnapshotAccount& snapshot,
                          const backup::BackupRequest& request) {
  for (const storage::FilePlace& file : request.files) {
    const std::string& volume = file.volume->name();
    if (std::ranges::find(snapshot.volumes, volume) == snapshot.volumes.end()) continue;
    return "Backup '" + request.name + "' is written to volume " + volume +
           ", of which it reads a snapshot: what is written takes of the reserve, and the array "
           "cannot delete that snapshot meanwhile. Write it to another volume.";
  }
  return {};
}

}  // namespace

Status Server::CheckBackupByOtherHost(const scenario::Backup& command) const {
  const std::string& name = command.array_snapshot;
  if (command.type != scenario::BackupType::kFull) {
    return Refused(
        "Of an array snapshot only a full backup can be taken: which extents have "
        "changed, and the log since, are known to the database alone.");
  }
  TRY_ASSIGN(const ArraySnapshotAccount* account, UsableArraySnapshot(name));
  if (!account->is_backup()) {
    return Refused(
        "The array snapshot '" + name +
        "' was taken without a freeze of the database: a backup of it would be none that "
        "others go on from. Take one with freeze 'vss' or 'suspend'.");
  }
  if (mounted_there_.contains(name)) {
    return Refused("Another backup reads the array snapshot '" + name + "': wait for that.");
  }
  return Status();
}

Task<Status> Server::BackUpByOtherHost(Session& session, scenario::Backup command) {
  CO_TRY(CheckBackupByOtherHost(command));
  const std::string name = command.array_snapshot;
  const ArraySnapshotAccount& snapshot = *journal().backups.FindArraySnapshot(name);
  const backup::BackupSet set = snapshot.set;
  backup::BackupRequest request = RequestOf(command, session.spid());
  session.TellBegin(WrittenBeside(snapshot, request));
  co_await std::exchange(session.worker, nullptr)->End();
  if (!other_host_) other_host_.emplace(parts_.executor, CpuOf(scenario()));
  mounted_there_.insert(name);
  const size_t number = BeginBackup(request, /*is_tail=*/false);
  Worker worker(*other_host_, nullptr, kOtherHost);
  co_await worker.Start();
  database::ArrayBackup backup{.scenario = scenario(),
                               .initial = parts_.initial,
                               .machine = parts_.machine,
                               .server = database_->engine(),
                               .host = *other_host_,
                               .set = set,
                               .request = std::move(request)};
  const auto done = co_await database::BackUpArraySnapshot(worker, std::move(backup));
  co_await worker.End();
  mounted_there_.erase(name);
  EndBackup(number, done);
  CO_TRY(done);
  co_return Status();
}

void Server::RemoveLeftMounts() {
  for (const ArraySnapshotAccount& account : journal().backups.array_snapshots) {
    database::FilesOfHost(parts_.machine, scenario(), parts_.initial, account.set.name).RemoveNow();
  }
}

}  // namespace snapscope::server
