#include "simulator/world.h"

#include <utility>

namespace snapscope::simulator {

namespace {

uint64_t CapacityOf(const Plan& plan, const engine::Scenario& scenario) {
  return scenario.data_bytes + scenario.log_bytes + plan.headroom_bytes;
}

}  // namespace

World::World(const Plan& plan_in, engine::Scenario scenario_in, engine::InitialDatabase initial_in)
    : plan(plan_in),
      scenario(std::move(scenario_in)),
      initial(std::move(initial_in)),
      oracle(initial),
      disk(plan.seed, {}, CapacityOf(plan, scenario)) {
  if (!plan.tears_data) disk.SetAtomicWrites(DataPath());
}

Result<std::unique_ptr<World>> World::Create(const Plan& plan) {
  Result<engine::Scenario> scenario = engine::ParseScenario(plan.scenario.dump());
  TRY(scenario);
  Result<engine::InitialDatabase> initial = engine::InitialDatabase::Plan(*scenario);
  TRY(initial);
  return std::make_unique<World>(plan, std::move(scenario).value(), std::move(initial).value());
}

void World::Forget(const std::string& snapshot) {
  const auto record = snapshots.find(snapshot);
  if (record == snapshots.end()) return;
  if (!record->second.split.IsNone()) oracle.Unpin(record->second.split);
  snapshots.erase(record);
}

}  // namespace snapscope::simulator
