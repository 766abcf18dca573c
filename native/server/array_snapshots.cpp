// Snapshots that the array takes of the volumes on which the database is.
//
// Where the database is frozen for it, one is a full backup (backup/storage_snapshot.h), and waits
// for its turn among them. Within the freeze the volumes are held, so that the array finds no write
// on its way. VSS sets limits to both, and whoever goes beyond them has no snapshot.
#include <algorithm>
#include <cstdio>
#include <utility>

#include "backup/storage_snapshot.h"
#include "base/mutation.h"
#include "base/rng.h"
#include "database/file_names.h"
#include "server/refusal.h"
#include "server/server.h"
#include "telemetry/sql_errors.h"

namespace snapscope::server {

MUTATION(kFailedArraySnapshotTold, "a snapshot of the array that is aborted is told done");

using runtime::WaitType;

namespace {

/// VSS: how long writers may be frozen, from the first on, and how long a provider may hold the
/// writes of its volumes. Microsoft: Volume Shadow Copy Service, CVssWriter.
constexpr TimeNs kWritersLimit = 60 * kSecond;
constexpr TimeNs kProviderLimit = 10 * kSecond;

/// "1500 ms"
std::string InMs(TimeNs time) { return std::to_string(time / kMillisecond) + " ms"; }

/// "{0F1E2D3C-...}" of one operation.
std::string GuidOf(uint64_t seed, const std::string& name) {
  Rng rng(seed, "virtual device " + name);
  const uint64_t high = rng.Next();
  const uint64_t low = rng.Next();
  char text[40];
  std::snprintf(text, sizeof text, "{%08X-%04X-%04X-%04X-%012llX}",
                static_cast<unsigned>(high >> 32), static_cast<unsigned>(high >> 16 & 0xFFFF),
                static_cast<unsigned>(high & 0xFFFF), static_cast<unsigned>(low >> 48),
                static_cast<unsigned long long>(low & 0xFFFF'FFFF'FFFF));
  return text;
}

/// One that is taken while the database is frozen. It lives in the frame of the command.
class FrozenCreation {
 public:
  FrozenCreation(Worker& worker, const ServerParts& parts, ArraySnapshotAccount& account)
      : worker_(worker),
        machine_(parts.machine),
        times_(parts.scenario.array_snapshot_times),
        account_(account),
        is_vss_(account.freeze == scenario::FreezeKind::kVss) {}

  Task<Status> Run(backup::StorageSnapshot& snapshot) {
    co_await Pass(times_.prepare, kNever);
    const Status taken = co_await Take(snapshot);
    if (snapshot.is_frozen()) {
      snapshot.Thaw();
      account_.frozen_from = snapshot.frozen_from();
      account_.frozen_to = worker_.Now();
    }
    co_return taken;
  }

 private:
  /// Lets the time pass, or what is left until `ends`; true if there was enough.
  Task<bool> Pass(TimeNs time, TimeNs ends) {
    const TimeNs left = ends - worker_.Now();
    const TimeNs sleeps = std::min(time, left);
    if (sleeps > 0) co_await worker_.Sleep(WaitType::kSleepTask, sleeps);
    co_return time <= left;
  }

  TimeNs LimitFromNow(TimeNs limit) { return is_vss_ ? worker_.Now() + limit : kNever; }

  Task<Status> Take(backup::StorageSnapshot& snapshot) {
    const TimeNs writers_end = LimitFromNow(kWritersLimit);
    const TimeNs others = is_vss_ ? times_.other_databases * times_.other_database : 0;
    if (!co_await Pass(others, writers_end)) co_return BeyondWriters();
    co_await snapshot.Freeze(worker_);
    const TimeNs provider_ends = LimitFromNow(kProviderLimit);
    std::vector<storage::WriteGate::Hold> held;
    for (const std::string& name : account_.volumes) {
      Task<storage::WriteGate::Hold> hold = machine_.volume(name).HoldWrites(worker_.executor());
      held.push_back(co_await worker_.Waiting(WaitType::kIoCompletion, std::move(hold)));
    }
    const TimeNs ends = std::min(writers_end, provider_ends);
    if (!co_await Pass(CommitTime(), ends)) {
      co_return ends == provider_ends ? BeyondProvider() : BeyondWriters();
    }
    CO_TRY(machine_.array()->Take(account_.set.name, account_.volumes, worker_.Now()));
    snapshot.set().finished = worker_.Now();
    co_return Status();
  }

  TimeNs CommitTime() const {
    return static_cast<TimeNs>(account_.volumes.size()) * times_.commit_of_volume;
  }

  Error BeyondWriters() const {
    return Refused("Array snapshot '" + account_.set.name +
                   "' was given up: its databases had to be thawed after 60 s, the limit of VSS. "
                   "Freezing " +
                   std::to_string(times_.other_databases) + " others takes " +
                   InMs(times_.other_databases * times_.other_database) +
                   ", and committing the volumes " + InMs(CommitTime()) +
                   ". Freeze fewer databases, or take it with freeze 'suspend', which has no "
                   "limit.");
  }
  Error BeyondProvider() const {
    return Refused("Array snapshot '" + account_.set.name +
                   "' was given up: the writes of its volumes had to be let go after 10 s, the "
                   "limit of VSS for a provider. Committing " +
                   std::to_string(account_.volumes.size()) + " volumes takes " +
                   InMs(CommitTime()) +
                   ". Put the database on fewer volumes, shorten commitMsPerVolume, or take it "
                   "with freeze 'suspend', which has no limit.");
  }

  Worker& worker_;
  database::Machine& machine_;
  const scenario::ArraySnapshotTimes& times_;
  ArraySnapshotAccount& account_;
  const bool is_vss_;
};

}  // namespace

std::vector<std::string> Server::VolumesOfArraySnapshot(
    const scenario::CreateArraySnapshot& command) const {
  std::vector<std::string> volumes = command.volumes;
  if (volumes.empty()) {
    for (const auto& place : database_->places()) volumes.push_back(place.volume->name());
  }
  std::ranges::sort(volumes);
  const auto again = std::ranges::unique(volumes);
  volumes.erase(again.begin(), again.end());
  return volumes;
}

// What can be known before anything is frozen.
Status Server::CheckArraySnapshot(const scenario::CreateArraySnapshot& command,
                                  const std::vector<std::string>& volumes) const {
  const BackupHistory& backups = journal().backups;
  const storage::SnapshotArray* array = parts_.machine.array();
  if (array == nullptr) return NoArray();
  const bool suspends = command.freeze == scenario::FreezeKind::kSuspend;
  if (suspends && scenario().version < EngineVersion::k2016) {
    return Refused(
        "SET SUSPEND_FOR_SNAPSHOT_BACKUP came with SQL Server 2022: choose the server's version "
        "2016, which stands for all since, or freeze 'vss'.");
  }
  const auto is_taken = [&](const storage::ArraySnapshot& one) { return one.name == command.name; };
  const bool is_begun = std::ranges::any_of(backups.array_snapshots, [&](const auto& account) {
    return account.set.name == command.name && account.state == ArraySnapshotState::kUnderWay;
  });
  if (is_begun || std::ranges::any_of(array->snapshots(), is_taken)) {
    return Refused("There is an array snapshot '" + command.name +
                   "' already: delete it first, or choose another name.");
  }
  if (backups.Find(command.name) != nullptr) {
    return Refused("There is a backup '" + command.name + "' already: choose another name.");
  }
  for (const std::string& volume : volumes) {
    const std::optional<storage::ReserveUse> reserve =
        array->Covers(volume) ? array->ReserveOf(volume) : std::nullopt;
    if (!reserve) {
      return Refused("The array takes no snapshots of volume '" + volume +
                     "': give it arraySnapshots, or name the volumes that have them.");
    }
    if (reserve->is_offline) {
      return Refused("Volume '" + volume +
                     "' and its snapshots are offline, since their reserve is full: delete "
                     "snapshots of it first.");
    }
    if (reserve->reserve_bytes == 0) {
      return Refused("Volume '" + volume +
                     "' has no reserve for snapshots: raise its reservePercent above 0.");
    }
  }
  const bool is_suspended = std::ranges::any_of(backups.array_snapshots, [](const auto& account) {
    return account.state == ArraySnapshotState::kUnderWay &&
           account.freeze == scenario::FreezeKind::kSuspend;
  });
  if (suspends && is_suspended) return telemetry::kAlreadySuspended(scenario().database);
  return Status();
}

std::string Server::FilesBeside(const std::vector<std::string>& volumes) const {
  std::string files;
  for (const storage::FilePlace& place : database_->places()) {
    if (std::ranges::find(volumes, place.volume->name()) != volumes.end()) continue;
    files += (files.empty() ? "" : ", ") + place.path + " on volume " + place.volume->name();
  }
  return files;
}

Task<Status> Server::Run(Session& session, scenario::CreateArraySnapshot command) {
  std::vector<std::string> volumes = VolumesOfArraySnapshot(command);
  CO_TRY(CheckArraySnapshot(command, volumes));
  BackupHistory& backups = journal().backups;
  // A restore may go back to it from here on.
  if (!backups.history_from) backups.history_from = database_->log().durable_lsn();
  ArraySnapshotAccount& account = backups.array_snapshots.emplace_back();
  account.freeze = command.freeze;
  account.volumes = std::move(volumes);
  account.set.name = command.name;
  account.set.started = Now();
  account.set.copy_only = command.copy_only;
  if (const std::string missing = FilesBeside(account.volumes); !missing.empty()) {
    account.torn = "Array snapshot '" + command.name + "' is torn, and of no use to " +
                   scenario().database + ": it lacks " + missing + ".";
  }
  session.TellBegin(account.torn);
  const size_t phase = telemetry().BeginPhase("", "arraySnapshot");
  Status taken;
  if (command.freeze == scenario::FreezeKind::kNone) {
    taken = TakeUnfrozen(account);
  } else {
    taken = co_await TakeFrozen(*session.worker, account);
  }
  telemetry().EndPhase(phase, {{"volumes", static_cast<int64_t>(account.volumes.size())}});
  // The array may have deleted it by now, for its reserve.
  if (account.state == ArraySnapshotState::kUnderWay) {
    account.state = taken.ok() ? ArraySnapshotState::kComplete : ArraySnapshotState::kFailed;
  }
  account.ended = Now();
  if (Mutated(kFailedArraySnapshotTold)) co_return Status();
  CO_TRY(taken);
  if (!account.is_complete()) co_return backups.NoSuchArraySnapshot(command.name);
  co_return Status();
}

Status Server::TakeUnfrozen(ArraySnapshotAccount& account) {
  const backup::RestartPoint restart = backup::RestartPointOf(database_->log());
  backup::BackupSet set = backup::NewSet(database_->backup_source(), backup::BackupKind::kFull,
                                         account.set.name, Now());
  set.of_storage = true;
  set.copy_only = true;
  set.checkpoint = restart.checkpoint;
  set.first = restart.first;
  set.last = database_->log().durable_lsn();
  set.reached = set.finished = Now();
  account.set = std::move(set);
  return parts_.machine.array()->Take(account.set.name, account.volumes, Now());
}

Task<Status> Server::TakeFrozen(Worker& worker, ArraySnapshotAccount& account) {
  backup::BackupSource& source = database_->backup_source();
  runtime::Turns::Turn turn = co_await source.turns.Await(worker, WaitType::kLckMU);
  const std::string& name = account.set.name;
  backup::StorageSnapshotRequest request{.name = name,
                                         .copy_only = account.set.copy_only,
                                         .suspends = account.freeze != scenario::FreezeKind::kVss,
                                         .device = {},
                                         .source = worker.name()};
  // One identifier an operation; what follows it counts the databases.
  const uint32_t number = scenario().array_snapshot_times.other_databases + 1;
  request.device = request.suspends ? database::MetadataFileName(parts_.machine, scenario(), name)
                                    : GuidOf(scenario().seed, name) + std::to_string(number);
  backup::StorageSnapshot snapshot(source, std::move(request), std::move(turn), Now());
  FrozenCreation creation(worker, parts_, account);
  Status done = co_await creation.Run(snapshot);
  const bool is_backup = done.ok() && account.torn.empty();
  if (is_backup) done = co_await snapshot.Succeed(worker);
  if (!is_backup) snapshot.Fail();
  account.set = std::move(snapshot.set());
  co_return done;
}

Task<Status> Server::Run(Session& /*session*/, scenario::DeleteArraySnapshot command) {
  BackupHistory& backups = journal().backups;
  storage::SnapshotArray* array = parts_.machine.array();
  if (array == nullptr) co_return NoArray();
  const Status deleted = array->Delete(command.name);
  if (!deleted.ok() && deleted.error().code == ErrorCode::kNotFound) {
    co_return backups.NoSuchArraySnapshot(command.name);
  }
  CO_TRY(deleted);
  backups.NoteGone(command.name, ArraySnapshotState::kDeleted, Now());
  co_return Status();
}

}  // namespace snapscope::server
