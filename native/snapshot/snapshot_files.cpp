#include "snapshot/snapshot_files.h"

#include <utility>

namespace snapscope::snapshot {

using runtime::WaitType;

Task<Status> SnapshotFiles::Open(Worker& worker, std::vector<storage::FilePlace> places,
                                 size_t count, SparseFileLimit limit) {
  const storage::FileOptions options{.size = 0, .sparse = true};
  if (places.size() != count) {
    co_return Error{ErrorCode::kNotFound, "snapshot " + snapshot_ + " has " +
                                              std::to_string(places.size()) + " of the " +
                                              std::to_string(count) + " files that its source has"};
  }
  for (uint32_t position = 0; position < count; ++position) {
    const storage::FilePlace& place = places[position];
    if (!place.Exists()) {
      co_return Error{ErrorCode::kNotFound, "snapshot " + snapshot_ + " has lost " + place.path};
    }
    CO_TRY_ASSIGN(
        std::unique_ptr<storage::File> file,
        co_await worker.Waiting(WaitType::kIoCompletion, place.volume->Open(place.path, options)));
    Add(SparseFile(page::DataFileId(position), place, std::move(file), limit));
  }
  co_return Status();
}

void SnapshotFiles::Close() {
  for (SparseFile& file : files_) file.Close();
}

uint64_t SnapshotFiles::copied_pages() const {
  uint64_t pages = 0;
  for (const SparseFile& file : files_) pages += file.copied_pages();
  return pages;
}

void SnapshotFiles::AddCopiedTo(page::PageSet& pages) const {
  for (const SparseFile& file : files_) {
    pages.Add(page::DataFilePosition(file.id()), file.copied());
  }
}

uint64_t SnapshotFiles::region_bytes() const {
  uint64_t bytes = 0;
  for (const SparseFile& file : files_) bytes += file.region_bytes();
  return bytes;
}

Result<uint64_t> SnapshotFiles::SizeOnDisk() const {
  uint64_t bytes = 0;
  for (const SparseFile& file : files_) {
    if (!file.is_open()) continue;
    TRY_ASSIGN(const uint64_t size, file.file().SizeOnDisk());
    bytes += size;
  }
  return bytes;
}

storage::FileStatistics SnapshotFiles::io() const {
  storage::FileStatistics io;
  for (const SparseFile& file : files_) io += file.io();
  return io;
}

Task<Status> SnapshotFiles::WriteHeader(SnapshotLife& life, storage::File& file) {
  const runtime::Turns::Turn turn = co_await header_turns_.Await();
  header_.state = HeaderOf(life.state());
  co_return co_await files_.front().WriteHeaderTo(file, header_);
}

Task<Status> SnapshotFiles::ReadHeaders(Worker& worker) {
  CO_TRY_ASSIGN(const SnapshotHeader first, co_await files_.front().ReadHeader(worker));
  if (first.state == HeaderState::kCreating) {
    co_return Error{ErrorCode::kNotFound, "snapshot " + snapshot_ + " was never completed"};
  }
  header_ = first;
  for (size_t position = 1; position < files_.size(); ++position) {
    CO_TRY(co_await files_[position].ReadHeader(worker));
  }
  co_return Status();
}

KeptMaps SnapshotFiles::DurableMaps(const HeldImages& held) const {
  KeptMaps maps{.snapshot = snapshot_, .files = {}};
  for (const SparseFile& file : files_) maps.files.push_back(file.maps());
  for (const auto& [page, image] : held.images()) {
    maps.files[page::DataFilePosition(page.file())].copied.Clear(page.number());
  }
  return maps;
}

Task<Status> SnapshotFiles::Reload(Worker& worker, page::PageForm form, const KeptMaps* kept) {
  if (kept != nullptr && kept->snapshot == snapshot_) {
    for (size_t i = 0; i < files_.size(); ++i) files_[i].Adopt(kept->files[i]);
    co_return Status();
  }
  Status whole;
  for (SparseFile& file : files_) {
    const Status rebuilt = co_await file.RebuildBitmap(worker, form, header_.split);
    if (!rebuilt.ok() && rebuilt.error().code != ErrorCode::kCorruptPage) co_return rebuilt;
    if (whole.ok()) whole = rebuilt;
  }
  co_return whole.ok() ? CheckUndonePages() : whole;
}

Status SnapshotFiles::CheckUndonePages() const {
  uint64_t found = 0;
  for (const SparseFile& file : files_) found += file.undone_pages();
  if (found == header_.undone_pages) return Status();
  return Error{ErrorCode::kCorruptPage, "the sparse files of snapshot " + snapshot_ + " have " +
                                            std::to_string(found) + " of the " +
                                            std::to_string(header_.undone_pages) +
                                            " pages that its recovery undid (824): a copy is lost"};
}

}  // namespace snapscope::snapshot
