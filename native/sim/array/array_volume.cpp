#include <utility>

#include "sim/array/disk_array.h"
#include "sim/disk.h"

namespace snapscope::sim {

using storage::ReserveEvent;
using storage::WhenFull;

ArrayVolume::ArrayVolume(DiskArray& array, std::string name, const ArraySnapshotOptions& options)
    : array_(array),
      name_(std::move(name)),
      options_(options),
      pages_(options),
      borrows_(options.when_full == WhenFull::kBorrow),
      reserve_(options.volume_bytes / 100 * options.reserve_percent / options.page_bytes),
      pool_(options.pool_bytes / options.page_bytes) {}

Error ArrayVolume::Offline() const {
  return {ErrorCode::kIo, "volume " + name_ +
                              " is offline: its array snapshots have filled their reserve of " +
                              std::to_string(reserve_ * options_.page_bytes / kMiB) +
                              " MiB, and it stays so until one of them is deleted"};
}

storage::ReserveUse ArrayVolume::use() const {
  const uint64_t used = pages_.used();
  return {.reserve_bytes = reserve_ * options_.page_bytes,
          .used_bytes = used * options_.page_bytes,
          .borrowed_bytes = (used - std::min(used, reserve_)) * options_.page_bytes,
          .is_offline = is_offline_};
}

bool ArrayVolume::IsLow() const {
  const uint64_t left = reserve_ - std::min(pages_.used(), reserve_);
  return left * 100 < reserve_ * options_.warning_percent;
}

Status ArrayVolume::MakeRoom() {
  const bool may_delete = options_.when_full != WhenFull::kTakeOffline;
  if (may_delete && array_.DeleteOldestOf(*this, borrows_)) return Status();
  is_offline_ = true;
  array_.Tell({ReserveEvent::Kind::kOffline, name_, {}});
  return Offline();
}

void ArrayVolume::NoteFreed() {
  if (!IsLow()) has_warned_ = false;
  if (!is_offline_ || !HasRoom()) return;
  is_offline_ = false;
  array_.Tell({ReserveEvent::Kind::kOnline, name_, {}});
}

Status ArrayVolume::NoteWrite(const StoredFile& file, uint64_t offset, uint64_t length,
                              std::vector<PageCopy>& copies) {
  if (is_offline_) return Offline();
  const auto layer = [&] { return file.mount ? &file.mount->written : pages_.newest(); };
  if (layer() == nullptr) return Status();
  const bool copies_pages = pages_.copies() && !file.mount;
  const uint64_t address = file.address + offset;
  const uint64_t last = (address + length - 1) / pages_.page_bytes();
  for (uint64_t page = address / pages_.page_bytes(); page <= last; ++page) {
    // Making room may take the newest snapshot, and with it the need.
    while (ArrayPages::Takes(layer(), page)) {
      if (!HasRoom()) {
        TRY(MakeRoom());
        continue;
      }
      if (pages_.used() >= reserve_) layer()->borrows = true;
      const ArrayPages::Run place = pages_.Take(*layer(), page);
      if (copies_pages) {
        copies.push_back({page, {page * pages_.page_bytes(), pages_.page_bytes()}, place});
      }
      if (IsLow() && !std::exchange(has_warned_, true)) {
        array_.Tell({ReserveEvent::Kind::kWarning, name_, {}});
      }
    }
  }
  if (!copies_pages && layer() != nullptr) ArrayPages::NoteWritten(*layer(), address, length);
  return Status();
}

void ArrayVolume::Locate(const StoredFile& file, uint64_t offset, uint64_t length,
                         std::vector<ArrayPages::Run>& runs) const {
  const uint64_t address = file.address + offset;
  if (file.mount) {
    pages_.LocateMounted(file.mount->part.layer, file.mount->written, address, length, runs);
  } else {
    pages_.Locate(address, length, runs);
  }
}

}  // namespace snapscope::sim
