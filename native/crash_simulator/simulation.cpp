#include "crash_simulator/simulation.h"

#include <cstdio>

#include "crash_simulator/life.h"
#include "crash_simulator/world.h"

namespace snapscope::crash_simulator {

namespace {

/// The last life: nothing fails any more, and everything comes to rest.
LifePlan FaultlessLife() {
  LifePlan life;
  life.duration = 200 * kMillisecond;
  life.quiesces = true;
  return life;
}

void RunLives(World& world, Outcome& outcome) {
  std::vector<LifePlan> lives = world.plan.lives;
  lives.push_back(FaultlessLife());
  for (size_t number = 0; number < lives.size(); ++number) {
    if (number > 0) world.disk.Restart();
    Life life(world, lives[number], number);
    life.Run();
    world.disk.CancelFaults();
    ++outcome.lives;
    // What damage to the data file means is a restore: there is nothing more to see.
    if (world.problem || world.damage_detected) return;
  }
}

}  // namespace

Result<Outcome> RunPlan(const Plan& plan) {
  Result<std::unique_ptr<World>> created = World::Create(plan);
  TRY(created);
  World& world = **created;
  Outcome outcome;
  RunLives(world, outcome);
  world.coverage.Visit(RarePath::kFileCreationLost, world.disk.creations_lost());
  world.coverage.Visit(RarePath::kFileRemovalLost, world.disk.removals_lost());
  outcome.problem = world.problem;
  outcome.hash = world.trace.Digest();
  outcome.coverage = world.coverage;
  outcome.power_cuts = world.power_cuts;
  outcome.commits = world.oracle.commits();
  outcome.rows_compared = world.rows_compared;
  outcome.snapshots_compared = world.snapshots_compared;
  return outcome;
}

Json ToJson(const Outcome& outcome) {
  Json paths = Json::object();
  for (size_t path = 0; path < kRarePaths; ++path) {
    const auto rare = static_cast<RarePath>(path);
    paths[NameOf(rare)] = outcome.coverage.count(rare);
  }
  char hash[20];
  std::snprintf(hash, sizeof hash, "%016llx", static_cast<unsigned long long>(outcome.hash));
  return {{"problem", outcome.problem ? Json(*outcome.problem) : Json(nullptr)},
          {"hash", hash},
          {"lives", outcome.lives},
          {"powerCuts", outcome.power_cuts},
          {"commits", outcome.commits},
          {"rowsCompared", outcome.rows_compared},
          {"snapshotsCompared", outcome.snapshots_compared},
          {"paths", paths}};
}

}  // namespace snapscope::crash_simulator
