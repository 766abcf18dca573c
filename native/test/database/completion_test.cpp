// The completion of a snapshot: from before its mark until it has been compared with the oracle,
// the source's data files stay as they are, whatever is to be written.
#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include "test/support/outcomes.h"
#include "test/support/run_support.h"
#include "test/support/simulated_server.h"

namespace snapscope::test::completion_test {
namespace {

using runtime::Task;
using runtime::Worker;

constexpr TimeNs kLook = 10 * kMicrosecond;

Json SlowToMark() {
  Json scenario = SmallScenario();
  for (Json& volume : scenario["storage"]["volumes"]) {
    volume["device"] = {{"parallelism", 8},
                        {"readServiceUs", 100},
                        {"writeServiceUs", volume["name"] == "P" ? 5000 : 100},
                        {"spread", "fixed"},
                        {"bandwidthMiBPerSecond", 400}};
  }
  return scenario;
}

/// A server whose one user changes a row, while every page is written as soon as it is dirty.
class CompletionTest : public ::testing::Test, public snapshot::SnapshotListener {
 protected:
  CompletionTest()
      : scenario_(scenario::ParseScenario(SlowToMark().dump()).value()),
        initial_(database::InitialDatabase::Plan(scenario_).value()),
        admin_(server_.cpu, &server_.telemetry, "spid1001"),
        user_(server_.cpu, &server_.telemetry, "spid51"),
        writer_(server_.cpu, &server_.telemetry, "spid9s") {}
  ~CompletionTest() override { server_.executor.DestroyTasks(); }

  /// Writes to the data file that have begun.
  uint64_t WritesBegun() const {
    return disk_.Find(server_.database->data_files().front()->path())->next_sequence;
  }

  Task<void> Conduct() {
    co_await admin_.Start();
    const Status created = co_await server_.Create(admin_);
    EXPECT_TRUE(created.ok());
    if (!created.ok()) co_return;
    server_.executor.Spawn("user", ChangeARow());
    server_.executor.Spawn("writer", WritePages());
    server_.executor.Spawn("watcher", WatchForTheMark());
    co_await server_.executor.Sleep(10 * kMillisecond);
    snapshot::CreateRequest request{.name = "snap_1",
                                    .files = server_.database->SnapshotFiles("snap_1"),
                                    .source = admin_.name()};
    const auto snapshot = co_await server_.database->snapshots().Create(admin_, std::move(request));
    EXPECT_TRUE(snapshot.ok());
    co_await server_.executor.Sleep(10 * kMillisecond);
    begun_afterwards_ = WritesBegun();
    server_.executor.Stop();
  }

  /// Always the same one: its page is pushed once, and then written again and again.
  Task<void> ChangeARow() {
    co_await user_.Start();
    const uint64_t key = initial_.KeyAt(database::kAccounts, 100);
    for (;;) {
      auto begun = co_await server_.database->transactions().Begin(user_);
      if (!begun.ok()) co_return;
      ExpectOk(co_await server_.database->transactions().Update(user_, *begun, database::kAccounts,
                                                                key, 1));
      ExpectOk(co_await server_.database->transactions().Commit(user_, *begun));
    }
  }

  Task<void> WritePages() {
    co_await writer_.Start();
    buffer::BufferPool& pool = server_.database->pool();
    for (;;) {
      co_await server_.executor.Sleep(kLook);
      for (const PageId page : pool.DirtyPages(database::kSourceDb, Lsn{UINT64_MAX})) {
        auto gather = co_await pool.BeginGather(writer_, database::kSourceDb, page,
                                                buffer::WriteReason::kBackgroundWriter);
        if (!gather.ok()) co_return;
        ExpectOk(co_await pool.WriteGather(std::move(gather).value()));
      }
    }
  }

  Task<void> WatchForTheMark() {
    for (;;) {
      const auto snapshot = server_.database->snapshots().Find("snap_1");
      if (snapshot != nullptr && snapshot->state() == snapshot::State::kMarked) break;
      co_await server_.executor.Sleep(kLook);
    }
    marked_at_ = server_.executor.Now();
    begun_at_mark_ = WritesBegun();
  }

  void OnSplit(const snapshot::Snapshot&) override {}
  void OnComplete(snapshot::Snapshot&) override {
    completed_at_ = server_.executor.Now();
    begun_at_completion_ = WritesBegun();
  }
  void OnDrop(snapshot::Snapshot&) override {}
  void OnPhase(const std::string&, const std::string&) override {}

  const scenario::Scenario scenario_;
  const database::InitialDatabase initial_;
  sim::Disk disk_{1};
  SimulatedServer server_{disk_, scenario_, initial_, nullptr, this};
  Worker admin_;
  Worker user_;
  Worker writer_;
  TimeNs marked_at_ = 0;
  TimeNs completed_at_ = 0;
  uint64_t begun_at_mark_ = 0;
  uint64_t begun_at_completion_ = 0;
  uint64_t begun_afterwards_ = 0;
};

TEST_F(CompletionTest, NoPageOfTheSourceIsWrittenBetweenTheMarkAndTheComparison) {
  server_.executor.Spawn("conductor", Conduct());
  server_.executor.Run();
  ASSERT_GT(begun_at_mark_, 0U);
  EXPECT_GT(completed_at_ - marked_at_, 4 * kMillisecond) << "there was time to write pages";
  EXPECT_EQ(begun_at_completion_, begun_at_mark_);
  EXPECT_GT(begun_afterwards_, begun_at_completion_ + 5) << "writes go on";
}

}  // namespace
}  // namespace snapscope::test::completion_test
