// Compact pages are an affair of memory: a run that keeps them is the run that keeps full ones.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "buffer/frame_memory.h"
#include "page/page_buffer.h"
#include "test/support/kept_run.h"
#include "test/support/timeline_entries.h"

namespace snapscope::test::page_form_test {
namespace {

/// Several files, splits, ghosts, indexes, evictions, two snapshots.
Json BusyScenario() {
  Json scenario = SmallScenario();
  scenario["server"]["memoryMiB"] = 8;
  scenario["database"]["sizeMiB"] = 32;
  scenario["database"]["dataFiles"] = 3;
  scenario["database"]["filledPercent"] = 40;
  scenario["database"]["fillFactorPercent"] = 100;
  scenario["database"]["nonclusteredIndexes"] = 2;
  scenario["timeline"] = std::vector<Json>{At(2, Create("snap_1")), At(5, Create("snap_2"))};
  return scenario;
}

void ExpectSameRun(const Json& scenario) {
  KeptRun full(scenario);
  KeptRun compact(scenario, page::PageForm::kCompact);
  const Json& of_full = full.summary();
  const Json& of_compact = compact.summary();
  ASSERT_EQ(of_full["run"]["status"], "completed") << of_full["run"].dump();
  ASSERT_EQ(of_compact["run"]["status"], "completed") << of_compact["run"].dump();
  EXPECT_EQ(of_compact["run"]["verified"], of_full["run"]["verified"]);
  EXPECT_EQ(of_compact["telemetryHash"], of_full["telemetryHash"]);
  EXPECT_EQ(of_compact["executor"]["events"], of_full["executor"]["events"]);
  EXPECT_EQ(of_compact["snapshots"], of_full["snapshots"]);
}

TEST(PageForm, ACompactRunIsTheFullOne) { ExpectSameRun(BusyScenario()); }

TEST(PageForm, SoItIsWithOperationsOnWholeTables) {
  Json scenario = BusyScenario();
  scenario["timeline"] = std::vector<Json>{
      At(1, Create("snap_1")),     At(3, test::Rebuild(1)), At(5, test::Update(1000)),
      At(6, test::CreateIndex(4)), At(8, test::Check()),
  };
  ExpectSameRun(scenario);
}

TEST(PageForm, SoItIsWithSortsThatDoNotFitInMemory) {
  Json scenario = BusyScenario();
  scenario["server"]["indexCreateMemoryKiB"] = 256;
  scenario["timeline"] =
      std::vector<Json>{At(1, Create("snap_1")),
                        At(3, {{"kind", "createIndex"}, {"index", 4}, {"sortInTempdb", false}}),
                        At(7, {{"kind", "createIndex"}, {"index", 5}, {"sortInTempdb", true}})};
  ExpectSameRun(scenario);
}

TEST(PageForm, SoItIsWithBackupsOfAnyShape) {
  for (const bool compression : {false, true}) {
    Json scenario = BusyScenario();
    scenario["database"]["content"] = "text";
    scenario["server"]["coreSpeedPercent"] = 20;
    Json backup = test::Backup("one", "full");
    backup.update({{"compression", compression},
                   {"maxTransferSizeKiB", 4096},
                   {"bufferCount", 12},
                   {"files", 2}});
    scenario["timeline"] = std::vector<Json>{At(1, Create("snap_1")), At(2, backup),
                                             At(8, test::Restore(nullptr, false, true))};
    ExpectSameRun(scenario);
  }
}

TEST(PageForm, SoItIsAcrossARestartAndARevert) {
  Json scenario = BusyScenario();
  scenario["timeline"] = std::vector<Json>{
      At(1, Create("snap_1")),
      At(5, test::Crash()),
      At(8, test::Revert("snap_1")),
  };
  ExpectSameRun(scenario);
}

TEST(PageForm, SoItIsWhateverIsPushedAndWhenever) {
  for (const char* unit : {"page", "extent"}) {
    for (const char* policy : {"synchronous", "writeAhead"}) {
      SCOPED_TRACE(std::string(unit) + ", " + policy);
      Json scenario = BusyScenario();
      scenario["durationSeconds"] = 8;
      scenario["storage"]["pushUnit"] = unit;
      scenario["storage"]["pushPolicy"] = policy;
      ExpectSameRun(scenario);
    }
  }
}

// Then bytes are forgotten: descents go on below interior pages that nobody has changed without
// them.
TEST(PageForm, SoItIsWithMorePagesInUseThanHavePlacesForTheirBytes) {
  Json scenario = BusyScenario();
  scenario["durationSeconds"] = 6;
  scenario["server"]["memoryMiB"] = 64;
  static_assert(uint64_t{64} << 20 > buffer::FrameMemory::kPlaces * page::kPageSize);
  scenario["database"]["sizeMiB"] = 256;
  scenario["workload"].update({{"users", 100}, {"thinkTimeMs", 5}});
  scenario["storage"]["volumes"][0]["device"]["parallelism"] = 64;
  scenario["timeline"] = std::vector<Json>{At(3, Create("snap_1"))};
  ExpectSameRun(scenario);
}

// Every page of the source at the end of both runs, the checksums with them.
TEST(PageForm, PagesReadThroughEitherAreEqualToTheByte) {
  KeptRun full(BusyScenario());
  KeptRun compact(BusyScenario(), page::PageForm::kCompact);
  snapshot::SourceStore& of_full = full.experiment().database()->source();
  snapshot::SourceStore& of_compact = compact.experiment().database()->source();
  ASSERT_EQ(of_compact.form(), page::PageForm::kCompact);
  auto expected = std::make_unique<page::PageBuffer>();
  auto found = std::make_unique<page::PageBuffer>();
  for (uint32_t position = 0; position < of_full.files().size(); ++position) {
    const uint64_t pages = of_full.files()[position]->size() / page::kPageSize;
    for (uint32_t number = 0; number < pages; ++number) {
      const PageId page = PageId::Of(page::DataFileId(position), number);
      ASSERT_TRUE(of_full.ReadNow(page, expected->span()).ok()) << ToString(page);
      ASSERT_TRUE(of_compact.ReadNow(page, found->span()).ok()) << ToString(page);
      ASSERT_TRUE(page::VerifyPage(found->span(), page).ok()) << ToString(page);
      ASSERT_EQ(found->bytes, expected->bytes) << ToString(page);
    }
  }
}

}  // namespace
}  // namespace snapscope::test::page_form_test
