// The users of a scenario, as the workload takes them: one reading for a run and for whoever starts
// the engine otherwise.
#pragma once

#include "engine/initial_database.h"
#include "engine/scenario.h"
#include "workload/workload.h"

namespace snapscope::engine {

/// Those who connect to a server that starts for the first time.
workload::WorkloadOptions UsersOf(const Scenario& scenario, const InitialDatabase& initial);

}  // namespace snapscope::engine
