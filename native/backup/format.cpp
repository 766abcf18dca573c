#include "backup/format.h"

#include <algorithm>
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
  uint32_t zero_too;
};
static_assert(sizeof(ChunkFields) == 56);

struct RunFields {
  uint64_t first;
  uint32_t pages;
  uint32_t zero;
};
static_assert(sizeof(RunFields) == 16);
static_assert(sizeof(ChunkFields) + kTransferPages * sizeof(RunFields) <= kHeaderBytes);

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
                         .version = kFormatVersion,
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
  Store(into, 0, ChecksumOf(into));
}

Result<BackupSet> DecodeSet(ConstByteSpan bytes) {
  if (bytes.size() < kHeaderBytes) return NotABackup("it is too short for a backup");
  const auto fields = Load<SetFields>(bytes, 0);
  if (fields.magic != kSetMagic) return NotABackup("it is no backup of this program (3241)");
  if (fields.version != kFormatVersion) {
    return NotABackup("it has version " + std::to_string(fields.version) +
                      " of the format, and this program reads version " +
                      std::to_string(kFormatVersion) + " (3169)");
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
  return set;
}

void SealChunk(const ChunkHeader& header, ByteSpan slot) {
  CHECK(header.payload_bytes <= kTransferBytes && header.runs.size() <= kTransferPages,
        "a chunk of %llu bytes in %zu runs", static_cast<unsigned long long>(header.payload_bytes),
        header.runs.size());
  std::memset(slot.data(), 0, kHeaderBytes);
  const ConstByteSpan payload = slot.subspan(kHeaderBytes, header.payload_bytes);
  const ChunkFields fields{
      .checksum = 0,
      .magic = kChunkMagic,
      .set = header.set,
      .sequence = header.sequence,
      .payload_bytes = header.payload_bytes,
      .payload_checksum = header.has_checksum ? Checksum(payload, header.sequence) : 0,
      .kind = static_cast<uint8_t>(header.kind),
      .zero = 0,
      .runs = static_cast<uint16_t>(header.runs.size()),
      .zero_too = 0};
  Store(slot, 0, fields);
  size_t at = sizeof fields;
  for (const PageRun& run : header.runs) {
    Store(slot, at, RunFields{.first = run.first.value, .pages = run.pages, .zero = 0});
    at += sizeof(RunFields);
  }
  Store(slot, 0, ChecksumOf(slot));
}

Result<ChunkHeader> OpenChunk(ConstByteSpan slot, const BackupSet& set, uint64_t sequence) {
  const auto damaged = [&](const std::string& what) {
    return Error{ErrorCode::kCorruptPage, "chunk " + std::to_string(sequence) + " of " +
                                              std::to_string(set.chunks) + " of the backup " +
                                              set.name + ": " + what + " (3203)"};
  };
  const auto fields = Load<ChunkFields>(slot, 0);
  if (fields.magic != kChunkMagic || fields.checksum != ChecksumOf(slot)) {
    return damaged("its header is damaged");
  }
  if (fields.set != set.id || fields.sequence != sequence) {
    return damaged("it belongs to another place or backup");
  }
  if (fields.payload_bytes > slot.size() - kHeaderBytes || fields.runs > kTransferPages) {
    return damaged("its sizes do not fit");
  }
  const ConstByteSpan payload = slot.subspan(kHeaderBytes, fields.payload_bytes);
  const bool is_whole =
      !set.has_checksums || Checksum(payload, sequence) == fields.payload_checksum;
  if (!is_whole && !Mutated(kBackupNotVerified)) {
    return damaged("its contents are damaged");
  }
  ChunkHeader header;
  header.kind = static_cast<ChunkKind>(fields.kind);
  header.set = fields.set;
  header.sequence = fields.sequence;
  header.payload_bytes = fields.payload_bytes;
  header.has_checksum = set.has_checksums;
  uint64_t pages = 0;
  for (uint16_t run = 0; run < fields.runs; ++run) {
    const auto read = Load<RunFields>(slot, sizeof fields + run * sizeof(RunFields));
    header.runs.push_back({PageId{read.first}, read.pages});
    pages += read.pages;
    const bool fits = read.pages > 0 && set.size().Has(PageId{read.first}) &&
                      set.size().Has(PageId{read.first + read.pages - 1});
    if (!fits) return damaged("it has pages that the database has not");
  }
  if (header.kind == ChunkKind::kPages && pages * page::kPageSize != header.payload_bytes) {
    return damaged("its sizes do not fit");
  }
  return header;
}

}  // namespace snapscope::backup
