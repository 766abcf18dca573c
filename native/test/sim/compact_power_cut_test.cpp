// What a power cut makes of files that keep their pages in part: each page of a write is lost or
// kept, none is torn.
#include <map>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "test/storage/test_machine.h"

namespace snapscope::test::compact_power_cut_test {
namespace {

using storage::FaultKind;
using storage::File;

constexpr uint64_t kPage = sim::kStorePageBytes;
constexpr uint64_t kPages = 8;
constexpr size_t kMeant = 256;  ///< bytes of a page that mean something

/// A machine that keeps of each page of a sparse file what means something.
std::unique_ptr<SimMachine> MachineWith(storage::FaultPlan plan, uint64_t seed) {
  auto machine = std::make_unique<SimMachine>(sim::DeviceOptions{}, std::move(plan), seed);
  machine->disk().SetPageLength([](ConstByteSpan) { return kMeant; });
  return machine;
}

constexpr FileOptions kSparse{.size = 64 * kPage, .sparse = true};

void CutAndBoot(SimMachine& machine, std::unique_ptr<File>& file, uint64_t seed) {
  machine.disk().PowerCut(Rng(seed, "cut"));
  file.reset();
  machine.disk().Restart();
  machine.Boot();
  file = Open(machine);
}

/// The byte that all of the page's meaningful ones are.
uint8_t ByteOf(File& file, uint64_t page) {
  Buffer read(kPage);
  EXPECT_TRUE(file.ReadNow(page * kPage, read.span()).ok());
  for (size_t at = 1; at < kMeant; ++at) EXPECT_EQ(read[at], read[0]) << "page " << page;
  return static_cast<uint8_t>(read[0]);
}

TEST(CompactPowerCut, EachPageOfAWriteIsLostOrKeptWhole) {
  std::map<std::string, int> outcomes;
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    const auto machine = MachineWith({}, seed);
    auto file = Create(*machine, kSparse);
    Buffer old_bytes(kPages * kPage, 1), new_bytes(kPages * kPage, 2);
    ASSERT_TRUE(Get(machine->executor(), file->WriteDurable(0, old_bytes.list())).ok());
    ASSERT_TRUE(Get(machine->executor(), file->Write(0, new_bytes.list())).ok());
    CutAndBoot(*machine, file, seed);
    uint64_t fresh = 0;
    for (uint64_t page = 0; page < kPages; ++page) fresh += ByteOf(*file, page) == 2 ? 1 : 0;
    ++outcomes[fresh == 0 ? "lost" : fresh == kPages ? "kept" : "between pages"];
    EXPECT_TRUE(machine->disk().Find(machine->Path("f"))->torn_pages.empty());
  }
  EXPECT_GT(outcomes["lost"], 5);
  EXPECT_GT(outcomes["kept"], 5);
  EXPECT_GT(outcomes["between pages"], 5);
}

TEST(CompactPowerCut, TheFaultPlanCanDecideTheOutcome) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    for (const FaultKind kind : {FaultKind::kLostWrite, FaultKind::kTornWrite}) {
      // I/O 3 is the second write call.
      const auto machine = MachineWith({{{.kind = kind, .at_io = 3}}}, seed);
      auto file = Create(*machine, kSparse);
      Buffer old_bytes(kPage, 1), new_bytes(kPages * kPage, 2);
      ASSERT_TRUE(Get(machine->executor(), file->WriteDurable(0, old_bytes.list())).ok());
      ASSERT_TRUE(Get(machine->executor(), file->Write(0, new_bytes.list())).ok());
      CutAndBoot(*machine, file, seed);
      uint64_t fresh = 0;
      for (uint64_t page = 0; page < kPages; ++page) fresh += ByteOf(*file, page) == 2 ? 1 : 0;
      EXPECT_EQ(fresh > 0, kind == FaultKind::kTornWrite);
      EXPECT_LT(fresh, kPages);
    }
  }
}

TEST(CompactPowerCut, AMisdirectedWriteLandsElsewhereWhole) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    const auto machine = MachineWith({{{.kind = FaultKind::kMisdirectedWrite, .at_io = 3}}}, seed);
    auto file = Create(*machine, kSparse);
    Buffer old_bytes(kPage, 1), new_bytes(kPage, 2);
    ASSERT_TRUE(Get(machine->executor(), file->WriteDurable(0, old_bytes.list())).ok());
    ASSERT_TRUE(Get(machine->executor(), file->Write(0, new_bytes.list())).ok());
    CutAndBoot(*machine, file, seed);
    const auto& overwritten = machine->disk().Find(machine->Path("f"))->overwritten_pages;
    if (overwritten.empty()) continue;  // it went where it belongs
    ASSERT_EQ(overwritten.size(), 1U);
    EXPECT_EQ(ByteOf(*file, *overwritten.begin()), 2);
    EXPECT_EQ(ByteOf(*file, 0), 1) << "where it belongs, nothing has changed";
  }
}

// A clean page in memory is computed from its file, in the very step in which the power goes too.
TEST(CompactPowerCut, WhatWasDurableCanBeReadUntilTheProcessHasEnded) {
  const auto machine = MachineWith({}, 1);
  auto file = Create(*machine, kSparse);
  Buffer bytes(kPage, 1);
  ASSERT_TRUE(Get(machine->executor(), file->WriteDurable(0, bytes.list())).ok());
  machine->disk().PowerCut(Rng(1, "cut"));
  EXPECT_EQ(ByteOf(*file, 0), 1);
  machine->disk().Restart();
  EXPECT_FALSE(file->ReadNow(0, bytes.span()).ok());
}

}  // namespace
}  // namespace snapscope::test::compact_power_cut_test
