// Rules between the entries of a timeline, as app/contract/timeline-rules.ts has them.
#pragma once

#include <vector>

#include "base/result.h"
#include "scenario/scenario.h"

namespace snapscope::scenario {

/// kInvalid, naming the place: an event that its entry cannot have, entries that wait for each
/// other, one that is due after `duration` at the earliest, a drop that can never follow its
/// creation.
Status CheckTimeline(const std::vector<TimelineEntry>& timeline, const std::string& database,
                     TimeNs duration);

}  // namespace snapscope::scenario
