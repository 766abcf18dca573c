// The summary of a run as JSON text, in the shape of app/contract/summary.ts.
#pragma once

#include <string>

namespace snapscope::experiment {

class Experiment;

/// After Run() has ended the experiment.
std::string WriteSummary(const Experiment& experiment);

/// Version, compiler and build of this engine, as JSON text.
std::string BuildInfoJson();

}  // namespace snapscope::experiment
