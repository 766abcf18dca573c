#include "database/restored_database.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "base/aligned_buffer.h"
#include "database/file_names.h"
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

std::vector<storage::FilePlace> PlacesOf(Machine& machine, const scenario::Scenario& scenario) {
  std::vector<storage::FilePlace> places = DataFilePlaces(machine, scenario);
  places.push_back(LogFilePlace(machine, scenario));
  return places;
}

Status WithoutRoom(const Error& error, const storage::FilePlace& place) {
  if (error.code != ErrorCode::kDiskFull) return error;
  return telemetry::kNoRoomOnVolume(place.volume->name(), place.path, error.message);
}

}  // namespace

RestoredDatabase::RestoredDatabase(RestoredDatabaseOptions options)
    : options_(std::move(options)),
      files_of_(FilesOf(options_)),
      places_(PlacesOf(*options_.machine, files_of_)) {}

Task<Result<std::unique_ptr<RestoredDatabase>>> RestoredDatabase::Create(
    Worker& worker, RestoredDatabaseOptions options) {
  std::unique_ptr<RestoredDatabase> database(new RestoredDatabase(std::move(options)));
  const bool are_there =
      std::ranges::all_of(database->places_, [](const auto& place) { return place.Exists(); });
  Status made;
  if (are_there) {
    made = co_await database->OpenFiles();
  } else {
    made = co_await database->CreateFiles(worker);
  }
  CO_TRY(made);
  database->store_ = std::make_unique<snapshot::SourceStore>(
      database->options_.cpu->executor(), database->data_files(),
      database->options_.machine->page_form());
  database->store_->SetInitial(&database->options_.initial->pages());
  database->options_.pool->Attach(database->options_.db, *database->store_);
  database->BeginRestoration();
  co_return std::move(database);
}

Task<Status> RestoredDatabase::OpenFiles() {
  for (const storage::FilePlace& place : places_) {
    auto file = co_await place.volume->Open(place.path, storage::FileOptions{});
    CO_TRY(file);
    files_.push_back(std::move(file).value());
  }
  co_return Status();
}

Task<Status> RestoredDatabase::CreateFiles(Worker& worker) {
  const size_t phase = options_.telemetry->BeginDatabasePhase(options_.name, "restoreFiles");
  storage::FileOptions data;
  data.size = uint64_t{options_.initial->size().file_pages} * page::kPageSize;
  storage::FileOptions log;
  log.size = files_of_.log_bytes;
  const size_t data_files = places_.size() - 1;
  const bool instant = files_of_.instant_file_initialization;
  zeros_ = {.phase = phase, .total = log.size + (instant ? 0 : data_files * data.size)};
  Status made;
  for (size_t place = 0; place < places_.size() && made.ok(); ++place) {
    const bool is_log = place == data_files;
    if (!is_log) ExpectPages(static_cast<uint32_t>(place));
    made = co_await CreateFile(worker, place, is_log ? log : data, is_log || !instant);
  }
  uint64_t bytes = 0;
  for (const auto& file : files_) bytes += file->statistics().bytes_written;
  options_.telemetry->EndPhase(phase, {{"bytes", static_cast<int64_t>(bytes)}});
  if (made.ok()) co_return made;
  files_.clear();
  for (const storage::FilePlace& place : places_) {
    if (place.Exists()) (void)co_await place.Remove();
  }
  co_return made;
}

Task<Status> RestoredDatabase::CreateFile(Worker& worker, size_t place,
                                          storage::FileOptions options, bool fills_with_zeros) {
  const storage::FilePlace& at = places_[place];
  auto file = co_await worker.Waiting(runtime::WaitType::kIoCompletion,
                                      at.volume->Create(at.path, options));
  if (!file.ok()) co_return WithoutRoom(file.error(), at);
  files_.push_back(std::move(file).value());
  if (!fills_with_zeros) co_return Status();
  storage::File& made = *files_.back();
  Step("Zeroing " + at.path + " from page 0 to " + std::to_string(made.size() / page::kPageSize));
  const Status filled = co_await FillWithZeros(worker, made, [this](uint64_t bytes) {
    zeros_.done += bytes;
    options_.telemetry->PhaseProgress(zeros_.phase, static_cast<uint32_t>(std::min<uint64_t>(
                                                        zeros_.done * 1000 / zeros_.total, 999)));
  });
  if (!filled.ok()) co_return WithoutRoom(filled.error(), at);
  Step("Zeroing completed on " + at.path);
  co_return Status();
}

/// Trace flag 3004.
void RestoredDatabase::Step(const std::string& step) const {
  options_.telemetry->Log(options_.source,
                          telemetry::RestoreStep(options_.scenario->version, options_.name, step));
}

/// A machine that keeps files in memory can keep these as it keeps the database's: as zeros until
/// they are written, and then as what differs from the initial page of the same number.
void RestoredDatabase::ExpectPages(uint32_t position) const {
  Machine& machine = *options_.machine;
  const std::string& path = places_[position].path;
  const page::PageForm form = machine.page_form();
  if (form != page::PageForm::kCompact) return;
  machine.ComputesInitialPages(
      path, [](uint64_t, page::PageSpan into) { std::ranges::fill(into, std::byte{}); },
      [](uint64_t) { return false; });
  machine.ExpectPagesLike(path, [initial = options_.initial, id = page::DataFileId(position), form](
                                    uint64_t number, page::PageSpan into) {
    initial->BuildPage(PageId::Of(id, static_cast<uint32_t>(number)), into, form);
  });
}

std::vector<storage::File*> RestoredDatabase::data_files() const {
  std::vector<storage::File*> files;
  for (size_t place = 0; place + 1 < files_.size(); ++place) files.push_back(files_[place].get());
  return files;
}

void RestoredDatabase::BeginRestoration() {
  backup::RestoreTarget target;
  target.cpu = options_.cpu;
  target.telemetry = options_.telemetry;
  target.pool = options_.pool;
  target.db = options_.db;
  target.store = store_.get();
  target.data_files = data_files();
  target.log_file = files_.back().get();
  target.indexes = options_.initial->known().trees;
  target.database = options_.name;
  target.beside = true;
  target.created_unix_ms = options_.scenario->origin_unix_ms;
  target.source = options_.source;
  target.version = options_.scenario->version;
  restoration_ = std::make_unique<backup::Restoration>(std::move(target));
}

Task<Status> RestoredDatabase::Add(Worker& worker, std::vector<backup::MediaSet> backups,
                                   backup::StopPoint stop, backup::ChainEnd end) {
  co_return co_await restoration_->Add(worker, std::move(backups), stop, end);
}

Task<Result<backup::RestoreFigures>> RestoredDatabase::Recover(Worker& worker) {
  options_.telemetry->Log(options_.source, telemetry::StartingUpDatabase(options_.name));
  auto recovered = co_await restoration_->Recover(worker);
  CO_TRY(recovered);
  wal::LogOptions rebuilt;
  rebuilt.vlf_count = files_of_.log_vlfs;
  rebuilt.first_vlf = recovered->end.vlf() + 1;
  const auto log = co_await wal::Log::Create(worker, *files_.back(), *options_.cpu,
                                             *options_.telemetry, rebuilt);
  CO_TRY(log);
  co_await options_.pool->Detach(worker, options_.db);
  options_.telemetry->Log("Backup", telemetry::RestoreComplete(options_.name));
  recovered_ = true;
  co_return recovered;
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
