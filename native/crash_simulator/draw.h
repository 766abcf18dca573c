// The parts of a plan that are drawn, each from the one random stream of its seed. A seed gives
// another plan whenever the drawing changes: what is to be kept is kept as a plan.
#pragma once

#include <initializer_list>

#include "base/rng.h"
#include "crash_simulator/plan.h"

namespace snapscope::crash_simulator {

inline uint64_t OneOf(Rng& rng, std::initializer_list<uint64_t> values) {
  return values.begin()[rng.Below(values.size())];
}

Json DrawScenario(uint64_t seed, Profile profile, Rng& rng);

/// Adds backups and restores to some of the plans, and has steps meet.
void DrawBackups(Plan& plan, Profile profile, Rng& rng);

/// Has an array take snapshots in some of the plans, beside what their lives do.
void DrawArraySnapshots(Plan& plan, Rng& rng);

/// Has steps of the plan meet: with the same step again, with what the server does meanwhile, with
/// a cancel. Without snapshots the plan has none that were not there before.
void DrawMeetings(Plan& plan, bool with_snapshots, Rng& rng);

}  // namespace snapscope::crash_simulator
