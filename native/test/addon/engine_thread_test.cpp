// What the addon does between threads, without Node: an engine thread in RunScenario(), commands
// and credits from another. Run under ThreadSanitizer too.
#include <atomic>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "addon/credits.h"
#include "machine/run.h"
#include "test/support/run_support.h"

namespace snapscope {
namespace {

using test::Json;

engine::Command CommandOf(const char* json) { return engine::ParseCommand(json).value(); }

/// An engine thread with a reader that grants credits by hand.
class EngineThread {
 public:
  explicit EngineThread(const Json& scenario)
      : thread_([this, parsed = engine::ParseScenario(scenario.dump()).value()] {
          summary_ = machine::RunScenario(parsed, commands_, [this](std::vector<std::byte>) {
            credits_.Take();
            ++batches_;
          });
        }) {}
  ~EngineThread() { Join(); }

  Json Join() {
    if (thread_.joinable()) thread_.join();
    return Json::parse(summary_);
  }
  addon::Credits& credits() { return credits_; }
  engine::CommandQueue& commands() { return commands_; }
  int batches() const { return batches_; }

 private:
  engine::CommandQueue commands_;
  addon::Credits credits_;
  std::atomic<int> batches_{0};
  std::string summary_;
  std::thread thread_;
};

Json ShortScenario() {
  Json scenario = test::SmallScenario();
  scenario["durationSeconds"] = 4;
  scenario["database"]["sizeMiB"] = 16;
  scenario["workload"]["users"] = 10;
  scenario["timeline"] = Json::array();
  return scenario;
}

TEST(EngineThread, WaitsForCreditsAndDropsNothing) {
  Json scenario = ShortScenario();
  scenario["pace"] = 1000;  // one sample a batch: more batches than credits
  scenario["sampleIntervalMs"] = 100;
  EngineThread run(scenario);
  while (run.batches() < static_cast<int>(addon::kInitialCredits)) std::this_thread::yield();
  run.credits().Grant(1'000);
  const Json summary = run.Join();
  EXPECT_EQ(summary["run"]["status"], "completed") << summary["run"].dump();
  EXPECT_GE(run.batches(), 40);
}

TEST(EngineThread, TakesCommandsWhileItRuns) {
  Json scenario = ShortScenario();
  scenario["pace"] = 20;
  EngineThread run(scenario);
  run.credits().Grant(1'000'000);
  run.commands().Push(CommandOf(R"({"kind":"createSnapshot","name":"live"})"));
  run.commands().Push(CommandOf(R"({"kind":"pause"})"));
  run.commands().Push(CommandOf(R"({"kind":"setUsers","users":3})"));
  run.commands().Push(CommandOf(R"({"kind":"resume"})"));
  run.commands().Push(CommandOf(R"({"kind":"setPace","pace":0})"));
  const Json summary = run.Join();
  EXPECT_EQ(summary["run"]["status"], "completed") << summary["run"].dump();
  EXPECT_EQ(summary["run"]["verified"], true);
  EXPECT_EQ(summary["scenario"]["commands"].size(), 5U);
}

TEST(EngineThread, CancelEndsARunThatIsPacedPausedOrWithoutCredits) {
  for (const char* state : {"paced", "paused", "without credits"}) {
    SCOPED_TRACE(state);
    Json scenario = ShortScenario();
    scenario["durationSeconds"] = 3600;
    scenario["pace"] = 1;
    EngineThread run(scenario);
    const bool starved = std::string(state) == "without credits";
    if (!starved) run.credits().Grant(1'000'000);
    if (std::string(state) == "paused") run.commands().Push(CommandOf(R"({"kind":"pause"})"));
    run.commands().Push(CommandOf(R"({"kind":"cancel"})"));
    run.credits().Close();
    EXPECT_EQ(run.Join()["run"]["status"], "cancelled");
  }
}

}  // namespace
}  // namespace snapscope
