// What happens during a life besides the workload: the plan's steps, and a session that reads
// through the snapshots all along and compares each row with the oracle.
#include <algorithm>
#include <utility>
#include <variant>

#include "base/check.h"
#include "btree/btree.h"
#include "crash_simulator/checks.h"
#include "crash_simulator/excuses.h"
#include "crash_simulator/life.h"
#include "server/committed_rows.h"

namespace snapscope::crash_simulator {

namespace {
constexpr TimeNs kReadInterval = 3 * kMillisecond;
}

Worker& Life::NewWorker(const std::string& name) {
  workers_.push_back(std::make_unique<Worker>(cpu_, &telemetry_, name));
  return *workers_.back();
}

Task<void> Life::RunStep(size_t number) {
  const auto carry_out = [this]<typename Kind>(const Kind& kind) -> Task<void> {
    if constexpr (kEndsLife<Kind>) {
      CHECK(false, "'%s' ends a life, which is the conductor's", Kind::kKind);
    } else {
      return CarryOut(kind);
    }
  };
  ++steps_running_;
  const Step& step = plan_.steps.at(number);
  if (step.cut_at_io > 0) CutAfter(step.cut_at_io);
  co_await std::visit(carry_out, step.action);
  timeline_->OnEnd(number, Status(), executor_.Now());
  --steps_running_;
}

Task<void> Life::CarryOut(scenario::SetUsers users) {
  workload_->SetUsers(users.users);
  co_return;
}

Task<void> Life::CarryOut(Verify) {
  CheckSnapshots();
  co_return;
}

Task<void> Life::EndBy(Step step) {
  const auto* restart = step.As<scenario::RestartServer>();
  if (const auto* revert = step.As<scenario::RevertSnapshot>()) {
    co_await RevertSnapshot(revert->name);
    if (!revert_certain_) co_return;
  } else if (step.As<scenario::Restore>() != nullptr) {
    co_await BeginRestore(step);
    if (!world_.restore) co_return;
  } else if (restart != nullptr && restart->mode == scenario::RestartMode::kCrash) {
    world_.coverage.Visit(RarePath::kProcessDied);
  } else {
    const bool at_rest = co_await Quiesce();
    if (!at_rest) co_return;
    world_.coverage.Visit(RarePath::kShutDown);
    const auto tail = BackupOf(step, number_);
    if (tail) co_await TakeTail(*tail);
  }
  CheckSnapshots();
  ended_ = process_ended_ = true;
  executor_.Stop();
}

Task<void> Life::RevertSnapshot(std::string name) {
  Worker& worker = NewWorker("spid1004");
  co_await worker.Start();
  const Status begun = co_await database_->snapshots().BeginRevert(worker, name, worker.name());
  co_await worker.End();
  if (begun.ok()) {
    revert_certain_ = true;
    co_return;
  }
  const ErrorCode code = begun.error().code;
  if (code == ErrorCode::kRefused) {
    world_.coverage.Visit(RarePath::kRevertRefused);
  } else if (code != ErrorCode::kPowerCut && code != ErrorCode::kSnapshotSuspect &&
             !IsExcused(world_, begun.error(), name)) {
    world_.Fail("reverting to " + name + ": " + begun.error().message);
  }
}

Task<void> Life::CarryOut(scenario::CreateSnapshot creation) {
  const std::string& name = creation.name;
  const auto [record, is_new] = world_.snapshots.try_emplace(name);
  if (!is_new) co_return;
  record->second.faults_before = world_.FaultsFor(name);
  Worker& worker = NewWorker("spid1001");
  co_await worker.Start();
  snapshot::CreateRequest request{
      .name = name, .files = database_->SnapshotFiles(name), .source = worker.name()};
  const auto created = co_await database_->snapshots().Create(worker, std::move(request));
  co_await worker.End();
  if (created.ok() || created.error().code == ErrorCode::kPowerCut) co_return;
  const ErrorCode code = created.error().code;
  const bool lacks_room = (code == ErrorCode::kDiskFull || code == ErrorCode::kSnapshotSuspect) &&
                          MayFailToCreate(world_, name);
  if (!lacks_room && !IsExcused(world_, created.error(), name)) {
    world_.Fail("creating " + name + ": " + created.error().message);
  }
  world_.Forget(name);
}

Task<void> Life::CarryOut(scenario::DropSnapshot drop) {
  const std::string& name = drop.name;
  if (!being_dropped_.insert(name).second) co_return;
  while (readers_[name] > 0) co_await executor_.Sleep(kMillisecond);
  Worker& worker = NewWorker("spid1002");
  co_await worker.Start();
  const Status dropped = co_await database_->snapshots().Drop(worker, name, worker.name());
  co_await worker.End();
  being_dropped_.erase(name);
  if (dropped.ok()) {
    world_.coverage.Visit(RarePath::kSnapshotDropped);
    world_.Forget(name);
  } else if (dropped.error().code == ErrorCode::kRefused && IsRead(name)) {
    world_.coverage.Visit(RarePath::kDropRefused);
  } else if (dropped.error().code == ErrorCode::kPowerCut ||
             (dropped.error().code == ErrorCode::kIo && IsExcused(world_, dropped.error(), name))) {
    // The catalogue's write that failed may have reached the disk.
    const auto record = world_.snapshots.find(name);
    if (record != world_.snapshots.end()) record->second.stage = Stage::kDropping;
  } else if (dropped.error().code != ErrorCode::kNotFound) {
    world_.Fail("dropping " + name + ": " + dropped.error().message);
  }
}

Task<void> Life::RunReader() {
  Worker& worker = NewWorker("spid1003");
  co_await worker.Start();
  while (!reader_stops_) {
    co_await worker.Think(kReadInterval);
    std::vector<std::shared_ptr<snapshot::Snapshot>> readable;
    for (const auto& snapshot : database_->snapshots().snapshots()) {
      if (snapshot->hidden) continue;
      if (snapshot->state() == snapshot::State::kOnline && snapshot->completed >= 0 &&
          world_.snapshots[snapshot->name()].stage == Stage::kComplete &&
          !being_dropped_.contains(snapshot->name())) {
        readable.push_back(snapshot);
      }
    }
    if (readable.empty()) continue;
    const size_t chosen = reader_rng_.Below(readable.size());
    const uint64_t position = reader_rng_.Below(world_.initial.Count(database::kAccounts));
    co_await ReadRow(worker, readable[chosen], world_.initial.KeyAt(database::kAccounts, position));
  }
  co_await worker.End();
  reader_stopped_ = true;
}

Task<void> Life::ReadRow(Worker& worker, std::shared_ptr<snapshot::Snapshot> snapshot,
                         uint64_t key) {
  ++readers_[snapshot->name()];
  btree::BTree tree(database_->pool(), snapshot->db(), world_.initial.accounts().info);
  std::optional<page::Row> row;
  {
    auto position = co_await tree.Find(worker, key, runtime::LatchMode::kShared);
    --readers_[snapshot->name()];
    if (!position.ok()) {
      if (snapshot->state() == snapshot::State::kOnline &&
          !IsExcused(world_, position.error(), snapshot->name())) {
        world_.Fail("reading through " + snapshot->name() + ": " + position.error().message);
      }
      co_return;
    }
    world_.coverage.Visit(RarePath::kReadThroughSnapshot);
    if (!snapshot->Lacks(position->leaf.id())) {
      world_.coverage.Visit(RarePath::kReadOfCopiedPage);
    }
    if (position->found) row = page::PeekRow(position->leaf.view().row_at(position->slot));
  }
  if (row && row->ghost) row.reset();
  CompareRow(*snapshot, key, row);
}

namespace {

bool Shows(const std::optional<page::Row>& row, const std::optional<oracle::RowState>& expected) {
  return row.has_value() == expected.has_value() &&
         (!row || (row->value == expected->value && row->version == expected->version));
}

}  // namespace

void Life::CompareRow(const snapshot::Snapshot& snapshot, uint64_t key,
                      const std::optional<page::Row>& row) {
  if (snapshot.state() != snapshot::State::kOnline) return;
  const auto expected = world_.oracle.At(database::kAccounts, key, snapshot.split());
  if (!Shows(row, expected)) {
    world_.Fail("row " + std::to_string(key) + ", read through " + snapshot.name() +
                ", is not as it was committed at the split");
  }
}

void Life::CheckSnapshots() {
  for (const auto& snapshot : database_->snapshots().snapshots()) {
    const auto record = world_.snapshots.find(snapshot->name());
    if (record == world_.snapshots.end() || record->second.stage != Stage::kComplete) continue;
    CheckSnapshot(world_, *database_, *snapshot);
  }
}

void Life::OnArmed(const snapshot::Snapshot& snapshot) {
  if (!world_.scenario.copies_dirty_pages || !snapshot.armed()) return;
  for (const PageId page : database_->pool().DirtyPages(database::kSourceDb, Lsn{UINT64_MAX})) {
    if (!snapshot.Lacks(page)) continue;
    world_.Fail("page " + ToString(page) + " is dirty, and " + snapshot.name() +
                ", armed, has no copy of it");
  }
}

void Life::OnSplit(const snapshot::Snapshot& snapshot) {
  world_.oracle.Pin(snapshot.split());
  if (snapshot.hidden) {
    hidden_[snapshot.name()] = snapshot.split();
  } else {
    world_.snapshots[snapshot.name()].split = snapshot.split();
  }
}

void Life::OnComplete(snapshot::Snapshot& snapshot) {
  if (!snapshot.hidden) world_.snapshots[snapshot.name()].stage = Stage::kComplete;
  CheckSnapshot(world_, *database_, snapshot);
  InjectFaults();
}

void Life::OnDrop(snapshot::Snapshot& snapshot) {
  CheckSnapshot(world_, *database_, snapshot);
  if (!snapshot.hidden) {
    world_.snapshots[snapshot.name()].stage = Stage::kDropping;
  } else if (const auto split = hidden_.extract(snapshot.name())) {
    world_.oracle.Unpin(split.mapped());
  }
}

void Life::OnCommit(TxnId txn, Lsn commit_lsn, std::span<const txn::CommittedChange> changes) {
  world_.oracle.Commit(txn, commit_lsn, server::CommittedRows(changes));
  if (const auto& lost = world_.oracle.lost_update()) world_.Fail(*lost);
  NoteCommitted(commit_lsn);
}

void Life::OnTableDropped(TxnId txn, Lsn commit_lsn, IndexId table) {
  world_.oracle.CommitDrop(txn, commit_lsn, table);
  NoteCommitted(commit_lsn);
}

void Life::NoteCommitted(Lsn commit_lsn) {
  if (world_.scenario.full_recovery) world_.commits_to_back_up.insert(commit_lsn);
  if (world_.backups.history_from) {
    world_.backups.commits.push_back({number_, executor_.Now(), commit_lsn});
  }
}

/// Nobody changes the row meanwhile, since its lock is held: a user sees what was committed last,
/// or what the same transaction has made of it.
void Life::OnRead(TxnId txn, const txn::RowRead& read) {
  std::optional<oracle::RowState> expected =
      world_.oracle.At(read.index, read.key, oracle::Oracle::kNewest);
  if (read.own != nullptr) {
    const page::Row& own = read.own->after;
    expected.reset();
    if (!own.ghost) expected = {own.value, own.version, true};
  }
  if (!Shows(read.row, expected)) {
    world_.Fail("row " + std::to_string(read.key) + ", read by transaction " +
                std::to_string(txn.value) + " in the source, is not as it was committed last");
  }
}

void Life::OnAcknowledged(TxnId txn, Lsn commit_lsn) {
  world_.oracle.Acknowledge(txn, commit_lsn);
  if (!world_.backups.history_from) world_.oracle.RetainFrom(database_->log().durable_lsn());
}

}  // namespace snapscope::crash_simulator
