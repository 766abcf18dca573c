// What a start-up tells of its recovery: how often, in which words, with which figures.
#include "recovery/restart_report.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/virtual_clock.h"

namespace snapscope::recovery::restart_report_test {
namespace {

using runtime::Task;
using runtime::Worker;

constexpr const char* kNoAction =
    " This is an informational message only. No user action is required.";

class RestartReportTest : public ::testing::Test {
 protected:
  std::vector<std::string> Run(Task<void> (*body)(RestartReportTest&, Worker&)) {
    Worker worker(cpu, nullptr, "spid7s");
    executor.Spawn("restart", body(*this, worker));
    executor.Run();
    std::vector<std::string> texts;
    for (const std::string& line : log.errorlog()) texts.push_back(line.substr(35));
    return texts;
  }

 public:
  sim::VirtualClock clock;
  runtime::Executor executor{clock};
  runtime::CpuModel cpu{executor, 1};
  telemetry::Telemetry log{executor, {}, [](std::vector<std::byte>) {}};
};

/// A pass of `seconds` that tells its progress a hundred times.
Task<void> RunPass(Worker& worker, Progress progress, int seconds) {
  for (uint32_t step = 1; step <= 100; ++step) {
    co_await worker.Think(seconds * kSecond / 100);
    progress(step * 10);
  }
}

Task<void> LongRestart(RestartReportTest& test, Worker& worker) {
  co_await worker.Start();
  RestartReport report(test.log, worker, {"sales", 5}, "spid7s");
  AnalysisResult analysis;
  analysis.committed = 9'001;
  UndoResult undo;
  undo.user_transactions = 3;
  co_await RunPass(worker, report.Analysis(), 10);
  co_await RunPass(worker, report.Redo(analysis), 30);
  co_await RunPass(worker, report.Undo(), 21);
  report.WritingCheckpoint(analysis, undo);
  co_await worker.Think(500 * kMillisecond);
  report.Completed();
  co_await worker.End();
}

TEST_F(RestartReportTest, TellsItsProgressEveryTenSecondsAndItsFiguresAtTheEnd) {
  const std::vector<std::string> lines = Run(LongRestart);
  const auto progress = [](int percent, int seconds, int phase) {
    return "Recovery of database 'sales' (5) is " + std::to_string(percent) +
           "% complete (approximately " + std::to_string(seconds) + " seconds remain). Phase " +
           std::to_string(phase) + " of 3." + kNoAction;
  };
  const std::vector<std::string> expected = {
      // Redo goes from 10 % to 90 % in 30 s, undo on to 100 % in 21 s.
      progress(10, 85, 2),
      progress(38, 33, 2),
      progress(65, 16, 2),
      progress(90, 4, 3),
      progress(95, 2, 3),
      "9001 transactions rolled forward in database 'sales' (5)." + std::string(kNoAction),
      "3 transactions rolled back in database 'sales' (5)." + std::string(kNoAction),
      "Recovery is writing a checkpoint in database 'sales' (5)." + std::string(kNoAction),
      "Recovery completed for database sales (database ID 5) in 61 second(s) (analysis 10000 ms, "
      "redo 30000 ms, undo 21000 ms.)" +
          std::string(kNoAction)};
  EXPECT_EQ(lines, expected);
}

Task<void> ShortRestart(RestartReportTest& test, Worker& worker) {
  co_await worker.Start();
  RestartReport report(test.log, worker, {"sales", 5}, "spid7s");
  const Progress analysis = report.Analysis();
  for (uint32_t permille = 0; permille <= 1'000; ++permille) analysis(permille);
  const Progress redo = report.Redo({});
  for (uint32_t permille = 0; permille <= 1'000; ++permille) redo(permille);
  co_await worker.Think(9 * kSecond);
  const Progress undo = report.Undo();
  undo(500);
  report.WritingCheckpoint({}, {});
  report.Completed();
  co_await worker.End();
}

TEST_F(RestartReportTest, AShortOneWithNothingToRollTellsNeither) {
  const std::vector<std::string> expected = {
      "Recovery is writing a checkpoint in database 'sales' (5)." + std::string(kNoAction),
      "Recovery completed for database sales (database ID 5) in 9 second(s) (analysis 0 ms, redo "
      "9000 ms, undo 0 ms.)" +
          std::string(kNoAction)};
  EXPECT_EQ(Run(ShortRestart), expected);
}

}  // namespace
}  // namespace snapscope::recovery::restart_report_test
