// What the summary tells of files and volumes, and of what goes to them as a whole: checkpoints,
// backups and restores.
#include "experiment/summary_json.h"

namespace snapscope::experiment {

namespace {

Json FileJson(const server::FileAccount& file) {
  return {{"name", file.name},
          {"volume", file.volume},
          {"path", file.path},
          {"reads", file.io.reads},
          {"bytesRead", file.io.bytes_read},
          {"ioStallReadMs", Ms(file.io.io_stall_read)},
          {"writes", file.io.writes},
          {"bytesWritten", file.io.bytes_written},
          {"ioStallWriteMs", Ms(file.io.io_stall_write)},
          {"sizeBytes", file.size},
          {"sizeOnDiskBytes", file.size_on_disk}};
}

const char* NameOf(server::ArraySnapshotState state) {
  using enum server::ArraySnapshotState;
  switch (state) {
    case kUnderWay:
    case kFailed:
      return "failed";
    case kComplete:
      return "complete";
    case kDeleted:
      return "deleted";
    case kLost:
      return "lost";
  }
  return "failed";
}

/// What the snapshot has of each volume's reserve at the end. The array may have another one of its
/// name by then, or none.
Json ReserveJson(const RunRecord& run, const server::ArraySnapshotAccount& account) {
  Json parts = Json::array();
  for (const storage::ArraySnapshot& snapshot : run.in_array) {
    const bool is_its = snapshot.name == account.set.name &&
                        snapshot.taken >= account.set.started && snapshot.taken <= account.ended;
    if (!is_its) continue;
    for (const storage::ArraySnapshotPart& part : snapshot.parts) {
      parts.push_back({{"volume", part.volume},
                       {"ownBytes", part.own_bytes},
                       {"sharedBytes", part.shared_bytes}});
    }
  }
  return parts;
}

}  // namespace

Json FilesJson(const server::ServerHistory& server) {
  Json files = Json::array();
  for (const server::FileAccount& file : server.files) files.push_back(FileJson(file));
  for (const server::SnapshotAccount& snapshot : server.snapshots) {
    for (const server::FileAccount& file : snapshot.files) files.push_back(FileJson(file));
  }
  return files;
}

Json VolumesJson(const RunRecord& run) {
  Json volumes = Json::array();
  for (const VolumeAccount& volume : run.volumes) {
    const auto& space = volume.space;
    volumes.push_back({{"name", volume.name},
                       {"totalBytes", space ? Json(space->total_bytes) : Json(nullptr)},
                       {"availableBytes", space ? Json(space->available_bytes) : Json(nullptr)}});
    if (volume.reserve) {
      volumes.back()["reserve"] = {{"bytes", volume.reserve->reserve_bytes},
                                   {"usedBytes", volume.reserve->used_bytes},
                                   {"borrowedBytes", volume.reserve->borrowed_bytes},
                                   {"isOffline", volume.reserve->is_offline}};
    }
  }
  return volumes;
}

Json CheckpointsJson(const server::ServerHistory& server) {
  Json checkpoints = Json::array();
  for (const checkpoint::CheckpointFigures& figures : server.checkpoints) {
    checkpoints.push_back({{"kind", figures.kind},
                           {"startMs", Ms(figures.start)},
                           {"endMs", Ms(figures.end)},
                           {"buffers", figures.written.buffers},
                           {"writes", figures.written.writes},
                           {"avoided", figures.avoided}});
  }
  return checkpoints;
}

Json BackupsJson(const RunRecord& run) {
  Json backups = Json::array();
  for (const server::BackupAccount& account : run.backups) {
    const backup::BackupSet& set = account.set;
    const bool complete = account.state == server::BackupState::kComplete;
    const bool under_way = account.state == server::BackupState::kUnderWay;
    backups.push_back(
        {{"name", set.name},
         {"kind", backup::NameOf(set.kind)},
         {"copyOnly", set.copy_only},
         {"hasChecksums", set.has_checksums},
         {"damagedPages", set.damaged_pages},
         {"startMs", Ms(set.started)},
         {"endMs", under_way ? Json(nullptr) : Json(Ms(set.finished))},
         {"state", complete ? "complete" : "failed"},
         {"pages", set.pages},
         {"logBytes", set.log_bytes},
         {"bytes", complete ? set.stored_bytes : 0},
         {"compressed", set.compression != backup::Compression::kNone},
         {"blockSizeBytes", set.block_bytes},
         {"firstLsn", ToString(set.first)},
         {"lastLsn", ToString(set.last)},
         {"checkpointLsn",
          set.checkpoint.IsNone() ? Json(nullptr) : Json(ToString(set.checkpoint))},
         {"databaseBackupLsn", set.base.IsNone() ? Json(nullptr) : Json(ToString(set.base))},
         {"file", account.files.front().path},
         {"files", backup::PathsOf(account.files)}});
  }
  return backups;
}

Json ArraySnapshotsJson(const RunRecord& run) {
  Json snapshots = Json::array();
  for (const server::ArraySnapshotAccount& account : run.array_snapshots) {
    const backup::BackupSet& set = account.set;
    snapshots.push_back(
        {{"name", set.name},
         {"freeze", scenario::NamesOf(account.freeze).at(static_cast<size_t>(account.freeze))},
         {"copyOnly", set.copy_only},
         {"state", NameOf(account.state)},
         {"isBackup", account.is_backup()},
         {"torn", TextOrNull(account.torn)},
         {"volumes", account.volumes},
         {"startMs", Ms(set.started)},
         {"frozenFromMs", MsIfReached(account.frozen_from)},
         {"frozenToMs", MsIfReached(account.frozen_to)},
         {"endMs", MsIfReached(account.ended)},
         {"goneMs", MsIfReached(account.gone)},
         {"firstLsn", ToString(set.first)},
         {"lastLsn", ToString(set.last)},
         {"reserve", ReserveJson(run, account)}});
  }
  return snapshots;
}

Json RestoresJson(const RunRecord& run) {
  Json restores = Json::array();
  for (const server::RestoreAccount& account : run.restores) {
    restores.push_back({{"database", TextOrNull(account.database)},
                        {"recovered", account.recovers},
                        {"startMs", Ms(account.started)},
                        {"endMs", MsIfReached(account.ended)},
                        {"stopAtMs", MsOrNull(account.stop.at)},
                        {"stopBeforeLsn", account.stop.before ? Json(ToString(*account.stop.before))
                                                              : Json(nullptr)},
                        {"arraySnapshot", TextOrNull(account.array_snapshot)},
                        {"kept", TextOrNull(account.kept)},
                        {"from", account.from},
                        {"pages", account.figures.pages},
                        {"logRecords", account.figures.log_records},
                        {"logBytes", account.figures.log_bytes},
                        {"rolledBack", account.figures.undone.user_transactions},
                        {"discardedCommits", account.discarded},
                        {"suspectPages", account.figures.suspect_pages},
                        {"consistency", ConsistencyJson(account.consistency)},
                        {"verified", OrNull(account.verified)}});
  }
  return restores;
}

}  // namespace snapscope::experiment
