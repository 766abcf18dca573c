#include "experiment/users.h"

#include <algorithm>

namespace snapscope::experiment {

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

}  // namespace

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

}  // namespace snapscope::experiment
