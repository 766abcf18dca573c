// What a life does to the whole table or database, and the sessions that report from snapshots.
#include <algorithm>
#include <optional>
#include <utility>

#include "crash_simulator/excuses.h"
#include "crash_simulator/life.h"
#include "ops/drop_table.h"
#include "ops/select_into.h"
#include "ops/table_update.h"
#include "ops/tree_build.h"
#include "server/scenario_options.h"

namespace snapscope::crash_simulator {

Task<void> Life::CarryOut(scenario::UpdateTable update) {
  Worker& worker = NewWorker("spid1005");
  co_await worker.Start();
  ops::TableUpdateOptions options;
  options.table = database::kAccounts;
  options.batch_rows = update.batch_rows;
  const auto updated = co_await ops::UpdateTable(worker, database_->transactions(), options);
  co_await worker.End();
  if (updated.ok()) {
    world_.coverage.Visit(RarePath::kTableUpdated);
  } else if (updated.error().code != ErrorCode::kLogFull && !IsExcused(world_, updated.error())) {
    world_.Fail("updating the table: " + updated.error().message);
  }
}

Task<void> Life::CarryOut(scenario::RebuildIndex rebuild) {
  const IndexId id = server::IndexOfTable(rebuild.index);
  if (!database_->transactions().HasTree(id)) co_return;  // its creation has not ended
  Worker& worker = NewWorker("spid1006");
  co_await worker.Start();
  BeginBuild(rebuild.kKind);
  const auto rebuilt = co_await database_->index_builds().Rebuild(
      worker, server::RebuildOptionsOf(world_.scenario, rebuild.online), id,
      ProgressOfBuild(UINT64_MAX));
  EndBuild(rebuild.kKind, rebuilt, RarePath::kIndexRebuilt, rebuild.online);
  co_await worker.End();
}

Task<void> Life::CarryOut(scenario::CreateIndex creation) {
  const IndexId id = server::IndexOfTable(creation.index);
  Worker& worker = NewWorker("spid1008");
  co_await worker.Start();
  if (!database_->transactions().HasTree(id)) {
    ops::IndexBuildOptions options = server::BuildOptionsOf(world_.scenario);
    options.online = creation.online;
    options.sort_in_tempdb = creation.sort_in_tempdb;
    BeginBuild(creation.kKind);
    const auto created = co_await database_->index_builds().Create(
        worker, options, world_.initial.Nonclustered(id.value - database::kFirstNonclustered),
        ProgressOfBuild(UINT64_MAX));
    EndBuild(creation.kKind, created, RarePath::kIndexCreated, creation.online);
    if (created.ok()) {
      // Told durable: from here on every restart must find it.
      world_.indexes[id] = database_->log().durable_lsn();
      const bool spilled = created.value().sort.runs > 0;
      if (spilled) {
        world_.coverage.Visit(creation.sort_in_tempdb ? RarePath::kSortSpilledToTempdb
                                                      : RarePath::kSortSpilledToDataFiles);
      }
    }
  }
  co_await worker.End();
}

Task<void> Life::CarryOut(scenario::SelectInto copy) {
  Worker& worker = NewWorker("spid1009");
  co_await worker.Start();
  const Result<database::TableNames::Number> number =
      world_.tables.Take(copy.name, database_->transactions(), database_->log().end_lsn());
  if (number.ok()) {
    BeginBuild(copy.kKind);
    ops::IndexBuildOptions options = server::BuildOptionsOf(world_.scenario);
    options.fill_factor_percent = 100;
    const ops::NewTable new_table{world_.initial.NewTable(**number), copy.rows, copy.name};
    const auto selected = co_await ops::SelectInto(worker, database_->index_builds(), options,
                                                   new_table, ProgressOfBuild(copy.rows));
    EndBuild(copy.kKind, selected, RarePath::kTableSelectedInto, /*online=*/false);
  } else {
    world_.coverage.Visit(RarePath::kBuildRefused);
  }
  co_await worker.End();
}

Task<void> Life::CarryOut(scenario::DropTable drop) {
  const Result<database::TableNames::Number> number =
      world_.tables.Find(drop.name, database_->transactions());
  if (!number.ok()) co_return;  // it was never made, or a life has ended before it was
  Reach(CutMoment::kDrop);
  Worker& worker = NewWorker("spid1010");
  co_await worker.Start();
  ++drops_running_;
  const auto dropped = co_await ops::DropTable(worker, database_->index_builds(),
                                               world_.initial.NewTable(**number).id, drop.name);
  --drops_running_;
  co_await worker.End();
  if (dropped.ok()) {
    world_.coverage.Visit(RarePath::kTableDropped);
    co_return;
  }
  const ErrorCode code = dropped.error().code;
  // Another step has dropped it meanwhile.
  const bool may_fail = code == ErrorCode::kRefused || code == ErrorCode::kLogFull;
  if (!may_fail && !IsExcused(world_, dropped.error())) {
    world_.Fail("dropping the table " + drop.name + ": " + dropped.error().message);
  }
}

void Life::BeginBuild(std::string_view kind) {
  ++builds_running_[kind];
  Reach(CutMoment::kBuildBegun);
}

ops::RowProgress Life::ProgressOfBuild(uint64_t rows) {
  // The table is locked when the first rows have been read: each is told twice.
  return [this, rows, last = uint64_t{0}](uint64_t told) mutable {
    if (last == 0) {
      const uint64_t there = world_.oracle.RowsAt(database::kAccounts, oracle::Oracle::kNewest);
      last = 2 * std::min(rows, there);
    }
    const ops::TreeBuild* build = database_->index_builds().BuildIn(btree::kBuildSpace);
    if (build != nullptr && build->sort_extents() > 0) Reach(CutMoment::kBuildSpilled);
    if (told >= last) Reach(CutMoment::kBuildLoaded);
  };
}

void Life::EndBuild(std::string_view kind, const Result<ops::IndexBuildFigures>& built,
                    RarePath done, bool online) {
  --builds_running_[kind];
  if (built.ok()) {
    world_.coverage.Visit(done);
    Reach(CutMoment::kBuildEnded);
    if (built.value().changes_brought_in > 0) world_.coverage.Visit(RarePath::kChangesBroughtIn);
    return;
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
  } else if (!may_fail && !IsExcused(world_, built.error())) {
    world_.Fail("building an index or a table: " + built.error().message);
  }
}

Task<void> Life::CarryOut(scenario::CheckDatabase) {
  Worker& worker = NewWorker("spid1007");
  co_await worker.Start();
  const Status checked = co_await database_->Check(worker, worker.name());
  co_await worker.End();
  const ErrorCode code = checked.ok() ? ErrorCode::kInvalid : checked.error().code;
  // The hidden snapshot may lack room while it is created, or once it is there.
  const bool lacks_snapshot = code == ErrorCode::kSnapshotSuspect || code == ErrorCode::kDiskFull;
  if (checked.ok()) {
    world_.coverage.Visit(RarePath::kDatabaseChecked);
    if (!plan_.faults.empty()) world_.coverage.Visit(RarePath::kCheckedDuringFaults);
  } else if (lacks_snapshot && MayLoseAPush(world_)) {
    world_.coverage.Visit(RarePath::kCheckLostItsSnapshot);
  } else if (!IsExcused(world_, checked.error())) {
    world_.Fail("checking the database: " + checked.error().message);
  }
}

void Life::StartReports() {
  workload::ReportingOptions options = server::ReportsOf(world_.scenario, world_.initial);
  options.seed = Mix64(world_.plan.seed + number_);
  options.on_row = [this](const snapshot::Snapshot& snapshot, uint64_t key,
                          const std::optional<page::Row>& row) {
    world_.coverage.Visit(RarePath::kRowReported);
    CompareRow(snapshot, key, row);
  };
  reporting_ = std::make_unique<workload::Reporting>(
      cpu_, database_->pool(), database_->snapshots(), telemetry_, std::move(options),
      [this](const Error& error) { OnReportError(error); });
}

Task<void> Life::CarryOut(scenario::SetReportUsers reports) {
  const std::string& name = reports.name;
  const Status set = reporting_->SetUsers(name, reports.users);
  const auto record = world_.snapshots.find(name);
  const auto snapshot = database_->snapshots().Find(name);
  // A drop that waits for the catalogue lets nobody in any more, and may yet fail.
  const bool must = record != world_.snapshots.end() && record->second.stage == Stage::kComplete &&
                    snapshot != nullptr && snapshot->state() == snapshot::State::kOnline &&
                    !being_dropped_.contains(name);
  if (!set.ok() && must) world_.Fail("reports of " + name + ": " + set.error().message);
  co_return;
}

void Life::OnReportError(const Error& error) {
  if (IsExcused(world_, error)) return;
  const bool of_a_snapshot = std::ranges::any_of(
      world_.names, [&](const std::string& name) { return IsExcused(world_, error, name); });
  if (!of_a_snapshot) world_.Fail("a report: " + error.message);
}

bool Life::IsRead(const std::string& name) const {
  const auto snapshot = database_->snapshots().Find(name);
  return snapshot != nullptr && snapshot->connections() > 0;
}

}  // namespace snapscope::crash_simulator
