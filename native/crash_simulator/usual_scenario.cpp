#include "crash_simulator/plan.h"
#include "scenario/default_scenario_generated.h"

namespace snapscope::crash_simulator {

Json UsualScenario() {
  Json scenario = Json::parse(scenario::kDefaultScenario);
  scenario.merge_patch(Json::parse(R"({
    "name": "simulation",
    "durationSeconds": 1, "warmupSeconds": 0, "sampleIntervalMs": 500,
    "server": {"schedulers": 2, "memoryMiB": 4, "poolAtStart": "empty"},
    "database": {"sizeMiB": 3, "logSizeMiB": 8, "rowBytes": 300, "targetRecoveryTimeSeconds": 0},
    "storage": {"freeSpaceFloorMiB": 0},
    "workload": {"users": 4, "thinkTimeMs": 20, "rollbackPercent": 5}})"));
  return scenario;
}

}  // namespace snapscope::crash_simulator
