#include "test/support/run_support.h"

#include <stdexcept>

#include <gtest/gtest.h>

#include "machine/run.h"
#include "scenario/default_scenario_generated.h"

namespace snapscope::test {

Json SmallScenario() {
  Json scenario = Json::parse(scenario::kDefaultScenario);
  scenario.merge_patch(Json::parse(R"({
    "name": "small", "durationSeconds": 12, "warmupSeconds": 1, "sampleIntervalMs": 500,
    "server": {"engineVersion": "2005", "schedulers": 4, "memoryMiB": 16,
               "poolAtStart": "empty"},
    "database": {"sizeMiB": 64, "logSizeMiB": 64, "targetRecoveryTimeSeconds": 0},
    "storage": {
      "volumes": [
        {"name": "Q", "device": {"parallelism": 16, "readServiceUs": 5000, "writeServiceUs": 4000,
                                 "spread": "exponential", "bandwidthMiBPerSecond": 400}},
        {"name": "J", "device": {"parallelism": 4, "readServiceUs": 4000, "writeServiceUs": 2000,
                                 "spread": "uniform", "bandwidthMiBPerSecond": 200}},
        {"name": "P", "device": {"parallelism": 8, "readServiceUs": 5000, "writeServiceUs": 4000,
                                 "spread": "exponential", "bandwidthMiBPerSecond": 300}}],
      "freeSpaceFloorMiB": 0},
    "workload": {"users": 30, "thinkTimeMs": 100, "rollbackPercent": 5},
    "timeline": [{"atSeconds": 3, "command": {"kind": "createSnapshot", "name": "snap_1"}}]})"));
  return scenario;
}

Json TwoSnapshots() {
  Json scenario = SmallScenario();
  scenario["timeline"].push_back(
      {{"atSeconds", 7}, {"command", {{"kind", "createSnapshot"}, {"name", "snap_2"}}}});
  return scenario;
}

Json RunToSummary(const Json& scenario, experiment::CommandQueue& commands,
                  telemetry::BatchSink sink) {
  Result<scenario::Scenario> parsed = scenario::ParseScenario(scenario.dump());
  CHECK(parsed.ok(), "%s", parsed.ok() ? "" : parsed.error().message.c_str());
  return Json::parse(machine::RunScenario(std::move(parsed).value(), commands, std::move(sink)));
}

Json RunToSummary(const Json& scenario) {
  experiment::CommandQueue commands;
  return RunToSummary(scenario, commands, [](std::vector<std::byte>) {});
}

Json RunCompleted(const Json& scenario) {
  Json summary = RunToSummary(scenario);
  const Json& run = summary.at("run");
  // A test goes on with what a completed run has; gtest cannot end it from here by itself.
  if (run.at("status") != "completed") throw std::runtime_error(run.dump());
  return summary;
}

Json RunVerified(const Json& scenario) {
  Json summary = RunToSummary(scenario);
  ExpectVerified(summary);
  return summary;
}

std::string ToldBy(const Json& scenario) {
  std::string told;
  experiment::CommandQueue commands;
  RunToSummary(scenario, commands, [&told](const std::vector<std::byte>& batch) {
    told.append(reinterpret_cast<const char*>(batch.data()), batch.size());
  });
  return told;
}

void Give(experiment::CommandQueue& commands, const Json& command) {
  commands.Push(scenario::ParseCommand(command.dump()).value());
}

void ExpectVerified(const Json& summary, const std::string& of) {
  EXPECT_EQ(summary.at("run").at("status"), "completed") << of << summary.at("run").dump();
  EXPECT_EQ(summary.at("run").at("verified"), true) << of << summary.at("run").dump();
  EXPECT_EQ(summary.at("sessions").at("eachAddsUp"), true) << of;
}

Json WaitOf(const Json& summary, const std::string& type) {
  for (const Json& wait : summary.at("waits")) {
    if (wait.at("wait_type") == type) return wait;
  }
  return {{"wait_type", type},
          {"waiting_tasks_count", 0},
          {"wait_time_ms", 0},
          {"max_wait_time_ms", 0},
          {"signal_wait_time_ms", 0}};
}

Json PhaseOf(const Json& summary, const std::string& name, const std::string& snapshot) {
  for (const Json& phase : summary.at("phases")) {
    if (phase.at("name") != name) continue;
    if (snapshot.empty() || phase.at("snapshot") == snapshot) return phase;
  }
  return nullptr;
}

std::vector<std::string> ErrorLogLines(const Json& summary, const std::string& text) {
  std::vector<std::string> lines;
  for (const std::string line : summary.at("errorlog")) {
    if (line.find(text) != std::string::npos) lines.push_back(line);
  }
  return lines;
}

size_t CountLines(const Json& summary, const std::string& text) {
  return ErrorLogLines(summary, text).size();
}

std::string ErrorlogOf(const Json& summary) {
  std::string text;
  for (const Json& line : summary.at("errorlog")) text += line.get<std::string>() + "\n";
  return text;
}

Json FileOf(const Json& summary, const std::string& name) {
  for (const Json& file : summary.at("files")) {
    if (file.at("name") == name) return file;
  }
  return nullptr;
}

}  // namespace snapscope::test
