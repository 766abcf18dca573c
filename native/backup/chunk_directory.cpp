#include "backup/chunk_directory.h"

#include <algorithm>
#include <string>

#include "base/checksum.h"

namespace snapscope::backup {

namespace {

constexpr uint64_t kDirectoryMagic = 0x5249'4442'5041'4E53;  // "SNAPBDIR"

struct PageFields {
  uint64_t checksum;
  uint64_t magic;
  uint64_t set;
  uint32_t number;
  uint32_t entries;
};
static_assert(sizeof(PageFields) == 32 && sizeof(DirectoryEntry) == 24);
static_assert(sizeof(PageFields) + kEntriesOfPage * sizeof(DirectoryEntry) <= page::kPageSize);

uint64_t ChecksumOfPage(ConstByteSpan page) {
  return Checksum(page.subspan(sizeof(uint64_t)), kDirectoryMagic);
}

/// Why the entry cannot follow one that ends there; null if it can.
const char* FlawOf(const BackupSet& set, const DirectoryEntry& entry, uint64_t end) {
  const bool has_sizes = entry.payload_bytes > 0 && entry.payload_bytes <= set.transfer_bytes &&
                         entry.packed_bytes > 0 && entry.packed_bytes <= entry.payload_bytes;
  if (!has_sizes) return "the sizes of a chunk do not fit";
  if (entry.sequence >= set.chunks) return "a chunk has a number that the set has not";
  const bool lies_in_file = entry.offset >= end && entry.offset % kPackedUnit == 0 &&
                            entry.offset < set.directory_at &&
                            KeptBytes(set, entry) <= set.directory_at - entry.offset;
  return lies_in_file ? nullptr : "a chunk lies where none can be";
}

}  // namespace

void EncodeDirectoryPage(const BackupSet& set, uint64_t number,
                         std::span<const DirectoryEntry> entries, ByteSpan page) {
  CHECK(page.size() == page::kPageSize && entries.size() <= kEntriesOfPage,
        "%zu entries of a directory in %zu bytes", entries.size(), page.size());
  std::ranges::fill(page, std::byte{});
  Store(page, 0,
        PageFields{.checksum = 0,
                   .magic = kDirectoryMagic,
                   .set = set.id,
                   .number = static_cast<uint32_t>(number),
                   .entries = static_cast<uint32_t>(entries.size())});
  size_t at = sizeof(PageFields);
  for (const DirectoryEntry& entry : entries) {
    Store(page, at, entry);
    at += sizeof entry;
  }
  Store(page, 0, ChecksumOfPage(page));
}

Status DecodeDirectoryPage(ConstByteSpan page, const BackupSet& set, uint64_t number,
                           std::vector<DirectoryEntry>& entries) {
  const auto damaged = [&](const std::string& what) {
    return Error{ErrorCode::kCorruptPage, "the directory of file " + std::to_string(set.file) +
                                              " of the backup " + set.name + ": " + what +
                                              " (3203)"};
  };
  const auto fields = Load<PageFields>(page, 0);
  const bool is_page = fields.magic == kDirectoryMagic && fields.checksum == ChecksumOfPage(page) &&
                       fields.set == set.id && fields.number == number;
  if (!is_page) return damaged("its page " + std::to_string(number) + " is damaged");
  const uint64_t left =
      set.directory_chunks - std::min<uint64_t>(set.directory_chunks, number * kEntriesOfPage);
  if (fields.entries != std::min<uint64_t>(left, kEntriesOfPage)) {
    return damaged("it has another number of chunks than the header says");
  }
  uint64_t end = kHeaderBytes;
  if (!entries.empty()) end = entries.back().offset + KeptBytes(set, entries.back());
  for (uint32_t place = 0; place < fields.entries; ++place) {
    const auto entry =
        Load<DirectoryEntry>(page, sizeof(PageFields) + place * sizeof(DirectoryEntry));
    if (const char* const flaw = FlawOf(set, entry, end)) return damaged(flaw);
    end = entry.offset + KeptBytes(set, entry);
    entries.push_back(entry);
  }
  return Status();
}

std::vector<DirectoryEntry> DirectoryOfSlots(const BackupSet& set) {
  std::vector<DirectoryEntry> entries;
  entries.reserve(set.directory_chunks);
  for (uint64_t slot = 0; slot < set.directory_chunks; ++slot) {
    entries.push_back({.sequence = slot * set.files + set.file - 1,
                       .offset = kHeaderBytes + slot * ChunkBytes(kUsualTransferBytes),
                       .packed_bytes = kUsualTransferBytes,
                       .payload_bytes = kUsualTransferBytes});
  }
  return entries;
}

Result<std::vector<ChunkPlace>> PlacesOf(const BackupSet& set,
                                         const std::vector<std::vector<DirectoryEntry>>& files) {
  const Error incomplete{
      ErrorCode::kCorruptPage,
      "the directories of the backup " + set.name + " do not have each of its chunks once (3203)"};
  uint64_t chunks = 0;
  for (const std::vector<DirectoryEntry>& entries : files) chunks += entries.size();
  if (chunks != set.chunks) return incomplete;
  std::vector<ChunkPlace> places(chunks);
  for (uint32_t file = 0; file < files.size(); ++file) {
    uint64_t on_device = kHeaderBytes;
    for (const DirectoryEntry& entry : files[file]) {
      if (entry.sequence >= chunks || places[entry.sequence].kept_bytes > 0) return incomplete;
      const uint64_t taken = ChunkBytes(entry.packed_bytes);
      places[entry.sequence] = {file, entry.offset, KeptBytes(set, entry), {on_device, taken}};
      on_device += taken;
    }
  }
  return places;
}

}  // namespace snapscope::backup
