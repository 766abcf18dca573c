// Known defects that show where two features meet, in the scenarios of the end-to-end tests.
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "test/known_defects/switched_on.h"
#include "test/support/run_support.h"

namespace snapscope::known_defects::meetings_test {
namespace {

using test::Json;
using test::RunToSummary;

/// The scenario of a file that leaves nothing out but keys that are newer than it.
Json Meeting(const std::string& name) {
  std::ifstream file("e2e/cli/testdata/meetings/" + name + ".json");
  Json scenario = Json::parse(file);
  const Json usual = test::SmallScenario();
  for (const auto& [section, keys] : usual.items()) {
    if (keys.is_object()) scenario[section].insert(keys.begin(), keys.end());
  }
  scenario["commands"] = Json::array();
  return scenario;
}

void ExpectNoticed(const Json& scenario, const std::string& mutation) {
  test::RunCompleted(scenario);
  const SwitchedOn defect(mutation);
  EXPECT_EQ(RunToSummary(scenario)["run"]["status"], "failed");
}

TEST(MeetingDefect, AStatementWhileTheTailIsBackedUpIsMissingFromTheRestore) {
  ExpectNoticed(Meeting("update-while-the-tail-is-backed-up"), "commandTakenWhileClosing");
}

TEST(MeetingDefect, LsnsOfTwoHistoriesCannotBeToldApart) {
  ExpectNoticed(Meeting("restore-forward-again"), "logRestartsTooLow");
}

TEST(MeetingDefect, AHistoryThatIsForgottenFailsARestoreThatGoesBackToIt) {
  ExpectNoticed(Meeting("restore-forward-again"), "branchForgotten");
}

}  // namespace
}  // namespace snapscope::known_defects::meetings_test
