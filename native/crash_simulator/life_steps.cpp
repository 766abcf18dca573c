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

namespace snapscope::crash_simulator {

namespace {
constexpr TimeNs kReadInterval = 3 * kMillisecond;
constexpr TimeNs kGhostCleanupPause = 40 * kMillisecond;
}  // namespace

Task<void> Life::RunStep(size_t number) {
  const Step& step = plan_.steps.at(number);
  const auto carry_out = [this, &step]<typename Kind>(const Kind& kind) -> Task<void> {
    if constexpr (std::is_same_v<Kind, scenario::Restore>) {
      return RestoreBeside(kind, step.restore);
    } else if constexpr (scenario::kIsOneOf<Kind, scenario::RevertSnapshot,
                                            scenario::RestartServer>) {
      return EndAgain(kind);
    } else if constexpr (kEndsLife<Kind>) {
      CHECK(false, "'%s' ends a life, which is the conductor's", Kind::kKind);
    } else {
      return CarryOut(kind);
    }
  };
  ++steps_running_;
  if (step.cut_at_io > 0) CutAfter(step.cut_at_io);
  co_await std::visit(carry_out, step.action);
  if (!step.during) timeline_->OnEnd(number, Status(), executor_.Now());
  --steps_running_;
}

Task<void> Life::EndBy(Step step) {
  const auto* restart = step.As<scenario::RestartServer>();
  if (const auto* revert = step.As<scenario::RevertSnapshot>()) {
    co_await EndByRevert(revert->name);
  } else if (step.As<scenario::Restore>() != nullptr) {
    co_await EndByRestore(step);
  } else if (restart != nullptr && restart->mode == scenario::RestartMode::kCrash) {
    world_.coverage.Visit(RarePath::kProcessDied);
    (void)co_await Give(*restart);
  } else {
    const bool at_rest = co_await ComeToRest();
    if (!at_rest) co_return;
    world_.coverage.Visit(RarePath::kShutDown);
    if (step.As<BackUpTail>() != nullptr) co_await TakeTail();
  }
  if (server_->is_up() || world_.problem || !world_.disk.powered()) co_return;
  CheckSnapshots();
  ended_ = process_ended_ = true;
  executor_.Stop();
}

Task<void> Life::EndByRevert(std::string name) {
  const scenario::RevertSnapshot revert{.name = name};
  const Status begun = co_await Give(revert);
  revert_certain_ = begun.ok();
  if (begun.ok()) co_return;
  if (begun.error().code == ErrorCode::kRefused) {
    world_.coverage.Visit(RarePath::kRevertRefused);
  } else if (begun.error().code != ErrorCode::kSnapshotSuspect) {
    Judge("reverting to " + name, begun.error(), name);
  }
}

Task<void> Life::RunReader() {
  ++sessions_;
  Worker& worker = server_->NewAdminWorker();
  co_await worker.Start();
  while (!stops_) {
    co_await worker.Think(kReadInterval);
    std::vector<std::shared_ptr<snapshot::Snapshot>> readable;
    for (const auto& snapshot : database().snapshots().snapshots()) {
      if (snapshot->hidden()) continue;
      if (snapshot->state() == snapshot::State::kOnline && snapshot->figures().completed >= 0 &&
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
  --sessions_;
}

Task<void> Life::RunGhostCleanup() {
  ++sessions_;
  Worker& worker = server_->NewAdminWorker();
  co_await worker.Start();
  Status cleaned;
  while (cleaned.ok() && !stops_) {
    co_await worker.Think(kGhostCleanupPause);
    cleaned = co_await database().transactions().ghost_cleanup().CleanRound(worker);
  }
  co_await worker.End();
  --sessions_;
  if (!cleaned.ok()) OnError(cleaned.error());
}

Task<void> Life::ReadRow(Worker& worker, std::shared_ptr<snapshot::Snapshot> snapshot,
                         uint64_t key) {
  ++readers_[snapshot->name()];
  btree::BTree tree(database().pool(), snapshot->db(), world_.initial.accounts().info);
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

void Life::CompareRow(const snapshot::ReadOnlyDatabase& read, uint64_t key,
                      const std::optional<page::Row>& row) {
  if (read.suspect()) return;
  const auto expected = world_.journal.oracle.At(database::kAccounts, key, read.split());
  if (!Shows(row, expected)) {
    world_.Fail("row " + std::to_string(key) + ", read through " + read.name() +
                ", is not as it was committed at the split");
  }
}

void Life::CheckSnapshots() {
  for (const auto& snapshot : database().snapshots().snapshots()) {
    const auto record = world_.snapshots.find(snapshot->name());
    if (record == world_.snapshots.end() || record->second.stage != Stage::kComplete) continue;
    CheckSnapshot(world_, database(), *snapshot);
  }
}

void Life::CheckPushes() {
  for (const auto& snapshot : database().snapshots().snapshots()) {
    const snapshot::State state = snapshot->state();
    if (state < snapshot::State::kArmed || state > snapshot::State::kReverting) continue;
    if (auto problem = pushes_.ProblemOf(*snapshot)) world_.Fail(*std::move(problem));
  }
}

void Life::OnOpened(const snapshot::Snapshot& snapshot) { pushes_.OnOpened(snapshot); }

void Life::OnPushed(const snapshot::Snapshot& snapshot, PageId page, snapshot::PushCause cause) {
  pushes_.OnPushed(snapshot, page, cause);
}

void Life::OnArmed(const snapshot::Snapshot& snapshot) {
  if (!world_.scenario.copies_dirty_pages || !snapshot.life().armed()) return;
  for (const PageId page : database().pool().DirtyPages(database::kSourceDb, Lsn{UINT64_MAX})) {
    if (!snapshot.Lacks(page)) continue;
    world_.Fail("page " + ToString(page) + " is dirty, and " + snapshot.name() +
                ", armed, has no copy of it");
  }
}

void Life::OnSplit(const snapshot::Snapshot& snapshot) {
  server_->OnSplit(snapshot);
  if (snapshot.hidden()) {
    hidden_[snapshot.name()] = snapshot.split();
  } else {
    world_.snapshots[snapshot.name()].split = snapshot.split();
  }
}

void Life::OnComplete(snapshot::Snapshot& snapshot) {
  if (!snapshot.hidden()) world_.snapshots[snapshot.name()].stage = Stage::kComplete;
  CheckSnapshot(world_, database(), snapshot);
  for (const server::BackupAccount& backup : world_.journal.backups.backups) {
    const bool is_full = backup.set.kind == backup::BackupKind::kFull;
    if (snapshot.hidden() || !is_full || !world_.IsUnderWay(backup)) continue;
    world_.backups.notes[backup.set.name].met_completion = true;
    world_.coverage.Visit(RarePath::kCompletionMetFullBackup);
  }
  InjectFaults();
}

void Life::OnDrop(snapshot::Snapshot& snapshot) {
  CheckPushes();
  CheckSnapshot(world_, database(), snapshot);
  if (!snapshot.hidden()) {
    world_.snapshots[snapshot.name()].stage = Stage::kDropping;
  } else if (const auto split = hidden_.extract(snapshot.name())) {
    world_.journal.oracle.Unpin(split.mapped());
  }
}

void Life::OnCommit(TxnId txn, Lsn commit_lsn, std::span<const txn::CommittedChange> changes) {
  server_->OnCommit(txn, commit_lsn, changes);
  if (const auto& lost = world_.journal.oracle.lost_update()) world_.Fail(*lost);
  if (world_.scenario.full_recovery) world_.commits_to_back_up.insert(commit_lsn);
}

void Life::OnTableDropped(TxnId txn, Lsn commit_lsn, IndexId table) {
  server_->OnTableDropped(txn, commit_lsn, table);
  if (world_.scenario.full_recovery) world_.commits_to_back_up.insert(commit_lsn);
}

/// Nobody changes the row meanwhile, since its lock is held: a user sees what was committed last,
/// or what the same transaction has made of it.
void Life::OnRead(TxnId txn, const txn::RowRead& read) {
  std::optional<oracle::RowState> expected =
      world_.journal.oracle.At(read.index, read.key, oracle::Oracle::kNewest);
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
  server_->OnAcknowledged(txn, commit_lsn);
  const bool is_frozen = freeze_ && telemetry_.phases()[*freeze_].end == kNever;
  if (is_frozen && commit_lsn >= frozen_at_) {
    world_.Fail("the commit at " + ToString(commit_lsn) +
                " is acknowledged while the database is frozen, whose log was durable up to " +
                ToString(frozen_at_));
  }
}

}  // namespace snapscope::crash_simulator
