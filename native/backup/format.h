// The bytes of a backup: one backup set in one file or in several, the media set. Pure functions.
// docs/formats/backup-file.md
//
//   header (8 KB) | chunk | chunk | ... | directory     chunk = chunk header (8 KB) | payload
//
// Each file has a header of its own, which says which of the set's files it is. Any file may have
// any chunk: its directory says which it has, and where (chunk_directory.h).
//
// A chunk has pages of the data files (runs of neighbours, as they lie in the files) or blocks of
// the log, as they lie in the log: of one buffer, MAXTRANSFERSIZE at most. Compressed, its payload
// is packed; where the set says that a machine without a codec has modelled that, the payload lies
// in the file as it is, and takes what it would take packed.
//
// Invariants
// 1. Each header says "incomplete" until the chunks and directories of all files are durable; a set
//    is complete when all its headers say so.
// 2. A chunk belongs to the set whose header bears the same id, has its sequence number, and a
//    checksum of itself: what an earlier file left in the place is none. Its payload as it lies in
//    the file has one, too, unless the set was written WITH NO_CHECKSUM.
//
// Files of version 2 have no directory: their chunks lie in slots of one size, dealt in turn.
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

inline constexpr uint32_t kFormatVersion = 3;
inline constexpr uint32_t kSlotsVersion = 2;  ///< the last one without directories
inline constexpr uint64_t kHeaderBytes = 8192;
inline constexpr size_t kMaxNameBytes = 256;

inline constexpr uint32_t kMaxBackupFiles = 64;  ///< of one backup, as in the product

// MAXTRANSFERSIZE: multiples of the least.
inline constexpr uint32_t kLeastTransferBytes = 64 * 1024;
inline constexpr uint32_t kUsualTransferBytes = 1024 * 1024;
inline constexpr uint32_t kMostTransferBytes = 4 * 1024 * 1024;
// BLOCKSIZE: powers of two.
inline constexpr uint32_t kUsualBlockBytes = 512;
inline constexpr uint32_t kMostBlockBytes = 64 * 1024;

/// What a packed payload is filled up to: every volume can write and read that.
inline constexpr uint64_t kPackedUnit = 4096;
/// What a chunk takes whose payload has so many bytes, packed or not.
constexpr uint64_t ChunkBytes(uint64_t payload) {
  return kHeaderBytes + (payload + kPackedUnit - 1) / kPackedUnit * kPackedUnit;
}

/// By what the payloads of a set are packed.
enum class Compression : uint8_t {
  kNone,
  kZstd,
  kModelled,  ///< by nothing: see above
};

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
  uint32_t version = kFormatVersion;
  uint32_t block_bytes = kUsualBlockBytes;        ///< BLOCKSIZE: each file has whole ones
  uint32_t transfer_bytes = kUsualTransferBytes;  ///< MAXTRANSFERSIZE: no payload has more
  Compression compression = Compression::kNone;
  bool is_partial = false;        ///< it has the data files of some volumes only
  uint64_t stored_bytes = 0;      ///< what all files take
  uint64_t directory_at = 0;      ///< in the file that has this header
  uint64_t directory_chunks = 0;  ///< likewise

  /// True of a differential that goes on from that full backup.
  bool GoesWith(const BackupSet& full) const {
    return kind == BackupKind::kDifferential && base == full.checkpoint &&
           (base_set == 0 || base_set == full.id);
  }
  bool is_damaged() const { return damaged_pages > 0; }
  page::DatabaseSize size() const { return {.files = data_files, .file_pages = file_pages}; }
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
  uint64_t packed_bytes = 0;   ///< of a payload that is packed; 0: it is not
  bool has_checksum = true;    ///< of the payload
  std::vector<PageRun> runs;   ///< of pages: what the payload has, in its order
};

/// Runs that a chunk has room for; extents of the largest transfer are fewer.
inline constexpr size_t kMaxRuns = 504;

/// Fills the header in front of the payload, which lies in `chunk` as the file is to have it,
/// without what fills it up.
void SealChunk(const ChunkHeader& header, ByteSpan chunk);
/// The chunk that must have that sequence number in `set`. kCorruptPage, naming what is amiss.
Result<ChunkHeader> OpenChunk(ConstByteSpan chunk, const BackupSet& set, uint64_t sequence);
/// The bytes of the payload as they lie in the file, behind the chunk's header.
constexpr uint64_t KeptPayloadBytes(const BackupSet& set, const ChunkHeader& header) {
  const bool is_packed = set.compression == Compression::kZstd && header.packed_bytes > 0;
  return is_packed ? header.packed_bytes : header.payload_bytes;
}

}  // namespace snapscope::backup
