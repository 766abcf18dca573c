#include "database/database_files.h"

#include <algorithm>
#include <utility>

#include "base/aligned_buffer.h"
#include "database/file_names.h"

namespace snapscope::database {

namespace {

constexpr uint64_t kInitialChunkPages = 128;  // 1 MiB a write

std::vector<storage::FilePlace> PlacesOf(Machine& machine, const scenario::Scenario& scenario) {
  std::vector<storage::FilePlace> places = DataFilePlaces(machine, scenario);
  places.push_back(LogFilePlace(machine, scenario));
  return places;
}

}  // namespace

DatabaseFiles::DatabaseFiles(Machine& machine, const scenario::Scenario& scenario,
                             const InitialDatabase& initial)
    : machine_(machine),
      initial_(initial),
      log_bytes_(scenario.log_bytes),
      places_(PlacesOf(machine, scenario)) {}

bool DatabaseFiles::AllExist() const {
  return std::ranges::all_of(places_, [](const auto& place) { return place.Exists(); });
}

storage::FileOptions DatabaseFiles::OptionsOf(size_t place) const {
  storage::FileOptions options;
  options.size = IsLog(place) ? log_bytes_ : uint64_t{initial_.size().file_pages} * page::kPageSize;
  return options;
}

Task<Status> DatabaseFiles::Open(bool by_another_host) {
  for (size_t place = 0; place < places_.size(); ++place) {
    storage::FileOptions options = OptionsOf(place);
    options.of_another_host = by_another_host;
    CO_TRY_ASSIGN(auto file, co_await places_[place].volume->Open(places_[place].path, options));
    files_.push_back(std::move(file));
  }
  co_return Status();
}

Status DatabaseFiles::Mount(const std::string& snapshot, const DatabaseFiles& source) {
  for (size_t place = 0; place < places_.size(); ++place) {
    TRY(machine_.array()->Mount(snapshot, source.places_[place], places_[place].path));
  }
  return Status();
}

Task<Result<storage::File*>> DatabaseFiles::CreateNext(bool zeroed) {
  const size_t place = files_.size();
  storage::FileOptions options = OptionsOf(place);
  options.zeroed = zeroed;
  CO_TRY_ASSIGN(auto file, co_await places_[place].volume->Create(places_[place].path, options));
  files_.push_back(std::move(file));
  co_return files_.back().get();
}

Task<Status> DatabaseFiles::CreateInitial() {
  for (size_t place = 0; place < places_.size(); ++place) {
    CO_TRY(co_await CreateNext(IsLog(place)));
  }
  for (uint32_t position = 0; position + 1 < places_.size(); ++position) {
    CO_TRY(co_await WriteInitialPagesOf(position));
  }
  co_return Status();
}

Task<Status> DatabaseFiles::Remove() {
  files_.clear();
  Status removed;
  for (const storage::FilePlace& place : places_) {
    if (!place.Exists()) continue;
    const Status one = co_await place.Remove();
    if (removed.ok()) removed = one;
  }
  co_return removed;
}

void DatabaseFiles::RemoveNow() {
  for (const storage::FilePlace& place : places_) (void)place.RemoveNow();
}

std::vector<storage::File*> DatabaseFiles::all() const {
  std::vector<storage::File*> files;
  files.reserve(files_.size());
  for (const auto& file : files_) files.push_back(file.get());
  return files;
}

std::vector<storage::File*> DatabaseFiles::data() const {
  std::vector<storage::File*> files = all();
  if (files.size() == places_.size()) files.pop_back();
  return files;
}

storage::File* DatabaseFiles::log() const {
  return files_.size() == places_.size() ? files_.back().get() : nullptr;
}

FileUse DatabaseFiles::UseOf(size_t place) const {
  if (place >= files_.size()) return {places_[place].path, {}};
  return {places_[place].path, files_[place]->statistics()};
}

std::vector<FileUse> DatabaseFiles::DataUse() const {
  std::vector<FileUse> files;
  for (size_t place = 0; !IsLog(place); ++place) files.push_back(UseOf(place));
  return files;
}

FileUse DatabaseFiles::LogUse() const { return UseOf(places_.size() - 1); }

PageGenerator DatabaseFiles::InitialPagesOf(uint32_t position) const {
  return [initial = &initial_, id = page::DataFileId(position), form = machine_.page_form()](
             uint64_t number, page::PageSpan into) {
    initial->BuildPage(PageId::Of(id, static_cast<uint32_t>(number)), into, form);
  };
}

Task<Status> DatabaseFiles::WriteInitialPagesOf(uint32_t position) {
  storage::File& file = *files_[position];
  const PageGenerator generator = InitialPagesOf(position);
  const auto is_used = [initial = &initial_, id = page::DataFileId(position)](uint64_t number) {
    return initial->IsUsed(PageId::Of(id, static_cast<uint32_t>(number)));
  };
  if (machine_.ComputesInitialPages(file.path(), generator, is_used)) co_return Status();
  AlignedBuffer chunk(kInitialChunkPages * page::kPageSize);
  std::vector<storage::WriteTicket> tickets;
  const uint64_t file_pages = initial_.size().file_pages;
  for (uint64_t first = 0; first < file_pages; first += kInitialChunkPages) {
    const uint64_t count = std::min<uint64_t>(kInitialChunkPages, file_pages - first);
    for (uint64_t i = 0; i < count; ++i) {
      generator(first + i, page::PageSpan(chunk.data() + i * page::kPageSize, page::kPageSize));
    }
    std::vector<ConstByteSpan> buffers{chunk.span().first(count * page::kPageSize)};
    CO_TRY_ASSIGN(const auto ticket,
                  co_await file.Write(first * page::kPageSize, std::move(buffers)));
    tickets.push_back(ticket);
  }
  for (const storage::WriteTicket ticket : tickets) CO_TRY(co_await file.AwaitDurable(ticket));
  co_return Status();
}

}  // namespace snapscope::database
