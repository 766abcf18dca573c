// Any bytes as the header of a backup file, as a chunk and as a page of the directory of one, and
// any fields behind checksums that were made for them. What is decoded says the same once it is
// written again, and has pages of its database only.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "backup/chunk_directory.h"
#include "backup/format.h"
#include "base/check.h"
#include "fuzz/byte_source.h"

namespace snapscope::backup {
namespace {

void Decode(ConstByteSpan header) {
  const Result<BackupSet> set = DecodeSet(header);
  if (!set.ok()) return;
  CHECK(set->file >= 1 && set->file <= set->files && set->files <= kMaxBackupFiles,
        "file %u of %u was taken for good", set->file, set->files);
  std::vector<std::byte> again(kHeaderBytes);
  EncodeSet(*set, again);
  const Result<BackupSet> twice = DecodeSet(again);
  CHECK(twice.ok() && twice->id == set->id && twice->chunks == set->chunks &&
            twice->files == set->files && twice->name == set->name,
        "what was decoded cannot be written and read again");
}

BackupSet TakeSet(fuzz::ByteSource& source) {
  BackupSet set;
  set.id = source.Take<uint64_t>();
  set.kind = static_cast<BackupKind>(source.Take<uint8_t>());
  set.data_files = source.Take<uint8_t>();
  set.file_pages = source.Take<uint32_t>();
  set.chunks = source.Take<uint64_t>();
  set.files = source.Take<uint8_t>();
  set.file = source.Take<uint8_t>();
  set.block_bytes = 512U << source.Take<uint8_t>() % 8;
  set.transfer_bytes = (1 + source.Take<uint8_t>() % 64) * kLeastTransferBytes;
  set.compression = static_cast<Compression>(source.Take<uint8_t>() % 3);
  set.directory_at = source.Take<uint64_t>();
  set.directory_chunks = source.Take<uint8_t>();
  set.name.assign(source.Take<uint16_t>() % 400, 'x');
  return set;
}

/// In a chunk of which most is zero: reading all of each would be most of the work.
void Open(const BackupSet& set, fuzz::ByteSource& source) {
  ChunkHeader header;
  header.set = set.id;
  header.kind = static_cast<ChunkKind>(source.Take<uint8_t>());
  header.sequence = source.Take<uint8_t>();
  header.payload_bytes = source.Take<uint16_t>() % 16 * page::kPageSize;
  header.packed_bytes = source.Take<uint32_t>();
  for (uint32_t runs = source.Take<uint8_t>() % 8; runs > 0; --runs) {
    header.runs.push_back({PageId{source.Take<uint64_t>()}, source.Take<uint32_t>()});
  }
  std::vector<std::byte> chunk(kHeaderBytes + 16 * page::kPageSize);
  SealChunk(header, chunk);
  const Result<ChunkHeader> opened = OpenChunk(chunk, set, header.sequence);
  for (size_t run = 0; opened.ok() && run < opened->runs.size(); ++run) {
    CHECK(set.size().Has(opened->runs[run].first), "a page that the database has not");
  }
  std::ranges::copy(source.TakeBytes(kHeaderBytes), chunk.begin());
  (void)OpenChunk(chunk, set, header.sequence);
}

/// What is taken of a directory lies in the file, each chunk behind the one before.
void List(const BackupSet& set, fuzz::ByteSource& source) {
  std::vector<DirectoryEntry> written(source.Take<uint8_t>());
  for (DirectoryEntry& entry : written) {
    entry = {.sequence = source.Take<uint8_t>(),
             .offset = source.Take<uint32_t>() * kPackedUnit,
             .packed_bytes = source.Take<uint32_t>(),
             .payload_bytes = source.Take<uint32_t>()};
  }
  std::vector<std::byte> page(page::kPageSize);
  EncodeDirectoryPage(set, 0, written, page);
  std::vector<DirectoryEntry> read;
  if (DecodeDirectoryPage(page, set, 0, read).ok()) {
    uint64_t end = kHeaderBytes;
    for (const DirectoryEntry& entry : read) {
      CHECK(entry.offset >= end && KeptBytes(set, entry) <= set.directory_at - entry.offset,
            "a chunk that lies elsewhere");
      end = entry.offset + KeptBytes(set, entry);
    }
    (void)PlacesOf(set, {read});
  }
  std::ranges::copy(source.TakeBytes(page::kPageSize), page.begin());
  (void)DecodeDirectoryPage(page, set, 0, read);
}

}  // namespace
}  // namespace snapscope::backup

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace snapscope;
  fuzz::ByteSource source(data, size);
  const backup::BackupSet set = backup::TakeSet(source);
  std::vector<std::byte> header(backup::kHeaderBytes);
  backup::EncodeSet(set, header);
  backup::Decode(header);
  backup::Open(set, source);
  backup::List(set, source);
  const ConstByteSpan raw = source.Rest();
  std::copy_n(raw.begin(), std::min(raw.size(), header.size()), header.begin());
  backup::Decode(header);
  return 0;
}
