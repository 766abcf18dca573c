// Entries of timelines, and the phases that become of them.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "test/support/run_support.h"

namespace snapscope::test {

inline Json At(double seconds, Json command) {
  return {{"atSeconds", seconds}, {"command", std::move(command)}};
}

/// As if given live: a timeline that cannot succeed is refused before it runs.
inline Json LiveAt(double seconds, Json command) {
  return {{"atNs", static_cast<int64_t>(seconds * kSecond)}, {"command", std::move(command)}};
}

/// Carried out at an event of the entry called `step`.
inline Json After(const std::string& step, const std::string& event, Json command) {
  return {{"after", {{"step", step}, {"event", event}, {"delaySeconds", 0}}},
          {"command", std::move(command)}};
}

inline Json Named(const std::string& name, Json entry) {
  entry["name"] = name;
  return entry;
}

inline Json Create(const std::string& name) { return {{"kind", "createSnapshot"}, {"name", name}}; }

inline Json Backup(const std::string& name, const std::string& type, bool copy_only = false) {
  return {{"kind", "backup"}, {"name", name}, {"type", type}, {"copyOnly", copy_only}};
}

inline Json Restore(Json stop_at = nullptr, bool tail = true, bool replace = false) {
  return {{"kind", "restore"},
          {"stopAtSeconds", std::move(stop_at)},
          {"backUpTail", tail},
          {"replace", replace}};
}

inline Json Crash() { return {{"kind", "restartServer"}, {"mode", "crash"}}; }

/// The small scenario with other settings of its database, and that timeline.
inline Json ScenarioWith(const Json& database, uint32_t users, const std::vector<Json>& timeline) {
  Json scenario = SmallScenario();
  scenario["database"].update(database);
  scenario["workload"]["users"] = users;
  scenario["timeline"] = timeline;
  return scenario;
}

/// Creates so many snapshots, one a second, and carries the command out at 4 s.
inline std::vector<Json> BesideSnapshots(int snapshots, Json command) {
  std::vector<Json> timeline;
  for (int each = 1; each <= snapshots; ++each) {
    timeline.push_back(At(each, Create("snap_" + std::to_string(each))));
  }
  timeline.push_back(At(4, std::move(command)));
  return timeline;
}

/// All phases of that name, in the order of their begins.
inline std::vector<Json> PhasesOf(const Json& summary, const std::string& name) {
  std::vector<Json> phases;
  for (const Json& phase : summary.at("phases")) {
    if (phase.at("name") == name) phases.push_back(phase);
  }
  return phases;
}

inline double MsOf(const Json& phase) {
  return phase.at("endMs").get<double>() - phase.at("startMs").get<double>();
}

}  // namespace snapscope::test
