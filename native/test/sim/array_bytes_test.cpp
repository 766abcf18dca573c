// What files, snapshots that an array takes of them, and files mounted from these have, against a
// model that copies everything: under random writes, snapshots, deletions, mounts, restores and
// power cuts.
#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/disk.h"
#include "test/storage/test_machine.h"
#include "test/support/outcomes.h"

namespace snapscope::test::array_bytes_test {
namespace {

using Bytes = std::vector<std::byte>;

constexpr uint64_t kPages = 24;
constexpr uint64_t kSector = 512;
constexpr uint64_t kArrayPage = 64 * 1024;
constexpr storage::ArraySnapshotOptions kOptions{
    .page_bytes = kArrayPage, .volume_bytes = 100 * kArrayPage, .reserve_percent = 10'000};

void FillWithPageNumber(uint64_t page, ByteSpan into) {
  for (size_t at = 0; at < into.size(); at += 8) Store<uint64_t>(into, at, page * 10'000 + at);
}

/// A write that nobody has awaited.
struct Pending {
  std::string path;
  uint64_t offset = 0;
  Bytes written;
  WriteTicket ticket;
};

class RandomLife {
 public:
  explicit RandomLife(uint64_t seed)
      : rng_(seed, "life"),
        keeps_part_(seed % 2 == 0),
        is_tight_(seed % 5 == 0),
        machine_({.parallelism = 2,
                  .write_service = kMillisecond,
                  .flush_service = seed % 3 == 0 ? kMillisecond : 0},
                 {}, seed) {
    if (keeps_part_) machine_.disk().SetPageLength([](ConstByteSpan) { return size_t{kPage}; });
    machine_.disk().SetBase(machine_.Path("base"), FillWithPageNumber);
    storage::ArraySnapshotOptions options = kOptions;
    if (seed % 4 == 3) options.scheme = storage::SnapshotScheme::kCopyOnWrite;
    // Twice what the files have, and more: a restore has room once all other snapshots are gone.
    if (is_tight_) options.reserve_percent = 24;
    machine_.disk().SetArray("Q", options);
    array().SetListener([this](const storage::ReserveEvent& event) {
      if (event.kind != storage::ReserveEvent::Kind::kDeleted) return;
      snapshots_.erase(event.snapshot);
      ++deleted;
    });
    for (const std::string name : {"base", "plain", "sparse"}) Make(name);
  }

  void Step() {
    const uint64_t chance = rng_.Below(100);
    if (chance < 50) return Write(rng_.Percent(15));
    if (chance < 62) return Take();
    if (chance < 70) return Delete();
    if (chance < 78) return Mount();
    if (chance < 85) return Unmount();
    if (chance < 90) return Restore();
    if (chance < 94) return Replace();
    if (chance < 97) return AwaitAll();
    CutThePower();
  }

  void Compare() {
    for (const auto& [path, expected] : files_) Expect(path, expected, path);
    for (const auto& [name, files] : snapshots_) {
      for (const auto& [path, expected] : files) {
        const std::string look = MountAs(name, path, "look");
        regions_[look] = regions_[name + path];
        Expect(look, expected, name);
        ASSERT_TRUE(machine_.volume().RemoveNow(machine_.Path("look")).ok());
      }
    }
  }

 private:
  sim::DiskArray& array() { return *machine_.disk().array(); }
  storage::FilePlace PlaceOf(const std::string& path) { return {&machine_.volume(), path}; }

  void Make(const std::string& name) {
    const std::string path = machine_.Path(name);
    handles_[path] = Create(machine_, {.size = kPages * kPage, .sparse = name == "sparse"}, name);
    Bytes& bytes = files_[path] = Bytes(kPages * kPage);
    regions_[path].clear();
    if (name != "base") return;
    for (uint64_t page = 0; page < kPages; ++page) {
      FillWithPageNumber(page, ByteSpan(bytes).subspan(page * kPage, kPage));
    }
  }

  template <typename Map>
  auto& Any(Map& map) {
    return *std::next(map.begin(), static_cast<ptrdiff_t>(rng_.Below(map.size())));
  }

  void Write(bool leaves_pending) {
    auto& [path, bytes] = Any(files_);
    const uint64_t unit = keeps_part_ && !path.ends_with("plain") ? kPage : kSector;
    const uint64_t length = unit * (1 + rng_.Below(3 * kPage / unit));
    const uint64_t offset = unit * rng_.Below((kPages * kPage - length) / unit + 1);
    Buffer buffer(length);
    buffer.FillRandomly(rng_.Next());
    const Bytes written(buffer.span().begin(), buffer.span().end());
    for (uint64_t at = offset; at < offset + length; at += kSector) {
      regions_[path].insert(at / kRegion);
    }
    if (leaves_pending) {
      const auto ticket = Get(machine_.executor(), handles_.at(path)->Write(offset, buffer.list()));
      ASSERT_TRUE(ticket.ok());
      pending_.push_back({path, offset, written, *ticket});
    } else {
      // What is written over one that is pending would hide it.
      AwaitAll();
      ASSERT_TRUE(
          Get(machine_.executor(), handles_.at(path)->WriteDurable(offset, buffer.list())).ok());
    }
    if (leaves_pending) return;
    std::ranges::copy(written, bytes.begin() + static_cast<ptrdiff_t>(offset));
  }

  void AwaitAll() {
    for (const Pending& write : std::exchange(pending_, {})) {
      ASSERT_TRUE(
          Get(machine_.executor(), handles_.at(write.path)->AwaitDurable(write.ticket)).ok());
      std::ranges::copy(write.written,
                        files_.at(write.path).begin() + static_cast<ptrdiff_t>(write.offset));
    }
  }

  // Each sector of a pending write is there or not: the model learns which.
  void Learn(const std::string& path, ConstByteSpan has, Bytes& model, bool is_certain) {
    std::map<uint64_t, std::vector<const std::byte*>> choices;
    for (const Pending& write : pending_) {
      if (write.path != path) continue;
      for (uint64_t at = 0; at < write.written.size(); at += kSector) {
        choices[write.offset + at].push_back(write.written.data() + at);
      }
    }
    for (const auto& [offset, written] : choices) {
      const auto is = [&](const std::byte* bytes) {
        return std::memcmp(has.data() + offset, bytes, kSector) == 0;
      };
      const bool was_lost = !is_certain && is(model.data() + offset);
      ++(was_lost ? lost : kept);
      if (was_lost) continue;
      const bool is_written = is_certain ? is(written.back()) : std::ranges::any_of(written, is);
      ASSERT_TRUE(is_written) << path << " at " << offset;
      std::copy_n(has.data() + offset, kSector, model.begin() + static_cast<ptrdiff_t>(offset));
    }
  }

  void Take() {
    const bool is_certain = rng_.Percent(30);
    if (is_certain) {  // the device has everything
      const auto wait = [](SimMachine* machine) -> runtime::Task<void> {
        co_await machine->executor().Sleep(kSecond);
      };
      RunTask(machine_.executor(), wait(&machine_));
    }
    const std::string name = "s" + std::to_string(++taken_);
    ASSERT_TRUE(array().Take(name, {"Q"}, machine_.executor().Now()).ok());
    for (const auto& [path, bytes] : files_) {
      if (mounts_.contains(path)) continue;
      Bytes model = bytes;
      Learn(path, Read(MountAs(name, path, "look")), model, is_certain);
      ASSERT_TRUE(machine_.volume().RemoveNow(machine_.Path("look")).ok());
      snapshots_[name][path] = std::move(model);
      regions_[name + path] = regions_[path];
    }
  }

  void Delete() {
    if (snapshots_.empty()) return;
    const std::string name = Any(snapshots_).first;
    const bool is_mounted =
        std::ranges::any_of(mounts_, [&](const auto& mount) { return mount.second == name; });
    const auto before = array().ReserveOf("Q")->used_bytes;
    const auto told = array().snapshots();
    const auto found = std::ranges::find(told, name, &storage::ArraySnapshot::name);
    ASSERT_NE(found, told.end());
    EXPECT_EQ(found->is_mounted, is_mounted);
    ASSERT_EQ(array().Delete(name).ok(), !is_mounted);
    if (is_mounted) return;
    EXPECT_EQ(before - array().ReserveOf("Q")->used_bytes, found->parts.front().own_bytes);
    snapshots_.erase(name);
  }

  std::string MountAs(const std::string& name, const std::string& path, const std::string& as) {
    const Status mounted = array().Mount(name, PlaceOf(path), machine_.Path(as));
    EXPECT_TRUE(mounted.ok());
    return machine_.Path(as);
  }

  void Mount() {
    // Snapshots that are mounted may fill a tight reserve.
    if (snapshots_.empty() || mounts_.size() > 3 || is_tight_) return;
    const auto& [name, files] = Any(snapshots_);
    if (files.empty()) return;
    const auto& [path, bytes] = Any(files);
    const std::string as = "m" + std::to_string(++mounted_) + path.substr(3);
    const std::string mounted = MountAs(name, path, as);
    handles_[mounted] = Open(machine_, as);
    mounts_[mounted] = name;
    files_[mounted] = bytes;
    regions_[mounted] = regions_[name + path];
  }

  void Unmount() {
    if (mounts_.empty()) return;
    AwaitAll();
    const std::string path = Any(mounts_).first;
    Forget(path);
    ASSERT_TRUE(Get(machine_.executor(), machine_.volume().Remove(path)).ok());
    mounts_.erase(path);
  }

  void Forget(const std::string& path) {
    handles_.erase(path);
    files_.erase(path);
  }

  void Restore() {
    if (snapshots_.empty()) return;
    AwaitAll();
    const auto& [name, files] = Any(snapshots_);
    std::vector<storage::FilePlace> places;
    for (const auto& [path, bytes] : files) {
      Forget(path);
      places.push_back(PlaceOf(path));
    }
    ASSERT_TRUE(array().Restore(name, places).ok());
    for (const auto& [path, bytes] : files) {
      files_[path] = bytes;
      regions_[path] = regions_[name + path];
      handles_[path] = Open(machine_, path.substr(3));
    }
  }

  // Another file of the name, or none of it.
  void Replace() {
    AwaitAll();
    const std::string name = rng_.Percent(50) ? "base" : "sparse";
    const std::string path = machine_.Path(name);
    if (files_.contains(path)) {
      Forget(path);
      ASSERT_TRUE(Get(machine_.executor(), machine_.volume().Remove(path)).ok());
    }
    if (rng_.Percent(70)) Make(name);
  }

  void CutThePower() {
    machine_.disk().PowerCut(Rng(rng_.Next(), "cut"));
    handles_.clear();
    machine_.disk().Restart();
    machine_.Boot();
    for (auto& [path, bytes] : files_) {
      handles_[path] = Open(machine_, path.substr(3));
      Learn(path, Read(path), bytes, false);
    }
    pending_.clear();
  }

  Bytes Read(const std::string& path) {
    auto file = Open(machine_, path.substr(3));
    Buffer read(kPages * kPage);
    EXPECT_TRUE(file->ReadNow(0, read.span()).ok());
    return Bytes(read.span().begin(), read.span().end());
  }

  void Expect(const std::string& path, Bytes expected, const std::string& what) {
    for (const Pending& write : pending_) {
      if (write.path != path) continue;
      std::ranges::copy(write.written, expected.begin() + static_cast<ptrdiff_t>(write.offset));
    }
    const Bytes read = Read(path);
    ASSERT_TRUE(read == expected) << what;
    const auto file = Open(machine_, path.substr(3));
    const uint64_t regions = file->sparse() ? regions_[path].size() : kPages * kPage / kRegion;
    ASSERT_EQ(*file->SizeOnDisk(), regions * kRegion) << what;
    Bytes computed(kPage);
    for (uint64_t page = 0; page < kPages; ++page) {
      if (!file->IsAsComputed(page * kPage)) continue;
      FillWithPageNumber(page, computed);
      ASSERT_TRUE(std::memcmp(computed.data(), read.data() + page * kPage, kPage) == 0) << what;
    }
  }

  Rng rng_;
  const bool keeps_part_;
  const bool is_tight_;
  SimMachine machine_;
  std::map<std::string, std::unique_ptr<File>> handles_;
  std::map<std::string, Bytes> files_;
  std::map<std::string, std::map<std::string, Bytes>> snapshots_;
  std::map<std::string, std::string> mounts_;  ///< the snapshot of a mounted file
  /// Regions that were written, of each file, and of each file in a snapshot.
  std::map<std::string, std::set<uint64_t>> regions_;
  std::vector<Pending> pending_;
  uint64_t taken_ = 0;
  uint64_t mounted_ = 0;

 public:
  uint64_t lost = 0;
  uint64_t kept = 0;
  uint64_t deleted = 0;  ///< snapshots, for want of room
};

TEST(ArrayBytes, AreThoseOfAModelThatCopiesEverything) {
  uint64_t lost = 0;
  uint64_t kept = 0;
  uint64_t deleted = 0;
  for (uint64_t seed = 1; seed <= 24; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomLife life(seed);
    for (int step = 0; step < 250; ++step) {
      life.Step();
      if (step % 5 == 0) life.Compare();
      if (HasFatalFailure()) return;
    }
    lost += life.lost;
    kept += life.kept;
    deleted += life.deleted;
  }
  EXPECT_GT(lost, 50U) << "sectors of pending writes that were not in a snapshot";
  EXPECT_GT(kept, 50U);
  EXPECT_GT(deleted, 10U);
}

// Pages of a snapshot that have sectors of two writes are known, as those that a power cut leaves.
TEST(ArrayBytes, KnowWhichPagesOfASnapshotAreTorn) {
  int torn = 0;
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    SimMachine machine({.write_service = kMillisecond}, {}, seed);
    machine.disk().SetArray("Q", kOptions);
    auto file = Create(machine, {.size = 4 * kPage});
    Buffer old(kPage, 1), changed(kPage, 2), read(kPage);
    ASSERT_TRUE(Get(machine.executor(), file->WriteDurable(kPage, old.list())).ok());
    ASSERT_TRUE(Get(machine.executor(), file->Write(kPage, changed.list())).ok());
    sim::DiskArray& array = *machine.disk().array();
    ASSERT_TRUE(array.Take("a", {"Q"}, machine.executor().Now()).ok());
    const storage::FilePlace place{&machine.volume(), machine.Path("f")};
    ASSERT_TRUE(array.Mount("a", place, machine.Path("m")).ok());
    ASSERT_TRUE(Open(machine, "m")->ReadNow(kPage, read.span()).ok());
    const bool is_torn = !read.AllEqual(1) && !read.AllEqual(2);
    torn += is_torn ? 1 : 0;
    const auto& known = machine.disk().Find(machine.Path("m"))->torn_pages;
    EXPECT_EQ(known, is_torn ? std::set<uint64_t>{1} : std::set<uint64_t>{});
    EXPECT_TRUE(machine.disk().Find(machine.Path("f"))->torn_pages.empty());
  }
  EXPECT_GT(torn, 2);
  EXPECT_LT(torn, 18);
}

}  // namespace
}  // namespace snapscope::test::array_bytes_test
