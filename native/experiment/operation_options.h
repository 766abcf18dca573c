// What a scenario means for what is done to its database: backups, builds of indexes, and reports.
#pragma once

#include "backup/format.h"
#include "database/initial_database.h"
#include "ops/index_build.h"
#include "scenario/scenario.h"
#include "workload/reporting.h"

namespace snapscope::experiment {

backup::BackupKind KindOf(scenario::BackupType type);

/// The product counts the indexes of a table, from 1, the clustered one; here each has an id.
IndexId IndexOfTable(uint16_t index);
ops::IndexBuildOptions BuildOptionsOf(const scenario::Scenario& scenario);
/// The options of a rebuild. An online one is fully logged since 2008, in any recovery model:
/// Microsoft's knowledge base, 2407439.
ops::IndexBuildOptions RebuildOptionsOf(const scenario::Scenario& scenario, bool online);

workload::ReportingOptions ReportsOf(const scenario::Scenario& scenario,
                                     const database::InitialDatabase& initial);

}  // namespace snapscope::experiment
