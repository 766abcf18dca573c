#include "backup/format.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/checksum.h"
#include "base/mutation.h"

namespace snapscope::backup {

MUTATION(kBackupNotVerified, "what a restore reads from a backup is taken for good");
MUTATION(kChecksumsClaimed, "a backup WITH NO_CHECKSUM says that it has checksums");

namespace {

constexpr uint64_t kSetMagic = 0x4B43'4142'5041'4E53;    // "SNAPBACK"
constexpr uint64_t kChunkMagic = 0x4B4E'5548'4350'4E53;  // "SNPCHUNK"

struct SetFields {
  uint64_t checksum;
  uint64_t magic;
  uint32_t version;
  uint8_t kind;
  uint8_t copy_only;
  uint8_t complete;
  uint8_t form;
  uint64_t id;
  uint64_t family;
  int64_t started;
  int64_t finished;
  uint64_t first;
  uint64_t last;
  uint64_t checkpoint;
  uint64_t base;
  uint32_t data_files;
  uint32_t file_pages;
  uint64_t vlf_bytes;
  uint32_t vlf_count;
  uint32_t without_checksums;
  uint64_t log_file_bytes;
  uint64_t pages;
  uint64_t log_bytes;
  uint64_t chunks;
  int64_t reached;
  uint32_t files;
  uint32_t file;
  uint16_t name_bytes;
  uint16_t database_bytes;
  uint32_t damaged_pages;
};
static_assert(sizeof(SetFields) == 168);
/// The names follow, each in its place; then BackupSet::base_set, which early files lack.
constexpr size_t kBaseSetAt = sizeof(SetFields) + 2 * kMaxNameBytes;

/// Follow it, since version 3.
struct ShapeFields {
  uint32_t block_bytes;
  uint32_t transfer_bytes;
  uint32_t compression;
  uint32_t is_partial;
  uint64_t stored_bytes;
  uint64_t directory_at;
  uint64_t directory_chunks;
};
static_assert(sizeof(ShapeFields) == 40);
constexpr size_t kShapeAt = kBaseSetAt + sizeof(uint64_t);
static_assert(kShapeAt + sizeof(ShapeFields) <= kHeaderBytes);

struct ChunkFields {
  uint64_t checksum;
  uint64_t magic;
  uint64_t set;
  uint64_t sequence;
  uint64_t payload_bytes;
  uint64_t payload_checksum;
  uint8_t kind;
  uint8_t zero;
  uint16_t runs;
  uint32_t packed_bytes;
};
static_assert(sizeof(ChunkFields) == 56);

struct RunFields {
  uint64_t first;
  uint32_t pages;
  uint32_t zero;
};
static_assert(sizeof(RunFields) == 16);
static_assert(sizeof(ChunkFields) + kMaxRuns * sizeof(RunFields) <= kHeaderBytes);
static_assert(kMostTransferBytes / (page::kPagesPerRegion * page::kPageSize) <= kMaxRuns);

uint64_t ChecksumOf(ConstByteSpan header) {
  return Checksum(header.first(kHeaderBytes).subspan(sizeof(uint64_t)), kSetMagic);
}

Error NotABackup(const std::string& why) { return Error{ErrorCode::kInvalid, why}; }

uint16_t Cut(const std::string& name) {
  return static_cast<uint16_t>(std::min(name.size(), kMaxNameBytes));
}

Result<BackupKind> KindOf(uint8_t kind) {
  if (kind >= 1 && kind <= 3) return static_cast<BackupKind>(kind);
  return NotABackup("its kind, " + std::to_string(kind) + ", is none that is known");
}

/// How its chunks lie in a set of an early version.
void DecodeSlots(BackupSet& set) {
  set.stored_bytes = set.files * kHeaderBytes + set.chunks * ChunkBytes(kUsualTransferBytes);
  set.directory_chunks = (set.chunks + set.files - set.file) / set.files;
  set.directory_at = kHeaderBytes + set.directory_chunks * ChunkBytes(kUsualTransferBytes);
}

Status DecodeShape(ConstByteSpan bytes, BackupSet& set) {
  const auto shape = Load<ShapeFields>(bytes, kShapeAt);
  const bool is_known =
      std::has_single_bit(shape.block_bytes) && shape.block_bytes >= kUsualBlockBytes &&
      shape.block_bytes <= kMostBlockBytes && shape.transfer_bytes % kLeastTransferBytes == 0 &&
      shape.transfer_bytes > 0 && shape.transfer_bytes <= kMostTransferBytes &&
      shape.compression <= static_cast<uint32_t>(Compression::kModelled);
  if (!is_known) return NotABackup("the shape of its transfers is none that is known (3241)");
  set.block_bytes = shape.block_bytes;
  set.transfer_bytes = shape.transfer_bytes;
  set.compression = static_cast<Compression>(shape.compression);
  set.is_partial = shape.is_partial != 0;
  set.stored_bytes = shape.stored_bytes;
  set.directory_at = shape.directory_at;
  set.directory_chunks = shape.directory_chunks;
  return Status();
}

}  // namespace

const char* NameOf(BackupKind kind) {
  switch (kind) {
    case BackupKind::kFull:
      return "full";
    case BackupKind::kDifferential:
      return "differential";
    case BackupKind::kLog:
      return "log";
  }
  return "";
}

void EncodeSet(const BackupSet& set, ByteSpan into) {
  CHECK(into.size() == kHeaderBytes, "a header of %zu bytes", into.size());
  std::memset(into.data(), 0, into.size());
  const SetFields fields{.checksum = 0,
                         .magic = kSetMagic,
                         .version = set.version,
                         .kind = static_cast<uint8_t>(set.kind),
                         .copy_only = set.copy_only,
                         .complete = set.complete,
                         .form = static_cast<uint8_t>(set.form),
                         .id = set.id,
                         .family = set.family,
                         .started = set.started,
                         .finished = set.finished,
                         .first = set.first.value,
                         .last = set.last.value,
                         .checkpoint = set.checkpoint.value,
                         .base = set.base.value,
                         .data_files = set.data_files,
                         .file_pages = set.file_pages,
                         .vlf_bytes = set.log.vlf_bytes,
                         .vlf_count = set.log.vlf_count,
                         .without_checksums = !set.has_checksums && !Mutated(kChecksumsClaimed),
                         .log_file_bytes = set.log_file_bytes,
                         .pages = set.pages,
                         .log_bytes = set.log_bytes,
                         .chunks = set.chunks,
                         .reached = set.reached,
                         .files = set.files,
                         .file = set.file,
                         .name_bytes = Cut(set.name),
                         .database_bytes = Cut(set.database),
                         .damaged_pages = set.damaged_pages};
  Store(into, 0, fields);
  std::memcpy(into.data() + sizeof fields, set.name.data(), fields.name_bytes);
  std::memcpy(into.data() + sizeof fields + kMaxNameBytes, set.database.data(),
              fields.database_bytes);
  Store(into, kBaseSetAt, set.base_set);
  if (set.version > kSlotsVersion) {
    Store(into, kShapeAt,
          ShapeFields{.block_bytes = set.block_bytes,
                      .transfer_bytes = set.transfer_bytes,
                      .compression = static_cast<uint32_t>(set.compression),
                      .is_partial = set.is_partial,
                      .stored_bytes = set.stored_bytes,
                      .directory_at = set.directory_at,
                      .directory_chunks = set.directory_chunks});
  }
  Store(into, 0, ChecksumOf(into));
}

Result<BackupSet> DecodeSet(ConstByteSpan bytes) {
  if (bytes.size() < kHeaderBytes) return NotABackup("it is too short for a backup");
  const auto fields = Load<SetFields>(bytes, 0);
  if (fields.magic != kSetMagic) return NotABackup("it is no backup of this program (3241)");
  if (fields.version != kFormatVersion && fields.version != kSlotsVersion) {
    return NotABackup("it has version " + std::to_string(fields.version) +
                      " of the format, and this program reads versions " +
                      std::to_string(kSlotsVersion) + " and " + std::to_string(kFormatVersion) +
                      " (3169)");
  }
  if (fields.checksum != ChecksumOf(bytes)) return NotABackup("its header is damaged (3241)");
  TRY_ASSIGN(const BackupKind kind, KindOf(fields.kind));
  const bool is_one_of_set = fields.files >= 1 && fields.files <= kMaxBackupFiles &&
                             fields.file >= 1 && fields.file <= fields.files;
  if (!is_one_of_set) {
    return NotABackup("it says to be file " + std::to_string(fields.file) + " of " +
                      std::to_string(fields.files) + " (3241)");
  }
  BackupSet set;
  set.id = fields.id;
  set.family = fields.family;
  set.kind = kind;
  set.copy_only = fields.copy_only != 0;
  set.complete = fields.complete != 0;
  set.has_checksums = fields.without_checksums == 0;
  set.damaged_pages = fields.damaged_pages;
  set.form = static_cast<page::PageForm>(fields.form);
  set.started = fields.started;
  set.finished = fields.finished;
  set.reached = fields.reached;
  set.first = Lsn{fields.first};
  set.last = Lsn{fields.last};
  set.checkpoint = Lsn{fields.checkpoint};
  set.base = Lsn{fields.base};
  set.base_set = Load<uint64_t>(bytes, kBaseSetAt);
  set.data_files = fields.data_files;
  set.file_pages = fields.file_pages;
  set.log = {.vlf_count = fields.vlf_count, .vlf_bytes = fields.vlf_bytes};
  set.log_file_bytes = fields.log_file_bytes;
  set.pages = fields.pages;
  set.log_bytes = fields.log_bytes;
  set.chunks = fields.chunks;
  set.files = fields.files;
  set.file = fields.file;
  const auto text = [&bytes](size_t at, uint16_t length) {
    const ConstByteSpan part = bytes.subspan(at, std::min<size_t>(length, kMaxNameBytes));
    return std::string(reinterpret_cast<const char*>(part.data()), part.size());
  };
  set.name = text(sizeof fields, fields.name_bytes);
  set.database = text(sizeof fields + kMaxNameBytes, fields.database_bytes);
  set.version = fields.version;
  if (set.version == kSlotsVersion) {
    DecodeSlots(set);
  } else {
    TRY(DecodeShape(bytes, set));
  }
  return set;
}

void SealChunk(const ChunkHeader& header, ByteSpan chunk) {
  CHECK(header.payload_bytes <= kMostTransferBytes && header.runs.size() <= kMaxRuns,
        "a chunk of %llu bytes in %zu runs", static_cast<unsigned long long>(header.payload_bytes),
        header.runs.size());
  std::memset(chunk.data(), 0, kHeaderBytes);
  const ConstByteSpan kept = chunk.subspan(kHeaderBytes);
  const ChunkFields fields{
      .checksum = 0,
      .magic = kChunkMagic,
      .set = header.set,
      .sequence = header.sequence,
      .payload_bytes = header.payload_bytes,
      .payload_checksum = header.has_checksum ? Checksum(kept, header.sequence) : 0,
      .kind = static_cast<uint8_t>(header.kind),
      .zero = 0,
      .runs = static_cast<uint16_t>(header.runs.size()),
      .packed_bytes = static_cast<uint32_t>(header.packed_bytes)};
  Store(chunk, 0, fields);
  size_t at = sizeof fields;
  for (const PageRun& run : header.runs) {
    Store(chunk, at, RunFields{.first = run.first.value, .pages = run.pages, .zero = 0});
    at += sizeof(RunFields);
  }
  Store(chunk, 0, ChecksumOf(chunk));
}

Result<ChunkHeader> OpenChunk(ConstByteSpan chunk, const BackupSet& set, uint64_t sequence) {
  const auto damaged = [&](const std::string& what) {
    return Error{ErrorCode::kCorruptPage, "chunk " + std::to_string(sequence) + " of " +
                                              std::to_string(set.chunks) + " of the backup " +
                                              set.name + ": " + what + " (3203)"};
  };
  const auto fields = Load<ChunkFields>(chunk, 0);
  if (fields.magic != kChunkMagic || fields.checksum != ChecksumOf(chunk)) {
    return damaged("its header is damaged");
  }
  if (fields.set != set.id || fields.sequence != sequence) {
    return damaged("it belongs to another place or backup");
  }
  ChunkHeader header;
  header.payload_bytes = fields.payload_bytes;
  header.packed_bytes = fields.packed_bytes;
  const bool fits = fields.payload_bytes <= set.transfer_bytes && fields.runs <= kMaxRuns &&
                    fields.packed_bytes <= fields.payload_bytes &&
                    KeptPayloadBytes(set, header) <= chunk.size() - kHeaderBytes;
  if (!fits) return damaged("its sizes do not fit");
  const ConstByteSpan kept = chunk.subspan(kHeaderBytes, KeptPayloadBytes(set, header));
  const bool is_whole = !set.has_checksums || Checksum(kept, sequence) == fields.payload_checksum;
  if (!is_whole && !Mutated(kBackupNotVerified)) {
    return damaged("its contents are damaged");
  }
  header.kind = static_cast<ChunkKind>(fields.kind);
  header.set = fields.set;
  header.sequence = fields.sequence;
  header.has_checksum = set.has_checksums;
  uint64_t pages = 0;
  for (uint16_t run = 0; run < fields.runs; ++run) {
    const auto read = Load<RunFields>(chunk, sizeof fields + run * sizeof(RunFields));
    header.runs.push_back({PageId{read.first}, read.pages});
    pages += read.pages;
    const bool is_of_database = read.pages > 0 && set.size().Has(PageId{read.first}) &&
                                set.size().Has(PageId{read.first + read.pages - 1});
    if (!is_of_database) return damaged("it has pages that the database has not");
  }
  if (header.kind == ChunkKind::kPages && pages * page::kPageSize != header.payload_bytes) {
    return damaged("its sizes do not fit");
  }
  return header;
}

}  // namespace snapscope::backup
