#include "database/database.h"

#include <algorithm>

#include "database/file_names.h"
#include "database/warm_pool.h"
#include "ops/database_check.h"
#include "ops/tree_build.h"
#include "telemetry/system_sources.h"

namespace snapscope::database {

std::vector<storage::FilePlace> Database::SnapshotFiles(const std::string& name) const {
  std::vector<storage::FilePlace> places =
      SparseFilePlaces(*options_.machine, *options_.scenario, name);
  for (uint32_t position = 0; position < places.size(); ++position) {
    options_.machine->ExpectPagesLike(places[position].path, files_.InitialPagesOf(position));
  }
  return places;
}

page::PageSet Database::ChangedPages(page::PageSet written,
                                     const snapshot::Snapshot* snapshot) const {
  for (const PageId page : pool_->DirtyPages(kSourceDb, Lsn{UINT64_MAX})) written.Add(page);
  if (snapshot != nullptr) snapshot->files().AddCopiedTo(written);
  return written;
}

Database::Database(DatabaseOptions options)
    : options_(options),
      engine_{.database = options.scenario->database,
              .created_unix_ms = options.scenario->origin_unix_ms,
              .version = options.scenario->version,
              .known = options.initial->known(),
              .db = kSourceDb,
              .cpu = options.cpu,
              .telemetry = options.telemetry,
              .codec = options.machine->codec()},
      files_(*options.machine, *options.scenario, *options.initial),
      tempdb_place_(TempdbFilePlace(*options.machine, *options.scenario)),
      catalog_place_(SnapshotCatalogPlace(*options.machine, *options.scenario)) {}

void Database::AssemblePool() {
  const scenario::Scenario& scenario = *options_.scenario;
  store_ = std::make_unique<snapshot::SourceStore>(options_.cpu->executor(), data_files(),
                                                   options_.machine->page_form());
  store_->SetInitial(&options_.initial->pages());
  if (options_.written != nullptr) store_->AddWritten(options_.written);
  buffer::BufferPoolOptions pool;
  pool.frames = static_cast<uint32_t>(scenario.buffer_pool_bytes / page::kPageSize);
  pool.gather_pages = buffer::GatherPagesOf(scenario.version);
  pool.form = options_.machine->page_form();
  pool.background_gather_pages = buffer::BackgroundGatherPagesOf(scenario.version);
  pool_ = std::make_unique<buffer::BufferPool>(*options_.cpu, *options_.telemetry, pool);
  pool_->Attach(kSourceDb, *store_);
  engine_.pool = pool_.get();
  engine_.source = store_.get();
}

void Database::Assemble() {
  const scenario::Scenario& scenario = *options_.scenario;
  runtime::CpuModel& cpu = *options_.cpu;
  telemetry::Telemetry& telemetry = *options_.telemetry;
  if (pool_ == nullptr) AssemblePool();
  store_->SetLog(log_.get());
  auto tempdb = std::make_shared<ops::Tempdb>(ops::TempdbOptions{
      .place = tempdb_place_,
      .bytes = scenario.tempdb_bytes,
      .form = options_.machine->page_form(),
      .on_full = [this](const Worker& user, uint64_t sort) { OnTempdbFull(user, sort); }});
  index_builds_ = std::make_unique<ops::IndexBuilds>(engine_, std::move(tempdb));
  options_.machine->ComputeZeros(tempdb_place_.path);
  log_->SetUndoSpaceCallback([this] { return transactions_->undo_space(); });
  log_->SetReuseWaitCallback(
      [this] { return checkpoint::ToString(checkpoint::LogReuseWaitOf(*log_, *transactions_)); });
  log_->SetFullCallback([this](const Worker& user) { OnLogFull(user); });
  const btree::Catalogue initial = options_.initial->initial();
  transactions_ = std::make_unique<txn::TransactionManager>(
      *pool_, kSourceDb, *log_, initial.trees, telemetry, options_.commits, initial.nonclustered);
  transactions_->allocator().SetFullCallback(
      [this](const Worker& user, IndexId index) { OnFilegroupFull(user, index); });
  checkpoint::CheckpointOptions checkpoints;
  checkpoints.recovery_interval = scenario.recovery_interval;
  checkpoints.target_recovery_time = scenario.target_recovery_time;
  checkpoints.version = scenario.version;
  checkpointer_ = std::make_unique<checkpoint::Checkpointer>(
      cpu, *pool_, kSourceDb, *log_, *transactions_, telemetry, checkpoints);
  engine_.log = log_.get();
  engine_.transactions = transactions_.get();
  engine_.checkpointer = checkpointer_.get();
  snapshots_ = std::make_unique<snapshot::SnapshotManager>(EnvironmentOfSnapshots());
  store_->SetBeforeFirstChange(&snapshots_->copy_on_write());
  backups_.reset(new backup::BackupSource{
      .engine = engine_,
      .copy_on_write = snapshots_->copy_on_write(),
      .full_recovery = scenario.full_recovery,
      .volumes = static_cast<uint32_t>(scenario.data_volumes.size()),
      .memory_bytes = scenario.buffer_pool_bytes,
      .family = family(),
      .differential = backup::DifferentialMap(*store_, options_.initial->size())});
}

snapshot::SnapshotEnvironment Database::EnvironmentOfSnapshots() const {
  const scenario::Scenario& scenario = *options_.scenario;
  snapshot::SnapshotEnvironment environment(engine_);
  environment.catalog = catalog_.get();
  if (scenario.sparse_file_limit_bytes > 0) {
    environment.sparse_limit.regions =
        scenario.sparse_file_limit_bytes / (page::kPagesPerRegion * page::kPageSize);
  }
  environment.sparse_limit.os_error = scenario.sparse_file_limit_error;
  environment.push_unit =
      scenario.pushes_extents ? snapshot::PushUnit::kExtent : snapshot::PushUnit::kPage;
  environment.push_policy = scenario.pushes_ahead ? snapshot::PushPolicy::kWriteAhead
                                                  : snapshot::PushPolicy::kSynchronous;
  environment.arming =
      scenario.copies_dirty_pages ? snapshot::Arming::kCopyDirtyPages : snapshot::Arming::kAtOnce;
  environment.spans = {.before_opening = scenario.span_before_opening,
                       .before_start_up = scenario.span_before_start_up};
  environment.pre_image_bytes = scenario.pre_image_bytes;
  environment.listener = options_.snapshots;
  return environment;
}

// The product writes 9002 each time. Hundreds of users that try again would drown everything else,
// so here the ERRORLOG hears of it when the cause is another, or some log was freed in between.
void Database::OnLogFull(const Worker& worker) {
  checkpointer_->NoteLogPressure();
  const FullLog now{log_->truncation_lsn(), checkpoint::LogReuseWaitOf(*log_, *transactions_)};
  if (told_full_ == now) return;
  told_full_ = now;
  options_.telemetry->Log(
      worker.name(),
      telemetry::LogFull(options_.scenario->version, options_.scenario->database,
                         checkpoint::ToString(now.wait), static_cast<int>(now.wait)));
  options_.telemetry->Log(worker.name(),
                          telemetry::LogSpace(options_.scenario->database,
                                              {.capacity = log_->capacity_bytes(),
                                               .used = log_->used_bytes(),
                                               .for_rollbacks = transactions_->undo_space(),
                                               .held_by = checkpoint::ToString(now.wait),
                                               .held_from = now.truncation}));
}

telemetry::ObjectRef Database::ObjectFor(IndexId index) const {
  const ops::TreeBuild* build = index_builds_->BuildIn(index);
  if (build == nullptr) return options_.initial->ObjectOf(index);
  const ops::BuildTarget target = build->target();
  if (!target.new_table.empty()) return {.table = "dbo." + target.new_table, .index = {}};
  return options_.initial->ObjectOf(target.tree);
}

// Files do not grow, so once full means full for good: it is told once of each object.
void Database::OnFilegroupFull(const Worker& worker, IndexId index) {
  const telemetry::Message message =
      telemetry::FilegroupFull(ObjectFor(index), options_.scenario->database);
  if (told_no_room_.insert(message.text).second) options_.telemetry->Log(worker.name(), message);
}

void Database::OnTempdbFull(const Worker& worker, uint64_t sort) {
  options_.telemetry->Log(worker.name(), telemetry::TempdbFull(sort));
}

Task<Result<std::unique_ptr<Database>>> Database::Create(Worker& worker, DatabaseOptions options) {
  std::unique_ptr<Database> database(new Database(options));
  CO_TRY(co_await database->files_.CreateInitial());
  wal::LogOptions log_options;
  log_options.vlf_count = options.scenario->log_vlfs;
  CO_TRY_ASSIGN(database->log_,
                co_await wal::Log::Create(worker, *database->files_.log(), *options.cpu,
                                          *options.telemetry, log_options));
  CO_TRY_ASSIGN(database->catalog_, co_await snapshot::SnapshotCatalog::Create(
                                        worker, database->catalog_place_, database->Volumes()));
  if (options.scenario->full_recovery) {  // as after a full backup of the empty history
    CO_TRY(co_await database->log_->WriteBackedUp(worker, database->log_->durable_lsn()));
  }
  database->Assemble();
  if (options.scenario->warm_pool) {
    CO_TRY(co_await WarmPool(worker, *database->pool_, options.initial, options.scenario));
  }
  co_return std::move(database);
}

void Database::Start(std::function<void(Error)> on_error) {
  StartLazyWriter();
  checkpointer_->Start(on_error);
  transactions_->StartDeadlockMonitor(*options_.cpu);
  const scenario::Scenario& scenario = *options_.scenario;
  transactions_->ghost_cleanup().Start(*options_.cpu, GhostCleanupPause(), on_error);
  if (scenario.log_backup_interval == 0) return;
  log_backup_worker_ =
      std::make_unique<Worker>(*options_.cpu, options_.telemetry, telemetry::kLogBackupSource);
  options_.cpu->executor().Spawn("log-backups", BackUpLogInIntervals(std::move(on_error)));
}

TimeNs Database::GhostCleanupPause() const {
  return (options_.scenario->version >= EngineVersion::k2008 ? 10 : 5) * kSecond;
}

Task<Status> Database::Check(Worker& worker, std::string spid) {
  ops::DatabaseCheck check{engine_, *snapshots_, files_.data_places(), std::move(spid)};
  co_return co_await ops::CheckDatabase(worker, std::move(check));
}

void Database::StartLazyWriter() {
  if (!lazy_writer_started_) pool_->Start();
  lazy_writer_started_ = true;
}

void Database::RemoveFiles() {
  for (const snapshot::CatalogEntry& entry : catalog_->entries()) {
    for (const storage::FilePlace& place : catalog_->PlacesOf(entry)) {
      if (place.Exists()) (void)place.RemoveNow();
    }
  }
  (void)catalog_place_.RemoveNow();
  if (tempdb_place_.Exists()) (void)tempdb_place_.RemoveNow();
  files_.RemoveNow();
}

}  // namespace snapscope::database
