// The summary of a run as JSON text, in the shape of app/contract/summary.ts.
#pragma once

#include <string>

#include "experiment/run_record.h"
#include "experiment/timeline.h"
#include "scenario/scenario.h"
#include "telemetry/telemetry.h"

namespace snapscope::experiment {

/// Writes the summary, at the end of the run.
std::string WriteSummary(const scenario::Scenario& scenario, const Timeline& timeline,
                         const telemetry::Telemetry& telemetry, const RunRecord& run);

/// Version, compiler and build of this engine, as JSON text.
std::string BuildInfoJson();

}  // namespace snapscope::experiment
