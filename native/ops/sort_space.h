// Where the runs of a sort lie that its memory does not hold: extents of 64 KB, in the database
// that the sort works for or in tempdb.
//
// A page of a run is as a leaf of the index: a header, then entries in key order. So it has a
// checksum, and restart finds no page in a data file that it cannot read.
//
// Owning thread: the engine thread.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "btree/nonclustered.h"
#include "page/allocation_map.h"
#include "page/layout.h"
#include "runtime/cpu.h"
#include "storage/file.h"

namespace snapscope::ops {

using runtime::Task;
using runtime::Worker;

inline constexpr uint32_t kSortPageKeys = page::RowsThatFit(btree::kEntryBytes);
inline constexpr uint32_t kSortExtentKeys = kSortPageKeys * page::kPagesPerExtent;
inline constexpr uint64_t kSortExtentBytes = uint64_t{page::kPagesPerExtent} * page::kPageSize;
/// CPU of reads or writes of so many extents: issuing them, and the checksums of their pages.
inline void ChargeSortIo(Worker& worker, uint64_t extents) {
  worker.ChargeIo(extents * kSortExtentBytes, extents);
  worker.Charge(runtime::CpuWork::kChecksumKiB, extents * kSortExtentBytes / 1024);
}

/// A piece of a run.
struct SortExtent {
  storage::File* file = nullptr;
  PageId first;       ///< of its pages
  uint32_t keys = 0;  ///< at most kSortExtentKeys; pages beyond the last key are not written

  uint32_t pages() const { return (keys + kSortPageKeys - 1) / kSortPageKeys; }
  uint64_t offset() const { return uint64_t{first.number()} * page::kPageSize; }
};

class SortSpace {
 public:
  virtual ~SortSpace() = default;

  /// Writes ascending keys, an extent after the other; they are in the file when it returns.
  /// Errors: kDatabaseFull (1105); those of writing, and of the log.
  virtual Task<Result<std::vector<SortExtent>>> Write(Worker& worker,
                                                      std::vector<uint64_t> keys) = 0;
  /// The extent has been read: this sort may write there again.
  virtual void GiveBack(SortExtent extent) = 0;
  /// Frees all that the sort has. Nothing is being read.
  virtual Task<Status> Release(Worker& worker) = 0;
  /// That the sort has.
  virtual uint64_t extents() const = 0;
  /// The form in which pages lie in the file.
  virtual page::PageForm form() const = 0;
};

/// Formats one page of a run, in its full form, without a checksum; at most kSortPageKeys keys.
void FormatSortPage(PageId id, std::span<const uint64_t> keys, page::PageSpan into);

/// The keys of an extent whose pages have been read into `bytes`. kCorruptPage (824) for pages that
/// are not what was written.
Result<std::vector<uint64_t>> SortedKeysIn(const SortExtent& extent, page::PageForm form,
                                           ByteSpan bytes);

}  // namespace snapscope::ops
