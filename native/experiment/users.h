// The server of a scenario and its users, as CPU model, telemetry and workload take them: one
// reading for runs, the crash simulator and the fuzzers.
#pragma once

#include "database/initial_database.h"
#include "runtime/cpu.h"
#include "scenario/scenario.h"
#include "telemetry/telemetry.h"
#include "workload/workload.h"

namespace snapscope::experiment {

/// The schedulers of its server.
runtime::CpuOptions CpuOf(const scenario::Scenario& scenario);

/// What its ERRORLOG and counters begin with.
telemetry::TelemetryOptions TelemetryOptionsOf(const scenario::Scenario& scenario);

/// Those who connect to a server that starts for the first time.
workload::WorkloadOptions UsersOf(const scenario::Scenario& scenario,
                                  const database::InitialDatabase& initial);

}  // namespace snapscope::experiment
