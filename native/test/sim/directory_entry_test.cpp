// What a power cut makes of files that are being created or removed: of each entry in its folder by
// itself, and only while it is not durable.
#include <map>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "sim/disk.h"
#include "test/storage/test_machine.h"
#include "test/support/outcomes.h"

namespace snapscope::test::directory_entry_test {
namespace {

using storage::FaultKind;

runtime::Task<void> CreateFile(SimMachine* machine, std::string name) {
  (void)co_await machine->volume().Create(machine->Path(name), {.size = kPage});
}

runtime::Task<void> RemoveFile(SimMachine* machine, std::string name) {
  (void)co_await machine->volume().Remove(machine->Path(name));
}

runtime::Task<void> RemoveAndCreate(SimMachine* machine, std::string name) {
  machine->executor().Spawn("remove", RemoveFile(machine, name));
  co_await machine->executor().Sleep(1);
  machine->executor().Spawn("create", CreateFile(machine, name));
}

runtime::Task<void> CutAfter(SimMachine* machine, TimeNs time, uint64_t seed) {
  co_await machine->executor().Sleep(time);
  machine->disk().PowerCut(Rng(seed, "cut"));
}

void CutAndRestart(SimMachine& machine, TimeNs after, uint64_t seed) {
  machine.executor().Spawn("cut", CutAfter(&machine, after, seed));
  RunAll(machine.executor());
  machine.disk().Restart();
  machine.Boot();
}

TEST(DirectoryEntry, OfACreationUnderWayIsLostOrKept) {
  std::map<bool, int> outcomes;
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    SimMachine machine({.write_service = kMillisecond}, {}, seed);
    machine.executor().Spawn("create", CreateFile(&machine, "f"));
    CutAndRestart(machine, kMillisecond / 2, seed);
    const bool kept = machine.volume().Exists(machine.Path("f"));
    ++outcomes[kept];
    EXPECT_EQ(machine.disk().creations_lost(), kept ? 0U : 1U);
    EXPECT_EQ(machine.disk().used_bytes(), kept ? kPage : 0U);
  }
  EXPECT_GT(outcomes[true], 5);
  EXPECT_GT(outcomes[false], 5);
}

TEST(DirectoryEntry, OfARemovalUnderWayComesBackOrNot) {
  std::map<bool, int> outcomes;
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    SimMachine machine({.write_service = kMillisecond}, {}, seed);
    auto file = Create(machine, {.size = kPage});
    Buffer page(kPage, 7), read(kPage);
    ASSERT_TRUE(Get(machine.executor(), file->WriteDurable(0, page.list())).ok());
    file.reset();
    machine.executor().Spawn("remove", RemoveFile(&machine, "f"));
    CutAndRestart(machine, kMillisecond / 2, seed);
    const bool removed = !machine.volume().Exists(machine.Path("f"));
    ++outcomes[removed];
    EXPECT_EQ(machine.disk().removals_lost(), removed ? 0U : 1U);
    EXPECT_EQ(machine.disk().used_bytes(), removed ? 0U : kPage);
    if (removed) continue;
    file = Open(machine);
    ASSERT_TRUE(file->ReadNow(0, read.span()).ok());
    EXPECT_TRUE(read.AllEqual(7)) << "it comes back as it was";
  }
  EXPECT_GT(outcomes[true], 5);
  EXPECT_GT(outcomes[false], 5);
}

TEST(DirectoryEntry, SurvivesOnceTheCallHasReturned) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    SimMachine machine({.flush_service = 10 * kMillisecond}, {}, seed);
    Create(machine, {.size = kPage}, "kept").reset();
    Create(machine, {.size = kPage}, "gone").reset();
    ASSERT_TRUE(Get(machine.executor(), machine.volume().Remove(machine.Path("gone"))).ok());
    machine.disk().PowerCut(Rng(seed, "cut"));
    EXPECT_TRUE(machine.disk().Exists(machine.Path("kept")));
    EXPECT_FALSE(machine.disk().Exists(machine.Path("gone")));
  }
}

// A device with a cache of its own has the entry only once it is flushed.
TEST(DirectoryEntry, IsFlushedWhereTheDeviceNeedsIt) {
  bool lost = false;
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    SimMachine machine({.write_service = kMillisecond, .flush_service = 10 * kMillisecond}, {},
                       seed);
    machine.executor().Spawn("create", CreateFile(&machine, "f"));
    CutAndRestart(machine, 5 * kMillisecond, seed);
    lost = lost || !machine.volume().Exists(machine.Path("f"));
  }
  EXPECT_TRUE(lost) << "the write was done after 1 ms, the flush was not";
}

TEST(DirectoryEntry, OfEachChangeUnderWayIsLostByItself) {
  std::set<std::string> outcomes;
  for (uint64_t seed = 1; seed <= 100; ++seed) {
    SimMachine machine({.write_service = kMillisecond}, {}, seed);
    Create(machine, {.size = kPage}, "c").reset();
    machine.executor().Spawn("create", CreateFile(&machine, "a"));
    machine.executor().Spawn("create", CreateFile(&machine, "b"));
    machine.executor().Spawn("remove", RemoveFile(&machine, "c"));
    CutAndRestart(machine, kMillisecond / 2, seed);
    std::string left;
    for (const char* name : {"a", "b", "c"}) {
      if (machine.volume().Exists(machine.Path(name))) left += name;
    }
    outcomes.insert(left);
  }
  EXPECT_EQ(outcomes.size(), 8U) << "every combination";
}

// A name that is given again can be lost only before its removal is: old file, none, or new file.
TEST(DirectoryEntry, OfANameThatIsGivenAgainIsOneOfThree) {
  std::map<uint64_t, int> sizes;
  for (uint64_t seed = 1; seed <= 100; ++seed) {
    SimMachine machine({.write_service = kMillisecond}, {}, seed);
    Create(machine, {.size = 3 * kPage}).reset();
    machine.executor().Spawn("renew", RemoveAndCreate(&machine, "f"));
    CutAndRestart(machine, kMillisecond / 2, seed);
    const sim::StoredFile* file = machine.disk().Find(machine.Path("f"));
    const uint64_t size = file == nullptr ? 0 : file->size;
    ++sizes[size];
    EXPECT_EQ(machine.disk().used_bytes(), size);
  }
  EXPECT_EQ(sizes.size(), 3U);
  EXPECT_GT(sizes[0], 5);
  EXPECT_GT(sizes[kPage], 5);
  EXPECT_GT(sizes[3 * kPage], 5);
}

TEST(DirectoryEntry, IsKeptWhenTheProcessDiesMeanwhile) {
  SimMachine machine({.write_service = kMillisecond});
  Create(machine, {.size = kPage}, "gone").reset();
  machine.executor().Spawn("create", CreateFile(&machine, "f"));
  machine.executor().Spawn("remove", RemoveFile(&machine, "gone"));
  const auto stop = [](SimMachine* stopped) -> runtime::Task<void> {
    co_await stopped->executor().Sleep(kMillisecond / 2);
    stopped->executor().Stop();
  };
  machine.executor().Spawn("stop", stop(&machine));
  machine.executor().Run();
  machine.executor().DestroyTasks();
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    machine.disk().PowerCut(Rng(seed, "cut"));
    machine.disk().Restart();
  }
  EXPECT_TRUE(machine.disk().Exists(machine.Path("f")));
  EXPECT_FALSE(machine.disk().Exists(machine.Path("gone")));
  EXPECT_EQ(machine.disk().used_bytes(), kPage);
}

TEST(DirectoryEntry, ChangesAreIosThatFaultsStrike) {
  SimMachine machine;
  const std::string path = machine.Path("f");
  machine.disk().Inject({.kind = FaultKind::kError, .at_io = machine.disk().ios() + 1});
  const auto refused = Get(machine.executor(), machine.volume().Create(path, {.size = kPage}));
  ExpectFails(ErrorCode::kIo, refused);
  EXPECT_FALSE(machine.volume().Exists(path));
  EXPECT_EQ(machine.disk().used_bytes(), 0U);
  EXPECT_EQ(machine.disk().ios(), 1U);
  Create(machine, {.size = kPage}).reset();
  machine.disk().Inject({.kind = FaultKind::kError, .at_io = machine.disk().ios() + 1});
  ExpectFails(ErrorCode::kIo, Get(machine.executor(), machine.volume().Remove(path)));
  EXPECT_TRUE(machine.volume().Exists(path));
  EXPECT_EQ(machine.disk().used_bytes(), kPage);
  machine.disk().Inject({.kind = FaultKind::kPowerCut, .at_io = machine.disk().ios() + 1});
  ExpectFails(ErrorCode::kPowerCut, Get(machine.executor(), machine.volume().Remove(path)));
  EXPECT_FALSE(machine.disk().powered());
}

}  // namespace
}  // namespace snapscope::test::directory_entry_test
