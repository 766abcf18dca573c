#include "snapshot/snapshot_catalog.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/aligned_buffer.h"
#include "base/mutation.h"

namespace snapscope::snapshot {

MUTATION(kNewestCopyForgotten,
         "after a start the catalogue of snapshots is written over its only newest copy",
         NoticedBy::kTests);

using runtime::WaitType;

namespace {
constexpr storage::FileOptions kCatalogFile{.size = kCatalogBytes};
}  // namespace

Task<Result<std::unique_ptr<SnapshotCatalog>>> SnapshotCatalog::Create(Worker& worker,
                                                                       storage::FilePlace place,
                                                                       VolumeNamed volume_named) {
  std::unique_ptr<SnapshotCatalog> catalog(
      new SnapshotCatalog(std::move(place), std::move(volume_named)));
  const Status made = co_await worker.Waiting(WaitType::kIoCompletion, catalog->MakeFile());
  CO_TRY(made);
  CO_TRY(co_await catalog->Write(worker));
  co_return std::move(catalog);
}

Task<Result<std::unique_ptr<SnapshotCatalog>>> SnapshotCatalog::Open(Worker& worker,
                                                                     storage::FilePlace place,
                                                                     VolumeNamed volume_named) {
  std::unique_ptr<SnapshotCatalog> catalog(
      new SnapshotCatalog(std::move(place), std::move(volume_named)));
  CO_TRY_ASSIGN(catalog->file_, co_await worker.Waiting(WaitType::kIoCompletion,
                                                        catalog->place_.volume->Open(
                                                            catalog->place_.path, kCatalogFile)));
  CO_TRY(co_await catalog->ReadCopies(worker));
  co_return std::move(catalog);
}

Task<Status> SnapshotCatalog::MakeFile() {
  if (place_.Exists()) CO_TRY(co_await place_.Remove());
  CO_TRY_ASSIGN(file_, co_await place_.volume->Create(place_.path, kCatalogFile));
  co_return Status();
}

Task<Status> SnapshotCatalog::ReadCopies(Worker& worker) {
  AlignedBuffer bytes(kCatalogFile.size);
  const Status read =
      co_await worker.Waiting(WaitType::kIoCompletion, file_->Read(0, bytes.span()));
  CO_TRY(read);
  std::optional<CatalogCopy> newest;
  for (uint32_t number = 0; number < kCatalogCopies; ++number) {
    Result<CatalogCopy> copy = DecodeCatalog(
        ConstByteSpan(bytes.span()).subspan(number * kCatalogCopyBytes, kCatalogCopyBytes));
    if (!copy.ok() || (newest && newest->sequence > copy->sequence)) continue;
    newest = std::move(copy).value();
    if (!Mutated(kNewestCopyForgotten)) newest_ = number;
  }
  if (!newest) {
    co_return Error{ErrorCode::kInvalid,
                    "neither of the two copies in " + place_.path + " is whole"};
  }
  sequence_ = newest->sequence;
  entries_ = std::move(newest->entries);
  co_return Status();
}

const CatalogEntry* SnapshotCatalog::Find(const std::string& name) const {
  const auto found = std::ranges::find(entries_, name, &CatalogEntry::name);
  return found == entries_.end() ? nullptr : &*found;
}

CatalogEntry* SnapshotCatalog::FindEntry(const std::string& name) {
  const auto found = std::ranges::find(entries_, name, &CatalogEntry::name);
  return found == entries_.end() ? nullptr : &*found;
}

std::vector<storage::FilePlace> SnapshotCatalog::PlacesOf(const CatalogEntry& entry) const {
  std::vector<storage::FilePlace> places;
  for (const CatalogFile& file : entry.files) {
    storage::Volume* volume = volume_named_(file.volume);
    if (volume != nullptr) places.push_back({volume, file.path});
  }
  return places;
}

Task<Status> SnapshotCatalog::Enter(Worker& worker, CatalogEntry entry) {
  CHECK(Find(entry.name) == nullptr, "snapshot %s is entered twice", entry.name.c_str());
  const std::string name = entry.name;
  entries_.push_back(std::move(entry));
  const Status written = co_await Write(worker);
  if (written.ok()) co_return Status();
  Forget(name);
  co_return written;
}

Task<Status> SnapshotCatalog::SetState(Worker& worker, std::string name, EntryState state) {
  const CatalogEntry* entry = Find(name);
  CHECK(entry != nullptr, "snapshot %s is not in the catalogue", name.c_str());
  const EntryState before = entry->state;
  NoteState(name, state);
  const Status written = co_await Write(worker);
  if (written.ok() || written.error().code == ErrorCode::kPowerCut) co_return written;
  // Whether it is on the disk is unknown, and a restart would go by it.
  NoteState(name, before);
  (void)co_await Write(worker);
  co_return written;
}

void SnapshotCatalog::NoteState(const std::string& name, EntryState state) {
  CatalogEntry* entry = FindEntry(name);
  CHECK(entry != nullptr, "snapshot %s is not in the catalogue", name.c_str());
  if (entry->state == state) return;
  entry->state = state;
  noted_ = true;
}

void SnapshotCatalog::Forget(const std::string& name) {
  if (std::erase_if(entries_, [&](const CatalogEntry& entry) { return entry.name == name; }) > 0) {
    noted_ = true;
  }
}

Task<Status> SnapshotCatalog::RemoveFiles(Worker& worker, std::string name) {
  const CatalogEntry* entry = Find(name);
  CHECK(entry != nullptr, "snapshot %s is not in the catalogue", name.c_str());
  const std::vector<storage::FilePlace> places = PlacesOf(*entry);
  Status removed;
  co_await worker.BeginWait(WaitType::kIoCompletion);
  for (const storage::FilePlace& place : places) {
    if (!place.Exists()) continue;
    const Status status = co_await place.Remove();
    if (removed.ok()) removed = status;
  }
  co_await worker.EndWait();
  CO_TRY(removed);
  Forget(name);
  co_return Status();
}

Task<Status> SnapshotCatalog::WriteNoted(Worker& worker) {
  if (!noted_) co_return Status();
  co_return co_await Write(worker);
}

// Also a write that fails may reach the disk: the next one has a greater number, and its place.
Task<Status> SnapshotCatalog::Write(Worker& worker) {
  CO_TRY_ASSIGN(std::vector<std::byte> bytes, EncodeCatalog({++sequence_, entries_}));
  const Status written =
      co_await worker.Waiting(WaitType::kIoCompletion, WriteCopy(std::move(bytes)));
  CO_TRY(written);
  newest_ = 1 - newest_;
  noted_ = false;
  co_return Status();
}

Task<Status> SnapshotCatalog::WriteCopy(std::vector<std::byte> bytes) {
  if (file_->failed()) {  // a handle whose flush failed takes no more writes; another may
    CO_TRY_ASSIGN(file_, co_await place_.volume->Open(place_.path, kCatalogFile));
  }
  AlignedBuffer buffer(bytes.size());
  std::ranges::copy(bytes, buffer.span().begin());
  std::vector<ConstByteSpan> buffers{buffer.span()};
  co_return co_await file_->WriteDurable((1 - newest_) * kCatalogCopyBytes, std::move(buffers));
}

}  // namespace snapscope::snapshot
