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

#include "buffer/buffer_pool.h"
#include "ops/sort_space.h"
#include "snapshot/source_store.h"
#include "txn/transaction.h"

namespace snapscope::ops {

struct DatabaseSortOptions {
  DbId db{};
  uint32_t writes_in_flight = 32;
  TimeNs write_latency_target = 0;
};

class DatabaseSortSpace final : public SortSpace {
 public:
  DatabaseSortSpace(runtime::CpuModel& cpu, buffer::BufferPool& pool,
                    txn::TransactionManager& transactions, snapshot::SourceStore& source,
                    DatabaseSortOptions options);

  Task<Result<std::vector<SortExtent>>> Write(Worker& worker, std::vector<uint64_t> keys) override;
  void GiveBack(SortExtent extent) override { free_.push_back(extent.first); }
  Task<Status> Release(Worker& worker) override;
  uint64_t extents() const override { return taken_.size(); }
  page::PageForm form() const override { return source_.form(); }

 private:
  Task<Result<PageId>> Take(Worker& worker);
  Task<Status> Format(Worker& worker, SortExtent extent, std::span<const uint64_t> keys);
  Task<Status> WriteToFile(Worker& worker, std::span<const SortExtent> extents);

  runtime::CpuModel& cpu_;
  buffer::BufferPool& pool_;
  txn::TransactionManager& transactions_;
  snapshot::SourceStore& source_;
  const DatabaseSortOptions options_;
  /// By first page, the newest record that speaks of the pages of an extent.
  std::map<PageId, Lsn> taken_;
  std::vector<PageId> free_;  ///< of these
};

}  // namespace snapscope::ops
