#include "simulator/plan.h"

namespace snapscope::simulator {

Json UsualScenario() {
  return Json::parse(R"({
    "formatVersion": 1, "name": "simulation", "description": "",
    "startTime": "2006-10-23T21:48:07", "mode": "virtual", "seed": 1,
    "durationSeconds": 1, "warmupSeconds": 0, "sampleIntervalMs": 500,
    "traceFlags": [1810, 3400, 3504, 3605],
    "server": {"engineVersion": "2016", "schedulers": 2, "memoryMiB": 4,
               "recoveryIntervalSeconds": 60},
    "database": {"name": "sales", "sizeMiB": 3, "logSizeMiB": 8, "rowBytes": 300,
                 "fillFactorPercent": 90, "targetRecoveryTimeSeconds": 0,
                 "nonclusteredIndexes": 0, "logVlfs": 16, "recoveryModel": "simple",
                 "logBackupIntervalSeconds": 0},
    "storage": {
      "volumes": [
        {"name": "Q", "device": {"parallelism": 4, "readServiceUs": 500, "writeServiceUs": 500,
                                 "spread": "exponential", "bandwidthMiBPerSecond": 400}},
        {"name": "J", "device": {"parallelism": 4, "readServiceUs": 500, "writeServiceUs": 500,
                                 "spread": "exponential", "bandwidthMiBPerSecond": 400}},
        {"name": "P", "device": {"parallelism": 4, "readServiceUs": 500, "writeServiceUs": 500,
                                 "spread": "exponential", "bandwidthMiBPerSecond": 400}}],
      "placement": {"data": "Q", "log": "J", "snapshot": "P"},
      "sparseFileLimitMiB": 0, "sparseFileLimitError": "665", "quotaMiB": 4096, "freeSpaceFloorMiB": 0},
    "workload": {"users": 4, "thinkTimeMs": 20, "profile": "sqlcat", "rollbackPercent": 5,
                 "accessOrder": "ascending", "hotRows": 0},
    "timeline": [], "commands": [], "pace": 0})");
}

}  // namespace snapscope::simulator
