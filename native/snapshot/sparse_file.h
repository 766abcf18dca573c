// One sparse file of a snapshot: that of one data file, page N at offset N * 8192 as there. Which
// pages it has is known by a bitmap in memory, rebuilt from what the file system has allocated.
//
// Page 0, which the source never changes, holds the snapshot's header. It is written to each file
// at the creation, so that the file itself is durable; what it says of the snapshot's state is
// brought up to date in the first file alone, and holds for all (snapshot.h).
//
// Owning thread: the engine thread.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "page/layout.h"
#include "page/page_bitmap.h"
#include "runtime/cpu.h"
#include "snapshot/snapshot_life.h"
#include "storage/file.h"

namespace snapscope::snapshot {

using runtime::Task;
using runtime::Worker;

/// What the header says of the snapshot.
struct SnapshotHeader {
  HeaderState state = HeaderState::kCreating;
  Lsn split;
  TimeNs as_of = 0;
  uint32_t log_restart = 0;
  uint64_t undone_pages = 0;  ///< those that its recovery's undo changed, of all files
};

/// What the file system holds of one sparse file. NTFS keeps the place of each fragment in an
/// attribute list of limited size; regions of a sparse file are its fragments here.
struct SparseFileLimit {
  /// ERROR_NO_SYSTEM_RESOURCES, which is said to pass: the write is tried again.
  static constexpr int kTransientError = 1450;

  uint64_t regions = UINT64_MAX;  ///< of 64 KB, the header's included
  int os_error = 665;             ///< of a write beyond: 665, or kTransientError
};

/// What a sparse file has. The server keeps it in memory, and so knows it through a revert; only
/// one that starts has to read it from the file.
struct SparseFileMaps {
  page::PageBitmap copied;
  page::PageBitmap regions;
};

/// What a sparse file has come to.
struct SparseFileFigures {
  storage::FileStatistics io;
  uint64_t size = 0;
  uint64_t size_on_disk = 0;  ///< 0 where the volume did not tell
  uint64_t region_bytes = 0;
  uint64_t copied_pages = 0;
};

class SparseFile {
 public:
  /// `id`: the data file whose pages it has.
  SparseFile(uint32_t id, storage::FilePlace place, std::unique_ptr<storage::File> file,
             SparseFileLimit limit = {});

  uint32_t id() const { return id_; }
  const storage::FilePlace& place() const { return place_; }
  const std::string& path() const { return place_.path; }
  /// The open file; there is none once it was closed.
  storage::File& file() const { return *file_; }
  /// Lets the file go, whose space is free only then if it is removed, and the bitmaps. Nothing is
  /// under way in it. What stays are its figures.
  void Close();
  bool is_open() const { return file_ != nullptr; }
  SparseFileFigures figures() const;
  const SparseFileLimit& limit() const { return limit_; }

  uint32_t page_count() const { return copied_.size(); }
  /// True if the page lies inside the data file's size at creation and has not been copied.
  bool Lacks(uint32_t number) const {
    return number != 0 && number < copied_.size() && !copied_.Test(number);
  }
  bool HasCopy(uint32_t number) const { return copied_.Test(number); }
  void SetCopied(uint32_t number) { copied_.Set(number); }
  uint64_t copied_pages() const { return is_open() ? copied_.Count() : closed_.copied_pages; }
  const page::PageBitmap& copied() const { return copied_; }
  /// True if the page's region is in use.
  bool HasRegionOf(uint32_t number) const { return regions_.Test(number / page::kPagesPerRegion); }
  /// Bytes of the regions in use (64 KB each, the product's rule).
  uint64_t region_bytes() const {
    return is_open() ? regions_.Count() * kRegionBytes : closed_.region_bytes;
  }
  storage::FileStatistics io() const { return is_open() ? file_->statistics() : closed_.io; }
  /// Takes the regions of `count` pages into use before they are written. kFileLimit when the file
  /// system has no room for another; what was in use before stays writable.
  Status TakeRegions(uint32_t first, uint32_t count);

  /// Writes the header durably.
  Task<Status> WriteHeader(SnapshotHeader header) { return WriteHeaderTo(*file_, header); }
  /// Writes the header durably through another handle: one that failed before takes no more writes.
  Task<Status> WriteHeaderTo(storage::File& file, SnapshotHeader header);
  /// kNotFound when a crash left the file half created: too short, or without a header. This and
  /// the rebuild wait on IO_COMPLETION.
  Task<Result<SnapshotHeader>> ReadHeader(Worker& worker);
  SparseFileMaps maps() const { return {copied_, regions_}; }
  void Adopt(SparseFileMaps maps);
  /// Rebuilds the bitmap, with many reads at once: a page in an allocated region whose checksum
  /// fails was never durable and counts as absent (a region is allocated whole, so pages beside a
  /// copied one are zeros, which no copied page is: it has a header). kCorruptPage when a place has
  /// a whole page that belongs elsewhere: a write went astray, and may have taken the place of a
  /// copy. The rest is rebuilt all the same. `split`: of the snapshot.
  Task<Status> RebuildBitmap(Worker& worker, page::PageForm form, Lsn split);
  /// How many pages RebuildBitmap() found that undo has changed: they have the LSN of the split.
  uint64_t undone_pages() const { return undone_pages_; }
  /// Where RebuildBitmap() found neither a page nor zeros: a write that never was durable, or a
  /// copy that has decayed since.
  const std::vector<uint32_t>& doubtful() const { return doubtful_; }

 private:
  struct PageRange {
    uint32_t first = 0;
    uint32_t count = 0;
  };
  /// `stray` gets what NotePage says first.
  Task<Status> ReadAndNote(PageRange range, page::PageForm form, Lsn split, Status& stray);
  /// What the file has in the place of a page; kCorruptPage when that is a page of another place.
  Status NotePage(uint32_t number, page::PageSpan bytes, page::PageForm form, Lsn split);

  static constexpr uint64_t kRegionBytes = page::kPagesPerRegion * page::kPageSize;

  uint32_t id_;
  storage::FilePlace place_;
  std::unique_ptr<storage::File> file_;
  SparseFileLimit limit_;
  page::PageBitmap copied_;
  page::PageBitmap regions_;
  std::vector<uint32_t> doubtful_;
  uint64_t undone_pages_ = 0;
  SparseFileFigures closed_;  ///< of a file that was closed
};

}  // namespace snapscope::snapshot
