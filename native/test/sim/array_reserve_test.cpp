// What snapshots of an array take of their reserve: against closed forms, against a model that
// numbers the versions of each array page, and what happens once the reserve is full.
#include <cmath>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "sim/disk.h"
#include "test/storage/test_machine.h"
#include "test/support/outcomes.h"

namespace snapscope::test::array_reserve_test {
namespace {

using storage::ReserveEvent;
using storage::ReserveUse;
using storage::SnapshotScheme;
using storage::WhenFull;

/// A volume with one file, on an array.
class OnArray {
 public:
  OnArray(storage::ArraySnapshotOptions options, uint64_t file_bytes)
      : machine_({.parallelism = 64, .write_service = 1, .bandwidth_bytes_per_second = 0}),
        page_bytes_(options.page_bytes),
        file_pages_(file_bytes / kPage) {
    machine_.disk().SetPageLength([](ConstByteSpan) -> size_t { return 8; });
    machine_.disk().SetBase(machine_.Path("f"),
                            [](uint64_t, ByteSpan into) { std::ranges::fill(into, std::byte{}); });
    machine_.disk().SetArray("Q", options);
    array().SetListener([this](const ReserveEvent& event) { events.push_back(event); });
    file_ = Create(machine_, {.size = file_bytes});
  }

  sim::DiskArray& array() { return *machine_.disk().array(); }
  ReserveUse use() { return *array().ReserveOf("Q"); }
  uint64_t used_pages() { return use().used_bytes / page_bytes_; }
  storage::FilePlace place() { return {&machine_.volume(), machine_.Path("f")}; }
  SimMachine& machine() { return machine_; }
  File& file() { return *file_; }

  void Take(const std::string& name) {
    ASSERT_TRUE(array().Take(name, {"Q"}, machine_.executor().Now()).ok());
  }
  Status Write(uint64_t page, File* file = nullptr) {
    Store<uint64_t>(buffer_.span(), 0, ++written_);
    return Get(machine_.executor(),
               (file ? *file : *file_).WriteDurable(page * kPage, buffer_.list()));
  }
  void WriteRandomly(uint64_t writes, Rng& rng) {
    for (uint64_t i = 0; i < writes; ++i) ASSERT_TRUE(Write(rng.Below(file_pages_)).ok());
  }
  void WriteInOrder(uint64_t first, uint64_t pages) {
    for (uint64_t page = first; page < first + pages; ++page) ASSERT_TRUE(Write(page).ok());
  }
  uint64_t OwnPages(const std::string& name) { return BytesOf(name).own_bytes / page_bytes_; }
  uint64_t SharedPages(const std::string& name) { return BytesOf(name).shared_bytes / page_bytes_; }
  uint64_t FreedBy(const std::string& name) {
    const uint64_t before = used_pages();
    EXPECT_TRUE(array().Delete(name).ok());
    return before - used_pages();
  }

  std::vector<ReserveEvent> events;

 private:
  storage::ArraySnapshotPart BytesOf(const std::string& name) {
    for (const storage::ArraySnapshot& snapshot : array().snapshots()) {
      if (snapshot.name == name) return snapshot.parts.front();
    }
    ADD_FAILURE() << "no snapshot " << name;
    return {};
  }

  SimMachine machine_;
  const uint64_t page_bytes_;
  const uint64_t file_pages_;
  std::unique_ptr<File> file_;
  Buffer buffer_{kPage};
  uint64_t written_ = 0;
};

/// The share of a volume of `bytes` that `writes` random ones change, in pages of `page_bytes`.
double ShareChanged(double writes, double bytes, double page_bytes) {
  return 1 - std::pow(1 - page_bytes / bytes, writes);
}

struct Case {
  SnapshotScheme scheme;
  uint64_t page_bytes;
  uint64_t file_bytes;  ///< enough pages for chance to be near its mean
  uint64_t writes;
};

std::vector<Case> Cases() {
  std::vector<Case> cases;
  for (const auto scheme : {SnapshotScheme::kRedirectOnWrite, SnapshotScheme::kCopyOnWrite}) {
    cases.push_back({scheme, 64 * kKiB, 1'280 * kMiB, 20'000});
    cases.push_back({scheme, kMiB, 20'480 * kMiB, 20'000});
    cases.push_back({scheme, 15 * kMiB, 300'000 * kMiB, 20'000});
  }
  return cases;
}

storage::ArraySnapshotOptions Options(const Case& of, uint32_t percent = 10'000) {
  return {.scheme = of.scheme,
          .page_bytes = of.page_bytes,
          .volume_bytes = of.file_bytes + 100 * of.page_bytes,
          .reserve_percent = percent};
}

TEST(ArrayReserve, OfRandomWritesIsThatOfTheClosedForm) {
  for (const Case& one : Cases()) {
    OnArray volume(Options(one), one.file_bytes);
    Rng rng(1, "writes");
    volume.WriteRandomly(1000, rng);
    EXPECT_EQ(volume.used_pages(), 0U) << "before the first snapshot";
    volume.Take("a");
    uint64_t writes = 0;
    for (const uint64_t until : {one.writes / 4, one.writes}) {
      volume.WriteRandomly(until - writes, rng);
      writes = until;
      const double share =
          ShareChanged(static_cast<double>(writes), static_cast<double>(one.file_bytes),
                       static_cast<double>(one.page_bytes));
      const double expected = share * static_cast<double>(one.file_bytes);
      EXPECT_NEAR(static_cast<double>(volume.use().used_bytes) / expected, 1, 0.01)
          << one.page_bytes << " after " << writes;
    }
  }
}

TEST(ArrayReserve, OfWritesInOrderIsWhatTheyCover) {
  for (const Case& one : Cases()) {
    OnArray volume(Options(one), one.file_bytes);
    volume.Take("a");
    volume.WriteInOrder(0, 12'000);
    const uint64_t begin = kMiB / one.page_bytes;  // files are placed behind the first MiB
    const uint64_t end = (kMiB + 12'000 * kPage - 1) / one.page_bytes;
    EXPECT_EQ(volume.used_pages(), end - begin + 1);
    volume.WriteInOrder(0, 12'000);
    EXPECT_EQ(volume.used_pages(), end - begin + 1) << "changed before";
    EXPECT_EQ(volume.FreedBy("a"), end - begin + 1);
  }
}

// Each snapshot has its interval: what changed between it and the next one; and of what changed
// later, what had not changed in between, which it shares.
TEST(ArrayReserve, OfSeveralSnapshotsIsThatOfTheirIntervals) {
  for (const Case& one : Cases()) {
    const auto bytes = static_cast<double>(one.file_bytes);
    const auto page_bytes = static_cast<double>(one.page_bytes);
    OnArray volume(Options(one), one.file_bytes);
    Rng rng(2, "writes");
    // Many for each page: of what few pages share, chance would take more than the tolerance.
    const std::vector<uint64_t> writes = {40'000, 30'000, 50'000};
    std::vector<double> changed;
    for (size_t i = 0; i < writes.size(); ++i) {
      volume.Take(std::to_string(i));
      volume.WriteRandomly(writes[i], rng);
      changed.push_back(ShareChanged(static_cast<double>(writes[i]), bytes, page_bytes) * bytes /
                        page_bytes);
    }
    const double pages = bytes / page_bytes;
    const auto near = [](uint64_t found, double expected) {
      EXPECT_NEAR(static_cast<double>(found) / expected, 1, 0.01) << expected;
    };
    near(volume.used_pages(), changed[0] + changed[1] + changed[2]);
    near(volume.OwnPages("0"), changed[0]);
    near(volume.OwnPages("1"), changed[0] * changed[1] / pages);
    near(volume.OwnPages("2"), changed[1] * changed[2] / pages);
    const double unchanged_later = (1 - changed[1] / pages) * (1 - changed[2] / pages);
    near(volume.SharedPages("1"),
         pages - pages * unchanged_later - static_cast<double>(volume.OwnPages("1")));
    for (const std::string name : {"1", "0", "2"}) {
      const uint64_t own = volume.OwnPages(name);
      EXPECT_EQ(volume.FreedBy(name), own) << name;
    }
    EXPECT_EQ(volume.used_pages(), 0U);
  }
}

// A page's version is its number of changes: the reserve holds each version that a snapshot has and
// the volume has not.
TEST(ArrayReserve, IsThatOfAModelOfVersions) {
  constexpr uint64_t kArrayPages = 12;
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    Rng rng(seed, "versions");
    const Case one{seed % 2 == 0 ? SnapshotScheme::kRedirectOnWrite : SnapshotScheme::kCopyOnWrite,
                   kMiB, kArrayPages * kMiB, 0};
    OnArray volume(Options(one), one.file_bytes);
    std::map<uint64_t, uint64_t> current;
    std::vector<std::pair<std::string, std::map<uint64_t, uint64_t>>> snapshots;
    const auto held = [&] {
      std::set<std::pair<uint64_t, uint64_t>> versions;
      for (const auto& [name, pages] : snapshots) {
        for (uint64_t page = 0; page < kArrayPages; ++page) {
          const auto was = pages.contains(page) ? pages.at(page) : 0;
          if (was != current[page]) versions.emplace(page, was);
        }
      }
      return versions.size();
    };
    for (int step = 0; step < 400; ++step) {
      const uint64_t chance = rng.Below(10);
      if (chance == 0) {
        volume.Take(std::to_string(step));
        snapshots.emplace_back(std::to_string(step), current);
      } else if (chance == 1 && !snapshots.empty()) {
        const auto at = snapshots.begin() + static_cast<ptrdiff_t>(rng.Below(snapshots.size()));
        const uint64_t own = volume.OwnPages(at->first);
        EXPECT_EQ(volume.FreedBy(at->first), own);
        snapshots.erase(at);
      } else {
        const uint64_t page = rng.Below(kArrayPages * kMiB / kPage);
        ASSERT_TRUE(volume.Write(page).ok());
        if (!snapshots.empty()) current[page * kPage / kMiB] = static_cast<uint64_t>(step) + 1;
      }
      ASSERT_EQ(volume.used_pages(), held()) << "step " << step << " of seed " << seed;
    }
  }
}

TEST(ArrayReserve, HoldsWhatIsWrittenToMountedFiles) {
  for (const Case& one : Cases()) {
    OnArray volume(Options(one), one.file_bytes);
    volume.Take("a");
    const std::string path = volume.machine().Path("m");
    ASSERT_TRUE(volume.array().Mount("a", volume.place(), path).ok());
    EXPECT_EQ(volume.array().Mount("a", volume.place(), path).error().code, ErrorCode::kRefused);
    EXPECT_EQ(volume.array().Delete("a").error().code, ErrorCode::kRefused);
    auto mounted = Open(volume.machine(), "m");
    ASSERT_TRUE(volume.Write(0, mounted.get()).ok());
    ASSERT_TRUE(volume.Write(1, mounted.get()).ok());
    EXPECT_EQ(volume.used_pages(), 1U);
    EXPECT_EQ(volume.OwnPages("a"), 1U);
    ASSERT_TRUE(volume.Write(0).ok());
    EXPECT_EQ(volume.used_pages(), 2U) << "the volume's own change";
    EXPECT_EQ(volume.machine().disk().used_bytes(), one.file_bytes) << "no room of the volume";
    mounted.reset();
    ASSERT_TRUE(Get(volume.machine().executor(), volume.machine().volume().Remove(path)).ok());
    EXPECT_EQ(volume.used_pages(), 1U);
    EXPECT_EQ(volume.FreedBy("a"), 1U);
  }
}

// --- A full reserve ------------------------------------------------------------------------------

constexpr uint64_t kFilePages = 100;  ///< of the array
constexpr uint64_t kPerArrayPage = kMiB / kPage;

/// A reserve of ten pages.
storage::ArraySnapshotOptions TenPages(WhenFull when_full, uint64_t pool_pages = 0) {
  return {.page_bytes = kMiB,
          .volume_bytes = kFilePages * kMiB,
          .reserve_percent = 10,
          .warning_percent = 30,
          .when_full = when_full,
          .pool_bytes = pool_pages * kMiB};
}

std::vector<std::pair<ReserveEvent::Kind, std::string>> Told(const OnArray& volume) {
  std::vector<std::pair<ReserveEvent::Kind, std::string>> told;
  for (const ReserveEvent& event : volume.events) told.emplace_back(event.kind, event.snapshot);
  return told;
}
using Kind = ReserveEvent::Kind;
using Events = std::vector<std::pair<Kind, std::string>>;

Status Change(OnArray& volume, uint64_t array_page) {
  return volume.Write(array_page * kPerArrayPage);
}

TEST(ArrayReserve, WhenFullMakesTheOldestGo) {
  OnArray volume(TenPages(WhenFull::kDeleteOldest), (kFilePages - 1) * kMiB);
  volume.Take("a");
  for (uint64_t page = 0; page < 6; ++page) ASSERT_TRUE(Change(volume, page).ok());
  volume.Take("b");
  ASSERT_TRUE(Change(volume, 0).ok());
  EXPECT_TRUE(volume.events.empty());
  ASSERT_TRUE(Change(volume, 1).ok());
  EXPECT_EQ(Told(volume), (Events{{Kind::kWarning, ""}})) << "two of ten are free";
  ASSERT_TRUE(Change(volume, 2).ok());
  ASSERT_TRUE(Change(volume, 3).ok());
  EXPECT_EQ(volume.used_pages(), 10U);
  EXPECT_EQ(volume.events.size(), 1U) << "one warning for a crossing";
  ASSERT_TRUE(Change(volume, 4).ok());
  EXPECT_EQ(Told(volume).back(), (std::pair{Kind::kDeleted, std::string("a")}));
  EXPECT_EQ(volume.used_pages(), 5U);
  EXPECT_EQ(volume.array().snapshots().size(), 1U);
  for (uint64_t page = 5; page < 10; ++page) ASSERT_TRUE(Change(volume, page).ok());
  EXPECT_EQ(Told(volume).back().first, Kind::kWarning) << "crossed again";
  ASSERT_TRUE(Change(volume, 10).ok()) << "the only one goes, and nothing is needed any more";
  EXPECT_EQ(volume.used_pages(), 0U);
  EXPECT_TRUE(volume.array().snapshots().empty());
}

TEST(ArrayReserve, WhenFullKeepsWhatIsMounted) {
  OnArray volume(TenPages(WhenFull::kDeleteOldest), (kFilePages - 1) * kMiB);
  volume.Take("a");
  ASSERT_TRUE(volume.array().Mount("a", volume.place(), volume.machine().Path("m")).ok());
  volume.Take("b");
  for (uint64_t page = 0; page < 10; ++page) ASSERT_TRUE(Change(volume, page).ok());
  EXPECT_FALSE(Change(volume, 10).ok()) << "what b had is a's now";
  EXPECT_EQ(Told(volume),
            (Events{{Kind::kWarning, ""}, {Kind::kDeleted, "b"}, {Kind::kOffline, ""}}));
  ASSERT_TRUE(volume.machine().volume().RemoveNow(volume.machine().Path("m")).ok());
  EXPECT_EQ(volume.FreedBy("a"), 10U);
  EXPECT_EQ(Told(volume).back().first, Kind::kOnline);
  EXPECT_TRUE(Change(volume, 10).ok());
}

TEST(ArrayReserve, WhenFullTakesTheVolumeOffline) {
  OnArray volume(TenPages(WhenFull::kTakeOffline), (kFilePages - 1) * kMiB);
  volume.Take("a");
  for (uint64_t page = 0; page < 10; ++page) ASSERT_TRUE(Change(volume, page).ok());
  ASSERT_TRUE(volume.array().Mount("a", volume.place(), volume.machine().Path("m")).ok());
  auto mounted = Open(volume.machine(), "m");
  const Status failed = Change(volume, 10);
  ASSERT_FALSE(failed.ok());
  EXPECT_NE(failed.error().message.find("volume Q is offline"), std::string::npos);
  EXPECT_EQ(failed.error().code, ErrorCode::kIo);
  Buffer read(kPage);
  runtime::Executor& executor = volume.machine().executor();
  EXPECT_FALSE(Get(executor, volume.file().Read(0, read.span())).ok());
  EXPECT_FALSE(Get(executor, mounted->Read(0, read.span())).ok());
  EXPECT_FALSE(Change(volume, 0).ok());
  EXPECT_FALSE(Get(executor, volume.machine().volume().Create("Q:\\n", {.size = kPage})).ok());
  EXPECT_EQ(volume.array().Take("b", {"Q"}, 0).error().code, ErrorCode::kIo);
  EXPECT_TRUE(volume.use().is_offline);
  mounted.reset();
  ASSERT_TRUE(volume.machine().volume().RemoveNow(volume.machine().Path("m")).ok());
  ASSERT_TRUE(volume.array().Delete("a").ok());
  EXPECT_EQ(Told(volume),
            (Events{{Kind::kWarning, ""}, {Kind::kOffline, ""}, {Kind::kOnline, ""}}));
  EXPECT_TRUE(Change(volume, 0).ok());
  EXPECT_TRUE(Get(executor, volume.file().Read(0, read.span())).ok());
}

TEST(ArrayReserve, WhenFullBorrowsAndThenTakesFromThoseThatDo) {
  OnArray volume(TenPages(WhenFull::kBorrow, 4), (kFilePages - 1) * kMiB);
  volume.Take("a");
  for (uint64_t page = 0; page < 9; ++page) ASSERT_TRUE(Change(volume, page).ok());
  volume.Take("b");
  for (uint64_t page = 0; page < 5; ++page) ASSERT_TRUE(Change(volume, page).ok());
  EXPECT_EQ(volume.use().borrowed_bytes, 4 * kMiB);
  EXPECT_EQ(volume.use().used_bytes, 14 * kMiB);
  ASSERT_TRUE(Change(volume, 5).ok());
  EXPECT_EQ(Told(volume), (Events{{Kind::kWarning, ""}, {Kind::kDeleted, "b"}}))
      << "a is older, but borrows nothing";
  EXPECT_EQ(volume.used_pages(), 9U);
  EXPECT_EQ(volume.use().borrowed_bytes, 0U);
}

TEST(ArrayReserve, OfNothingAllowsNoSnapshot) {
  storage::ArraySnapshotOptions options = TenPages(WhenFull::kBorrow);
  options.reserve_percent = 0;
  OnArray volume(options, 10 * kMiB);
  EXPECT_EQ(volume.array().Take("a", {"Q"}, 0).error().code, ErrorCode::kRefused);
  EXPECT_EQ(volume.array().Take("a", {"R"}, 0).error().code, ErrorCode::kRefused);
  EXPECT_EQ(volume.array().Delete("a").error().code, ErrorCode::kNotFound);
}

TEST(ArrayReserve, OfARestoreHoldsWhatItBringsBack) {
  OnArray volume(TenPages(WhenFull::kTakeOffline), (kFilePages - 1) * kMiB);
  volume.Take("a");
  EXPECT_EQ(volume.array().Take("a", {"Q"}, 0).error().code, ErrorCode::kRefused);
  for (uint64_t page = 0; page < 4; ++page) ASSERT_TRUE(Change(volume, page).ok());
  volume.Take("before");
  ASSERT_TRUE(volume.array().Restore("a", {volume.place()}).ok());
  EXPECT_EQ(volume.used_pages(), 8U);
  EXPECT_EQ(volume.FreedBy("a"), 4U);
}

}  // namespace
}  // namespace snapscope::test::array_reserve_test
