// What a life does to the whole table or database, and the sessions that report from snapshots.
#include <optional>
#include <utility>

#include "engine/operation_options.h"
#include "ops/table_update.h"
#include "simulator/checks.h"
#include "simulator/life.h"

namespace snapscope::simulator {

Task<void> Life::UpdateTable(uint64_t batch_rows) {
  Worker& worker = NewWorker("spid1005");
  co_await worker.Start();
  ops::TableUpdateOptions options;
  options.table = engine::kAccounts;
  options.batch_rows = batch_rows;
  const auto updated = co_await ops::UpdateTable(worker, database_->transactions(), options);
  co_await worker.End();
  if (updated.ok()) {
    world_.coverage.Visit(RarePath::kTableUpdated);
  } else if (!IsExcused(updated.error())) {
    world_.Fail("updating the table: " + updated.error().message);
  }
}

Task<void> Life::RebuildIndex(uint16_t index) {
  Worker& worker = NewWorker("spid1006");
  co_await worker.Start();
  ++rebuilds_running_;
  const ops::IndexBuildEnvironment environment{cpu_, database_->pool(), database_->transactions()};
  const auto rebuilt = co_await database_->index_builds().Rebuild(
      worker, environment, engine::BuildOptionsOf(world_.scenario), engine::IndexOfTable(index),
      nullptr);
  --rebuilds_running_;
  co_await worker.End();
  if (rebuilt.ok()) {
    world_.coverage.Visit(RarePath::kIndexRebuilt);
  } else if (rebuilt.error().code == ErrorCode::kDatabaseFull) {
    world_.coverage.Visit(RarePath::kRebuildMetFullFile);
  } else if (rebuilt.error().code != ErrorCode::kRefused && !IsExcused(rebuilt.error())) {
    world_.Fail("rebuilding index " + std::to_string(index) + ": " + rebuilt.error().message);
  }
}

Task<void> Life::CheckDatabase() {
  Worker& worker = NewWorker("spid1007");
  co_await worker.Start();
  const Status checked = co_await database_->Check(worker, worker.name());
  co_await worker.End();
  if (checked.ok()) {
    world_.coverage.Visit(RarePath::kDatabaseChecked);
    if (!plan_.faults.empty()) world_.coverage.Visit(RarePath::kCheckedDuringFaults);
  } else if (checked.error().code == ErrorCode::kSnapshotSuspect && MayLoseAPush(world_)) {
    world_.coverage.Visit(RarePath::kCheckLostItsSnapshot);
  } else if (!IsExcused(checked.error())) {
    world_.Fail("checking the database: " + checked.error().message);
  }
}

void Life::StartReports() {
  workload::ReportingOptions options = engine::ReportsOf(world_.scenario, world_.initial);
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

void Life::SetReportUsers(const std::string& name, uint32_t users) {
  const Status set = reporting_->SetUsers(name, users);
  const auto record = world_.snapshots.find(name);
  const auto snapshot = database_->snapshots().Find(name);
  const bool must = record != world_.snapshots.end() && record->second.stage == Stage::kComplete &&
                    snapshot != nullptr && snapshot->state() == snapshot::State::kOnline;
  if (!set.ok() && must) world_.Fail("reports of " + name + ": " + set.error().message);
}

void Life::OnReportError(const Error& error) {
  if (!IsExcused(error)) world_.Fail("a report: " + error.message);
}

bool Life::IsRead(const std::string& name) const {
  const auto snapshot = database_->snapshots().Find(name);
  return snapshot != nullptr && snapshot->connections() > 0;
}

}  // namespace snapscope::simulator
