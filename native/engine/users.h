// The server of a scenario and its users, as the CPU model and the workload take them: one reading
// for a run and for whoever starts the engine otherwise.
#pragma once

#include "engine/initial_database.h"
#include "engine/scenario.h"
#include "runtime/cpu.h"
#include "workload/workload.h"

namespace snapscope::engine {

/// The schedulers of its server.
runtime::CpuOptions CpuOf(const Scenario& scenario);

/// Those who connect to a server that starts for the first time.
workload::WorkloadOptions UsersOf(const Scenario& scenario, const InitialDatabase& initial);

}  // namespace snapscope::engine
