// Pushes that are under way when a creation is about to complete, and when a snapshot is dropped:
// both wait for them. And a push that has failed, while its snapshot is marked suspect.
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "snapshot/snapshot_manager.h"
#include "test/txn/test_server.h"

namespace snapscope::snapshot::pushes_under_way_test {
namespace {

using runtime::WaitType;
using test::ExpectOk;

constexpr char kSnapshot[] = "snap_1";
constexpr char kSparseFile[] = "snap_1.ss";
constexpr char kOtherSnapshot[] = "snap_2";
constexpr PageId kPushed = PageId::Of(1, 40);
constexpr PageId kPushedLater = PageId::Of(1, 41);
constexpr TimeNs kSlow = 10 * kSecond;  ///< longer than all else that a creation or a drop does

/// A server with a manager of snapshots, and a push of a page that takes longer than all else.
class PushesUnderWay : public ::testing::Test, public SnapshotListener {
 protected:
  void OnSplit(const Snapshot&) override {}
  void OnComplete(Snapshot&) override {}
  void OnDrop(Snapshot&) override {}
  void OnPhase(const std::string&, const std::string& phase) override {
    if (phase == push_at_) StartPush();
  }

  void StartPush() { server_.executor.Spawn("push", Push()); }

  /// What befalls the next I/O of the sparse file, which is that of the push.
  void SlowDown() {
    const uint64_t next = machine_.disk.ios() + 1;
    machine_.disk.Inject(
        {.kind = storage::FaultKind::kLatency, .at_io = next, .delay = kSlow, .path = kSparseFile});
    if (!push_fails_) return;
    machine_.disk.Inject({.kind = storage::FaultKind::kError, .at_io = next, .path = kSparseFile});
  }

  /// The push fails at once, and the mark that follows is what takes long. It fails as well, in
  /// every way that there is, if `mark_fails_`.
  void FailAndSlowDownTheMark() {
    const uint64_t next = machine_.disk.ios() + 1;
    machine_.disk.Inject({.kind = storage::FaultKind::kError,
                          .at_io = next,
                          .count = mark_fails_ ? UINT64_MAX : 1,
                          .path = kSparseFile});
    if (mark_fails_) {
      machine_.disk.Inject({.kind = storage::FaultKind::kError,
                            .at_io = next,
                            .path = kSparseFile,
                            .io = storage::IoKind::kEntry});
    }
    machine_.disk.Inject({.kind = storage::FaultKind::kLatency,
                          .at_io = next + 1,
                          .delay = kSlow,
                          .path = kSparseFile});
  }

  runtime::Task<void> Push() {
    co_await user_.Start();
    Result<buffer::PageGuard> guard =
        co_await server_.pool.Fetch(user_, test::kDb, kPushed, runtime::LatchMode::kExclusive);
    ExpectOk(guard);
    if (slow_mark_) {
      FailAndSlowDownTheMark();
    } else {
      SlowDown();
    }
    pushed_ = co_await manager_->copy_on_write().Push(user_, kPushed, guard.value().view().bytes());
    if (!mark_fails_) ExpectOk(pushed_);
    pushed_at_ = user_.Now();
    guard = buffer::PageGuard();
    co_await user_.End();
  }

  /// Pushes another page, by another user, while the mark is being written.
  runtime::Task<void> PushLater() {
    runtime::Worker pushes(server_.cpu, &server_.telemetry, "spid54");
    co_await pushes.Start();
    co_await pushes.Think(kSecond);
    Result<buffer::PageGuard> guard = co_await server_.pool.Fetch(pushes, test::kDb, kPushedLater,
                                                                  runtime::LatchMode::kExclusive);
    ExpectOk(guard);
    pushed_later_ =
        co_await manager_->copy_on_write().Push(pushes, kPushedLater, guard.value().view().bytes());
    guard = buffer::PageGuard();
    co_await pushes.End();
  }

  runtime::Task<void> Create(std::string name = kSnapshot) {
    runtime::Worker creates(server_.cpu, &server_.telemetry, "spid52");
    co_await creates.Start();
    CreateRequest request{
        .name = name, .files = {{&server_.volume, name + ".ss"}}, .source = "spid52"};
    created_ = co_await manager_->Create(creates, std::move(request));
    created_at_ = creates.Now();
    const auto account = creates.AccountAt(created_at_);
    waited_for_pushes_ = account.waits[static_cast<size_t>(WaitType::kReplicaWrites)].total;
    co_await creates.End();
  }

  runtime::Task<void> Drop(std::string name = kSnapshot) {
    runtime::Worker drops(server_.cpu, &server_.telemetry, "spid53");
    co_await drops.Start();
    co_await drops.Think(kSecond);  // the push has begun
    dropped_ = co_await manager_->Drop(drops, name, "spid53");
    dropped_at_ = drops.Now();
    co_await drops.End();
  }

  runtime::Task<void> SeeArmed(TimeNs at) {
    co_await server_.executor.Sleep(at);
    const std::shared_ptr<Snapshot> snapshot = manager_->Find(kSnapshot);
    seen_.push_back({snapshot->state(), snapshot->life().armed()});
  }

  runtime::Task<void> OpenSource() {
    data_ = std::move(co_await server_.volume.Open(test::kDataFile, {})).value();
    runtime::Worker worker(server_.cpu, &server_.telemetry, "spid9s");
    co_await worker.Start();
    const SnapshotCatalog::VolumeNamed named = [this](const std::string&) {
      return &server_.volume;
    };
    const storage::FilePlace place{&server_.volume, "snapshots.cat"};
    auto catalog = co_await SnapshotCatalog::Create(worker, place, named);
    ExpectOk(catalog);
    catalog_ = std::move(catalog).value();
    co_await worker.End();
  }

  /// What a database has, with another handle of its data file and a catalogue.
  void MakeManager() {
    server_.executor.Spawn("open", OpenSource());
    server_.executor.Run();
    source_ =
        std::make_unique<SourceStore>(server_.executor, std::vector<storage::File*>{data_.get()});
    EngineParts engine;
    engine.database = "sales";
    engine.known.trees = machine_.Indexes();
    engine.db = test::kDb;
    engine.cpu = &server_.cpu;
    engine.telemetry = &server_.telemetry;
    engine.pool = &server_.pool;
    engine.source = source_.get();
    engine.log = server_.log.get();
    engine.transactions = server_.transactions.get();
    engine.checkpointer = server_.checkpointer.get();
    SnapshotEnvironment environment(engine);
    environment.catalog = catalog_.get();
    environment.listener = this;
    manager_ = std::make_unique<SnapshotManager>(std::move(environment));
  }

  storage::FilePlace Place() { return {&server_.volume, kSparseFile}; }

  test::Machine machine_{{}};
  test::CreatedServer server_{machine_};
  runtime::Worker user_{server_.cpu, &server_.telemetry, "spid51"};
  std::unique_ptr<storage::File> data_;
  std::unique_ptr<SourceStore> source_;
  std::unique_ptr<SnapshotCatalog> catalog_;
  std::unique_ptr<SnapshotManager> manager_;
  std::string push_at_;
  bool push_fails_ = false;
  bool slow_mark_ = false;
  bool mark_fails_ = false;
  std::vector<std::pair<State, bool>> seen_;  ///< the snapshot's state, and whether it is armed
  Result<std::shared_ptr<Snapshot>> created_ = Error{ErrorCode::kRefused, "it has not ended"};
  Status dropped_ = Error{ErrorCode::kRefused, "it has not ended"};
  Status pushed_ = Error{ErrorCode::kRefused, "it has not ended"};
  Status pushed_later_ = Error{ErrorCode::kRefused, "it has not ended"};
  TimeNs pushed_at_ = 0;
  TimeNs created_at_ = 0;
  TimeNs waited_for_pushes_ = 0;  ///< by the creation
  TimeNs dropped_at_ = 0;
};

// Whoever creates a snapshot is told that it has lost a page, instead of being given one that turns
// suspect a moment later.
TEST_F(PushesUnderWay, ACreationFailsWithThePushThatBeganBeforeItsCompletion) {
  MakeManager();
  push_at_ = "startup";
  push_fails_ = true;
  server_.executor.Spawn("create", Create());
  server_.executor.Run();
  test::ExpectFails(ErrorCode::kSnapshotSuspect, created_, "a page could not be pushed to it");
  EXPECT_GE(created_at_, pushed_at_);
  EXPECT_GE(waited_for_pushes_, kSlow - kSecond);
  EXPECT_FALSE(Place().Exists());
}

TEST_F(PushesUnderWay, ACreationCompletesOnceThePushThatBeganBeforeIsDurable) {
  MakeManager();
  push_at_ = "startup";
  server_.executor.Spawn("create", Create());
  server_.executor.Run();
  ExpectOk(created_);
  if (!created_.ok()) return;
  EXPECT_GE(created_at_, pushed_at_);
  EXPECT_EQ(created_.value()->state(), State::kOnline);
  EXPECT_EQ(created_.value()->files().copied_pages(), 1U);
}

// Afterwards its files' names are free: nothing may be on its way to them any more.
TEST_F(PushesUnderWay, ADropReturnsOnlyWhenThePushHasEnded) {
  MakeManager();
  server_.executor.Spawn("create", Create());
  server_.executor.Run();
  ExpectOk(created_);
  StartPush();
  server_.executor.Spawn("drop", Drop());
  server_.executor.Run();
  ExpectOk(dropped_);
  EXPECT_GE(pushed_at_, created_at_ + kSlow);
  EXPECT_GE(dropped_at_, pushed_at_);
  EXPECT_FALSE(Place().Exists());
}

// Disarmed earlier, pages would change without a copy, and a crash before the mark is durable would
// leave a snapshot that looks whole.
TEST_F(PushesUnderWay, ASnapshotIsArmedUntilItsMarkIsDurableThoughAnotherIsDropped) {
  MakeManager();
  for (const char* name : {kSnapshot, kOtherSnapshot}) {
    server_.executor.Spawn("create", Create(name));
    server_.executor.Run();
    ExpectOk(created_);
  }
  slow_mark_ = true;
  StartPush();
  server_.executor.Spawn("drop", Drop(kOtherSnapshot));
  for (const TimeNs at : {3 * kSecond, 2 * kSlow}) {
    server_.executor.Spawn("see", SeeArmed(at));
  }
  server_.executor.Run();
  ExpectOk(dropped_);
  EXPECT_EQ(manager_->snapshots().at(1)->state(), State::kDropped);
  ASSERT_EQ(seen_.size(), 2U);
  EXPECT_EQ(seen_[0], std::pair(State::kLosing, true)) << "its mark is being written";
  EXPECT_EQ(seen_[1], std::pair(State::kSuspect, false));
}

// A statement that went on would change its page though there is neither a copy of it nor a mark.
TEST_F(PushesUnderWay, AMarkThatFailsIsToldToEveryPushThatWaitsForIt) {
  MakeManager();
  server_.executor.Spawn("create", Create());
  server_.executor.Run();
  ExpectOk(created_);
  slow_mark_ = mark_fails_ = true;
  StartPush();
  server_.executor.Spawn("push", PushLater());
  server_.executor.Spawn("see", SeeArmed(3 * kSecond));
  server_.executor.Run();
  ASSERT_EQ(seen_.size(), 1U);
  EXPECT_EQ(seen_[0], std::pair(State::kLosing, true)) << "both wait for the mark";
  EXPECT_GE(pushed_at_, created_at_ + kSlow);
  for (const Status& pushed : {pushed_, pushed_later_}) {
    test::ExpectFails(ErrorCode::kIo, pushed);
  }
}

}  // namespace
}  // namespace snapscope::snapshot::pushes_under_way_test
