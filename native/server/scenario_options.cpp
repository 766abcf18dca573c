#include "server/scenario_options.h"

#include <algorithm>

#include "checkpoint/checkpointer.h"
#include "database/database.h"

namespace snapscope::server {

namespace {

workload::Profile ProfileOf(scenario::Profile profile) {
  switch (profile) {
    case scenario::Profile::kSqlcat:
      return workload::Profile::kSqlcat;
    case scenario::Profile::kReadOnly:
      return workload::Profile::kReadOnly;
    case scenario::Profile::kTpcc:
      return workload::Profile::kTpcc;
  }
  return {};
}

/// The product uses no more schedulers for one statement unless it is told to.
constexpr uint32_t kUsualMaxDop = 64;

// What the product's default workload group leaves one statement: a quarter of what all grants
// together may take, which is three quarters of the server's memory.
uint64_t SortMemoryOf(const scenario::Scenario& scenario) {
  if (scenario.index_create_bytes > 0) return scenario.index_create_bytes;
  return std::max(ops::kLeastSortBytes, scenario.buffer_pool_bytes * 3 / 16);
}

}  // namespace

backup::StopPoint StopOf(const scenario::Restore& command) {
  return {.at = command.stop_at, .before = command.stop_before()};
}

backup::ChainEnd EndOf(const scenario::Restore& command) {
  return command.recovers ? backup::ChainEnd::kRecovery : backup::ChainEnd::kNoRecovery;
}

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

runtime::CpuOptions CpuOf(const scenario::Scenario& scenario) {
  return {.schedulers = scenario.schedulers,
          .core_speed_percent = scenario.core_speed_percent,
          .io = scenario.io_costs};
}

telemetry::TelemetryOptions TelemetryOptionsOf(const scenario::Scenario& scenario) {
  telemetry::TelemetryOptions options;
  options.trace_flags = scenario.trace_flags;
  options.origin_unix_ms = scenario.origin_unix_ms;
  options.warmup = scenario.warmup;
  return options;
}

workload::WorkloadOptions UsersOf(const scenario::Scenario& scenario,
                                  const database::InitialDatabase& initial) {
  workload::WorkloadOptions options;
  options.users = scenario.users;
  options.think_mean = scenario.think_time;
  options.statement_cost = scenario.statement_cost;
  options.profile = ProfileOf(scenario.profile);
  options.rollback_percent = scenario.rollback_percent;
  options.warehouses = initial.warehouses();
  if (initial.warehouses() == 0) {
    const uint64_t rows = initial.accounts().rows;
    const uint64_t hot_rows = scenario.hot_rows == 0 ? rows : std::min(scenario.hot_rows, rows);
    options.accounts = {database::kAccounts, hot_rows, database::kAccountKeyStride};
  }
  options.access_order = scenario.random_access_order ? workload::AccessOrder::kRandom
                                                      : workload::AccessOrder::kAscending;
  options.witness = database::kWitness;
  options.seed = scenario.seed;
  return options;
}

IndexId IndexOfTable(uint16_t index) {
  if (index == 1) return database::kAccounts;
  return IndexId{static_cast<uint16_t>(database::kFirstNonclustered + index - 2)};
}

ops::IndexBuildOptions BuildOptionsOf(const scenario::Scenario& scenario) {
  checkpoint::CheckpointOptions writes;
  writes.version = scenario.version;
  ops::IndexBuildOptions options;
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

ops::TableScanOptions ScanOptionsOf(const scenario::Scenario& scenario,
                                    const database::InitialDatabase& initial, uint32_t max_dop) {
  const btree::InitialIndex& table = initial.accounts();
  ops::TableScanOptions options;
  options.table = table.info;
  options.workers = std::min(scenario.schedulers, max_dop == 0 ? kUsualMaxDop : max_dop);
  options.partitions = scenario.partitions;
  options.last_key = table.rows * table.key_stride;
  options.page_cost = scenario.scan_page;
  options.supplier_cost = scenario.supplier_latch;
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

}  // namespace snapscope::server
