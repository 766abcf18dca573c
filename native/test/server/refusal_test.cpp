// Which command is carried out in which state of the server: every kind in every state.
#include "server/refusal.h"

#include <map>
#include <string>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

namespace snapscope::server::refusal_test {
namespace {

constexpr char kDatabase[] = "sales";
constexpr char kSnapshot[] = "snap_1";
constexpr char kUnderWay[] = "A restar";
const Error kWhy{ErrorCode::kRefused, "Msg 6005: the server is being shut down"};

scenario::Scenario Sales() {
  scenario::Scenario scenario;
  scenario.database = kDatabase;
  return scenario;
}

/// What each command that changes the run is told; "" if it is carried out.
std::map<std::string, std::string> ToldIn(const ServerLife& life) {
  std::map<std::string, std::string> told;
  const auto give = [&]<typename Kind>(const Kind& kind) {
    if constexpr (!scenario::kSteers<Kind>) {
      const auto refused = Refusal({.kind = kind}, life, Sales());
      told[Kind::kKind] = refused ? refused->message.substr(0, 8) : "";
    }
  };
  const auto give_each = [&give]<typename... Kinds>(const std::variant<Kinds...>&) {
    (give(Kinds{}), ...);
  };
  give_each(scenario::CommandKind{});
  return told;
}

/// All of them, each told `usual`, but for those that are named.
std::map<std::string, std::string> AllTold(const std::string& usual,
                                           const std::map<std::string, std::string>& others = {}) {
  std::map<std::string, std::string> told = ToldIn(Open{});
  for (auto& [kind, what] : told) what = usual;
  for (const auto& [kind, what] : others) told.at(kind) = what;
  return told;
}

TEST(Refusal, WhileUsersWorkEverythingIsCarriedOut) {
  EXPECT_EQ(ToldIn(Open{}), AllTold(""));
  EXPECT_EQ(ToldIn(Open{}).size(), 19U);
}

TEST(Refusal, WhoEndsTheServerIsAloneAndOthersGoOnUntilUsersAreThrownOut) {
  std::map<std::string, std::string> ending;
  for (const char* kind :
       {"restartServer", "revertSnapshot", "restore", "verifyBackup", "deleteArraySnapshot"}) {
    ending[kind] = kUnderWay;
  }
  EXPECT_EQ(ToldIn(Closing{}), AllTold("", ending));
  std::map<std::string, std::string> closing = ending;
  closing.insert({{"setUsers", ""}, {"setReportUsers", ""}});  // who come when it is up again
  EXPECT_EQ(ToldIn(Closing{kWhy}), AllTold("Msg 6005", closing));
}

TEST(Refusal, WhileTheDatabaseIsRevertedNobodyGetsAtIt) {
  const Reverting reverting{kSnapshot, {}};
  EXPECT_EQ(ToldIn(reverting), AllTold("Msg 927,", {{"createSnapshot", "Msg 1822"},
                                                    {"dropSnapshot", "Msg 3701"},
                                                    {"restartServer", kUnderWay},
                                                    {"restore", kUnderWay},
                                                    {"verifyBackup", ""},
                                                    {"deleteArraySnapshot", ""},
                                                    {"revertSnapshot", "Msg 3101"},
                                                    {"setReportUsers", "Msg 911,"}}));
  const auto told = [&reverting](const scenario::CommandKind& kind) {
    return Refusal({.kind = kind}, reverting, Sales())->message.substr(0, 8);
  };
  EXPECT_EQ(told(scenario::DropSnapshot{kDatabase}), "Msg 3709");
  EXPECT_EQ(told(scenario::DropSnapshot{kSnapshot}), "Msg 3702");
  EXPECT_EQ(told(scenario::SetReportUsers{kSnapshot, 1}), "Msg 927,");
}

TEST(Refusal, WhileTheServerStartsEverythingWaits) {
  for (const ServerLife& life : std::vector<ServerLife>{Restoring{}, Starting{}}) {
    for (const auto& [kind, told] : ToldIn(Open{})) EXPECT_EQ(AnswerTo(kind, life), Answer::kWaits);
  }
}

TEST(Refusal, OfWhatNeedsTheTableOfAccountsWhereThereIsNone) {
  scenario::Scenario tpcc = Sales();
  tpcc.profile = scenario::Profile::kTpcc;
  EXPECT_TRUE(Refusal({.kind = scenario::UpdateTable{}}, Open{}, tpcc));
  EXPECT_FALSE(Refusal({.kind = scenario::Backup{}}, Open{}, tpcc));
}

}  // namespace
}  // namespace snapscope::server::refusal_test
