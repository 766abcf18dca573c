// What the addon does between threads, without Node: an engine thread in RunScenario(), commands
// and credits from another. Run under ThreadSanitizer too.
#include <atomic>
#include <filesystem>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "addon/batch_queue.h"
#include "machine/run.h"
#include "test/support/outcomes.h"
#include "test/support/run_support.h"

namespace snapscope::engine_thread_test {
namespace {

using test::Json;

scenario::Command CommandOf(const char* json) { return scenario::ParseCommand(json).value(); }

/// An engine thread with a reader that grants credits by hand. `most_bytes`: of a real run.
class EngineThread {
 public:
  explicit EngineThread(const Json& scenario, uint64_t most_bytes = addon::kMostWaitingBytes)
      : queue_(scenario["mode"] == "real"
                   ? addon::BatchQueue(
                         Taker(), most_bytes,
                         [this](Error failure) { commands_.PushFailure(std::move(failure)); })
                   : addon::BatchQueue(Taker())),
        thread_([this, parsed = scenario::ParseScenario(scenario.dump()).value()] {
          summary_ = machine::RunScenario(parsed, commands_, [this](addon::Batch batch) {
            put_.push_back(batch);
            queue_.Put(std::move(batch));
          });
          ran_ = true;
          ran_.notify_all();
          queue_.AwaitEmpty();
        }) {}
  ~EngineThread() { Join(); }

  Json Join() {
    if (thread_.joinable()) thread_.join();
    return Json::parse(summary_);
  }
  /// Its batches may still wait.
  Json AwaitRun() {
    ran_.wait(false);
    return Json::parse(summary_);
  }
  addon::BatchQueue& queue() { return queue_; }
  experiment::CommandQueue& commands() { return commands_; }
  int batches() const { return batches_; }
  /// Until it has sent so many.
  void AwaitBatches(uint32_t count) const {
    while (batches_ < static_cast<int>(count)) std::this_thread::yield();
  }
  /// After Join(): every batch came, in order.
  bool CameInOrder() const { return put_ == taken_; }

 private:
  addon::BatchQueue::Deliver Taker() {
    return [this](addon::Batch batch) {
      taken_.push_back(std::move(batch));
      ++batches_;
    };
  }

  experiment::CommandQueue commands_;
  std::atomic<int> batches_{0};
  std::atomic<bool> ran_{false};
  std::vector<addon::Batch> put_;    // by the engine thread
  std::vector<addon::Batch> taken_;  // under the queue's lock
  addon::BatchQueue queue_;
  std::string summary_;
  std::thread thread_;
};

class TemporaryFolder {
 public:
  TemporaryFolder() {
    const std::filesystem::path temporary = std::filesystem::temp_directory_path();
    // A name that is taken belongs to another test: the next one.
    for (uint32_t number = 0; path_.empty(); ++number) {
      const auto folder = temporary / ("snapscope-addon-" + std::to_string(number));
      if (std::filesystem::create_directory(folder)) path_ = folder;
    }
    for (const char* kind : {"data", "log", "snapshot"}) {
      std::filesystem::create_directory(path_ / kind);
    }
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

/// A second on real files, of which more samples are taken than there are credits.
Json RealScenario(const TemporaryFolder& folder) {
  Json scenario = test::SmallScenario();
  scenario["mode"] = "real";
  scenario["durationSeconds"] = 1;
  scenario["warmupSeconds"] = 0;
  scenario["sampleIntervalMs"] = 20;
  scenario["server"]["memoryMiB"] = 16;
  scenario["database"]["sizeMiB"] = 4;
  scenario["database"]["logSizeMiB"] = 8;
  scenario["workload"]["users"] = 2;
  scenario["timeline"] = Json::array();
  for (Json& volume : scenario["storage"]["volumes"]) {
    volume.erase("device");
    volume["folder"] = folder.path();
  }
  return scenario;
}

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
  run.AwaitBatches(addon::kInitialCredits);
  run.queue().Grant(1'000);
  const Json summary = run.Join();
  EXPECT_EQ(summary["run"]["status"], "completed") << summary["run"].dump();
  EXPECT_GE(run.batches(), 40);
  EXPECT_TRUE(run.CameInOrder());
}

TEST(EngineThread, TakesCommandsWhileItRuns) {
  Json scenario = ShortScenario();
  scenario["pace"] = 4;
  EngineThread run(scenario);
  run.queue().Grant(1'000'000);
  run.AwaitBatches(1);
  run.commands().Push(CommandOf(R"({"kind":"createSnapshot","name":"live"})"));
  run.commands().Push(CommandOf(R"({"kind":"pause"})"));
  run.commands().Push(CommandOf(R"({"kind":"setUsers","users":3})"));
  run.commands().Push(CommandOf(R"({"kind":"resume"})"));
  run.commands().Push(CommandOf(R"({"kind":"setPace","pace":0})"));
  const Json summary = run.Join();
  EXPECT_EQ(summary["run"]["status"], "completed") << summary["run"].dump();
  EXPECT_EQ(summary["run"]["verified"], true);
  const Json& recorded = summary["scenario"]["commands"];
  ASSERT_EQ(recorded.size(), 5U);
  EXPECT_GT(recorded[0]["atNs"], 0) << "it was given before the run began";
}

TEST(EngineThread, CancelEndsARunThatIsPacedPausedOrWithoutCredits) {
  for (const char* state : {"paced", "paused", "without credits"}) {
    SCOPED_TRACE(state);
    Json scenario = ShortScenario();
    scenario["durationSeconds"] = 3600;
    const bool starved = std::string(state) == "without credits";
    scenario["pace"] = starved ? 1000 : 1;
    EngineThread run(scenario);
    if (starved) {
      run.AwaitBatches(addon::kInitialCredits);
    } else {
      run.queue().Grant(1'000'000);
    }
    if (std::string(state) == "paused") run.commands().Push(CommandOf(R"({"kind":"pause"})"));
    run.commands().Push(CommandOf(R"({"kind":"cancel"})"));
    run.queue().Close();
    EXPECT_EQ(run.Join()["run"]["status"], "cancelled");
  }
}

TEST(EngineThread, ARealRunGoesOnWithoutCreditsAndKeepsItsTelemetry) {
  const TemporaryFolder folder;
  EngineThread run(RealScenario(folder));
  const Json summary = run.AwaitRun();  // nobody has granted anything
  EXPECT_EQ(summary["run"]["status"], "completed") << summary["run"].dump();
  EXPECT_EQ(run.batches(), static_cast<int>(addon::kInitialCredits));
  run.queue().Grant(1'000'000);
  run.Join();
  EXPECT_GT(run.batches(), 20);
  EXPECT_TRUE(run.CameInOrder());
}

TEST(EngineThread, ARealRunWhoseTelemetryIsNotTakenFailsAtTheLimit) {
  const TemporaryFolder folder;
  Json scenario = RealScenario(folder);
  scenario["durationSeconds"] = 3600;
  EngineThread run(scenario, 10'000);
  const Json summary = run.AwaitRun();
  EXPECT_EQ(summary["run"]["status"], "failed");
  const std::string message = summary["run"]["error"]["message"];
  test::ExpectHas(message, "was not taken in time: more than 10000 bytes of it wait");
  run.queue().Grant(1'000'000);
  run.Join();
  EXPECT_TRUE(run.CameInOrder()) << "what there was is kept";
}

TEST(EngineThread, CancelEndsARealRunWhoseReaderHasStopped) {
  const TemporaryFolder folder;
  Json scenario = RealScenario(folder);
  scenario["durationSeconds"] = 3600;
  EngineThread run(scenario);
  while (run.batches() < static_cast<int>(addon::kInitialCredits)) std::this_thread::yield();
  run.commands().Push(CommandOf(R"({"kind":"cancel"})"));
  run.queue().Close();
  EXPECT_EQ(run.Join()["run"]["status"], "cancelled");
  EXPECT_TRUE(run.CameInOrder());
}

}  // namespace
}  // namespace snapscope::engine_thread_test
