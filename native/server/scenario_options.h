// What a scenario means for the server, its users, and what is done to its database: one reading
// for runs, the crash simulator and the fuzzers.
#pragma once

#include "backup/format.h"
#include "backup/restore.h"
#include "database/initial_database.h"
#include "ops/index_build.h"
#include "ops/table_scan.h"
#include "runtime/cpu.h"
#include "scenario/scenario.h"
#include "telemetry/telemetry.h"
#include "workload/reporting.h"
#include "workload/workload.h"

namespace snapscope::server {

/// The schedulers of the scenario's server.
runtime::CpuOptions CpuOf(const scenario::Scenario& scenario);

/// What the server's ERRORLOG and counters begin with.
telemetry::TelemetryOptions TelemetryOptionsOf(const scenario::Scenario& scenario);

/// The users who connect to a server that starts for the first time.
workload::WorkloadOptions UsersOf(const scenario::Scenario& scenario,
                                  const database::InitialDatabase& initial);

workload::ReportingOptions ReportsOf(const scenario::Scenario& scenario,
                                     const database::InitialDatabase& initial);

backup::BackupKind KindOf(scenario::BackupType type);
backup::StopPoint StopOf(const scenario::Restore& command);
backup::ChainEnd EndOf(const scenario::Restore& command);
/// The product counts the indexes of a table, from 1, the clustered one; here each has an id.
IndexId IndexOfTable(uint16_t index);
ops::IndexBuildOptions BuildOptionsOf(const scenario::Scenario& scenario);
ops::TableScanOptions ScanOptionsOf(const scenario::Scenario& scenario,
                                    const database::InitialDatabase& initial, uint32_t max_dop);
/// The options of a rebuild. An online one is fully logged since 2008, in any recovery model:
/// Microsoft's knowledge base, 2407439.
ops::IndexBuildOptions RebuildOptionsOf(const scenario::Scenario& scenario, bool online);

}  // namespace snapscope::server
