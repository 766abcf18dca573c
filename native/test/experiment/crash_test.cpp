// Power cuts in the middle of everything: at each of many I/Os of a run with snapshots being
// created, pushed to and dropped, and again during the restart. After recovery the source must show
// exactly the commits below the end of the durable log, acknowledged ones all among them, and every
// snapshot that was complete must show its split. Log and sparse files tear; data pages do not.
#include <gtest/gtest.h>

#include "test/support/outcomes.h"
#include "test/support/reopened.h"
#include "test/support/test_size.h"
#include "test/support/timeline_entries.h"

namespace snapscope::crash_test {
namespace {

using test::Json;

const std::vector<std::string> kDataPaths = {"Q:\\MSSQL\\sales.mdf", "Q:\\MSSQL\\sales_2.ndf",
                                             "Q:\\MSSQL\\sales_3.ndf"};

Json CrashScenario(uint64_t seed) {
  Json scenario = test::SmallScenario();
  scenario["seed"] = seed;
  scenario["durationSeconds"] = 4;
  scenario["warmupSeconds"] = 0;
  scenario["server"]["memoryMiB"] = 4;
  scenario["database"].update({{"sizeMiB", 12}, {"logSizeMiB", 16}, {"nonclusteredIndexes", 2}});
  scenario["workload"]["users"] = 15;
  if (seed == 2) {  // the log is kept for its next backup, across the restart
    scenario["database"]["recoveryModel"] = "full";
    scenario["database"]["logBackupIntervalSeconds"] = 1;
  }
  if (seed % 2 == 0) scenario["database"]["dataFiles"] = 3;
  if (seed == 3) {  // the mark moves through earlier begin records, many times
    scenario["server"]["engineVersion"] = "2016";
    scenario["database"]["targetRecoveryTimeSeconds"] = 1;
  }
  if (seed == 4) {  // pre-images go with the power, now and then for want of memory they do not
    scenario["storage"].update(
        {{"pushPolicy", "writeAhead"}, {"preImageMemoryMiB", 1}, {"pushUnit", "extent"}});
  }
  const bool sorts = seed == 5;  // an index is created whose sort does not fit in memory
  if (sorts) {
    scenario["database"]["filledPercent"] = 50;
    scenario["server"]["indexCreateMemoryKiB"] = 256;
  }
  scenario["timeline"] = {test::At(0.5, test::Create("snap_1")),
                          test::At(2, test::Create("snap_2"))};
  if (sorts) {
    scenario["timeline"].push_back(test::At(1, test::CreateIndex(4)));
  }
  return scenario;
}

/// A run over a disk that outlives it, and the restarts after its end.
class CrashRun : public test::KeptRun {
 public:
  CrashRun(uint64_t seed, uint64_t cut_at_io, storage::FaultPlan faults = {})
      : KeptRun(scenario::ParseScenario(CrashScenario(seed).dump()).value(),
                WithCut(std::move(faults), cut_at_io), kDataPaths) {}

  int snapshots_compared() const { return snapshots_compared_; }
  int snapshots_suspect() const { return snapshots_suspect_; }

  /// Restarts once; `cut_after` I/Os later the power fails again, unless it is 0. True if the
  /// restart was completed, in which case everything has been compared.
  bool Restart(uint64_t cut_after, uint64_t cut_seed) {
    test::Reopened reopened(*this);
    runtime::Executor& executor = reopened.executor();
    if (cut_after > 0) executor.Spawn("cut", CutTask(executor, cut_after, cut_seed));
    reopened.Run();
    // What a restart finds is final: its own records, and those of a later one, come after it.
    if (!end_ && !reopened.figures().end.IsNone()) end_ = reopened.figures().end;
    const bool completed = reopened.database() != nullptr && disk().powered();
    if (completed) {
      Compare(reopened);
      test::ExpectHas(reopened.telemetry().errorlog().back(),
                      "Recovery completed for database sales (database ID 5) in ");
    }
    if (disk().powered() && reopened.error()) ADD_FAILURE() << reopened.error()->message;
    return completed;
  }

 private:
  static storage::FaultPlan WithCut(storage::FaultPlan plan, uint64_t cut_at_io) {
    if (cut_at_io > 0) {
      plan.faults.push_back({.kind = storage::FaultKind::kPowerCut, .at_io = cut_at_io});
    }
    return plan;
  }

  runtime::Task<void> CutTask(runtime::Executor& executor, uint64_t cut_after, uint64_t seed) {
    const uint64_t at = disk().ios() + cut_after;
    while (disk().ios() < at) co_await executor.Sleep(100 * kMicrosecond);
    disk().PowerCut(Rng(seed, "second cut"));
    executor.Stop();
  }

  void Compare(test::Reopened& reopened) {
    const std::optional<std::string> lost = experiment().oracle().CheckAcknowledged(*end_);
    EXPECT_FALSE(lost) << *lost;
    const verification::Verification source = reopened.CompareSource(*end_);
    EXPECT_TRUE(source.passed()) << "source at " << ToString(*end_) << ": " << source.problem;
    for (const auto& snapshot : reopened.database()->snapshots().snapshots()) {
      if (snapshot->life().suspect()) {
        ++snapshots_suspect_;
        continue;
      }
      const verification::Verification shown = reopened.CompareSnapshot(*snapshot);
      EXPECT_TRUE(shown.passed()) << snapshot->name() << ": " << shown.problem;
      ++snapshots_compared_;
    }
  }

  int snapshots_compared_ = 0;
  int snapshots_suspect_ = 0;
  std::optional<Lsn> end_;  ///< of the log that survived the first cut
};

TEST(Crash, NothingCommittedIsLostAndNothingElseSurvives) {
  const CrashRun whole(1, 0);
  ASSERT_EQ(whole.summary()["run"]["status"], "completed") << whole.summary()["run"].dump();
  int snapshots_compared = 0;
  int restarts = 0;
  // The second is the one with a log that is kept.
  const int seeds = test::BySize(2, 5);
  for (int seed = 1; seed <= seeds; ++seed) {
    const uint64_t ios = CrashRun(seed, 0).disk().ios();
    ASSERT_GT(ios, 1000U);
    // Dense at the start of a creation, spread over the rest.
    for (uint64_t cut = 20 + seed; cut < ios; cut += ios / 24) {
      SCOPED_TRACE("seed " + std::to_string(seed) + ", power cut at I/O " + std::to_string(cut));
      CrashRun run(seed, cut);
      ASSERT_FALSE(run.disk().powered());
      ASSERT_TRUE(run.Restart(0, 0));
      snapshots_compared += run.snapshots_compared();
      ++restarts;
    }
  }
  EXPECT_GT(restarts, 12 * seeds);
  EXPECT_GT(snapshots_compared, 4 * seeds);
}

TEST(Crash, APowerCutDuringRestartIsSurvivedToo) {
  int interrupted = 0;
  const std::vector<uint64_t> seeds = test::BySize<std::vector<uint64_t>>({4}, {1, 2, 4});
  for (const uint64_t seed : seeds) {
    const uint64_t ios = CrashRun(seed, 0).disk().ios();
    for (uint64_t cut = ios / 2; cut < ios; cut += ios / 9) {
      SCOPED_TRACE("seed " + std::to_string(seed) + ", power cut at I/O " + std::to_string(cut));
      CrashRun run(seed, cut);
      for (uint64_t after = 5; !run.Restart(after, after); after *= 3) ++interrupted;
    }
  }
  EXPECT_GT(interrupted, 3 * static_cast<int>(seeds.size()));
}

// Whatever the moment of the crash, a snapshot that a push failed for never comes back as a whole
// one: the mark was durable before the first page changed without a copy.
void LoseAPush(uint64_t seed, const std::string& path) {
  // By then the snapshot is there, and first changes are many: one of each file is soon to come.
  const uint64_t fault = CrashRun(seed, 0).disk().ios() * 29 / 100;
  const storage::FaultPlan faults =
      test::OneFault({.kind = storage::FaultKind::kDiskFull, .at_io = fault, .path = path});
  int suspect = 0;
  int compared = 0;
  int without_cut = 0;
  const int enough = test::BySize(4, 11);
  for (uint64_t cut = fault - 10; suspect < enough; cut += test::BySize(12, 3)) {
    ASSERT_LT(cut, fault + 2'000) << suspect << " of " << compared << " were suspect";
    SCOPED_TRACE("power cut at I/O " + std::to_string(cut));
    CrashRun run(seed, cut, faults);
    if (run.disk()
            .powered()) {  // the I/O that finds the disk full is not one that ends with the power
      ++without_cut;
      continue;
    }
    ASSERT_TRUE(run.Restart(0, 0));
    suspect += run.snapshots_suspect();
    compared += run.snapshots_compared();
  }
  EXPECT_GT(compared, 0);
  EXPECT_LE(without_cut, 1);
}

TEST(Crash, ASnapshotThatLacksAPageIsSuspectAfterTheRestartToo) {
  LoseAPush(1, "P:\\MSSQL\\snap_1.ss");
}

// The mark is in the first file, and holds for all.
TEST(Crash, ASnapshotThatLacksAPageOfAnotherFileIsSuspectToo) {
  LoseAPush(2, "P:\\MSSQL\\snap_1.3.ss");
}

}  // namespace
}  // namespace snapscope::crash_test
