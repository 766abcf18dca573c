// What would harm the engine: end it by a CHECK, keep it busy for ever, or let it reach beyond its
// folders.
//
// The judge of a scenario is the contract (app/contract): its tables say which fields do not go
// together, in words for people. Who calls the engine past it may ask for what makes no sense, and
// gets that, or a refusal during the run. app/contract/testing/refused-scenarios.json has what each
// of both refuses.
#pragma once

#include "scenario/scenario.h"

namespace snapscope::scenario {

// Each throws std::invalid_argument, which names the field. Numbers were checked by themselves
// (number_ranges.h).

void RefuseHarm(const Scenario& scenario);
void RefuseHarm(const Command& command);
void RefuseHarm(const DeviceDescription& device);

}  // namespace snapscope::scenario
