#include "crash_simulator/checks.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "base/check.h"
#include "crash_simulator/excuses.h"
#include "page/layout.h"
#include "page/page_buffer.h"
#include "verification/verification.h"
#include "wal/format.h"

namespace snapscope::crash_simulator {

namespace {

/// Percent of the comparisons that are made by sampling, too; and leaves that a sample has.
constexpr uint32_t kSampledPercent = 30;
constexpr uint32_t kSampledLeaves = 16;

enum class Comparison : uint8_t { kEqual, kDamageTold, kWrong };

/// True if each index that the database has had since before `split` is there. The boot page is
/// sound.
bool HasIndexes(World& world, const std::string& what, const verification::PageReader& read,
                Lsn split) {
  page::PageBuffer buffer;
  CHECK(read(page::kBootPage, buffer.span()).ok(), "a boot page that was verified is damaged");
  const page::BootRecord boot = page::ReadBoot(buffer.bytes);
  for (const auto& [index, since] : world.indexes) {
    if (since > split || boot.roots.at(index.value - 1U) != 0) continue;
    world.Fail(what + ": index " + std::to_string(index.value) + ", which was created before " +
               ToString(since) + ", is missing");
    return false;
  }
  return true;
}

/// What a comparison of all rows found, a comparison of the changed pages and a few others must
/// find as well.
void CompareBySampling(World& world, const std::string& what, const verification::PageReader& read,
                       verification::VerificationScope scope, const page::PageSet& changed,
                       const verification::Verification& all) {
  if (!world.sampling.Percent(kSampledPercent)) return;
  scope.sample = {
      .changed = &changed, .leaves = kSampledLeaves, .rng = Rng(world.sampling.Next(), "sample")};
  const verification::Verification sampled =
      verification::Verify(read, world.journal.oracle, scope);
  world.coverage.Visit(RarePath::kVerifiedBySampling);
  if (all.passed() && !sampled.passed()) {
    world.Fail(what + ", by sampling alone: " + sampled.problem);
  } else if (!all.passed() && sampled.passed()) {
    world.Fail(what + ": " + all.problem + ", which no sampling shows");
  }
}

/// Compares all rows that `read`, which gives pages of that form, leads to with the oracle at
/// `split`. Damage is told only where the page that is named was damaged by a fault.
Comparison Compare(World& world, const std::string& what, const verification::PageReader& read,
                   Lsn split, const page::PageSet& changed,
                   page::PageForm form = page::PageForm::kFull) {
  std::optional<Error> told;
  const auto noting = [&](PageId page, page::PageSpan into) {
    Status status = read(page, into);
    if (!status.ok() && status.error().code == ErrorCode::kCorruptPage) told = status.error();
    return status;
  };
  verification::VerificationScope scope = verification::ScopeOf(world.initial, split);
  scope.form = form;
  const verification::Verification result =
      verification::Verify(noting, world.journal.oracle, scope);
  world.counts.rows_compared += result.rows_compared;
  if (told && NamesDamagedPage(world, *told)) return Comparison::kDamageTold;
  CompareBySampling(world, what, read, scope, changed, result);
  if (result.passed() && HasIndexes(world, what, read, split)) return Comparison::kEqual;
  world.Fail(what + ": " + result.problem);
  return Comparison::kWrong;
}

/// Bits lie in allocated regions, and no copied page is younger than the split, or older than the
/// data file's when the snapshot was armed.
void CheckSparseFile(World& world, const snapshot::Snapshot& snapshot,
                     const snapshot::SparseFile& file) {
  const auto ranges = file.file().AllocatedRanges();
  if (!ranges.ok()) return world.Fail(file.path() + ": " + ranges.error().message);
  const auto is_allocated = [&](uint64_t offset) {
    return std::any_of(ranges->begin(), ranges->end(), [&](const storage::ByteRange& range) {
      return offset >= range.offset && offset < range.offset + range.length;
    });
  };
  const auto record = world.snapshots.find(snapshot.name());
  static const std::map<PageId, Lsn> unknown;  // of a hidden one
  const auto& armed_at = record == world.snapshots.end() ? unknown : record->second.armed_at;
  page::PageBuffer buffer;
  for (uint32_t number = 1; number < file.page_count(); ++number) {
    const PageId page = PageId::Of(file.id(), number);
    if (file.Lacks(number) || snapshot.held().Has(page)) continue;
    const uint64_t offset = uint64_t{number} * page::kPageSize;
    if (!is_allocated(offset)) {
      return world.Fail(snapshot.name() + " has the bit of page " + ToString(page) +
                        ", whose region is not allocated");
    }
    if (!file.file().ReadNow(offset, buffer.span()).ok()) continue;
    if (!page::VerifyPage(buffer.span(), page, world.form()).ok()) continue;
    const Lsn lsn = buffer.view().lsn();
    if (lsn > snapshot.split()) {
      return world.Fail(snapshot.name() + " holds page " + ToString(page) + " with LSN " +
                        ToString(lsn) + ", younger than its split " + ToString(snapshot.split()));
    }
    const auto armed = armed_at.find(page);
    if (armed != armed_at.end() && lsn < armed->second) {
      return world.Fail(snapshot.name() + " holds page " + ToString(page) + " with LSN " +
                        ToString(lsn) + ", but the data file had it with LSN " +
                        ToString(armed->second) + " when the snapshot was armed");
    }
  }
}

}  // namespace

void NoteDamage(World& world) {
  for (auto& [name, record] : world.snapshots) {
    for (const std::string& path : world.SparsePaths(name)) {
      const auto stored = world.disk.Open(path);
      if (stored.ok() && !(*stored)->overwritten_pages.empty()) record.overwritten = true;
    }
  }
  const sim::StoredFile* catalog = world.disk.Find(world.CatalogPath());
  if (catalog != nullptr && !catalog->overwritten_pages.empty()) world.catalog_overwritten = true;
  if (const auto log = world.disk.Open(world.LogPath()); log.ok()) {
    world.stray_log_pages.merge((*log)->overwritten_pages);
    (*log)->overwritten_pages.clear();
  }
}

namespace {

/// Each sound page of the data files, as the disk has it.
void ForEachSoundPage(const World& world, const std::function<void(PageId, Lsn)>& visit) {
  page::PageBuffer buffer;
  const std::vector<std::string> paths = world.DataPaths();
  for (uint32_t position = 0; position < paths.size(); ++position) {
    const sim::StoredFile* stored = world.disk.Find(paths[position]);
    CHECK(stored != nullptr, "%s is gone", paths[position].c_str());
    for (uint32_t number = 0; number < world.initial.size().file_pages; ++number) {
      const PageId page = PageId::Of(page::DataFileId(position), number);
      stored->pages.Read(uint64_t{number} * page::kPageSize, buffer.span());
      if (!page::VerifyPage(buffer.span(), page, world.form()).ok()) continue;
      visit(page, buffer.view().lsn());
    }
  }
}

}  // namespace

Lsn NewestPageLsn(const World& world) {
  Lsn newest;
  ForEachSoundPage(world, [&newest](PageId, Lsn lsn) { newest = std::max(newest, lsn); });
  return newest;
}

void NoteArmed(World& world, const std::string& name) {
  const auto record = world.snapshots.find(name);
  if (record == world.snapshots.end()) return;  // a hidden one
  ForEachSoundPage(world, [&](PageId page, Lsn lsn) {
    if (!lsn.IsNone()) record->second.armed_at[page] = lsn;
  });
}

namespace {

/// The database is what it was at `end`, with a log that begins at `log_restart`.
void FollowFork(World& world, Lsn end, uint32_t log_restart, Lsn log_end) {
  const Lsn from = Lsn::Of(log_restart, 0, 0);
  if (from <= world.journal.oracle.last_commit()) {
    return world.Fail("the log begins anew at " + ToString(from) + ", and there was a commit at " +
                      ToString(world.journal.oracle.last_commit()));
  }
  world.durable_end = log_end;
  world.stray_log_pages.clear();
  world.journal.oracle.Fork(end, from);
  std::erase_if(world.indexes, [end](const auto& entry) { return entry.second > end; });
}

/// True if a revert was completed: the database is what its snapshot shows.
bool FollowRevert(World& world, Lsn end) {
  if (!world.revert) return false;
  const Revert revert = *std::exchange(world.revert, std::nullopt);
  if (end.vlf() < revert.log_restart) {
    // Who cannot read the catalogue does not know of the revert: that takes a restore.
    if (world.catalog_overwritten) world.damage_detected = true;
    if (revert.certain && !world.catalog_overwritten)
      world.Fail("the restart forgot the revert to " + revert.snapshot);
    return false;
  }
  world.coverage.Visit(RarePath::kReverted);
  FollowFork(world, revert.split, revert.log_restart, end);
  return true;
}

/// True if a restore over the database was completed: it is what the backups had.
bool FollowRestore(World& world, Lsn end) {
  if (!world.restore) return false;
  const RestoreInPlace restore = *std::exchange(world.restore, std::nullopt);
  const uint32_t log_restart = restore.under_way.restore.log_restart;
  // It had not touched the files yet when the power went: nobody has to go on with it.
  if (end.vlf() < log_restart) return false;
  world.coverage.Visit(RarePath::kRestoredInPlace);
  std::optional<Lsn>& restored_to = world.backups.notes[restore.base].restored_to;
  if (restored_to && *restored_to != restore.end) {
    world.coverage.Visit(RarePath::kRestoredToSecondPoint);
  }
  restored_to = restore.end;
  const oracle::History& history = world.journal.oracle.history();
  if (history.NewestOfBranch(restore.end) != oracle::History::kNewest) {
    world.coverage.Visit(RarePath::kRestoredToAnotherBranch);
  }
  FollowFork(world, restore.end, log_restart, end);
  return true;
}

}  // namespace

void CheckEndOfLog(World& world, Lsn end, Lsn newest_page) {
  if (FollowRevert(world, end) || FollowRestore(world, end)) return;
  if (end < world.durable_end && IsLogOverwrittenAt(world, end)) {
    // A block in the middle of the chain that is another looks like a torn tail: who has no second
    // copy of the log cannot tell.
    world.damage_detected = true;
    world.coverage.Visit(RarePath::kDamageDetected);
    return;
  }
  if (const auto lost = world.journal.oracle.CheckAcknowledged(end)) world.Fail(*lost);
  if (end < world.durable_end) {
    world.Fail("the log was durable up to " + ToString(world.durable_end) +
               ", recovery ends it at " + ToString(end));
  }
  if (newest_page >= end) {
    world.Fail("a page with LSN " + ToString(newest_page) +
               " was written before its log, which ends at " + ToString(end));
  }
  if (world.problem) return;  // the oracle cannot follow a log that lost what it kept
  world.durable_end = end;
  world.stray_log_pages.clear();
  world.journal.OnCrash(end);
  world.commits_to_back_up.erase(world.commits_to_back_up.lower_bound(end),
                                 world.commits_to_back_up.end());
}

runtime::Task<Status> CheckLogToBackUp(World& world, wal::Log& log, runtime::Worker& worker) {
  std::set<Lsn>& commits = world.commits_to_back_up;
  const Lsn from = log.backed_up();
  if (from.IsNone()) {  // a revert has ended the chain
    commits.clear();
    co_return Status();
  }
  commits.erase(commits.begin(), commits.lower_bound(from));
  std::set<Lsn> missing = commits;
  wal::LogReader reader(log, from, log.durable_lsn());
  for (;;) {
    const auto next = co_await reader.Next(worker);
    CO_TRY(next);
    if (!next->has_value()) break;
    missing.erase((*next)->lsn);
  }
  if (!missing.empty()) {
    world.Fail("the log lacks " + std::to_string(missing.size()) +
               " commits that were not backed up, from LSN " + ToString(*missing.begin()) + " on");
  } else if (!commits.empty()) {
    world.coverage.Visit(RarePath::kLogKeptForBackup);
  }
  co_return Status();
}

void CheckSource(World& world, database::Database& database) {
  const auto read = [&](PageId page, page::PageSpan into) {
    return database.source().ReadNow(page, into);
  };
  const Comparison outcome = Compare(world, "the source", read, oracle::Oracle::kNewest,
                                     database.ChangedPages(world.journal.written, nullptr));
  if (outcome != Comparison::kDamageTold) return;
  world.damage_detected = true;
  world.coverage.Visit(RarePath::kDamageDetected);
}

void NoteTreesAfterRestart(World& world, database::Database& database) {
  const txn::TransactionManager& transactions = database.transactions();
  const size_t initial = world.initial.initial().nonclustered.size();
  const btree::Catalogue known = world.initial.known();
  for (size_t number = 0; number < known.nonclustered.size(); ++number) {
    const IndexId index = known.nonclustered[number].info.id;
    if (!transactions.HasTree(index)) continue;
    world.indexes.try_emplace(index, database.log().durable_lsn());
    if (number >= initial) world.coverage.Visit(RarePath::kCreatedIndexKept);
  }
  for (uint16_t number = 0; number < database::kMaxNewTables; ++number) {
    const IndexId table = world.initial.NewTable(number).id;
    if (transactions.HasTree(table)) world.coverage.Visit(RarePath::kSelectedTableKept);
  }
}

void CheckSnapshot(World& world, const database::Database& database, snapshot::Snapshot& snapshot) {
  if (snapshot.state() != snapshot::State::kOnline || !world.disk.powered()) return;
  const auto read = [&](PageId page, page::PageSpan into) { return snapshot.ReadNow(page, into); };
  const Comparison outcome = Compare(world, snapshot.name(), read, snapshot.split(),
                                     database.ChangedPages(world.journal.written, &snapshot));
  ++world.counts.snapshots_compared;
  if (outcome == Comparison::kDamageTold) {
    world.coverage.Visit(RarePath::kDamageDetected);
    world.damage_detected = true;
    return;
  }
  for (const snapshot::SparseFile& file : snapshot.files()) {
    CheckSparseFile(world, snapshot, file);
    const auto stored = world.disk.Open(file.path());
    if (stored.ok() && (*stored)->hole_reads > 0) {
      world.Fail("a page of " + file.path() + " was read from a region that is not allocated");
    }
  }
}

namespace {

/// No file is left that no snapshot has: nobody would ever remove it.
void CheckFilesAreKnown(World& world, database::Database& database) {
  std::set<std::string> known{world.LogPath(), world.CatalogPath(), world.TempdbPath()};
  for (const std::string& path : world.DataPaths()) known.insert(path);
  for (const auto& snapshot : database.snapshots().snapshots()) {
    for (const std::string& path : world.SparsePaths(snapshot->name())) known.insert(path);
  }
  for (const std::string& path : world.disk.paths()) {
    const bool may_be_left =
        world.catalog_overwritten || world.disk.struck(storage::FaultKind::kError, path) > 0;
    if (known.contains(path) || world.IsOfBackup(path) || World::IsOfCopy(path) || may_be_left)
      continue;
    world.Fail(path + " is left after the restart, and belongs to no snapshot");
  }
}

}  // namespace

void CheckSnapshotsAfterRestart(World& world, database::Database& database) {
  std::vector<std::string> gone;
  for (auto& [name, record] : world.snapshots) {
    if (record.overwritten) world.coverage.Visit(RarePath::kSparsePageOverwritten);
    const auto snapshot = database.snapshots().Find(name);
    if (snapshot == nullptr) {
      gone.push_back(name);
      const bool may_be_lost = record.overwritten || world.catalog_overwritten;
      if (record.stage == Stage::kComplete && !may_be_lost) {
        world.Fail(name + " was complete, and is gone after the restart");
      }
      if (record.stage == Stage::kCreating) {
        world.coverage.Visit(RarePath::kUnfinishedSnapshotRemoved);
      }
      continue;
    }
    if (snapshot->life().suspect()) {
      world.coverage.Visit(RarePath::kSuspectAfterRestart);
      // This recovery may have lost a push itself: redo and undo push.
      if (record.stage == Stage::kComplete && !record.recovery_failed &&
          !MayBeSuspect(world, name)) {
        world.Fail(name + " was complete, and is suspect after the restart");
      }
      if (record.overwritten) world.coverage.Visit(RarePath::kSuspectByStrayWrite);
      record.stage = Stage::kSuspect;
      continue;
    }
    if (snapshot->split() != record.split) {
      world.Fail(name + " was split at " + ToString(record.split) + ", and is at " +
                 ToString(snapshot->split()) + " after the restart");
      continue;
    }
    record.stage = Stage::kComplete;
    record.recovery_failed = false;
    world.coverage.Visit(RarePath::kSnapshotSurvivedRestart);
    CheckSnapshot(world, database, *snapshot);
  }
  for (const std::string& name : gone) world.Forget(name);
  CheckFilesAreKnown(world, database);
}

void CheckRestored(World& world, database::Database& database, Lsn end) {
  const auto read = [&](PageId page, page::PageSpan into) {
    return database.source().ReadNow(page, into);
  };
  const Comparison outcome = Compare(world, "the restored database", read, end,
                                     database.ChangedPages(world.journal.written, nullptr));
  ++world.counts.restores_compared;
  if (outcome == Comparison::kDamageTold) world.Fail("the restored database has a damaged page");
}

void CheckCopy(World& world, const database::Database& database, database::RestoredDatabase& copy,
               Lsn end) {
  const auto read = [&](PageId page, page::PageSpan into) { return copy.ReadStored(page, into); };
  page::PageSet changed = database.ChangedPages(world.journal.written, nullptr);
  copy.AddMissingTo(changed);
  const Comparison outcome = Compare(world, copy.name(), read, end, changed, copy.form());
  ++world.counts.restores_compared;
  if (outcome == Comparison::kDamageTold) world.Fail(copy.name() + " has a damaged page");
}

void CheckAtRest(World& world, database::Database& database) {
  const auto expect_none = [&world](uint64_t count, const char* what) {
    if (count > 0) world.Fail(std::to_string(count) + " " + what + " are left at rest");
  };
  expect_none(database.pool().pins(), "pins of pages");
  expect_none(database.transactions().locks_held(), "locks");
  expect_none(database.transactions().active_count(), "transactions");
  expect_none(database.pool().dirty_count(database::kSourceDb), "dirty pages");
  uint64_t pushed = 0;
  for (const auto& snapshot : database.snapshots().snapshots()) {
    expect_none(snapshot->gate().size(), "pages in the gate of a snapshot");
    pushed += snapshot->figures().pages_pushed;
  }
  if (pushed != database.snapshots().copy_on_write().pages_pushed()) {
    world.Fail("the snapshots count " + std::to_string(pushed) + " pushed pages, the server " +
               std::to_string(database.snapshots().copy_on_write().pages_pushed()));
  }
  world.coverage.Visit(RarePath::kCameToRest);
}

void CheckSessions(World& world, const workload::SessionTotals& sessions) {
  if (!sessions.each_adds_up) {
    world.Fail("the waits, CPU and think time of a session are not its elapsed time");
  }
}

void CheckAccount(World& world, const runtime::Worker& worker, TimeNs now) {
  const runtime::WorkerAccount account = worker.AccountAt(now);
  TimeNs sum = account.cpu + account.think;
  for (const runtime::WaitTotals& wait : account.waits) sum += wait.total;
  if (sum == account.elapsed) return;
  world.Fail("the waits, CPU and think time of " + worker.name() + " are " + std::to_string(sum) +
             " ns, its elapsed time " + std::to_string(account.elapsed) + " ns");
}

void CheckServerWaits(World& world, const workload::SessionTotals& sessions,
                      const telemetry::Telemetry& telemetry) {
  for (size_t type = 0; type < telemetry.waits().size(); ++type) {
    if (sessions.account.waits[type].total > telemetry.waits()[type].total) {
      world.Fail("sessions waited longer than the server counts, for wait type " +
                 std::to_string(type));
    }
  }
}

}  // namespace snapscope::crash_simulator
