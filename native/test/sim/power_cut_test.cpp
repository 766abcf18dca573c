// What a power cut makes of a simulated disk's files, and of who waits for them.
#include <map>

#include <gtest/gtest.h>

#include "sim/disk.h"
#include "test/storage/test_machine.h"
#include "test/support/outcomes.h"

namespace snapscope::test::power_cut_test {
namespace {

using storage::FaultKind;

TEST(PowerCut, FindsWhoeverWaitsToAllocate) {
  SimMachine machine({.files = {.allocates_alone = true}});
  auto file = Create(machine, {.size = 1 << 20, .sparse = true});
  Buffer page(kPage);
  int lost = 0;
  const auto write = [](File* into, Buffer* from, uint64_t offset,
                        int* failed) -> runtime::Task<void> {
    const auto written = co_await into->Write(offset, from->list());
    if (!written.ok() && written.error().code == ErrorCode::kPowerCut) ++*failed;
  };
  for (uint64_t i = 0; i < 3; ++i) {
    machine.executor().Spawn("w", write(file.get(), &page, i * kRegion, &lost));
  }
  const auto cut = [](SimMachine* cut_off) -> runtime::Task<void> {
    co_await cut_off->executor().Sleep(kMillisecond);
    cut_off->disk().PowerCut(Rng(1, "cut"));
  };
  machine.executor().Spawn("cut", cut(&machine));
  RunAll(machine.executor());
  EXPECT_EQ(lost, 3);
}

std::unique_ptr<File> OpenedAfterCut(SimMachine& machine, std::unique_ptr<File> file,
                                     uint64_t seed) {
  machine.disk().PowerCut(Rng(seed, "cut"));
  file.reset();
  machine.disk().Restart();
  machine.Boot();
  return Open(machine);
}

TEST(PowerCut, LosesWhatWasWrittenButNotFlushed) {
  bool lost = false;
  bool kept = false;
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    SimMachine machine({.flush_service = 10 * kMillisecond}, {}, seed);
    auto file = Create(machine, {.size = 1 << 20});
    Buffer page(kPage, 7);
    ASSERT_TRUE(Get(machine.executor(), file->WriteDurable(0, page.list())).ok());
    ASSERT_TRUE(Get(machine.executor(), file->Write(kPage, page.list())).ok());
    file = OpenedAfterCut(machine, std::move(file), seed);
    Buffer read(kPage);
    ASSERT_TRUE(Get(machine.executor(), file->Read(0, read.span())).ok());
    EXPECT_TRUE(read.AllEqual(7));
    ASSERT_TRUE(Get(machine.executor(), file->Read(kPage, read.span())).ok());
    lost = lost || read.AllEqual(0);
    kept = kept || read.AllEqual(7);
  }
  EXPECT_TRUE(lost && kept);
}

TEST(PowerCut, LosesWhatIsInTheCacheOfADeviceUntilItIsFlushed) {
  bool lost = false;
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    SimMachine machine({.flush_service = 10 * kMillisecond}, {}, seed);
    auto file = Create(machine, {.size = 1 << 20});
    Buffer page(kPage, 7);
    const auto write = [&](uint64_t number) {
      return Get(machine.executor(), file->WriteUnflushed(number * kPage, page.list()));
    };
    ASSERT_TRUE(write(0).ok());
    ASSERT_TRUE(write(1).ok());
    ASSERT_TRUE(Get(machine.executor(), file->Flush()).ok());
    ASSERT_TRUE(write(2).ok());
    file = OpenedAfterCut(machine, std::move(file), seed);
    Buffer read(3 * kPage);
    ASSERT_TRUE(Get(machine.executor(), file->Read(0, read.span())).ok());
    EXPECT_EQ(int{read[0]}, 7) << seed;
    EXPECT_EQ(int{read[kPage]}, 7) << seed;
    lost = lost || int{read[2 * kPage]} == 0;
  }
  EXPECT_TRUE(lost);
}

TEST(PowerCut, LosesNothingThatADeviceWithoutACacheHas) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    SimMachine machine({}, {}, seed);
    auto file = Create(machine, {.size = 1 << 20});
    Buffer page(kPage, 7);
    ASSERT_TRUE(Get(machine.executor(), file->WriteUnflushed(0, page.list())).ok());
    file = OpenedAfterCut(machine, std::move(file), seed);
    Buffer read(kPage);
    ASSERT_TRUE(Get(machine.executor(), file->Read(0, read.span())).ok());
    EXPECT_TRUE(read.AllEqual(7)) << seed;
  }
}

// A page of old bytes, durable; a write of new bytes over it, pending when the power fails.
// Returns how many of the 16 sectors are new afterwards.
int NewSectorsAfterCut(uint64_t seed, storage::FaultPlan plan) {
  SimMachine machine({}, std::move(plan), seed);
  auto file = Create(machine, {.size = 4 * kPage});
  Buffer old_bytes(kPage, 1), new_bytes(kPage, 2), read(kPage);
  EXPECT_TRUE(Get(machine.executor(), file->WriteDurable(0, old_bytes.list())).ok());
  EXPECT_TRUE(Get(machine.executor(), file->WriteDurable(kPage, old_bytes.list())).ok());
  EXPECT_TRUE(Get(machine.executor(), file->Write(0, new_bytes.list())).ok());
  machine.disk().PowerCut(Rng(seed, "cut"));
  ExpectFails(ErrorCode::kPowerCut, Get(machine.executor(), file->Read(0, read.span())));
  file.reset();
  machine.disk().Restart();
  machine.Boot();
  file = Open(machine);
  EXPECT_TRUE(file->ReadNow(kPage, read.span()).ok());
  EXPECT_TRUE(read.AllEqual(1)) << "durable bytes survive";
  EXPECT_TRUE(file->ReadNow(0, read.span()).ok());
  int fresh = 0;
  for (size_t at = 0; at < kPage; at += 512) {
    for (size_t byte = at; byte < at + 512; ++byte) EXPECT_EQ(read[byte], read[at]);
    fresh += read[at] == 2;
  }
  return fresh;
}

TEST(PowerCut, PendingWritesAreLostKeptOrTorn) {
  std::map<std::string, int> outcomes;
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    const int fresh = NewSectorsAfterCut(seed, {});
    ++outcomes[fresh == 0 ? "lost" : fresh == 16 ? "kept" : "torn"];
    EXPECT_EQ(NewSectorsAfterCut(seed, {}), fresh) << "the seed decides";
  }
  EXPECT_GT(outcomes["lost"], 5);
  EXPECT_GT(outcomes["kept"], 5);
  EXPECT_GT(outcomes["torn"], 5);
}

TEST(PowerCut, ComesAlsoDuringAWriteThatAnotherFaultFails) {
  for (const FaultKind other : {FaultKind::kDiskFull, FaultKind::kError}) {
    SimMachine machine;
    auto file = Create(machine, {.size = 1 << 20, .sparse = true});
    const uint64_t next = machine.disk().ios() + 1;
    machine.disk().Inject({.kind = other, .at_io = next});
    machine.disk().Inject({.kind = FaultKind::kPowerCut, .at_io = next});
    Buffer page(kPage, 0xAB);
    ExpectFails(ErrorCode::kPowerCut, Get(machine.executor(), file->Write(0, page.list())));
    EXPECT_FALSE(machine.disk().powered());
  }
}

TEST(PowerCut, FaultPlanCanDecideTheOutcome) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    // I/O 6 is the third write call.
    const int torn = NewSectorsAfterCut(seed, {{{.kind = FaultKind::kTornWrite, .at_io = 6}}});
    EXPECT_GT(torn, 0);
    EXPECT_LT(torn, 16);
    EXPECT_EQ(NewSectorsAfterCut(seed, {{{.kind = FaultKind::kLostWrite, .at_io = 6}}}), 0);
  }
}

TEST(PowerCut, AMisdirectedWriteLandsElsewhereInItsFile) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    // I/O 3 is the second write call.
    SimMachine machine({}, {{{.kind = FaultKind::kMisdirectedWrite, .at_io = 3}}}, seed);
    auto file = Create(machine, {.size = 64 * kRegion, .sparse = true});
    Buffer old_bytes(kPage, 1), new_bytes(kPage, 2), read(kPage);
    ASSERT_TRUE(Get(machine.executor(), file->WriteDurable(0, old_bytes.list())).ok());
    ASSERT_TRUE(Get(machine.executor(), file->Write(0, new_bytes.list())).ok());
    machine.disk().PowerCut(Rng(seed, "cut"));
    EXPECT_EQ(machine.disk().struck(FaultKind::kMisdirectedWrite), 1U);
    file.reset();
    machine.disk().Restart();
    machine.Boot();
    const auto stored = *machine.disk().Open(machine.Path("f"));
    ASSERT_EQ(stored->overwritten_pages.size(), 1U);
    const uint64_t page = *stored->overwritten_pages.begin();
    EXPECT_EQ(machine.disk().used_bytes(), stored->allocated_bytes);
    file = Open(machine);
    ASSERT_TRUE(file->ReadNow(page * kPage, read.span()).ok());
    EXPECT_TRUE(read.AllEqual(2));
    if (page == 0) continue;
    ASSERT_TRUE(file->ReadNow(0, read.span()).ok());
    EXPECT_TRUE(read.AllEqual(1)) << "where it belongs, nothing has changed";
  }
}

TEST(PowerCut, LaterDurableWriteIsNotUndoneByAnEarlierPendingOne) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    SimMachine machine({}, {}, seed);
    auto file = Create(machine, {.size = 4 * kPage});
    Buffer early(2 * kPage, 1), late(kPage, 2), read(kPage);
    ASSERT_TRUE(Get(machine.executor(), file->Write(0, early.list())).ok());
    ASSERT_TRUE(Get(machine.executor(), file->WriteDurable(0, late.list())).ok());
    machine.disk().PowerCut(Rng(seed, "cut"));
    machine.disk().Restart();
    machine.Boot();
    file = Open(machine);
    ASSERT_TRUE(file->ReadNow(0, read.span()).ok());
    EXPECT_TRUE(read.AllEqual(2));
  }
}

struct Writer {
  File* file;
  uint64_t durable_pages = 0;  // pages 0 .. durable_pages - 1 are promised
  ErrorCode ended_with{};
};

runtime::Task<void> WriteUntilError(Writer* writer) {
  Buffer page(kPage, 3);
  for (uint64_t number = 0; number < 100; ++number) {
    const Status done = co_await writer->file->WriteDurable(number * kPage, page.list());
    if (!done.ok()) {
      writer->ended_with = done.error().code;
      co_return;
    }
    writer->durable_pages = number + 1;
  }
}

TEST(PowerCut, AtEachIoKeepsWhatWasPromised) {
  for (uint64_t at_io = 2; at_io <= 41; ++at_io) {  // the first creates the file
    SimMachine machine({.parallelism = 4, .spread = sim::Spread::kExponential},
                       {{{.kind = FaultKind::kPowerCut, .at_io = at_io}}}, at_io);
    int cuts = 0;
    machine.disk().OnPowerCut([&cuts] { ++cuts; });
    auto file = Create(machine, {.size = 100 * kPage, .sparse = at_io % 2 == 0});
    Writer writer{.file = file.get()};
    RunTask(machine.executor(), WriteUntilError(&writer));
    EXPECT_EQ(writer.ended_with, ErrorCode::kPowerCut);
    EXPECT_EQ(writer.durable_pages, (at_io - 2) / 2) << "a write is two I/Os";
    EXPECT_EQ(machine.disk().ios(), at_io) << "nothing is counted after the cut";
    EXPECT_EQ(cuts, 1);
    ExpectFails(ErrorCode::kPowerCut,
                Get(machine.executor(), machine.volume().Open(machine.Path("f"), {})));
    machine.disk().Restart();
    auto reopened = Open(machine);
    Buffer read(kPage);
    EXPECT_FALSE(file->ReadNow(0, read.span()).ok()) << "files of before the cut stay dead";
    for (uint64_t number = 0; number < writer.durable_pages; ++number) {
      ASSERT_TRUE(reopened->ReadNow(number * kPage, read.span()).ok());
      EXPECT_TRUE(read.AllEqual(3)) << "page " << number << ", cut at I/O " << at_io;
    }
  }
}

TEST(PowerCut, EndsWhatIsInFlight) {
  SimMachine machine;
  auto file = Create(machine, {.size = 1 << 20});
  Buffer page(kPage);
  auto result = std::make_unique<Status>();
  machine.executor().Spawn("reader", StoreResult(file->Read(0, page.span()), &result));
  struct Cutter {
    static runtime::Task<void> Run(runtime::Executor* executor, sim::Disk* disk) {
      co_await executor->Sleep(kMicrosecond);
      disk->PowerCut(Rng(1, "cut"));
      disk->Restart();
    }
  };
  RunTask(machine.executor(), Cutter::Run(&machine.executor(), &machine.disk()));
  ASSERT_FALSE(result->ok()) << "the power is back, but the machine has restarted";
  EXPECT_EQ(result->error().code, ErrorCode::kPowerCut);
}

}  // namespace
}  // namespace snapscope::test::power_cut_test
