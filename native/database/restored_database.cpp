#include "database/restored_database.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "base/aligned_buffer.h"
#include "ops/database_check.h"
#include "page/allocation_map.h"
#include "page/page_buffer.h"
#include "telemetry/backup_messages.h"
#include "telemetry/sql_errors.h"
#include "wal/log.h"

namespace snapscope::database {

namespace {

/// Writes of zeros: so long, and so many on their way. What the product has is not documented.
constexpr uint64_t kZerosBytes = 1024 * 1024;
constexpr size_t kZerosUnderWay = 4;

Task<Status> FillWithZeros(Worker& worker, storage::File& file,
                           std::function<void(uint64_t bytes)> tell) {
  const AlignedBuffer zeros(kZerosBytes);
  std::vector<storage::WriteTicket> under_way;
  for (uint64_t offset = 0; offset < file.size(); offset += kZerosBytes) {
    const uint64_t bytes = std::min(kZerosBytes, file.size() - offset);
    worker.ChargeIo(bytes);
    co_await worker.BeginWait(runtime::WaitType::kPreemptiveOsWritefilegather);
    std::vector<ConstByteSpan> buffers{zeros.span().first(bytes)};
    const auto ticket = co_await file.Write(offset, std::move(buffers));
    Status done = ticket.ok() ? Status() : Status(ticket.error());
    if (ticket.ok()) under_way.push_back(*ticket);
    while (done.ok() && (under_way.size() >= kZerosUnderWay ||
                         (offset + bytes == file.size() && !under_way.empty()))) {
      done = co_await file.AwaitDurable(under_way.front());
      under_way.erase(under_way.begin());
    }
    co_await worker.EndWait();
    CO_TRY(done);
    tell(bytes);
  }
  co_return Status();
}

scenario::Scenario FilesOf(const RestoredDatabaseOptions& options) {
  scenario::Scenario files = *options.scenario;
  files.database = options.name;
  if (options.volume.empty()) return files;
  files.data_volumes = {options.volume};
  files.log_volume = options.volume;
  return files;
}

snapshot::EngineParts EngineOf(const RestoredDatabaseOptions& options) {
  snapshot::EngineParts engine{.database = options.name,
                               .created_unix_ms = options.server->created_unix_ms,
                               .version = options.server->version,
                               .known = options.server->known,
                               .db = options.db,
                               .cpu = options.server->cpu,
                               .telemetry = options.server->telemetry,
                               .pool = options.server->pool,
                               .codec = options.server->codec};
  return engine;
}

Status WithoutRoom(const Error& error, const storage::FilePlace& place) {
  if (error.code != ErrorCode::kDiskFull) return error;
  return telemetry::kNoRoomOnVolume(place.volume->name(), place.path, error.message);
}

}  // namespace

RestoredDatabase::RestoredDatabase(RestoredDatabaseOptions options)
    : options_(std::move(options)),
      files_of_(FilesOf(options_)),
      files_(*options_.machine, files_of_, *options_.initial),
      engine_(EngineOf(options_)) {}

Task<Result<std::unique_ptr<RestoredDatabase>>> RestoredDatabase::Create(
    Worker& worker, RestoredDatabaseOptions options) {
  std::unique_ptr<RestoredDatabase> database(new RestoredDatabase(std::move(options)));
  RestoredDatabase& made = *database;
  CO_TRY(co_await made.MakeFiles(worker));
  made.Attach();
  std::optional<backup::ArraySet> array;
  if (made.options_.array) {
    array = {.set = *made.options_.array, .log = made.files_.log(), .log_in_place = true};
  }
  made.restoration_ = std::make_unique<backup::Restoration>(
      made.engine_, *made.files_.log(), made.options_.source, /*beside=*/true, std::move(array));
  co_return std::move(database);
}

Task<Result<std::unique_ptr<RestoredDatabase>>> RestoredDatabase::Open(
    RestoredDatabaseOptions options, Lsn end) {
  std::unique_ptr<RestoredDatabase> database(new RestoredDatabase(std::move(options)));
  CO_TRY(co_await database->files_.Open());
  database->Attach();
  database->end_ = end;
  co_return std::move(database);
}

void RestoredDatabase::Attach() {
  store_ = std::make_unique<snapshot::SourceStore>(engine_.cpu->executor(), files_.data(),
                                                   options_.machine->page_form());
  store_->SetInitial(&options_.initial->pages());
  engine_.source = store_.get();
  engine_.pool->Attach(engine_.db, *store_);
}

Task<Status> RestoredDatabase::MakeFiles(Worker& worker) {
  if (!options_.array && files_.AllExist()) co_return co_await files_.Open();
  // A restore that the end of the server cut off may have left some of them.
  CO_TRY(co_await files_.Remove());
  if (!options_.array) co_return co_await CreateFiles(worker);
  const Status mounted = co_await MountFiles();
  if (!mounted.ok()) (void)co_await files_.Remove();
  co_return mounted;
}

Task<Status> RestoredDatabase::MountFiles() {
  const DatabaseFiles source(*options_.machine, *options_.scenario, *options_.initial);
  CO_TRY(files_.Mount(options_.array->name, source));
  co_return co_await files_.Open();
}

Task<Status> RestoredDatabase::CreateFiles(Worker& worker) {
  const size_t phase = engine_.telemetry->BeginDatabasePhase(options_.name, "restoreFiles");
  const uint64_t data_file_bytes = uint64_t{options_.initial->size().file_pages} * page::kPageSize;
  const size_t data_files = places().size() - 1;
  const bool instant = files_of_.instant_file_initialization;
  zeros_ = {.phase = phase,
            .total = files_of_.log_bytes + (instant ? 0 : data_files * data_file_bytes)};
  Status made;
  for (size_t place = 0; place < places().size() && made.ok(); ++place) {
    made = co_await CreateFile(worker, place, files_.IsLog(place) || !instant);
  }
  uint64_t bytes = 0;
  for (const storage::File* file : files_.all()) bytes += file->statistics().bytes_written;
  engine_.telemetry->EndPhase(phase, {{"bytes", static_cast<int64_t>(bytes)}});
  if (!made.ok()) (void)co_await files_.Remove();
  co_return made;
}

Task<Status> RestoredDatabase::CreateFile(Worker& worker, size_t place, bool fills_with_zeros) {
  const storage::FilePlace& at = places()[place];
  if (!files_.IsLog(place) && options_.machine->page_form() == page::PageForm::kCompact) {
    // A machine that keeps files in memory can keep these as it keeps the database's: as zeros
    // until they are written, and then as what differs from the initial page of the same number.
    options_.machine->ComputeZeros(at.path);
    options_.machine->ExpectPagesLike(at.path, files_.InitialPagesOf(static_cast<uint32_t>(place)));
  }
  const auto file = co_await worker.Waiting(runtime::WaitType::kIoCompletion,
                                            files_.CreateNext(/*zeroed=*/false));
  if (!file.ok()) co_return WithoutRoom(file.error(), at);
  if (!fills_with_zeros) co_return Status();
  storage::File& made = **file;
  Step("Zeroing " + at.path + " from page 0 to " + std::to_string(made.size() / page::kPageSize));
  const Status filled = co_await FillWithZeros(worker, made, [this](uint64_t bytes) {
    zeros_.done += bytes;
    engine_.telemetry->PhaseProgress(zeros_.phase, static_cast<uint32_t>(std::min<uint64_t>(
                                                       zeros_.done * 1000 / zeros_.total, 999)));
  });
  if (!filled.ok()) co_return WithoutRoom(filled.error(), at);
  Step("Zeroing completed on " + at.path);
  co_return Status();
}

/// Trace flag 3004.
void RestoredDatabase::Step(const std::string& step) const {
  engine_.telemetry->Log(options_.source,
                         telemetry::RestoreStep(engine_.version, options_.name, step));
}

Task<Status> RestoredDatabase::Add(Worker& worker, std::vector<backup::MediaSet> backups,
                                   backup::StopPoint stop, backup::ChainEnd end,
                                   bool continue_after_error) {
  co_return co_await restoration_->Add(worker, std::move(backups), stop, end, continue_after_error);
}

Task<Result<backup::RestoreFigures>> RestoredDatabase::Recover(Worker& worker) {
  engine_.telemetry->Log(options_.source, telemetry::StartingUpDatabase(options_.name));
  auto recovered = co_await restoration_->Recover(worker);
  CO_TRY(recovered);
  wal::LogOptions rebuilt;
  rebuilt.vlf_count = files_of_.log_vlfs;
  rebuilt.first_vlf = recovered->end.vlf() + 1;
  CO_TRY(
      co_await wal::Log::Create(worker, *files_.log(), *engine_.cpu, *engine_.telemetry, rebuilt));
  // Nobody finds a page in the pool that only the restore had there.
  co_await engine_.pool->Detach(worker, engine_.db);
  engine_.pool->Attach(engine_.db, *store_);
  engine_.telemetry->Log("Backup", telemetry::RestoreComplete(options_.name));
  end_ = recovered->end;
  co_return recovered;
}

Task<Status> RestoredDatabase::Check(Worker& worker, std::string spid) {
  co_return co_await ops::CheckUnchanging(worker, &engine_, options_.initial->size(),
                                          std::move(spid));
}

void RestoredDatabase::AddMissingTo(page::PageSet& pages) {
  const page::PageSet& known = restoration_->known();
  const page::DatabaseSize size = known.size();
  const auto pfs = std::make_unique_for_overwrite<page::PageBuffer>();
  for (uint32_t position = 0; position < size.files; ++position) {
    for (uint32_t number = 0; number < size.file_pages; ++number) {
      const PageId page = PageId::Of(page::DataFileId(position), number);
      const bool is_next_map = number % page::kPfsPages == 0;
      // A map that cannot be read is the comparison's to tell.
      if (is_next_map && !ReadStored(page::PfsOf(page), pfs->span()).ok()) return;
      const bool is_allocated =
          (page::MapEntry(pfs->view(), page::PfsSlot(page)) & page::kPfsAllocated) != 0;
      if (is_allocated && !known.Has(page)) pages.Add(page);
    }
  }
}

}  // namespace snapscope::database
