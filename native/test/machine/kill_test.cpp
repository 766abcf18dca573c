// kill -9 of the engine on real files, again and again: whatever it was doing, the next start finds
// every acknowledged commit, nothing uncommitted, and each complete snapshot as of its split.
#include <map>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "database/database.h"
#include "machine/real_machine.h"
#include "test/machine/killed_child.h"
#include "test/machine/temporary_folder.h"
#include "test/support/run_support.h"
#include "test/support/test_size.h"
#include "verification/verification.h"

namespace snapscope::test::kill_test {
namespace {

const uint64_t kKills = BySize<uint64_t>(8, 20);

scenario::Scenario RealScenario(const std::string& folder) {
  Json scenario = SmallScenario();
  scenario["mode"] = "real";
  scenario["server"]["memoryMiB"] = 4;
  scenario["database"].update({{"sizeMiB", 4}, {"dataFiles", 3}, {"logSizeMiB", 8}});
  scenario["workload"]["users"] = 6;
  scenario["workload"]["thinkTimeMs"] = 1;
  scenario["timeline"] = Json::array();
  for (Json& volume : scenario["storage"]["volumes"]) {
    volume.erase("device");
    volume["folder"] = folder;
  }
  return scenario::ParseScenario(scenario.dump()).value();
}

/// What the parent has heard, and what it therefore expects on the files.
class KillTest : public ::testing::Test {
 protected:
  void Hear(const ChildEvent& event) {
    switch (event.kind) {
      case ChildEvent::Kind::kOpened:
        FollowTo(event.lsn);
        if (!opened_) oracle_.RetainFrom(event.lsn);
        opened_ = true;
        break;
      case ChildEvent::Kind::kCommit:
        oracle_.Commit(TxnId{event.number}, event.lsn, event.changes);
        ++commits_;
        break;
      case ChildEvent::Kind::kAcknowledged:
        oracle_.Acknowledge(TxnId{event.number}, event.lsn);
        break;
      case ChildEvent::Kind::kCreating:
        snapshots_[event.number] = {};
        break;
      case ChildEvent::Kind::kSplit:
        snapshots_[event.number].split = event.lsn;
        break;
      case ChildEvent::Kind::kComplete:
        snapshots_[event.number].must_exist = true;
        break;
      case ChildEvent::Kind::kDropping:
        snapshots_[event.number].must_exist = false;
        break;
      case ChildEvent::Kind::kFailed:
        FAIL() << "the engine failed before it was killed";
    }
  }

  /// A child works until it has told `events` of them, and is killed.
  void RunAndKill(bool creates, uint64_t events) {
    const uint64_t first = snapshots_.empty() ? 1 : snapshots_.begin()->first;
    const uint64_t last = snapshots_.empty() ? 0 : snapshots_.rbegin()->first;
    // How it pushes is a matter of each start: what the one before left suits all of them.
    ++starts_;
    scenario_.pushes_ahead = starts_ % 2 == 0;
    scenario_.pushes_extents = starts_ % 4 >= 2;
    scenario_.pre_image_bytes = 1 << 20;
    KilledChild child(scenario_, creates, first, last);
    ChildEvent event;
    for (uint64_t heard = 0; heard < events && child.Next(event); ++heard) Hear(event);
    child.Kill();
    while (child.Next(event)) Hear(event);
  }

  void VerifyAfterRestart() {
    machine::RealMachine machine;
    runtime::Executor executor(machine.clock());
    ASSERT_TRUE(machine.Prepare(executor, scenario_).ok());
    runtime::CpuModel cpu(executor, scenario_.schedulers);
    telemetry::Telemetry telemetry(executor, {}, [](std::vector<std::byte>) {});
    runtime::Worker worker(cpu, &telemetry, "spid7s");
    database::DatabaseOptions options{.scenario = &scenario_,
                                      .initial = &initial_,
                                      .machine = &machine,
                                      .cpu = &cpu,
                                      .telemetry = &telemetry};
    std::unique_ptr<database::Database> database;
    executor.Spawn("restart", Restart(worker, options, database, executor));
    executor.Run();
    if (database != nullptr) {
      Compare(*database);
      machine.volume("Q").Drain();
    }
    executor.DestroyTasks();
  }

 private:
  struct SnapshotRecord {
    Lsn split;
    bool must_exist = false;
  };

  runtime::Task<void> Restart(runtime::Worker& worker, database::DatabaseOptions options,
                              std::unique_ptr<database::Database>& database,
                              runtime::Executor& executor) {
    co_await worker.Start();
    database::RestartFigures figures;
    auto restarted = co_await database::Database::Restart(worker, options, &figures);
    if (restarted.ok()) {
      database = std::move(restarted).value();
    } else {
      ADD_FAILURE() << restarted.error().message;
    }
    if (!figures.end.IsNone()) FollowTo(figures.end);
    executor.Stop();
  }

  /// The log that survived ends there.
  void FollowTo(Lsn end) {
    const auto lost = oracle_.CheckAcknowledged(end);
    EXPECT_FALSE(lost) << *lost;
    oracle_.DiscardFrom(end);
  }

  void Compare(database::Database& database) {
    verification::VerificationScope scope =
        verification::ScopeOf(initial_, oracle::Oracle::kNewest);
    const auto source = verification::Verify(
        [&](PageId page, page::PageSpan into) { return database.source().ReadNow(page, into); },
        oracle_, scope);
    EXPECT_TRUE(source.passed()) << "source: " << source.problem;
    for (auto record = snapshots_.begin(); record != snapshots_.end();) {
      const auto snapshot = database.snapshots().Find(SnapshotName(record->first));
      if (snapshot == nullptr) {
        EXPECT_FALSE(record->second.must_exist) << SnapshotName(record->first) << " is gone";
        record = snapshots_.erase(record);
        continue;
      }
      EXPECT_EQ(snapshot->split(), record->second.split);
      record->second.must_exist = true;
      scope.split = snapshot->split();
      const auto result = verification::Verify(
          [&](PageId page, page::PageSpan into) { return snapshot->ReadNow(page, into); }, oracle_,
          scope);
      EXPECT_TRUE(result.passed()) << snapshot->name() << ": " << result.problem;
      ++snapshots_compared_;
      ++record;
    }
  }

 protected:
  const TemporaryFolder folder_;
  scenario::Scenario scenario_ = RealScenario(folder_.path());
  const database::InitialDatabase initial_ = database::InitialDatabase::Plan(scenario_).value();
  // The floor stays where the database began: every split that ever was can be asked for.
  oracle::Oracle oracle_{initial_};
  std::map<uint64_t, SnapshotRecord> snapshots_;
  uint64_t commits_ = 0;
  uint64_t starts_ = 0;
  uint64_t snapshots_compared_ = 0;
  bool opened_ = false;
};

TEST_F(KillTest, WhateverItWasDoingTheNextStartFindsAllOfIt) {
  Rng rng(1, "kills");
  for (uint64_t kill = 0; kill < kKills && !HasFailure(); ++kill) {
    SCOPED_TRACE("kill " + std::to_string(kill));
    // The first database must be there before it is killed; later on recovery may be hit as well.
    const uint64_t least = opened_ ? 0 : 1;
    RunAndKill(!opened_, least + rng.Below(rng.Percent(20) ? 3 : 150));
    ASSERT_TRUE(opened_);
    if (rng.Percent(70)) VerifyAfterRestart();
  }
  VerifyAfterRestart();
  EXPECT_GT(commits_, kKills);
  EXPECT_GT(snapshots_compared_, kKills / 4);
}

}  // namespace
}  // namespace snapscope::test::kill_test
