#include "sim/array/disk_array.h"

#include <algorithm>
#include <utility>

#include "sim/disk.h"

namespace snapscope::sim {

using storage::ArraySnapshot;
using storage::FilePlace;
using storage::ReserveEvent;
using storage::ReserveUse;

SnapshotMount::SnapshotMount(DiskArray::Part& of, std::shared_ptr<StoredFile> mounted)
    : part(of), origin(std::move(mounted)) {
  part.mounts.push_back(this);
}

SnapshotMount::~SnapshotMount() {
  std::erase(part.mounts, this);
  part.volume->pages().Release(written);
  part.volume->NoteFreed();
}

bool DiskArray::Snapshot::IsMounted() const {
  return std::ranges::any_of(parts, [](const auto& part) { return !part.second.mounts.empty(); });
}

void DiskArray::AddVolume(const std::string& name, const ArraySnapshotOptions& options) {
  if (Covers(name)) return;
  volumes_.emplace(name, std::make_unique<ArrayVolume>(*this, name, options));
}

ArrayVolume* DiskArray::Find(const std::string& volume) {
  const auto found = volumes_.find(volume);
  return found == volumes_.end() ? nullptr : found->second.get();
}

DiskArray::Snapshots::const_iterator DiskArray::FindSnapshot(const std::string& name) const {
  return std::ranges::find_if(snapshots_,
                              [&](const auto& snapshot) { return snapshot->name == name; });
}

Status DiskArray::Check(const std::string& name, const std::vector<std::string>& volumes) const {
  if (!disk_.powered()) return Error{ErrorCode::kPowerCut, "the power is off"};
  if (FindSnapshot(name) != snapshots_.end()) {
    return Error{ErrorCode::kRefused, "the array has a snapshot " + name + " already"};
  }
  for (const std::string& volume : volumes) {
    const auto found = volumes_.find(volume);
    if (std::ranges::count(volumes, volume) > 1) {
      return Error{ErrorCode::kRefused, "volume " + volume + " is named twice"};
    }
    if (found == volumes_.end()) {
      return Error{ErrorCode::kRefused, "the array takes no snapshots of volume " + volume};
    }
    const ArrayVolume& on_array = *found->second;
    if (on_array.is_offline()) return on_array.Offline();
    if (!on_array.has_reserve()) {
      return Error{ErrorCode::kRefused,
                   "volume " + volume + " has no reserve, so the array takes no snapshots of it"};
    }
    const auto has_volume = [&](const auto& taken) { return taken->parts.contains(volume); };
    if (std::ranges::count_if(snapshots_, has_volume) >= storage::kMostArraySnapshots) {
      return Error{ErrorCode::kRefused, "volume " + volume + " has " +
                                            std::to_string(storage::kMostArraySnapshots) +
                                            " array snapshots, the most that the array takes"};
    }
  }
  return Status();
}

DiskArray::Image DiskArray::ImageOf(const std::string& path,
                                    const std::shared_ptr<StoredFile>& file, TimeNs now, Rng& rng) {
  Image image{.file = file,
              .former = file->pages.AddFormer(),
              .allocated_bytes = file->allocated_bytes,
              .regions = file->regions,
              .torn_pages = file->torn_pages,
              .overwritten_pages = file->overwritten_pages};
  for (const auto& [sequence, write] : file->pending) {
    auto outcome = PendingOutcome::kKept;
    if (!write.IsDone(now)) outcome = write.OutcomeOfCut(disk_.IsAtomic(path), rng);
    file->pages.SettleIn(*image.former, sequence, write.offset, write.length, outcome, &rng);
    if (outcome == PendingOutcome::kTorn) file->NoteTorn(write, image.torn_pages);
    if (outcome == PendingOutcome::kKept) continue;
    // What is not in the snapshot changes the volume after it.
    std::vector<ArrayVolume::PageCopy> copies;
    (void)file->array->NoteWrite(*file, write.offset, write.length, copies);
  }
  return image;
}

Status DiskArray::Take(const std::string& name, const std::vector<std::string>& volumes,
                       TimeNs now) {
  TRY(Check(name, volumes));
  auto taken = std::make_unique<Snapshot>(Snapshot{.name = name, .taken = now});
  Rng rng(seed_, "array snapshot " + std::to_string(++taken_));
  for (const std::string& volume : volumes) {
    ArrayVolume& on_array = *volumes_.at(volume);
    Part part{.volume = &on_array, .layer = on_array.pages().Add()};
    for (auto& [path, file] : disk_.FilesAtCut(volume, rng)) {
      Image image = ImageOf(path, file, now, rng);
      part.files.emplace(std::move(path), std::move(image));
    }
    taken->parts.emplace(volume, std::move(part));
  }
  snapshots_.push_back(std::move(taken));
  return Status();
}

void DiskArray::Drop(Snapshots::const_iterator snapshot, const std::string& volume) {
  const auto part = (*snapshot)->parts.find(volume);
  for (const auto& [path, image] : part->second.files) image.file->pages.DropFormer(image.former);
  part->second.volume->pages().Drop(part->second.layer);
  (*snapshot)->parts.erase(part);
  if ((*snapshot)->parts.empty()) snapshots_.erase(snapshot);
}

Status DiskArray::Delete(const std::string& name) {
  if (!disk_.powered()) return Error{ErrorCode::kPowerCut, "the power is off"};
  const auto found = FindSnapshot(name);
  if (found == snapshots_.end()) {
    return Error{ErrorCode::kNotFound, "the array has no snapshot " + name};
  }
  if ((*found)->IsMounted()) {
    return Error{ErrorCode::kRefused, "files of array snapshot " + name + " are mounted"};
  }
  std::vector<std::string> volumes;
  for (const auto& [volume, part] : (*found)->parts) volumes.push_back(volume);
  for (const std::string& volume : volumes) Drop(found, volume);
  for (const std::string& volume : volumes) volumes_.at(volume)->NoteFreed();
  return Status();
}

bool DiskArray::DeleteOldestOf(ArrayVolume& volume, bool borrows) {
  const auto oldest = std::ranges::find_if(snapshots_, [&](const auto& snapshot) {
    const auto part = snapshot->parts.find(volume.name());
    return part != snapshot->parts.end() && !snapshot->IsMounted() &&
           snapshot.get() != restoring_ && (!borrows || part->second.layer->borrows);
  });
  if (oldest == snapshots_.end()) return false;
  const std::string name = (*oldest)->name;
  Drop(oldest, volume.name());
  Tell({ReserveEvent::Kind::kDeleted, volume.name(), name});
  volume.NoteFreed();
  return true;
}

namespace {

Error OfflineAt(const ArrayVolume& volume, const FilePlace& place) {
  Error offline = volume.Offline();
  offline.path = place.path;
  return offline;
}

}  // namespace

Result<DiskArray::Part*> DiskArray::FindPart(const std::string& name,
                                             const FilePlace& place) const {
  if (!disk_.powered()) return Error{ErrorCode::kPowerCut, "the power is off"};
  const auto snapshot = FindSnapshot(name);
  if (snapshot == snapshots_.end()) {
    return Error{ErrorCode::kNotFound, "the array has no snapshot " + name};
  }
  const auto part = (*snapshot)->parts.find(place.volume->name());
  if (part == (*snapshot)->parts.end() || !part->second.files.contains(place.path)) {
    return Error{ErrorCode::kNotFound, "array snapshot " + name + " has no file " + place.path};
  }
  if (part->second.volume->is_offline()) return OfflineAt(*part->second.volume, place);
  return &part->second;
}

Status DiskArray::Mount(const std::string& name, const FilePlace& place, const std::string& as) {
  TRY_ASSIGN(Part* const part, FindPart(name, place));
  if (disk_.Exists(as)) return Error{ErrorCode::kRefused, as + " exists already"};
  const Image& image = part->files.at(place.path);
  auto file = std::make_shared<StoredFile>();
  file->size = image.file->size;
  file->volume = image.file->volume;
  file->address = image.file->address;
  file->sparse = image.file->sparse;
  file->allocated_bytes = image.allocated_bytes;
  file->regions = image.regions;
  file->torn_pages = image.torn_pages;
  file->overwritten_pages = image.overwritten_pages;
  file->pages.Mount(image.file->pages, image.former);
  file->array = image.file->array;
  file->mount = std::make_shared<SnapshotMount>(*part, image.file);
  disk_.PutBack(as, std::move(file));
  return Status();
}

Status DiskArray::Restore(const std::string& name, const std::vector<FilePlace>& places) {
  std::vector<const Image*> images;
  for (const FilePlace& place : places) {
    TRY_ASSIGN(const Part* const part, FindPart(name, place));
    images.push_back(&part->files.at(place.path));
  }
  restoring_ = FindSnapshot(name)->get();
  Status room;
  for (size_t index = 0; index < places.size() && room.ok(); ++index) {
    const Image* const image = images[index];
    StoredFile& file = *image->file;
    CHECK(file.pending.empty(), "a file is restored while writes of it are under way");
    const OrderedIds changed = file.pages.ChangedSince(image->former);
    std::vector<ArrayVolume::PageCopy> copies;  // the time of a restore has them
    for (auto page = changed.Next(0); page && room.ok(); page = changed.Next(*page + 1)) {
      room = file.array->NoteWrite(file, *page * kStorePageBytes, kStorePageBytes, copies);
      if (!room.ok()) room = OfflineAt(*file.array, places[index]);
    }
  }
  restoring_ = nullptr;
  TRY(room);
  for (size_t index = 0; index < places.size(); ++index) {
    const Image& image = *images[index];
    StoredFile& file = *image.file;
    disk_.TakeOut(places[index].path);
    file.pages.RestoreTo(image.former);
    file.allocated_bytes = image.allocated_bytes;
    file.regions = image.regions;
    file.torn_pages = image.torn_pages;
    file.overwritten_pages = image.overwritten_pages;
    disk_.PutBack(places[index].path, image.file);
  }
  return Status();
}

std::vector<ArraySnapshot> DiskArray::snapshots() const {
  std::vector<ArraySnapshot> snapshots;
  for (const auto& snapshot : snapshots_) {
    ArraySnapshot told{.name = snapshot->name,
                       .taken = snapshot->taken,
                       .is_mounted = snapshot->IsMounted(),
                       .parts = {}};
    for (const auto& [volume, part] : snapshot->parts) {
      uint64_t own = part.layer->own();
      for (const SnapshotMount* mount : part.mounts) own += mount->written.own();
      const uint64_t shared = part.layer->held() - part.layer->own();
      const uint64_t page_bytes = part.volume->pages().page_bytes();
      told.parts.push_back({volume, own * page_bytes, shared * page_bytes});
    }
    snapshots.push_back(std::move(told));
  }
  return snapshots;
}

std::optional<ReserveUse> DiskArray::ReserveOf(const std::string& volume) const {
  const auto found = volumes_.find(volume);
  if (found == volumes_.end()) return std::nullopt;
  return found->second->use();
}

}  // namespace snapscope::sim
