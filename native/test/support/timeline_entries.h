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

/// A command given live: a timeline that cannot succeed would be refused before it runs.
inline Json LiveAt(double seconds, Json command) {
  return {{"atNs", static_cast<int64_t>(seconds * kSecond)}, {"command", std::move(command)}};
}

/// Carried out at an event of the entry called `step`, or so long after it.
inline Json After(const std::string& step, const std::string& event, Json command,
                  double delay_seconds = 0) {
  return {{"after", {{"step", step}, {"event", event}, {"delaySeconds", delay_seconds}}},
          {"command", std::move(command)}};
}

inline Json Named(const std::string& name, Json entry) {
  entry["name"] = name;
  return entry;
}

inline Json Create(const std::string& name) { return {{"kind", "createSnapshot"}, {"name", name}}; }

inline Json DropSnapshot(const std::string& name) {
  return {{"kind", "dropSnapshot"}, {"name", name}};
}

inline Json Revert(const std::string& name) { return {{"kind", "revertSnapshot"}, {"name", name}}; }

inline Json Report(const std::string& name, uint32_t users) {
  return {{"kind", "setReportUsers"}, {"name", name}, {"users", users}};
}

inline Json SetUsers(uint32_t users) { return {{"kind", "setUsers"}, {"users", users}}; }

inline Json Update(uint64_t batch_rows) {
  return {{"kind", "updateTable"}, {"batchRows", batch_rows}};
}

inline Json Rebuild(int index) { return {{"kind", "rebuildIndex"}, {"index", index}}; }

/// A rebuild of the table WITH (DATA_COMPRESSION = PAGE).
inline Json Compress() {
  Json rebuild = Rebuild(1);
  rebuild["compression"] = "page";
  return rebuild;
}

inline Json CreateIndex(int index) { return {{"kind", "createIndex"}, {"index", index}}; }

inline Json Into(const std::string& name, uint64_t rows = 5'000) {
  return {{"kind", "selectInto"}, {"name", name}, {"rows", rows}};
}

inline Json DropTable(const std::string& name) { return {{"kind", "dropTable"}, {"name", name}}; }

/// Of the snapshot, or of the table itself.
inline Json Scan(uint32_t max_dop, const std::string& snapshot = "") {
  Json scan = {{"kind", "scanTable"}, {"maxDop", max_dop}};
  if (!snapshot.empty()) scan["snapshot"] = snapshot;
  return scan;
}

inline Json Check() { return {{"kind", "checkDatabase"}}; }

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

inline Json ShutDown() { return {{"kind", "restartServer"}, {"mode", "clean"}}; }

inline Json SmallScenario(const std::vector<Json>& timeline) {
  Json scenario = SmallScenario();
  scenario["timeline"] = timeline;
  return scenario;
}

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

/// What refused the entry of the timeline; empty if nothing did.
inline std::string RefusalOf(const Json& summary, size_t step) {
  const Json& entry = summary.at("timeline").at(step);
  return entry.at("outcome") == "failed" ? entry.at("message").get<std::string>() : "";
}

inline double MsOf(const Json& phase) {
  return phase.at("endMs").get<double>() - phase.at("startMs").get<double>();
}

}  // namespace snapscope::test
