// The catalogue of snapshots: its bytes, its two copies, and what a power cut or a device that
// fails makes of a write.
#include "snapshot/snapshot_catalog.h"

#include <functional>
#include <set>

#include <gtest/gtest.h>

#include "test/storage/test_machine.h"
#include "test/support/outcomes.h"

namespace snapscope::snapshot_catalog_test {
namespace {

using snapshot::CatalogCopy;
using snapshot::CatalogEntry;
using snapshot::EntryState;
using snapshot::SnapshotCatalog;
using storage::FaultKind;
using test::SimMachine;

CatalogEntry EntryOf(const std::string& name, EntryState state = EntryState::kCreating) {
  return {.name = name,
          .source = "sales",
          .state = state,
          .files = {{"Q", "Q:\\" + name + ".ss"}, {"P", "P:\\" + name + ".2.ss"}}};
}

std::string NamesOf(const SnapshotCatalog& catalog) {
  std::string names;
  for (const CatalogEntry& entry : catalog.entries()) names += entry.name + " ";
  return names;
}

TEST(CatalogFormat, GivesBackWhatWasWritten) {
  const CatalogCopy written{
      77, {EntryOf("a", EntryState::kCreated), EntryOf("night", EntryState::kDropped)}};
  const auto bytes = snapshot::EncodeCatalog(written);
  ASSERT_TRUE(bytes.ok());
  EXPECT_EQ(bytes->size() % snapshot::kCatalogBlockBytes, 0U);
  const auto read = snapshot::DecodeCatalog(*bytes);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->sequence, 77U);
  EXPECT_EQ(read->entries, written.entries);
}

TEST(CatalogFormat, ABitThatFlippedIsTold) {
  const auto whole = snapshot::EncodeCatalog({1, {EntryOf("a")}});
  ASSERT_TRUE(whole.ok());
  const size_t used = Load<uint32_t>(*whole, 16);
  for (size_t bit = 0; bit < used * 8; ++bit) {
    std::vector<std::byte> bytes = *whole;
    bytes[bit / 8] ^= std::byte{1} << bit % 8;
    ASSERT_EQ(snapshot::DecodeCatalog(bytes).error().code, ErrorCode::kInvalid) << "bit " << bit;
  }
}

TEST(CatalogFormat, WhatEndsTooEarlyIsToldAlsoBehindAChecksum) {
  const auto whole = snapshot::EncodeCatalog({1, {EntryOf("a")}});
  ASSERT_TRUE(whole.ok());
  const auto used = Load<uint32_t>(*whole, 16);
  for (uint32_t length = 0; length < used; ++length) {
    std::vector<std::byte> bytes(whole->begin(), whole->begin() + length);
    EXPECT_FALSE(snapshot::DecodeCatalog(bytes).ok());
    if (length < 32) continue;
    Store(bytes, 16, length);
    snapshot::SealCatalog(bytes);
    EXPECT_FALSE(snapshot::DecodeCatalog(bytes).ok()) << length << " bytes";
  }
}

TEST(CatalogFormat, RefusesMoreThanACopyHasRoomFor) {
  CatalogCopy copy{1, {}};
  while (copy.entries.size() < 1000)
    copy.entries.push_back(EntryOf("s" + std::to_string(copy.entries.size())));
  test::ExpectFails(ErrorCode::kRefused, snapshot::EncodeCatalog(copy));
}

class CatalogTest : public ::testing::Test {
 protected:
  /// Runs `work` by a worker of its own, until the power goes at the latest.
  Status Run(const std::function<runtime::Task<Status>(runtime::Worker&)>& work) {
    return test::RunSession<Status>(machine_.executor(), work);
  }

  SnapshotCatalog::VolumeNamed Volumes() {
    return [this](const std::string& name) { return name == "Q" ? &machine_.volume() : nullptr; };
  }
  storage::FilePlace Place() { return {&machine_.volume(), kPath}; }

  static runtime::Task<Status> CreateTask(runtime::Worker* worker, CatalogTest* test) {
    auto created = co_await SnapshotCatalog::Create(*worker, test->Place(), test->Volumes());
    CO_TRY(created);
    test->catalog_ = std::move(created).value();
    co_return Status();
  }
  static runtime::Task<Status> OpenTask(runtime::Worker* worker, CatalogTest* test) {
    auto opened = co_await SnapshotCatalog::Open(*worker, test->Place(), test->Volumes());
    CO_TRY(opened);
    test->catalog_ = std::move(opened).value();
    co_return Status();
  }

  Status Create() {
    return Run([this](runtime::Worker& worker) { return CreateTask(&worker, this); });
  }
  Status Open() {
    catalog_.reset();
    return Run([this](runtime::Worker& worker) { return OpenTask(&worker, this); });
  }
  Status Enter(const std::string& name) {
    return Run([&](runtime::Worker& worker) { return catalog_->Enter(worker, EntryOf(name)); });
  }
  Status Set(const std::string& name, EntryState state) {
    return Run([&](runtime::Worker& worker) { return catalog_->SetState(worker, name, state); });
  }

  /// Some bytes of a copy become others.
  void Damage(uint64_t copy) {
    const auto stored = machine_.disk().Open(kPath);
    ASSERT_TRUE(stored.ok());
    test::Buffer garbage(512, 0x5A);
    std::vector<ConstByteSpan> bytes{garbage.span()};
    (*stored)->pages.AddPending(1'000'000, copy * snapshot::kCatalogCopyBytes, bytes);
    (*stored)->pages.Settle(1'000'000, copy * snapshot::kCatalogCopyBytes, 512,
                            sim::PendingOutcome::kKept, nullptr);
  }

  static constexpr char kPath[] = "Q:\\snapshots.cat";
  SimMachine machine_;
  std::unique_ptr<SnapshotCatalog> catalog_;
};

TEST_F(CatalogTest, IsThereAgainAfterARestart) {
  ASSERT_TRUE(Create().ok());
  ASSERT_TRUE(Enter("a").ok());
  ASSERT_TRUE(Enter("b").ok());
  ASSERT_TRUE(Set("a", EntryState::kCreated).ok());
  catalog_->Forget("b");
  ASSERT_TRUE(Enter("c").ok());
  const std::vector<CatalogEntry> entries = catalog_->entries();
  ASSERT_TRUE(Open().ok());
  EXPECT_EQ(NamesOf(*catalog_), "a c ");
  EXPECT_EQ(catalog_->entries(), entries);
  ASSERT_EQ(catalog_->PlacesOf(entries[0]).size(), 1U) << "of the volumes, one is there";
  EXPECT_EQ(catalog_->PlacesOf(entries[0])[0].path, "Q:\\a.ss");
}

TEST_F(CatalogTest, WithoutItsNewerCopyItIsTheOlderOne) {
  ASSERT_TRUE(Create().ok());    // copy 0
  ASSERT_TRUE(Enter("a").ok());  // copy 1
  ASSERT_TRUE(Enter("b").ok());  // copy 0
  Damage(0);
  ASSERT_TRUE(Open().ok());
  EXPECT_EQ(NamesOf(*catalog_), "a ");
  ASSERT_TRUE(Enter("c").ok());  // over the damaged one
  ASSERT_TRUE(Open().ok());
  EXPECT_EQ(NamesOf(*catalog_), "a c ");
  Damage(0);
  Damage(1);
  test::ExpectFails(ErrorCode::kInvalid, Open());
  EXPECT_TRUE(Create().ok()) << "another in its place";
  ASSERT_TRUE(Open().ok());
  EXPECT_EQ(NamesOf(*catalog_), "");
}

TEST_F(CatalogTest, AfterAStartTheNextWriteSparesTheNewestCopy) {
  ASSERT_TRUE(Create().ok());                        // copy 0
  ASSERT_TRUE(Enter("a").ok());                      // copy 1
  ASSERT_TRUE(Set("a", EntryState::kCreated).ok());  // copy 0, the newest
  ASSERT_TRUE(Open().ok());
  ASSERT_TRUE(Enter("b").ok());
  Damage(1);
  ASSERT_TRUE(Open().ok());
  EXPECT_EQ(NamesOf(*catalog_), "a ");
  EXPECT_EQ(catalog_->Find("a")->state, EntryState::kCreated);
}

TEST_F(CatalogTest, ThatIsNotThereIsNotFound) { test::ExpectFails(ErrorCode::kNotFound, Open()); }

TEST_F(CatalogTest, APowerCutAtAnyIoOfAWriteLeavesTheStateBeforeOrAfter) {
  std::set<std::string> found;
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    const std::string name(1 + seed % 3, 'b');
    ASSERT_TRUE(Create().ok());
    ASSERT_TRUE(Enter("a").ok());
    // The newest copy is the one that a start has found, after an odd and an even number of writes.
    if (seed % 4 >= 2) {
      ASSERT_TRUE(Set("a", EntryState::kCreated).ok());
    }
    if (seed % 8 >= 4) {
      ASSERT_TRUE(Open().ok());
    }
    machine_.disk().Inject(
        {.kind = FaultKind::kPowerCut, .at_io = machine_.disk().ios() + 1 + seed % 2});
    test::ExpectFails(ErrorCode::kPowerCut, Enter(name));
    catalog_.reset();
    machine_.disk().Restart();
    machine_.Boot();
    ASSERT_TRUE(Open().ok());
    const std::string names = NamesOf(*catalog_);
    EXPECT_TRUE(names == "a " || names == "a " + name + " ") << names;
    const EntryState before = seed % 4 >= 2 ? EntryState::kCreated : EntryState::kCreating;
    EXPECT_EQ(catalog_->Find("a")->state, before);
    found.insert(names == "a " ? "before" : "after");
  }
  EXPECT_EQ(found.size(), 2U);
}

TEST_F(CatalogTest, AWriteThatFailsChangesNothingHereNorOnTheDisk) {
  ASSERT_TRUE(Create().ok());
  ASSERT_TRUE(Enter("a").ok());
  for (const uint64_t io : {1, 2}) {  // the write call, and its durable wait
    machine_.disk().Inject({.kind = FaultKind::kError, .at_io = machine_.disk().ios() + io});
    test::ExpectFails(ErrorCode::kIo, Set("a", EntryState::kDropped));
    EXPECT_EQ(catalog_->Find("a")->state, EntryState::kCreating);
    ASSERT_TRUE(Open().ok());
    EXPECT_EQ(catalog_->Find("a")->state, EntryState::kCreating) << "I/O " << io;
    machine_.disk().Inject({.kind = FaultKind::kError, .at_io = machine_.disk().ios() + io});
    test::ExpectFails(ErrorCode::kIo, Enter("b"));
    EXPECT_EQ(NamesOf(*catalog_), "a ");
    ASSERT_TRUE(Enter("b").ok()) << "the next write succeeds";
    catalog_->Forget("b");
    ASSERT_TRUE(Run([&](runtime::Worker& worker) { return catalog_->WriteNoted(worker); }).ok());
  }
}

TEST_F(CatalogTest, WritesTakeEngineTimeAndOnlyWhereThereIsSomething) {
  ASSERT_TRUE(Create().ok());
  ASSERT_TRUE(Enter("a").ok());
  const uint64_t ios = machine_.disk().ios();
  ASSERT_TRUE(Run([&](runtime::Worker& worker) { return catalog_->WriteNoted(worker); }).ok());
  EXPECT_EQ(machine_.disk().ios(), ios);
  catalog_->NoteState("a", EntryState::kCreated);
  const TimeNs start = machine_.executor().Now();
  ASSERT_TRUE(Run([&](runtime::Worker& worker) { return catalog_->WriteNoted(worker); }).ok());
  EXPECT_EQ(machine_.disk().ios(), ios + 2);
  EXPECT_GT(machine_.executor().Now(), start);
}

}  // namespace
}  // namespace snapscope::snapshot_catalog_test
