#include "database/database.h"

#include <algorithm>
#include <new>
#include <utility>

#include "database/file_names.h"
#include "database/warm_pool.h"
#include "ops/database_check.h"
#include "ops/tree_build.h"
#include "telemetry/system_sources.h"

namespace snapscope::database {

namespace {

constexpr uint64_t kInitialChunkPages = 128;  // 1 MiB a write

struct alignas(4096) Chunk {
  std::byte bytes[kInitialChunkPages * page::kPageSize];
};

}  // namespace

std::vector<storage::FilePlace> Database::SnapshotFiles(const std::string& name) const {
  std::vector<storage::FilePlace> places =
      SparseFilePlaces(*options_.machine, *options_.scenario, name);
  for (uint32_t position = 0; position < places.size(); ++position) {
    options_.machine->ExpectPagesLike(places[position].path, InitialPagesOf(position));
  }
  return places;
}

void Database::AddDirtyTo(page::PageSet& pages) const {
  for (const PageId page : pool_->DirtyPages(kSourceDb, Lsn{UINT64_MAX})) pages.Add(page);
}

std::vector<storage::File*> Database::data_files() const {
  std::vector<storage::File*> files;
  files.reserve(data_files_.size());
  for (const auto& file : data_files_) files.push_back(file.get());
  return files;
}

std::vector<storage::File*> Database::source_files() const {
  std::vector<storage::File*> files = data_files();
  files.push_back(log_file_.get());
  return files;
}

std::vector<FileUse> Database::DataFileUse() const {
  std::vector<FileUse> files;
  files.reserve(data_places_.size());
  for (const storage::FilePlace& place : data_places_) files.push_back({place.path, {}});
  for (size_t i = 0; i < data_files_.size(); ++i) files[i].io = data_files_[i]->statistics();
  return files;
}

FileUse Database::LogFileUse() const {
  return {log_place_.path,
          log_file_ == nullptr ? storage::FileStatistics{} : log_file_->statistics()};
}

uint64_t Database::data_file_bytes() const {
  return uint64_t{options_.initial->size().file_pages} * page::kPageSize;
}

Task<Status> Database::CreateFiles() {
  storage::FileOptions data;
  data.size = data_file_bytes();
  for (const storage::FilePlace& place : data_places_) {
    Result<std::unique_ptr<storage::File>> file = co_await place.volume->Create(place.path, data);
    CO_TRY(file);
    data_files_.push_back(std::move(file).value());
  }
  storage::FileOptions log;
  log.size = options_.scenario->log_bytes;
  log.zeroed = true;
  Result<std::unique_ptr<storage::File>> log_file =
      co_await log_place_.volume->Create(log_place_.path, log);
  CO_TRY(log_file);
  log_file_ = std::move(log_file).value();
  co_return Status();
}

Task<Status> Database::WriteInitialPages() {
  for (uint32_t position = 0; position < data_files_.size(); ++position) {
    CO_TRY(co_await WriteInitialPagesOf(position));
  }
  co_return Status();
}

PageGenerator Database::InitialPagesOf(uint32_t position) const {
  return [initial = options_.initial, id = page::DataFileId(position),
          form = options_.machine->page_form()](uint64_t number, page::PageSpan into) {
    initial->BuildPage(PageId::Of(id, static_cast<uint32_t>(number)), into, form);
  };
}

Task<Status> Database::WriteInitialPagesOf(uint32_t position) {
  const InitialDatabase& initial = *options_.initial;
  storage::File& data_file = *data_files_[position];
  const uint32_t id = page::DataFileId(position);
  const page::PageForm form = options_.machine->page_form();
  const PageGenerator generator = InitialPagesOf(position);
  const auto is_used = [initial = options_.initial, id](uint64_t number) {
    return initial->IsUsed(PageId::Of(id, static_cast<uint32_t>(number)));
  };
  if (options_.machine->ComputesInitialPages(data_file.path(), generator, is_used)) {
    co_return Status();
  }
  auto chunk = std::make_unique<Chunk>();
  std::vector<storage::WriteTicket> tickets;
  const uint64_t file_pages = initial.size().file_pages;
  for (uint64_t first = 0; first < file_pages; first += kInitialChunkPages) {
    const uint64_t count = std::min<uint64_t>(kInitialChunkPages, file_pages - first);
    for (uint64_t i = 0; i < count; ++i) {
      initial.BuildPage(PageId::Of(id, static_cast<uint32_t>(first + i)),
                        page::PageSpan(chunk->bytes + i * page::kPageSize, page::kPageSize), form);
    }
    std::vector<ConstByteSpan> buffers{ConstByteSpan(chunk->bytes, count * page::kPageSize)};
    Result<storage::WriteTicket> ticket =
        co_await data_file.Write(first * page::kPageSize, std::move(buffers));
    CO_TRY(ticket);
    tickets.push_back(ticket.value());
  }
  for (const storage::WriteTicket ticket : tickets) {
    CO_TRY(co_await data_file.AwaitDurable(ticket));
  }
  co_return Status();
}

Task<Status> Database::OpenFiles() {
  storage::FileOptions data;
  data.size = data_file_bytes();
  for (const storage::FilePlace& place : data_places_) {
    Result<std::unique_ptr<storage::File>> file = co_await place.volume->Open(place.path, data);
    CO_TRY(file);
    data_files_.push_back(std::move(file).value());
  }
  storage::FileOptions log;
  log.size = options_.scenario->log_bytes;
  Result<std::unique_ptr<storage::File>> log_file =
      co_await log_place_.volume->Open(log_place_.path, log);
  CO_TRY(log_file);
  log_file_ = std::move(log_file).value();
  co_return Status();
}

Database::Database(DatabaseOptions options)
    : options_(options),
      data_places_(DataFilePlaces(*options.machine, *options.scenario)),
      log_place_(LogFilePlace(*options.machine, *options.scenario)),
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
}

void Database::Assemble() {
  const scenario::Scenario& scenario = *options_.scenario;
  runtime::CpuModel& cpu = *options_.cpu;
  telemetry::Telemetry& telemetry = *options_.telemetry;
  if (pool_ == nullptr) AssemblePool();
  store_->SetLog(log_.get());
  tempdb_ = std::make_shared<ops::Tempdb>(ops::TempdbOptions{
      .place = tempdb_place_,
      .bytes = scenario.tempdb_bytes,
      .form = options_.machine->page_form(),
      .on_full = [this](const Worker& user, uint64_t sort) { OnTempdbFull(user, sort); }});
  if (options_.machine->page_form() == page::PageForm::kCompact) {
    options_.machine->ComputesInitialPages(
        tempdb_place_.path,
        [](uint64_t, page::PageSpan into) { std::ranges::fill(into, std::byte{}); },
        [](uint64_t) { return false; });
  }
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
  snapshots_ = std::make_unique<snapshot::SnapshotManager>(EnvironmentOfSnapshots());
  store_->SetFirstWriteHook(&snapshots_->copy_on_write());
  differential_ = std::make_unique<backup::DifferentialMap>(
      *store_, page::DatabaseSize{.files = options_.initial->size().files,
                                  .file_pages = options_.initial->size().file_pages});
  backup_turns_ = std::make_unique<runtime::Turns>(cpu.executor());
}

snapshot::SnapshotEnvironment Database::EnvironmentOfSnapshots() const {
  const scenario::Scenario& scenario = *options_.scenario;
  snapshot::SnapshotEnvironment environment;
  environment.cpu = options_.cpu;
  environment.pool = pool_.get();
  environment.source = store_.get();
  environment.source_db = kSourceDb;
  environment.source_name = scenario.database;
  environment.log = log_.get();
  environment.transactions = transactions_.get();
  environment.checkpointer = checkpointer_.get();
  environment.telemetry = options_.telemetry;
  environment.catalog = catalog_.get();
  environment.indexes = options_.initial->known().trees;
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
  const ops::TreeBuild* build = index_builds_.BuildIn(index);
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

ops::IndexBuildEnvironment Database::build_environment() {
  return {*options_.cpu, *pool_, *transactions_, *store_, tempdb_};
}

Task<Result<std::unique_ptr<Database>>> Database::Create(Worker& worker, DatabaseOptions options) {
  std::unique_ptr<Database> database(new Database(options));
  CO_TRY(co_await database->CreateFiles());
  CO_TRY(co_await database->WriteInitialPages());
  wal::LogOptions log_options;
  log_options.vlf_count = options.scenario->log_vlfs;
  Result<std::unique_ptr<wal::Log>> log = co_await wal::Log::Create(
      worker, *database->log_file_, *options.cpu, *options.telemetry, log_options);
  CO_TRY(log);
  database->log_ = std::move(log).value();
  auto catalog = co_await snapshot::SnapshotCatalog::Create(worker, database->catalog_place_,
                                                            database->Volumes());
  CO_TRY(catalog);
  database->catalog_ = std::move(catalog).value();
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
  if (options_.ghost_cleanup_pause > 0) return options_.ghost_cleanup_pause;
  return (options_.scenario->version >= EngineVersion::k2008 ? 10 : 5) * kSecond;
}

Task<Status> Database::Check(Worker& worker, std::string spid) {
  ops::DatabaseCheck check;
  check.pool = pool_.get();
  check.snapshots = snapshots_.get();
  check.telemetry = options_.telemetry;
  check.database = options_.scenario->database;
  check.data_files = data_places_;
  check.version = options_.scenario->version;
  check.spid = std::move(spid);
  check.known = options_.initial->known();
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
  (void)log_place_.RemoveNow();
  for (const storage::FilePlace& place : data_places_) (void)place.RemoveNow();
}

}  // namespace snapscope::database
