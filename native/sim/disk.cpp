#include "sim/disk.h"

#include <algorithm>

#include "base/check.h"

namespace snapscope::sim {

namespace {
constexpr uint64_t kNear = 16;  ///< pages that a write near by may go astray among
}  // namespace

uint64_t StoredFile::MissingRegions(uint64_t offset, uint64_t length) const {
  if (!sparse) return 0;
  uint64_t missing = 0;
  const uint64_t last = (offset + length - 1) / kRegionBytes;
  for (uint64_t region = offset / kRegionBytes; region <= last; ++region) {
    if (!regions[region]) ++missing;
  }
  return missing;
}

void StoredFile::AllocateRegions(uint64_t offset, uint64_t length) {
  if (!sparse) return;
  allocated_bytes += MissingRegions(offset, length) * kRegionBytes;
  const uint64_t last = (offset + length - 1) / kRegionBytes;
  for (uint64_t region = offset / kRegionBytes; region <= last; ++region) regions[region] = true;
}

bool StoredFile::PendingWrite::IsDone(TimeNs now) const {
  const auto is_done = [now](const IssuedIo& part) { return part.IsKnown() && part.Done() <= now; };
  return is_done(issued.first) && std::ranges::all_of(issued.rest, is_done);
}

PendingOutcome StoredFile::PendingWrite::OutcomeOfCut(bool atomic, Rng& rng) const {
  auto outcome = static_cast<PendingOutcome>(rng.Below(3));
  if (torn) outcome = PendingOutcome::kTorn;
  if (lost) outcome = PendingOutcome::kLost;
  return outcome == PendingOutcome::kTorn && atomic ? PendingOutcome::kLost : outcome;
}

void StoredFile::NoteTorn(const PendingWrite& write, std::set<uint64_t>& torn) const {
  if (pages.KeepsPagesInPart()) return;
  const uint64_t last = (write.offset + write.length - 1) / kStorePageBytes;
  for (uint64_t page = write.offset / kStorePageBytes; page <= last; ++page) torn.insert(page);
}

void StoredFile::Settle(uint64_t sequence, const PendingWrite& write, bool atomic, Rng& rng) {
  const PendingOutcome outcome = write.OutcomeOfCut(atomic, rng);
  if (write.misdirected && write.length % kStorePageBytes == 0) {
    return Misdirect(sequence, write, rng);
  }
  pages.Settle(sequence, write.offset, write.length, outcome, &rng);
  if (outcome == PendingOutcome::kTorn) NoteTorn(write, torn_pages);
}

void StoredFile::Misdirect(uint64_t sequence, const PendingWrite& write, Rng& rng) {
  struct alignas(4096) Page {
    std::byte bytes[kStorePageBytes];
  };
  std::vector<Page> written(write.length / kStorePageBytes);
  const ByteSpan bytes(written.front().bytes, write.length);
  pages.Read(write.offset, bytes);
  pages.Settle(sequence, write.offset, write.length, PendingOutcome::kLost, nullptr);
  const uint64_t places = (size - write.length) / kStorePageBytes + 1;
  // Anywhere, or near by: a wrong address is often wrong by little.
  const uint64_t begin = rng.Percent(50) ? 0 : write.offset / kStorePageBytes / kNear * kNear;
  const uint64_t first =
      begin == 0 ? rng.Below(places) : std::min(begin + rng.Below(kNear), places - 1);
  const uint64_t offset = first * kStorePageBytes;
  if (offset == write.offset) return;
  AllocateRegions(offset, write.length);
  if (array != nullptr) {
    std::vector<ArrayVolume::PageCopy> copies;
    (void)array->NoteWrite(*this, offset, write.length, copies);
  }
  pages.AddPending(next_sequence, offset, {bytes});
  pages.Settle(next_sequence++, offset, write.length, PendingOutcome::kKept, nullptr);
  for (uint64_t page = first; page < first + written.size(); ++page) overwritten_pages.insert(page);
}

std::vector<storage::ByteRange> StoredFile::AllocatedRanges() const {
  std::vector<storage::ByteRange> ranges;
  if (!sparse) {
    if (size > 0) ranges.push_back({0, size});
    return ranges;
  }
  for (uint64_t region = 0; region < regions.size(); ++region) {
    if (!regions[region]) continue;
    const uint64_t offset = region * kRegionBytes;
    const uint64_t length = std::min(kRegionBytes, size - offset);
    if (!ranges.empty() && ranges.back().offset + ranges.back().length == offset) {
      ranges.back().length += length;
    } else {
      ranges.push_back({offset, length});
    }
  }
  return ranges;
}

void StoredFile::SettlePendingOf(const storage::File* handle) {
  std::erase_if(pending, [&](const auto& entry) {
    const auto& [sequence, write] = entry;
    if (write.handle != handle) return false;
    pages.Settle(sequence, write.offset, write.length, PendingOutcome::kKept, nullptr);
    return true;
  });
}

Disk::Disk(uint64_t seed, storage::FaultPlan plan, uint64_t capacity_bytes)
    : seed_(seed), injector_(std::move(plan)), capacity_(capacity_bytes) {}

// What the array has to tell, nobody hears any more.
Disk::~Disk() {
  if (array_) array_->SetListener(nullptr);
}

void Disk::SetArray(const std::string& volume, const ArraySnapshotOptions& options) {
  if (!array_) array_ = std::make_unique<DiskArray>(*this, seed_);
  array_->AddVolume(volume, options);
  for (const auto& [path, file] : files_) {
    if (file->volume == volume) file->array = array_->Find(volume);
  }
}

void Disk::SetBase(const std::string& path, PageGenerator base, PagePredicate is_initial) {
  const auto found = files_.find(path);
  if (found != files_.end()) {
    found->second->pages.SetBase(base, is_initial);
    found->second->pages.SetPageLength(page_length_);
  }
  bases_[path] = {std::move(base), std::move(is_initial)};
}

std::vector<std::string> Disk::paths() const {
  std::vector<std::string> paths;
  paths.reserve(files_.size());
  for (const auto& [path, file] : files_) paths.push_back(path);
  return paths;
}

uint64_t Disk::AvailableBytes(const std::string& volume) const {
  // A misdirected write takes a region without asking, so more may be used than there is.
  const auto left = [](uint64_t capacity, uint64_t used) {
    return capacity - std::min(capacity, used);
  };
  const uint64_t of_disk = left(capacity_, used_);
  const auto found = volumes_.find(volume);
  if (found == volumes_.end()) return of_disk;
  return std::min(of_disk, left(found->second.capacity, found->second.used));
}

bool Disk::Reserve(const std::string& volume, uint64_t bytes) {
  if (bytes > AvailableBytes(volume)) return false;
  volumes_[volume].used += bytes;
  used_ += bytes;
  return true;
}

void Disk::GiveBack(StoredFile& file) {
  if (file.TakesRoom()) {
    volumes_[file.volume].used -= file.allocated_bytes;
    used_ -= file.allocated_bytes;
  }
  file.removed = true;
}

std::vector<Disk::File> Disk::FilesAtCut(const std::string& volume, Rng& rng) const {
  std::map<std::string, std::shared_ptr<StoredFile>> there = files_;
  for (auto change = entry_changes_.rbegin(); change != entry_changes_.rend(); ++change) {
    const auto& [path, file, creates] = change->second;
    if (rng.Percent(50)) continue;
    if (!creates) {
      there.emplace(path, file);
    } else if (const auto found = there.find(path); found != there.end() && found->second == file) {
      there.erase(found);
    }
  }
  std::vector<File> files;
  for (auto& [path, file] : there) {
    if (file->volume == volume && file->mount == nullptr) files.emplace_back(path, file);
  }
  return files;
}

void Disk::TakeOut(const std::string& path) {
  std::erase_if(entry_changes_, [&](const auto& change) {
    const EntryChange& entry = change.second;
    if (entry.path != path) return false;
    if (!entry.creates) GiveBack(*entry.file);
    return true;
  });
  const auto found = files_.find(path);
  if (found == files_.end()) return;
  GiveBack(*found->second);
  files_.erase(found);
}

void Disk::PutBack(const std::string& path, std::shared_ptr<StoredFile> file) {
  file->removed = false;
  if (file->TakesRoom()) {
    volumes_[file->volume].used += file->allocated_bytes;
    used_ += file->allocated_bytes;
  }
  files_.emplace(path, std::move(file));
}

uint64_t Disk::Place(const std::string& volume, uint64_t bytes) {
  uint64_t& until = volumes_[volume].placed_until;
  const uint64_t address = until;
  until += (bytes + kAlignment - 1) / kAlignment * kAlignment;
  return address;
}

Result<std::shared_ptr<StoredFile>> Disk::Create(const std::string& volume, const std::string& path,
                                                 storage::FileOptions options) {
  if (!powered_) return Error{ErrorCode::kPowerCut, "the power is off"};
  if (Exists(path)) return Error{ErrorCode::kRefused, path + " exists already"};
  const uint64_t allocated = options.sparse || options.grows ? 0 : options.size;
  if (!Reserve(volume, allocated)) {
    NoteRefusalForRoom(path);
    return Error{ErrorCode::kDiskFull, path + " needs " + std::to_string(allocated) +
                                           " bytes, volume " + volume + " has " +
                                           std::to_string(AvailableBytes(volume)) + " left"};
  }
  auto file = std::make_shared<StoredFile>();
  file->volume = volume;
  file->array = array_ ? array_->Find(volume) : nullptr;
  file->address = Place(volume, options.size);
  file->size = options.grows ? 0 : options.size;
  file->sparse = options.sparse;
  file->allocated_bytes = allocated;
  if (options.sparse) file->regions.resize((options.size + kRegionBytes - 1) / kRegionBytes);
  const auto base = bases_.find(path);
  if (base != bases_.end()) file->pages.SetBase(base->second.pages, base->second.is_initial);
  const auto likeness = likenesses_.find(path);
  if (likeness != likenesses_.end()) file->pages.SetLikeness(likeness->second);
  if (base != bases_.end() || options.sparse) file->pages.SetPageLength(page_length_);
  file->pages.SetPacking(packing_);
  files_.emplace(path, file);
  return file;
}

Result<std::shared_ptr<StoredFile>> Disk::Open(const std::string& path) {
  if (!powered_) return Error{ErrorCode::kPowerCut, "the power is off"};
  const auto found = files_.find(path);
  if (found == files_.end()) return Error{ErrorCode::kNotFound, path + " does not exist"};
  return found->second;
}

Status Disk::Remove(const std::string& path) {
  if (!powered_) return Error{ErrorCode::kPowerCut, "the power is off"};
  const auto found = files_.find(path);
  if (found == files_.end()) return Error{ErrorCode::kNotFound, path + " does not exist"};
  GiveBack(*found->second);
  files_.erase(found);
  return Status();
}

std::map<std::string, uint64_t> Disk::LargestByPath() const {
  std::map<std::string, uint64_t> largest = largest_removed_;
  for (const auto& [path, file] : files_) {
    uint64_t& bytes = largest[path];
    bytes = std::max(bytes, file->allocated_bytes);
  }
  return largest;
}

uint64_t Disk::BeginCreation(const std::string& path) {
  entry_changes_[next_entry_change_] = {path, files_.at(path), true};
  return next_entry_change_++;
}

Result<uint64_t> Disk::BeginRemoval(const std::string& path) {
  if (!powered_) return Error{ErrorCode::kPowerCut, "the power is off"};
  const auto found = files_.find(path);
  if (found == files_.end()) return Error{ErrorCode::kNotFound, path + " does not exist"};
  entry_changes_[next_entry_change_] = {path, found->second, false};
  uint64_t& largest = largest_removed_[path];
  largest = std::max(largest, found->second->allocated_bytes);
  files_.erase(found);
  return next_entry_change_++;
}

void Disk::EndEntryChange(uint64_t change) {
  const auto ended = entry_changes_.find(change);
  if (ended == entry_changes_.end()) return;  // the power was cut before
  const EntryChange& entry = ended->second;
  if (!entry.creates) GiveBack(*entry.file);
  entry_changes_.erase(ended);
}

void Disk::TakeBackEntryChange(uint64_t change) {
  const auto begun = entry_changes_.find(change);
  if (begun == entry_changes_.end()) return;
  const EntryChange entry = std::move(begun->second);
  entry_changes_.erase(begun);
  Undo(entry);
}

void Disk::Undo(const EntryChange& change) {
  const auto found = files_.find(change.path);
  if (!change.creates) {
    // A file of that name that is there by now can only be if this one was removed.
    if (found == files_.end()) {
      files_.emplace(change.path, change.file);
    } else {
      GiveBack(*change.file);
    }
  } else if (found != files_.end() && found->second == change.file) {
    GiveBack(*change.file);
    files_.erase(found);
  }
}

void Disk::SettleEntryChanges(Rng& rng) {
  for (auto change = entry_changes_.rbegin(); change != entry_changes_.rend(); ++change) {
    const EntryChange& entry = change->second;
    if (rng.Percent(50)) {
      ++(entry.creates ? creations_lost_ : removals_lost_);
      Undo(entry);
    } else if (!entry.creates) {
      GiveBack(*entry.file);
    }
  }
  entry_changes_.clear();
}

storage::Injection Disk::CountIo(storage::IoKind kind, const std::string& path, bool allocates) {
  return injector_.Next(kind, path, allocates);
}

void Disk::PowerCutByPlan() { PowerCut(Rng(seed_, "power cut " + std::to_string(epoch_))); }

void Disk::PowerCut(Rng rng) {
  CHECK(powered_, "the power is off already");
  powered_ = false;
  ++epoch_;
  SettleEntryChanges(rng);
  for (auto& [path, file] : files_) {
    const uint64_t allocated = file->allocated_bytes;
    for (const auto& [sequence, write] : file->pending) {
      file->Settle(sequence, write, atomic_.contains(path), rng);
    }
    file->pending.clear();
    if (!file->TakesRoom()) continue;
    const uint64_t taken = file->allocated_bytes - allocated;  // by a write that went astray
    volumes_[file->volume].used += taken;
    used_ += taken;
  }
  if (on_power_cut_) on_power_cut_();
}

}  // namespace snapscope::sim
