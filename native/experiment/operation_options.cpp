#include "experiment/operation_options.h"

#include <algorithm>

#include "checkpoint/checkpointer.h"
#include "database/database.h"

namespace snapscope::experiment {

namespace {

// What the product's default workload group leaves one statement: a quarter of what all grants
// together may take, which is three quarters of the server's memory.
uint64_t SortMemoryOf(const scenario::Scenario& scenario) {
  if (scenario.index_create_bytes > 0) return scenario.index_create_bytes;
  return std::max(ops::kLeastSortBytes, scenario.buffer_pool_bytes * 3 / 16);
}

}  // namespace

backup::BackupKind KindOf(scenario::BackupType type) {
  switch (type) {
    case scenario::BackupType::kFull:
      return backup::BackupKind::kFull;
    case scenario::BackupType::kDifferential:
      return backup::BackupKind::kDifferential;
    case scenario::BackupType::kLog:
      return backup::BackupKind::kLog;
  }
  return backup::BackupKind::kFull;
}

IndexId IndexOfTable(uint16_t index) {
  if (index == 1) return database::kAccounts;
  return IndexId{static_cast<uint16_t>(database::kFirstNonclustered + index - 2)};
}

ops::IndexBuildOptions BuildOptionsOf(const scenario::Scenario& scenario) {
  checkpoint::CheckpointOptions writes;
  writes.version = scenario.version;
  ops::IndexBuildOptions options;
  options.db = database::kSourceDb;
  options.table = database::kAccounts;
  options.fill_factor_percent = scenario.fill_factor_percent;
  options.minimally_logged = !scenario.full_recovery;
  options.writes_in_flight = writes.writes_in_flight;
  options.write_latency_target = writes.latency_target();
  options.sort_memory_bytes = SortMemoryOf(scenario);
  return options;
}

ops::IndexBuildOptions RebuildOptionsOf(const scenario::Scenario& scenario, bool online) {
  ops::IndexBuildOptions options = BuildOptionsOf(scenario);
  options.online = online;
  if (online && scenario.version >= EngineVersion::k2008) options.minimally_logged = false;
  return options;
}

workload::ReportingOptions ReportsOf(const scenario::Scenario& scenario,
                                     const database::InitialDatabase& initial) {
  workload::ReportingOptions options;
  options.query =
      scenario.report_scans ? workload::ReportQuery::kScan : workload::ReportQuery::kPointReads;
  options.rows_per_query = scenario.report_rows;
  options.think_mean = scenario.report_think_time;
  options.statement_cost = scenario.statement_cost;
  const btree::InitialIndex& table = initial.reported();
  options.index = table.info;
  options.accounts = {table.info.id, table.rows, table.key_stride};
  return options;
}

}  // namespace snapscope::experiment
