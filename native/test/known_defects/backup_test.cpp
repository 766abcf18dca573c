// Known defects of backups and restores: the run notices each.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "test/known_defects/switched_on.h"
#include "test/support/scenarios.h"

namespace snapscope::known_defects::backup_test {
namespace {

using test::At;
using test::Backup;
using test::Json;
using test::LiveAt;
using test::Restore;
using test::RunToSummary;

struct Defect {
  std::string mutation;
  std::vector<Json> timeline;
  Json live = Json::array();
};

class BackupDefect : public testing::TestWithParam<Defect> {};

/// What the run says of it; empty if nothing was noticed.
std::string Noticed(const Json& summary) {
  if (summary["run"]["status"] == "completed") return "";
  return summary["run"]["error"]["message"];
}

TEST_P(BackupDefect, IsNoticedByTheRun) {
  Json scenario = test::FullRecovery(GetParam().timeline);
  scenario["commands"] = GetParam().live;
  EXPECT_EQ(Noticed(RunToSummary(scenario)), "");
  const SwitchedOn defect(GetParam().mutation);
  const Json summary = RunToSummary(scenario);
  EXPECT_NE(Noticed(summary), "") << summary["restores"].dump();
}

INSTANTIATE_TEST_SUITE_P(
    Each, BackupDefect,
    testing::Values(
        Defect{"backupLogFromCheckpoint",  // a transaction is under way all along
               {At(1.5, test::Update(0)), At(2, Backup("one", "full")),
                At(4, Restore(nullptr, false, true))}},
        Defect{"backupLogEndsEarly",  // the checkpoint of another command writes meanwhile
               {At(2, Backup("one", "full")), At(2.37, test::Check()),
                At(5, Restore(nullptr, false, true))}},
        Defect{"differentialExtentLost",
               {At(2, Backup("one", "full")), At(5, Backup("two", "differential")),
                At(8, Restore(nullptr, false, true))}},
        Defect{"differentialClearedByFailure",
               {At(2, Backup("one", "full")), At(5, Backup("two", "differential")),
                At(8, Restore(nullptr, false, true))},
               Json::array({LiveAt(4, Backup("one", "full"))})},
        Defect{"restoreStopsTooLate",
               {At(2, Backup("one", "full")), At(4, Backup("log_1", "log")), At(5, Restore(3.5))}},
        Defect{"logBackupLosesItsEnd", {At(2, Backup("one", "full")), At(5, Restore())}}),
    [](const testing::TestParamInfo<Defect>& info) { return info.param.mutation; });

}  // namespace
}  // namespace snapscope::known_defects::backup_test
