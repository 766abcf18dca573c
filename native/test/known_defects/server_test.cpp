// Known defects of the operations that a server carries out: what a run of the experiment says at
// one place is not what it has to say.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "test/known_defects/switched_on.h"
#include "test/support/scenarios.h"
#include "test/support/timeline_entries.h"

namespace snapscope::known_defects::server_test {
namespace {

using test::At;
using test::Backup;
using test::Create;
using test::Json;
using test::Restore;

struct Defect {
  std::string mutation;
  std::string place;  ///< in the summary, as a JSON pointer
  Json expected;      ///< there
  std::vector<Json> timeline;
  Json storage = Json::object();
};

/// Under another name: nothing is found there but what the backups have.
Json RestoreBeside() {
  Json restore = Restore(nullptr, false);
  restore["as"] = "beside";
  return restore;
}

const std::vector<Defect> kDefects = {
    {"failedCreationTold",
     "/timeline/0/outcome",
     "failed",
     {At(1, Create("snap"))},
     {{"sparseFileLimitMiB", 1}}},
    {"refusedDropTold",
     "/timeline/2/outcome",
     "failed",
     {At(1, Create("snap")), At(4, test::Report("snap", 4)), At(6, test::DropSnapshot("snap"))}},
    {"refusedRevertCloses",
     "/timeline/1/outcome",
     "completed",
     {At(1, test::Revert("snap")), At(2, test::ShutDown())}},
    {"checkLeftOut", "/phases/0/name", "consistencyCheck", {At(1, test::Check())}},
    {"shutdownCutsOff", "/checkpoints/1/buffers", 0, {At(4, test::ShutDown())}},
    {"nextColumnIndexed",
     "/timeline/1/outcome",
     "completed",
     {At(1, test::CreateIndex(3)), At(8, test::Rebuild(3))}},
    {"rebuildNotLogged",
     "/restores/0/verified",
     true,
     {At(1, Backup("one", "full")), At(4, test::Rebuild(1)), At(8, Backup("log", "log")),
      At(9, RestoreBeside())}},
    {"copyNotLogged",
     "/restores/0/verified",
     true,
     {At(1, Backup("one", "full")), At(4, test::Into("copy")), At(8, Backup("log", "log")),
      At(9, RestoreBeside())}},
    {"tableKept",
     "/timeline/2/outcome",
     "completed",
     {At(1, test::Into("copy")), At(4, test::DropTable("copy")), At(6, test::Into("copy"))}},
    {"failedBackupCounted", "/backups/0/state", "failed", {At(1, Backup("one", "differential"))}},
    {"tailNamedTwice",
     "/timeline/3/outcome",
     "completed",
     {At(1, Backup("one", "full")), At(3, Restore()), At(6, Backup("two", "full")),
      At(9, Restore())}},
    {"failedArraySnapshotTold",
     "/timeline/0/outcome",
     "failed",
     {At(1, {{"kind", "createArraySnapshot"}, {"name", "array"}, {"freeze", "vss"}})},
     {{"volumes", test::VolumesOnArray()},
      {"arraySnapshotTimes",
       {{"prepareSeconds", 0},
        {"otherDatabases", 0},
        {"otherDatabaseMs", 0},
        {"commitMsPerVolume", 6000},
        {"restoreSecondsPerVolume", 0}}}}},
    {"scanLeftOut", "/scans/0/verified", true, {At(1, test::Scan(0))}},
    {"leafNotSupplied", "/scans/0/verified", true, {At(1, test::Scan(0))}},
    {"stopTimeLost",
     "/run/status",
     "completed",
     {At(1, Backup("one", "full")), At(5, Restore(4.5))}},
};

std::string SaidBy(const Defect& defect) {
  Json scenario = test::ScenarioWith(
      {{"sizeMiB", 16}, {"filledPercent", 40}, {"recoveryModel", "full"}}, 10, defect.timeline);
  scenario["storage"].update(defect.storage);
  return test::RunToSummary(scenario).value(Json::json_pointer(defect.place), Json()).dump();
}

class ServerDefect : public testing::TestWithParam<Defect> {};

TEST_P(ServerDefect, IsNoticedByARun) {
  const std::string expected = GetParam().expected.dump();
  EXPECT_EQ(SaidBy(GetParam()), expected);
  const SwitchedOn defect(GetParam().mutation);
  EXPECT_NE(SaidBy(GetParam()), expected);
}

INSTANTIATE_TEST_SUITE_P(Each, ServerDefect, testing::ValuesIn(kDefects),
                         [](const auto& info) { return info.param.mutation; });

}  // namespace
}  // namespace snapscope::known_defects::server_test
