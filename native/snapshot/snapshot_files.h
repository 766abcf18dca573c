// The sparse files of one snapshot, one for each data file of the source, and its header.
//
// The header of the first file is that of the snapshot: name of the format, state, split LSN. The
// state becomes "complete" durably as the last act of a creation, when all files are. A snapshot
// found without that mark, or without one of its files, is no whole one.
//
// Invariant: a bit of a page, once set, is never cleared.
//
// Owning thread: the engine thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "page/page_bitmap.h"
#include "runtime/turns.h"
#include "snapshot/held_images.h"
#include "snapshot/snapshot_life.h"
#include "snapshot/sparse_file.h"
#include "storage/file.h"

namespace snapscope::snapshot {

/// What the server knows of a snapshot's sparse files, in the order of the data files.
struct KeptMaps {
  std::string snapshot;
  std::vector<SparseFileMaps> files;
};

class SnapshotFiles {
 public:
  SnapshotFiles(runtime::Executor& executor, std::string snapshot)
      : snapshot_(std::move(snapshot)), header_turns_(executor) {}

  // In the order of the source's data files.
  auto begin() const { return files_.begin(); }
  auto end() const { return files_.end(); }
  const SparseFile& front() const { return files_.front(); }
  bool empty() const { return files_.empty(); }
  size_t size() const { return files_.size(); }
  /// The one that has the place of a page of the source.
  SparseFile& Of(PageId page) { return files_.at(page::DataFilePosition(page.file())); }
  const SparseFile& Of(PageId page) const { return files_.at(page::DataFilePosition(page.file())); }

  void Add(SparseFile file) { files_.push_back(std::move(file)); }
  /// Opens all files, after a restart. kNotFound unless there are `count`, and where one does not
  /// exist: those before it are open then. Waits on IO_COMPLETION.
  Task<Status> Open(Worker& worker, std::vector<storage::FilePlace> places, size_t count,
                    SparseFileLimit limit);
  /// Closes all files, once the snapshot is dropped: see SparseFile::Close().
  void Close();

  // Over all files:
  uint64_t copied_pages() const;
  void AddCopiedTo(page::PageSet& pages) const;
  uint64_t region_bytes() const;  ///< of the regions in use (64 KB each, the product's rule)
  Result<uint64_t> SizeOnDisk() const;
  storage::FileStatistics io() const;

  /// The header but for its state, which the snapshot's life has.
  const SnapshotHeader& header() const { return header_; }
  SnapshotHeader& header() { return header_; }
  /// Writes the header durably to the first file, as header and `life` are at its turn: one write
  /// at a time.
  Task<Status> WriteHeader(SnapshotLife& life) { return WriteHeader(life, front().file()); }
  /// Writes it through another handle of the first file.
  Task<Status> WriteHeader(SnapshotLife& life, storage::File& file);
  /// Reads the headers of all; the first is taken over also where another is amiss, since it knows
  /// of a revert. kNotFound without the mark of completion.
  Task<Status> ReadHeaders(Worker& worker);

  /// What the files have durably: not what is held in memory alone.
  KeptMaps DurableMaps(const HeldImages& held) const;
  /// Rebuilds the bitmaps, or takes them from `kept` if those are this snapshot's. kCorruptPage
  /// when a write went astray (SparseFile::RebuildBitmap) or a page that undo changed is missing:
  /// what undo took back may have committed since without touching the page again, so the age of
  /// the source's page does not tell. The rest is rebuilt all the same.
  Task<Status> Reload(Worker& worker, page::PageForm form, const KeptMaps* kept);

 private:
  Status CheckUndonePages() const;

  const std::string snapshot_;
  std::vector<SparseFile> files_;
  SnapshotHeader header_;
  runtime::Turns header_turns_;
};

}  // namespace snapscope::snapshot
