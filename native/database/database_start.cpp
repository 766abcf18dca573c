// How a database is opened: after a crash or a shutdown, and after a revert has closed it, which
// this completes.
#include <algorithm>
#include <utility>

#include "btree/page_allocator.h"
#include "database/database.h"
#include "database/file_names.h"
#include "telemetry/backup_messages.h"
#include "telemetry/restart_messages.h"
#include "telemetry/system_sources.h"

namespace snapscope::database {

namespace {

using telemetry::kRestartSource;
/// The log that a revert leaves: 0.5 MB.
constexpr uint32_t kRebuiltVlfs = 2;
constexpr uint64_t kRebuiltLogBytes = 512 * 1024;

/// Tells who samples of the database that is being opened.
class Opening {
 public:
  Opening(const Database** told, const Database* database) : told_(told) {
    if (told_ != nullptr) *told_ = database;
  }
  ~Opening() {
    if (told_ != nullptr) *told_ = nullptr;
  }
  Opening(const Opening&) = delete;
  Opening& operator=(const Opening&) = delete;

 private:
  const Database** told_;
};

Task<Status> RemoveIfThere(Worker& worker, storage::FilePlace place) {
  if (!place.Exists()) co_return Status();
  co_return co_await worker.Waiting(runtime::WaitType::kIoCompletion, place.Remove());
}

}  // namespace

Task<Result<std::unique_ptr<Database>>> Database::Restart(Worker& worker, DatabaseOptions options,
                                                          RestartFigures* figures) {
  std::unique_ptr<Database> database(new Database(options));
  const Opening opening(options.opening, database.get());
  const Status opened = co_await database->Reopen(worker, *figures);
  if (!opened.ok()) {  // what recovery had read ahead and the lazy writer refer to it
    options.cpu->executor().KeepForTasks(std::move(database));
    co_return opened.error();
  }
  co_return std::move(database);
}

Task<Status> Database::Reopen(Worker& worker, RestartFigures& figures) {
  CO_TRY(co_await RemoveIfThere(worker, tempdb_place_));
  if (options_.restore != nullptr && options_.restore->array) {
    CO_TRY(co_await RestoreByArray(worker));
  } else {  // of such a restore that was cut off
    CO_TRY(co_await RemoveIfThere(worker, SetLogPlace(*options_.machine, *options_.scenario)));
  }
  CO_TRY(co_await files_.Open());
  CO_TRY(co_await OpenCatalog(worker));
  if (options_.restore != nullptr) {
    CO_TRY(co_await RestoreFiles(worker, figures));
  } else {
    CO_TRY(co_await OpenLog(worker, figures));
  }
  CO_TRY(co_await GrowLog(worker, figures.reverted_to.has_value()));
  // What a start does anyway is part of its phase; that of a database alone has one of its own.
  std::optional<size_t> recovery;
  if (options_.revert != nullptr) recovery = options_.telemetry->BeginPhase("", "recovery");
  const Status recovered = co_await RecoverAll(worker, figures);
  if (recovery) options_.telemetry->EndPhase(*recovery);
  co_return recovered;
}

Task<Status> Database::RecoverAll(Worker& worker, RestartFigures& figures) {
  Assemble();
  StartLazyWriter();
  options_.telemetry->Log(kRestartSource,
                          telemetry::StartingUpDatabase(options_.scenario->database));
  // Armed before redo and undo change a page of the source. A snapshot that cannot be opened is
  // suspect; it does not keep the database from starting.
  CO_TRY(co_await snapshots_->ReopenAll(worker, kRestartSource, KeptMaps()));
  CO_TRY(co_await Recover(worker, figures));
  if (figures.restored) {
    options_.telemetry->Log("Backup", telemetry::RestoreComplete(options_.scenario->database));
  }
  co_return Status();
}

// A revert leaves a log of 0.5 MB, which its DBA makes what it was: before there are records in it.
Task<Status> Database::GrowLog(Worker& worker, bool after_revert) {
  std::optional<size_t> phase;
  if (after_revert) phase = options_.telemetry->BeginPhase("", "logGrowth");
  const Status grown = co_await log_->Grow(worker, options_.scenario->log_vlfs);
  const auto bytes = static_cast<int64_t>(log_->capacity_bytes());
  if (phase) options_.telemetry->EndPhase(*phase, {{"logBytes", bytes}});
  co_return grown;
}

const snapshot::KeptMaps* Database::KeptMaps() const {
  return options_.revert == nullptr ? nullptr : &options_.revert->maps;
}

snapshot::SnapshotCatalog::VolumeNamed Database::Volumes() const {
  return [machine = options_.machine, scenario = options_.scenario](const std::string& name) {
    const bool known =
        std::ranges::find(scenario->volumes, name, &scenario::VolumeDescription::name) !=
        scenario->volumes.end();
    return known ? &machine->volume(name) : nullptr;
  };
}

// Without the catalogue nobody knows what snapshots there were. The database starts, and its pages
// change without copies: so whatever snapshots there were are lost, and an empty catalogue says so.
// An error of the device is another thing: the next start may read it.
Task<Status> Database::OpenCatalog(Worker& worker) {
  auto opened = co_await snapshot::SnapshotCatalog::Open(worker, catalog_place_, Volumes());
  const bool lost = !opened.ok() && (opened.error().code == ErrorCode::kNotFound ||
                                     opened.error().code == ErrorCode::kInvalid);
  if (lost) {
    options_.telemetry->Log(kRestartSource, telemetry::SnapshotCatalogLost(catalog_place_.path));
    opened = co_await snapshot::SnapshotCatalog::Create(worker, catalog_place_, Volumes());
  }
  CO_TRY(opened);
  catalog_ = std::move(opened).value();
  co_return Status();
}

// A revert was told to the catalogue before its mark. So only then a header must be read, and one
// that cannot be keeps the database from starting: it may be half its snapshot already. But a first
// file that takes no mark is removed, and until a restart says otherwise nothing was copied back.
Task<Status> Database::OpenLog(Worker& worker, RestartFigures& figures) {
  snapshot::SourceStore source(options_.cpu->executor(), files_.data(),
                               options_.machine->page_form());
  for (const snapshot::CatalogEntry& entry : catalog_->entries()) {
    const bool copies_back = entry.state == snapshot::EntryState::kCopyingBack;
    if (!copies_back && entry.state != snapshot::EntryState::kReverting) continue;
    const std::vector<storage::FilePlace> places = catalog_->PlacesOf(entry);
    const bool lacks_header = places.empty() || !places.front().Exists();
    if (lacks_header && !copies_back) continue;
    snapshot::Snapshot snapshot(options_.cpu->executor(), entry.name, kSourceDb, source);
    CO_TRY(co_await snapshot.OpenFiles(worker, places, snapshot::SparseFileLimit{}));
    const Status read = co_await snapshot.ReadHeader(worker);
    if (snapshot.state() != snapshot::State::kReverting) {
      CO_TRY(read);
      continue;
    }
    // A header of another file that is amiss is met again when the pages are to be copied back.
    co_return co_await FinishRevert(worker, snapshot, figures);
  }
  CO_TRY_ASSIGN(log_, co_await wal::Log::Open(worker, *files_.log(), *options_.cpu,
                                              *options_.telemetry, wal::LogOptions{}));
  co_return Status();
}

// The source's pages, then a log without a past, then the mark that the revert is done: a crash
// before the mark leaves all of it to be done again.
Task<Status> Database::FinishRevert(Worker& worker, snapshot::Snapshot& snapshot,
                                    RestartFigures& figures) {
  const RevertUnderWay* const by_server = options_.revert;
  const TimeNs begun = by_server != nullptr ? by_server->closed_at : options_.cpu->executor().Now();
  const size_t phase = options_.telemetry->BeginPhaseAt("", "revert", begun);
  copying_back_ = &snapshot;
  const auto copied = co_await CopyBackFrom(worker, snapshot);
  copied_back_io_ = IoOf(*std::exchange(copying_back_, nullptr));
  if (!copied.ok()) options_.telemetry->EndPhase(phase);
  CO_TRY(copied);
  figures.reverted_to = snapshot.split();
  figures.log_begin = Lsn::Of(snapshot.log_restart(), 0, 0);
  options_.telemetry->EndPhase(phase, {{"bytes", static_cast<int64_t>(copied.value().bytes)},
                                       {"pages", static_cast<int64_t>(copied.value().pages)},
                                       {"writes", static_cast<int64_t>(copied.value().writes)},
                                       {"logBytes", static_cast<int64_t>(log_->capacity_bytes())},
                                       {"vlfs", kRebuiltVlfs}});
  co_return Status();
}

IoByPath Database::IoOf(const snapshot::Snapshot& snapshot) {
  IoByPath io;
  for (const snapshot::SparseFile& file : snapshot.files()) io[file.path()] += file.io();
  return io;
}

Task<Result<snapshot::RevertFigures>> Database::CopyBackFrom(Worker& worker,
                                                             snapshot::Snapshot& snapshot) {
  CO_TRY(co_await snapshot.Reload(worker, KeptMaps()));
  CO_TRY(co_await catalog_->SetState(worker, snapshot.name(), snapshot::EntryState::kCopyingBack));
  if (options_.written != nullptr) snapshot.files().AddCopiedTo(*options_.written);
  CO_TRY_ASSIGN(snapshot::RevertFigures copied,
                co_await snapshot::CopyBack(worker, snapshot, files_.data()));
  wal::LogOptions rebuilt;
  rebuilt.vlf_count = kRebuiltVlfs;
  rebuilt.bytes = kRebuiltLogBytes;
  rebuilt.first_vlf = snapshot.log_restart();
  CO_TRY_ASSIGN(log_, co_await wal::Log::Create(worker, *files_.log(), *options_.cpu,
                                                *options_.telemetry, rebuilt));
  snapshot.life().Become(snapshot::State::kOnline);
  const Status marked =
      co_await worker.Waiting(runtime::WaitType::kIoCompletion, snapshot.WriteHeader());
  CO_TRY(marked);
  co_return copied;
}

Task<Status> Database::Recover(Worker& worker, RestartFigures& figures) {
  recovery::RecoveryScope scope = engine_.RecoveryFrom(log_->checkpoint_mark(), *log_);
  scope.log_undo = true;
  figures.end = scope.end;
  CO_TRY(CheckSplits(scope.end));
  recovery::RestartReport report(*options_.telemetry, worker,
                                 {options_.scenario->database, kSourceDb.value}, kRestartSource);
  CO_TRY_ASSIGN(figures.analysis, co_await recovery::Analyse(worker, scope, report.Analysis()));
  transactions_->SetNextId(figures.analysis.next_txn);
  CO_TRY_ASSIGN(figures.redo,
                co_await recovery::Redo(worker, scope, report.Redo(figures.analysis)));
  CO_TRY_ASSIGN(figures.undo,
                co_await recovery::Undo(worker, scope, figures.analysis, report.Undo()));
  CO_TRY(co_await AddNewTrees(worker));
  CO_TRY(co_await FreeBuildSpaces(worker));
  report.WritingCheckpoint(figures.analysis, figures.undo);
  checkpoint::CheckpointRequest request{
      .source = kRestartSource, .kind = "automatic", .snapshot = {}, .hold = nullptr};
  CO_TRY(co_await checkpointer_->Run(worker, std::move(request)));
  report.Completed();
  co_return Status();
}

// What builds that the end cut off, or the last one, have left. That must not keep the database
// from starting: where not even a checkpoint makes room in the log, the next build frees it.
Task<Status> Database::FreeBuildSpaces(Worker& worker) {
  CO_TRY(co_await FreeBuildSpace(worker, btree::kBuildSpace));
  for (uint16_t number = 0; number < kMaxNewTables; ++number) {
    const IndexId table{static_cast<uint16_t>(kFirstNewTable + number)};
    if (!transactions_->HasTree(table)) CO_TRY(co_await FreeBuildSpace(worker, table));
  }
  co_return Status();
}

Task<Status> Database::FreeBuildSpace(Worker& worker, IndexId space) {
  btree::PageAllocator& allocator = transactions_->allocator();
  const auto released = co_await allocator.ReleaseAll(worker, space);
  if (released.ok()) co_return Status();
  if (released.error().code != ErrorCode::kLogFull) co_return released.error();
  checkpoint::CheckpointRequest request{
      .source = kRestartSource, .kind = "automatic", .snapshot = {}, .hold = nullptr};
  CO_TRY(co_await checkpointer_->Run(worker, std::move(request)));
  const auto rest = co_await allocator.ReleaseAll(worker, space);
  if (!rest.ok() && rest.error().code != ErrorCode::kLogFull) co_return rest.error();
  co_return Status();
}

// Each split was durable in the log before its snapshot was complete.
Status Database::CheckSplits(Lsn end) const {
  for (const auto& snapshot : snapshots_->snapshots()) {
    if (snapshot->split() <= end) continue;
    return Error{ErrorCode::kCorruptLog,
                 "snapshot " + snapshot->name() + " was split at " + ToString(snapshot->split()) +
                     ", but the log of " + options_.scenario->database + " ends at " +
                     ToString(end) + ": the log has lost what was written to it"};
  }
  return Status();
}

// Those that operations have added since the database was new.
Task<Status> Database::AddNewTrees(Worker& worker) {
  CO_TRY_ASSIGN(const auto boot, co_await btree::ReadBootRecord(worker, *pool_, kSourceDb));
  const btree::Catalogue now = btree::CatalogueIn(boot, options_.initial->known());
  for (const btree::NonclusteredIndex& index : now.nonclustered) {
    if (!transactions_->HasTree(index.info.id)) transactions_->AddNonclustered(index);
  }
  for (const btree::IndexInfo& tree : now.trees) {
    if (!transactions_->HasTree(tree.id)) transactions_->AddTree(tree);
  }
  co_return Status();
}

}  // namespace snapscope::database
