// The catalogue of snapshots as bytes: what stands in each of its two copies.
//
//   copy    | header | entry | entry | ... | zeros up to a whole block
//   header  | magic u64 | checksum u64 | bytes u32 | entries u32 | sequence u64 |
//   entry   | state u8 | files u8 | name text | source text | file | file | ...
//   file    | volume text | path text |        text | bytes u16 | UTF-8 |
//
// The checksum is of everything behind it, `bytes` from the header's begin. docs/formats has it in
// words. Whatever the bytes are, decoding reads nothing outside of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"

namespace snapscope::snapshot {

/// Room for a copy: it is written in blocks, as many as it has bytes for.
inline constexpr size_t kCatalogCopyBytes = 32 * 1024;
inline constexpr size_t kCatalogBlockBytes = 4096;
inline constexpr uint32_t kCatalogCopies = 2;
/// The file has the copies one behind the other.
inline constexpr size_t kCatalogBytes = kCatalogCopies * kCatalogCopyBytes;

/// What a restart is to make of a snapshot. What the header of its first file says goes first,
/// where that can be read.
enum class EntryState : uint8_t {
  kCreating = 1,     ///< its creation was begun: without the mark of completion it is removed
  kCreated = 2,      ///< its creation was told complete: without its files it is suspect
  kReverting = 3,    ///< its header may say so: the database must not start without having read it,
                     ///< unless the first file is gone, as where it took no mark
  kSuspect = 4,      ///< a restart could not read it, and the source has changed since
  kHidden = 5,       ///< of a consistency check: it is removed
  kDropped = 6,      ///< it is removed
  kCopyingBack = 7,  ///< a restart has begun to finish its revert: it must not start without it
};

struct CatalogFile {
  std::string volume;
  std::string path;
  bool operator==(const CatalogFile&) const = default;
};

struct CatalogEntry {
  std::string name;
  std::string source;  ///< the database that it is of
  EntryState state = EntryState::kCreating;
  std::vector<CatalogFile> files;  ///< in the order of the data files
  bool operator==(const CatalogEntry&) const = default;
};

struct CatalogCopy {
  uint64_t sequence = 0;  ///< of the two copies the one with the greater is the newer
  std::vector<CatalogEntry> entries;
};

/// The copy as bytes, in whole blocks. kRefused when the entries have no room in a copy.
Result<std::vector<std::byte>> EncodeCatalog(const CatalogCopy& copy);
/// Makes the checksum of bytes that begin with a header; others it leaves as they are.
void SealCatalog(ByteSpan bytes);
/// kInvalid when `bytes` do not begin with a whole copy.
Result<CatalogCopy> DecodeCatalog(ConstByteSpan bytes);

}  // namespace snapscope::snapshot
