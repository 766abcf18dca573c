// Runs in the data files of the database that is sorted, as CREATE INDEX keeps them unless it is
// told SORT_IN_TEMPDB.
//
// Their extents are allocated like all others and belong to kBuildSpace, so restart frees them if
// the build ends early. Their pages are pushed to snapshots at their first use, as new pages are,
// go to the file through the buffer pool, and are not logged but while a snapshot is being created.
// They are read past the pool, in whole extents.
//
// Owning thread: the engine thread.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "ops/index_build.h"
#include "ops/sort_space.h"

namespace snapscope::ops {

class DatabaseSortSpace final : public SortSpace {
 public:
  /// `options`: those of the build that sorts.
  DatabaseSortSpace(const snapshot::EngineParts& engine, IndexBuildOptions options)
      : engine_(engine), options_(options) {}

  Task<Result<std::vector<SortExtent>>> Write(Worker& worker, std::vector<uint64_t> keys) override;
  void GiveBack(SortExtent extent) override { free_.push_back(extent.first); }
  Task<Status> Release(Worker& worker) override;
  uint64_t extents() const override { return taken_.size(); }
  page::PageForm form() const override { return engine_.source->form(); }

 private:
  Task<Result<PageId>> Take(Worker& worker);
  Task<Status> Format(Worker& worker, SortExtent extent, std::span<const uint64_t> keys);
  Task<Status> WriteToFile(Worker& worker, std::span<const SortExtent> extents);

  const snapshot::EngineParts& engine_;
  const IndexBuildOptions options_;
  /// By first page, the newest record that speaks of the pages of an extent.
  std::map<PageId, Lsn> taken_;
  std::vector<PageId> free_;  ///< of these
};

}  // namespace snapscope::ops
