// Which chunks a backup file has, and where: its directory, at its end, in pages that each have a
// checksum. Pure functions. docs/formats/backup-file.md
//
// What is read is of no use unless it fits the file: every chunk lies in front of the directory,
// behind the one before it, and its sizes are those of a transfer.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "backup/format.h"
#include "base/bytes.h"
#include "base/result.h"
#include "storage/file.h"

namespace snapscope::backup {

struct DirectoryEntry {
  uint64_t sequence = 0;
  uint64_t offset = 0;        ///< in the file
  uint32_t packed_bytes = 0;  ///< of the payload; where it is not packed, those that it has
  uint32_t payload_bytes = 0;
};

/// What a chunk takes in its file, which for a modelled compression is more than what it takes of
/// the device.
constexpr uint64_t KeptBytes(const BackupSet& set, const DirectoryEntry& entry) {
  return ChunkBytes(set.compression == Compression::kZstd ? entry.packed_bytes
                                                          : entry.payload_bytes);
}

inline constexpr size_t kEntriesOfPage = 340;
/// Of a directory of so many chunks.
constexpr uint64_t DirectoryPages(uint64_t chunks) {
  return (chunks + kEntriesOfPage - 1) / kEntriesOfPage;
}

/// Fills a page (8 KB) of the directory: that with this number, from 0.
void EncodeDirectoryPage(const BackupSet& set, uint64_t number,
                         std::span<const DirectoryEntry> entries, ByteSpan page);
/// Appends the entries of a page. `set` is what the header of the file says. kCorruptPage.
Status DecodeDirectoryPage(ConstByteSpan page, const BackupSet& set, uint64_t number,
                           std::vector<DirectoryEntry>& entries);
/// The directory that a file of version 2 would have.
std::vector<DirectoryEntry> DirectoryOfSlots(const BackupSet& set);

/// Where a chunk lies in a set.
struct ChunkPlace {
  uint32_t file = 0;  ///< from 0
  uint64_t offset = 0;
  uint64_t kept_bytes = 0;
  storage::ByteRange on_device;
};

/// Puts the directories of all files of the set, in their order, together: the place of each chunk
/// by its sequence number. kCorruptPage unless each is there once.
Result<std::vector<ChunkPlace>> PlacesOf(const BackupSet& set,
                                         const std::vector<std::vector<DirectoryEntry>>& files);

}  // namespace snapscope::backup
