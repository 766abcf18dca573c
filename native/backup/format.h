// The bytes of a backup: one backup set in one file or in several, the media set. Pure functions.
// docs/formats/backup-file.md
//
//   header (8 KB) | slot | slot | ...      slot = chunk header (8 KB) | payload (up to 1 MB)
//
// Each file has a header of its own, which says which of the set's files it is. Chunks are dealt to
// the files in turn: that with sequence number S lies in file S modulo the number of files.
//
// A chunk has pages of the data files (runs of neighbours, as they lie in the files) or blocks of
// the log, as they lie in the log. Slots are of one size, so that several chunks can be read and
// written at once.
//
// Invariants
// 1. Each header says "incomplete" until the chunks of all files are durable; a set is complete
//    when all its headers say so.
// 2. A chunk belongs to the set whose header bears the same id, has its sequence number at its
//    place, and a checksum of itself: what an earlier file left in the place is none. Its payload
//    has one, too, unless the set was written WITH NO_CHECKSUM.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/ids.h"
#include "base/result.h"
#include "page/layout.h"
#include "wal/format.h"

namespace snapscope::backup {

inline constexpr uint32_t kFormatVersion = 2;
inline constexpr uint64_t kTransferBytes = 1024 * 1024;  ///< MAXTRANSFERSIZE, its default for disk
inline constexpr uint32_t kTransferPages = kTransferBytes / page::kPageSize;
inline constexpr uint64_t kHeaderBytes = 8192;
inline constexpr uint64_t kSlotBytes = kHeaderBytes + kTransferBytes;
inline constexpr size_t kMaxNameBytes = 256;

inline constexpr uint32_t kMaxBackupFiles = 64;  ///< of one backup, as in the product

constexpr uint64_t SlotOffset(uint64_t slot) { return kHeaderBytes + slot * kSlotBytes; }

/// Where a chunk lies in a set of so many files.
struct ChunkPlace {
  uint32_t file = 0;    ///< from 0
  uint64_t offset = 0;  ///< in that file
};
constexpr ChunkPlace PlaceOfChunk(uint64_t sequence, uint32_t files) {
  return {static_cast<uint32_t>(sequence % files), SlotOffset(sequence / files)};
}
/// How long the file at a place, from 0, is at least.
constexpr uint64_t FileBytes(uint64_t chunks, uint32_t files, uint32_t file) {
  return SlotOffset((chunks + files - 1 - file) / files);
}

enum class BackupKind : uint8_t { kFull = 1, kDifferential = 2, kLog = 3 };
/// The kind in the spelling of the contract: "full", "differential", "log".
const char* NameOf(BackupKind kind);

/// What RESTORE HEADERONLY and FILELISTONLY tell.
struct BackupSet {
  uint64_t id = 0;      ///< of this backup
  uint64_t family = 0;  ///< of the database: backups of one family restore each other
  BackupKind kind = BackupKind::kFull;
  bool copy_only = false;
  bool complete = false;
  bool has_checksums = true;   ///< of its pages, which were verified, and of its chunks
  uint32_t damaged_pages = 0;  ///< which it has as they were: WITH CONTINUE_AFTER_ERROR
  page::PageForm form = page::PageForm::kFull;
  std::string name;
  std::string database;
  TimeNs started = 0;  ///< engine time
  TimeNs finished = 0;
  TimeNs reached = 0;  ///< what was committed by then is in the set; its file took longer
  Lsn first;           ///< the log in the set: records of [first, last)
  Lsn last;            ///< what it restores to; the next log backup begins here
  Lsn checkpoint;      ///< redo begins here; none for a log backup
  Lsn base;            ///< checkpoint of the last full backup before, that a differential goes with
  uint64_t base_set = 0;  ///< id of that backup; 0: none, or one of which older files do not tell
  uint32_t data_files = 0;
  uint32_t file_pages = 0;  ///< of each data file
  wal::LogGeometry log;
  uint64_t log_file_bytes = 0;
  uint64_t pages = 0;       ///< of data files
  uint64_t log_bytes = 0;   ///< blocks of log
  uint64_t chunks = 0;      ///< in all files
  uint32_t files = 1;       ///< of the media set
  uint32_t file = 1;        ///< which of them has this header, from 1
  bool of_storage = false;  ///< a snapshot of the storage is the set: there are no files of it

  /// True of a differential that goes on from that full backup.
  bool GoesWith(const BackupSet& full) const {
    return kind == BackupKind::kDifferential && base == full.checkpoint &&
           (base_set == 0 || base_set == full.id);
  }
  bool is_damaged() const { return damaged_pages > 0; }
  page::DatabaseSize size() const { return {.files = data_files, .file_pages = file_pages}; }
  /// What all files of the set have together.
  uint64_t file_bytes() const { return files * kHeaderBytes + chunks * kSlotBytes; }
  /// What message 3014 counts: pages of the data files, and of log.
  uint64_t processed_pages() const {
    return pages + (log_bytes + page::kPageSize - 1) / page::kPageSize;
  }
};

/// Fills `into` (kHeaderBytes). Names longer than kMaxNameBytes are cut.
void EncodeSet(const BackupSet& set, ByteSpan into);
/// kInvalid, with the reason for people: no backup, a damaged one, one of another version.
/// An incomplete set is decoded.
Result<BackupSet> DecodeSet(ConstByteSpan bytes);

enum class ChunkKind : uint8_t { kPages = 1, kLog = 2 };

/// Neighbouring pages of one data file.
struct PageRun {
  PageId first;
  uint32_t pages = 0;
};

struct ChunkHeader {
  ChunkKind kind = ChunkKind::kPages;
  uint64_t set = 0;  ///< id
  uint64_t sequence = 0;
  uint64_t payload_bytes = 0;  ///< whole pages; of log whole blocks, padded with zeros
  bool has_checksum = true;    ///< of the payload
  std::vector<PageRun> runs;   ///< of pages: what the payload has, in its order
};

/// Fills the header in front of the payload in `slot`.
void SealChunk(const ChunkHeader& header, ByteSpan slot);
/// The chunk that must lie at `sequence` of `set`. kCorruptPage, naming what is amiss.
Result<ChunkHeader> OpenChunk(ConstByteSpan slot, const BackupSet& set, uint64_t sequence);

}  // namespace snapscope::backup
