// What the steps of a life ask of the server, and what may come of each: a fault excuses what
// happens to its file, a full log or data file ends a statement.
#include <algorithm>
#include <optional>

#include "crash_simulator/excuses.h"
#include "crash_simulator/life.h"
#include "ops/tree_build.h"
#include "server/scenario_options.h"

namespace snapscope::crash_simulator {

Task<Status> Life::GiveCommand(scenario::Command command) {
  if (!server_->TakesCommands()) co_return Error{ErrorCode::kRefused, "the server is down"};
  VisitMeetings(command);
  const std::vector<RarePath> met = MeetingsOfDrop(command);
  const bool in_tail = world_.IsTailUnderWay();
  const auto end = co_await server_->CarryOut(command);
  const Status done = end.value_or(Status());
  if (in_tail) JudgeDuringTail(command, done);
  for (const RarePath path : met) {
    if (done.ok()) world_.coverage.Visit(path);
  }
  co_return done;
}

void Life::Judge(const std::string& what, const Error& error, const std::string& snapshot) {
  const bool came_late = quiescing_ && error.code == ErrorCode::kRefused;
  if (came_late || error.code == ErrorCode::kPowerCut) return;
  if (!IsExcused(world_, error, snapshot)) world_.Fail(what + ": " + error.message);
}

Task<void> Life::CarryOut(scenario::UpdateTable update) {
  const Status updated = co_await Give(update);
  if (updated.ok()) {
    world_.coverage.Visit(RarePath::kTableUpdated);
  } else if (updated.error().code == ErrorCode::kRefused && world_.may_be_compressed) {
    world_.coverage.Visit(RarePath::kCompressedTableKept);
  } else if (updated.error().code != ErrorCode::kLogFull) {
    Judge("updating the table", updated.error());
  }
}

Task<void> Life::CarryOut(scenario::RebuildIndex rebuild) {
  Reach(CutMoment::kBuildBegun);
  if (rebuild.compression == scenario::DataCompression::kPage) world_.may_be_compressed = true;
  const Status rebuilt = co_await Give(rebuild);
  JudgeBuild(rebuilt, RarePath::kIndexRebuilt, rebuild.online);
}

Task<void> Life::CarryOut(scenario::CreateIndex creation) {
  Reach(CutMoment::kBuildBegun);
  const Status created = co_await Give(creation);
  JudgeBuild(created, RarePath::kIndexCreated, creation.online);
  // Told durable: from here on every restart must find it.
  if (created.ok()) {
    world_.indexes[server::IndexOfTable(creation.index)] = database().log().durable_lsn();
  }
}

Task<void> Life::CarryOut(scenario::SelectInto copy) {
  Reach(CutMoment::kBuildBegun);
  const Status copied = co_await Give(copy);
  JudgeBuild(copied, RarePath::kTableSelectedInto, /*online=*/false);
}

void Life::OnBuildProgress(uint64_t told, uint64_t all) {
  const ops::TreeBuild* build = database().index_builds().BuildIn(btree::kBuildSpace);
  if (build != nullptr && build->sort_extents() > 0) Reach(CutMoment::kBuildSpilled);
  if (told >= all) Reach(CutMoment::kBuildLoaded);
}

void Life::JudgeBuild(const Status& built, RarePath done, bool online) {
  if (built.ok()) {
    world_.coverage.Visit(done);
    return Reach(CutMoment::kBuildEnded);
  }
  const ErrorCode code = built.error().code;
  // At its end an online build waits for the lock while it holds another. Sparse files may have
  // taken the room of tempdb, whose file is made by the first sort.
  const bool may_fail = code == ErrorCode::kLogFull || (online && code == ErrorCode::kDeadlock) ||
                        (code == ErrorCode::kDiskFull && MayLackRoom(world_));
  if (code == ErrorCode::kDatabaseFull) {
    world_.coverage.Visit(RarePath::kBuildMetFullFile);
  } else if (code == ErrorCode::kRefused) {
    world_.coverage.Visit(RarePath::kBuildRefused);
  } else if (!may_fail) {
    Judge("building an index or a table", built.error());
  }
}

Task<void> Life::CarryOut(scenario::DropTable drop) {
  // It may never have been made, or a life has ended before it was.
  const auto number = world_.journal.tables.Find(drop.name, database().transactions());
  if (number.ok()) Reach(CutMoment::kDrop);
  const Status dropped = co_await Give(drop);
  if (dropped.ok()) {
    // Nobody else gets the number meanwhile.
    if (number.ok() && database().transactions().HasTree(world_.initial.NewTable(**number).id)) {
      world_.Fail("the table " + drop.name + " was told dropped, and is there");
    }
    world_.coverage.Visit(RarePath::kTableDropped);
    co_return;
  }
  const ErrorCode code = dropped.error().code;
  const bool may_fail = code == ErrorCode::kRefused || code == ErrorCode::kLogFull;
  if (!may_fail) Judge("dropping the table " + drop.name, dropped.error());
}

Task<void> Life::CarryOut(scenario::ScanTable scan) {
  const std::string snapshot = scan.snapshot;
  const Status scanned = co_await Give(std::move(scan));
  for (const server::ScanAccount& account : server_->history().scans) {
    if (account.IsRight()) continue;
    world_.Fail("a scan has counted " + std::to_string(account.figures.rows) + " rows of " +
                std::to_string(account.least_rows) + " to " + std::to_string(account.most_rows));
  }
  if (scanned.ok()) {
    world_.coverage.Visit(snapshot.empty() ? RarePath::kTableScanned : RarePath::kSnapshotScanned);
    co_return;
  }
  const ErrorCode code = scanned.error().code;
  // There is no such snapshot, or it is lost, which is judged where it is.
  const bool lacks_snapshot =
      !snapshot.empty() && (code == ErrorCode::kNotFound || code == ErrorCode::kRefused ||
                            code == ErrorCode::kSnapshotSuspect);
  const bool waited_in_circle = code == ErrorCode::kDeadlock;
  if (!lacks_snapshot && !waited_in_circle) {
    Judge("scanning the table", scanned.error(), snapshot);
  }
}

Task<void> Life::CarryOut(scenario::CheckDatabase check) {
  const Status checked = co_await Give(check);
  const ErrorCode code = checked.ok() ? ErrorCode::kInvalid : checked.error().code;
  // The hidden snapshot may lack room while it is created, or once it is there.
  const bool lacks_snapshot = code == ErrorCode::kSnapshotSuspect || code == ErrorCode::kDiskFull;
  if (checked.ok()) {
    if (std::ranges::count(telemetry_.phases(), "consistencyCheck", &telemetry::Phase::name) == 0) {
      world_.Fail("the database was told checked, and was not");
    }
    world_.coverage.Visit(check.database.empty() ? RarePath::kDatabaseChecked
                                                 : RarePath::kCopyChecked);
    if (!plan_.faults.empty()) world_.coverage.Visit(RarePath::kCheckedDuringFaults);
  } else if (!check.database.empty() &&
             (code == ErrorCode::kNotFound || code == ErrorCode::kRefused)) {
    // There is no such copy, or it is being restored.
  } else if (lacks_snapshot && MayLoseAPush(world_)) {
    world_.coverage.Visit(RarePath::kCheckLostItsSnapshot);
  } else {
    Judge("checking the database", checked.error());
  }
}

Task<void> Life::CarryOut(scenario::SetUsers users) { (void)co_await Give(users); }

Task<void> Life::CarryOut(scenario::SetReportUsers reports) {
  const std::string& name = reports.name;
  const Status set = co_await Give(reports);
  const auto record = world_.snapshots.find(name);
  const auto snapshot = database().snapshots().Find(name);
  // A drop that waits for the catalogue lets nobody in any more, and may yet fail.
  const bool must = record != world_.snapshots.end() && record->second.stage == Stage::kComplete &&
                    snapshot != nullptr && snapshot->state() == snapshot::State::kOnline &&
                    !being_dropped_.contains(name) && server_->TakesCommands();
  if (!set.ok() && must) world_.Fail("reports of " + name + ": " + set.error().message);
}

void Life::OnReportError(const Error& error) {
  if (IsExcused(world_, error)) return;
  const bool of_a_snapshot = std::ranges::any_of(
      world_.names, [&](const std::string& name) { return IsExcused(world_, error, name); });
  if (!of_a_snapshot) world_.Fail("a report: " + error.message);
}

bool Life::IsRead(const std::string& name) {
  const auto snapshot = database().snapshots().Find(name);
  return snapshot != nullptr && snapshot->connections() > 0;
}

Task<void> Life::CarryOut(scenario::CreateSnapshot creation) {
  const std::string& name = creation.name;
  const auto [record, is_new] = world_.snapshots.try_emplace(name);
  if (!is_new) co_return;
  record->second.faults_before = world_.FaultsFor(name);
  const Status created = co_await Give(creation);
  if (created.ok()) {
    const auto told = world_.snapshots.find(name);
    if (told != world_.snapshots.end() && told->second.stage == Stage::kCreating) {
      world_.Fail(name + " was told created, and is not complete");
    }
    co_return;
  }
  if (created.error().code == ErrorCode::kPowerCut) co_return;
  const ErrorCode code = created.error().code;
  const bool lacks_room = code == ErrorCode::kDiskFull || code == ErrorCode::kFileLimit ||
                          code == ErrorCode::kSnapshotSuspect;
  if (!lacks_room || !MayFailToCreate(world_, name))
    Judge("creating " + name, created.error(), name);
  world_.Forget(name);
}

Task<void> Life::CarryOut(scenario::DropSnapshot drop) {
  const std::string& name = drop.name;
  const bool is_first = being_dropped_.insert(name).second;
  while (readers_[name] > 0) co_await executor_.Sleep(kMillisecond);
  const Status dropped = co_await Give(drop);
  if (is_first) being_dropped_.erase(name);
  if (dropped.ok()) {
    world_.coverage.Visit(RarePath::kSnapshotDropped);
    world_.Forget(name);
    co_return;
  }
  const Error& error = dropped.error();
  if (error.code == ErrorCode::kRefused && IsRead(name)) {
    world_.coverage.Visit(RarePath::kDropRefused);
  } else if (error.code == ErrorCode::kPowerCut ||
             (error.code == ErrorCode::kIo && IsExcused(world_, error, name))) {
    // The catalogue's write that failed may have reached the disk.
    const auto record = world_.snapshots.find(name);
    if (record != world_.snapshots.end()) record->second.stage = Stage::kDropping;
  } else if (error.code != ErrorCode::kNotFound) {
    Judge("dropping " + name, error);
  }
}

Task<void> Life::CarryOut(Verify) {
  CheckSnapshots();
  co_return;
}

}  // namespace snapscope::crash_simulator
