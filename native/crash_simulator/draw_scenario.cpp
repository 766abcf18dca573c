// Draws the scenario of a plan: servers, databases and disks that are small, so that what is rare
// comes often.
#include <array>
#include <initializer_list>

#include "crash_simulator/draw.h"
#include "database/initial_database.h"
#include "scenario/scenario.h"

namespace snapscope::crash_simulator {

namespace {

/// False only if the size is what is wrong: all else is refused when the plan is run.
bool HoldsATable(const Json& scenario) {
  const auto parsed = scenario::ParseScenario(scenario.dump());
  return !parsed.ok() || database::InitialDatabase::Plan(*parsed).ok();
}

class ScenarioDrawing {
 public:
  ScenarioDrawing(Profile profile, Rng& rng) : profile_(profile), rng_(rng) {}

  Json Draw(uint64_t seed) {
    Json scenario = UsualScenario();
    scenario["seed"] = seed;
    DrawServer(scenario["server"], scenario["database"]);
    DrawDatabase(scenario["database"]);
    DrawUsers(scenario["workload"], scenario["reporting"]);
    DrawStorage(scenario["storage"]);
    DrawPushes(scenario);
    DrawSorts(scenario);
    // Small, but not so small that no table fits.
    for (uint64_t size = scenario["database"]["sizeMiB"]; !HoldsATable(scenario);) {
      scenario["database"]["sizeMiB"] = ++size;
    }
    return scenario;
  }

 private:
  uint64_t OneOf(std::initializer_list<uint64_t> values) {
    return crash_simulator::OneOf(rng_, values);
  }

  void DrawServer(Json& server, Json& database) {
    server["schedulers"] = 1 + rng_.Below(4);
    server["memoryMiB"] = 1 + rng_.Below(6);
    server["poolAtStart"] = rng_.Percent(50) ? "warm" : "empty";
    server["recoveryIntervalSeconds"] = OneOf({1, 2, 60});
    const uint64_t version = OneOf({2005, 2008, 2012, 2016});
    server["engineVersion"] = std::to_string(version);
    // Indirect checkpoints came with 2012.
    database["targetRecoveryTimeSeconds"] = version < 2012 ? 0 : OneOf({0, 1, 60});
  }

  void DrawDatabase(Json& database) {
    database["sizeMiB"] = OneOf({2, 2, 3, 6});
    database["dataFiles"] = data_files_ = OneOf({1, 1, 1, 2, 3, 4});
    // A leaf has two of the widest rows, and loses both now and then.
    database["rowBytes"] = OneOf({120, 300, 300, 800, 800, 2000, 2000, 4000});
    database["content"] = NamesOf(page::RowContent{}).at(rng_.Below(page::kRowContents));
    database["fillFactorPercent"] = OneOf({50, 90, 100});
    database["filledPercent"] = OneOf({30, 45, 85});
    database["nonclusteredIndexes"] = OneOf({0, 0, 1, 2});
    database["logSizeMiB"] = OneOf({4, 4, 8, 16});
    database["logVlfs"] = OneOf({4, 8, 16});
    const bool is_full = rng_.Percent(30);
    database["recoveryModel"] = is_full ? "full" : "simple";
    database["logBackupIntervalSeconds"] = is_full && rng_.Percent(70) ? 1 : 0;
    database["partitions"] = OneOf({1, 1, 3, 40});
  }

  void DrawUsers(Json& workload, Json& reporting) {
    workload["users"] = OneOf({1, 4, 12, 30});
    workload["thinkTimeMs"] = OneOf({2, 20, 100});
    workload["rollbackPercent"] = OneOf({0, 5, 40});
    workload["accessOrder"] = rng_.Percent(50) ? "random" : "ascending";
    workload["hotRows"] = OneOf({0, 0, 64});
    reporting["query"] = rng_.Percent(50) ? "scan" : "pointReads";
    reporting["rowsPerQuery"] = OneOf({5, 200});
    reporting["thinkTimeMs"] = OneOf({2, 50});
  }

  Json DrawDevice() {
    static constexpr std::array<const char*, 3> kSpreads = {"fixed", "uniform", "exponential"};
    return {{"parallelism", OneOf({1, 2, 4, 16})},
            {"readServiceUs", OneOf({100, 500, 4000})},
            {"writeServiceUs", OneOf({100, 500, 4000})},
            {"spread", kSpreads[rng_.Below(kSpreads.size())]},
            {"bandwidthMiBPerSecond", OneOf({100, 400})}};
  }

  void DrawStorage(Json& storage) {
    Json& volumes = storage["volumes"];
    for (Json& volume : volumes) volume["device"] = DrawDevice();
    storage["sparseFileLimitMiB"] = rng_.Percent(20) ? 1 : 0;
    storage["sparseFileLimitError"] = rng_.Percent(50) ? "665" : "1450";
    storage["arming"] = rng_.Percent(30) ? "copyDirtyPages" : "atOnce";
    if (rng_.Percent(20)) {
      storage["spans"]["beforeOpeningSeconds"] = DrawSpan();
      storage["spans"]["beforeStartUpSeconds"] = DrawSpan();
    }
    if (data_files_ > 1 && rng_.Percent(40)) {
      storage["placement"]["data"] = {"Q", rng_.Percent(50) ? "J" : "P"};
    } else if (rng_.Percent(15) && profile_ != Profile::kPowerCuts) {
      volumes[2]["device"]["capacityMiB"] = 1;
    }
    // Some volumes have a cache of their own, and must be flushed.
    if (!rng_.Percent(30)) return;
    for (Json& volume : volumes) volume["device"]["flushServiceUs"] = OneOf({0, 200, 5000});
  }

  double DrawSpan() { return static_cast<double>(OneOf({0, 1, 20, 200})) / 1000; }

  void DrawPushes(Json& scenario) {
    Json& storage = scenario["storage"];
    storage["pushUnit"] = rng_.Percent(30) ? "extent" : "page";
    storage["pushPolicy"] = rng_.Percent(40) ? "writeAhead" : "synchronous";
    const uint64_t pre_images = OneOf({1, 1, 64});
    storage["preImageMemoryMiB"] = pre_images;
    // Pages that are pushed stay unwritten for longer than there is room for what they were.
    if (pre_images == 1 && rng_.Percent(70)) {
      scenario["server"]["memoryMiB"] = 6;
      scenario["database"]["filledPercent"] = 85;
    }
  }

  /// A table of more entries than the least grant holds, and room for runs beside it.
  void DrawSorts(Json& scenario) {
    scenario["server"]["tempdbSizeMiB"] = OneOf({1, 4});
    if (!rng_.Percent(20)) return;
    scenario["server"]["indexCreateMemoryKiB"] = 256;
    scenario["database"]["rowBytes"] = 120;
    scenario["database"]["fillFactorPercent"] = 100;
    scenario["database"]["filledPercent"] = 45;
    scenario["database"]["sizeMiB"] = OneOf({4, 6});
  }

  const Profile profile_;
  Rng& rng_;
  uint64_t data_files_ = 1;
};

}  // namespace

Json DrawScenario(uint64_t seed, Profile profile, Rng& rng) {
  return ScenarioDrawing(profile, rng).Draw(seed);
}

}  // namespace snapscope::crash_simulator
