#include "crash_simulator/simulation.h"

#include <algorithm>
#include <cstdio>

#include "crash_simulator/life.h"
#include "crash_simulator/restore_check.h"
#include "crash_simulator/world.h"

namespace snapscope::crash_simulator {

namespace {

bool TakesBackups(const Plan& plan) {
  return std::ranges::any_of(plan.lives, [](const LifePlan& life) {
    return std::ranges::any_of(life.steps, &Step::TakesBackup);
  });
}

/// Lives behind the last one that a restore may take which was cut off in it: a start that finds
/// that the database cannot be opened, and the restore.
constexpr size_t kLivesToRestore = 2;

/// The last life: nothing fails any more, and everything comes to rest. What backups there are
/// restore all of it, if they have the log.
LifePlan FaultlessLife(bool with_backups) {
  LifePlan life;
  life.duration = 200 * kMillisecond;
  life.quiesces = true;
  if (!with_backups) return life;
  life.steps.push_back({.at = life.duration, .action = BackUpTail{}});
  life.restore = RestorePlan{};
  return life;
}

void RunLives(World& world) {
  std::vector<LifePlan> lives = world.plan.lives;
  lives.push_back(FaultlessLife(TakesBackups(world.plan)));
  const size_t most = lives.size() + kLivesToRestore;
  for (size_t number = 0; number < lives.size(); ++number) {
    if (number > 0) world.disk.Restart();
    Life life(world, lives[number], number);
    life.Run();
    world.disk.CancelFaults();
    ++world.counts.lives;
    // What array snapshots have taken offline stays so until somebody deletes them.
    if (world.problem || world.HasVolumeOffline()) return;
    CheckBackups(world, lives[number].restore, number);
    // What damage to the data file means is a restore: there is nothing more to see.
    if (world.problem || world.damage_detected) return;
    const bool is_last = number + 1 == lives.size();
    if (is_last && world.restore && lives.size() < most) lives.push_back(FaultlessLife(false));
  }
  if (world.restore) world.Fail("a restore is not completed by lives without faults");
}

}  // namespace

Result<Outcome> RunPlan(const Plan& plan) {
  Result<std::unique_ptr<World>> created = World::Create(plan);
  TRY(created);
  World& world = **created;
  Outcome outcome;
  RunLives(world);
  world.coverage.Visit(RarePath::kFileCreationLost, world.disk.creations_lost());
  world.coverage.Visit(RarePath::kFileRemovalLost, world.disk.removals_lost());
  outcome.problem = world.problem;
  outcome.hash = world.trace.Digest();
  outcome.coverage = world.coverage;
  outcome.counts = world.counts;
  outcome.commits = world.journal.oracle.commits();
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
          {"lives", outcome.counts.lives},
          {"powerCuts", outcome.counts.power_cuts},
          {"commits", outcome.commits},
          {"rowsCompared", outcome.counts.rows_compared},
          {"snapshotsCompared", outcome.counts.snapshots_compared},
          {"restoresCompared", outcome.counts.restores_compared},
          {"paths", paths}};
}

}  // namespace snapscope::crash_simulator
