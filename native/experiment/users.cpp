#include "experiment/users.h"

#include <algorithm>

namespace snapscope::experiment {

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
  options.profile = scenario.read_only ? workload::Profile::kReadOnly : workload::Profile::kSqlcat;
  options.rollback_percent = scenario.rollback_percent;
  const uint64_t rows = initial.accounts().rows;
  const uint64_t hot_rows = scenario.hot_rows == 0 ? rows : std::min(scenario.hot_rows, rows);
  options.accounts = {database::kAccounts, hot_rows, database::kAccountKeyStride};
  options.access_order = scenario.random_access_order ? workload::AccessOrder::kRandom
                                                      : workload::AccessOrder::kAscending;
  options.witness = database::kWitness;
  options.seed = scenario.seed;
  return options;
}

}  // namespace snapscope::experiment
