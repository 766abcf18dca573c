// Scenarios that are run by more than one folder's tests.
#pragma once

#include <string>
#include <vector>

#include "test/support/timeline_entries.h"

namespace snapscope::test {

inline Json FullRecovery(const std::vector<Json>& timeline) {
  Json scenario = SmallScenario();
  scenario["database"]["recoveryModel"] = "full";
  scenario["timeline"] = timeline;
  return scenario;
}

/// Those of the small scenario, all of them on an array with a reserve for any snapshot.
inline Json VolumesOnArray() {
  Json volumes = SmallScenario()["storage"]["volumes"];
  for (Json& volume : volumes) {
    volume["arraySnapshots"] = {{"scheme", "redirectOnWrite"},
                                {"pageKiB", 1024},
                                {"sizeGiB", 1},
                                {"reservePercent", 100},
                                {"warningPercent", 10},
                                {"whenFull", "deleteOldest"},
                                {"poolGiB", 0}};
  }
  return volumes;
}

/// Above the limit of whole verification: what has changed is verified, and a sample.
inline Json LargeScenario() {
  Json scenario = SmallScenario();
  scenario["server"]["memoryMiB"] = 96;
  scenario["database"]["sizeMiB"] = 12 * 1024;
  return scenario;
}

inline Json ScenarioOfUnit(const std::string& push_unit) {
  Json scenario = SmallScenario();
  scenario["storage"]["pushUnit"] = push_unit;
  return scenario;
}

inline Json TpccLoad(const std::vector<Json>& timeline) {
  Json scenario = SmallScenario();
  scenario["workload"].update({{"profile", "tpcc"}, {"users", 20}, {"thinkTimeMs", 100}});
  scenario["database"].update({{"sizeMiB", 128}, {"recoveryModel", "full"}});
  scenario["timeline"] = timeline;
  return scenario;
}

/// Users that insert, update, delete and roll back much. At 5 s most of them leave, and a snapshot
/// is created: it is compared with what was committed, row by row and entry by entry.
inline Json BuildsUnderLoad(std::vector<Json> timeline) {
  timeline.push_back(At(5, SetUsers(2)));
  timeline.push_back(At(5.5, Create("last")));
  Json scenario = SmallScenario();
  scenario["database"].update(
      {{"sizeMiB", 32}, {"filledPercent", 12}, {"logSizeMiB", 512}, {"nonclusteredIndexes", 1}});
  scenario["workload"].update({{"users", 10}, {"thinkTimeMs", 10}, {"rollbackPercent", 20}});
  scenario["durationSeconds"] = 8;
  // Slow enough for a build to take a while; what a statement costs is as ever.
  scenario["server"].update({{"coreSpeedPercent", 5}, {"statementUs", 1}});
  scenario["timeline"] = timeline;
  return scenario;
}

}  // namespace snapscope::test
