// tempdb: one file of extents for what statements keep while they run, which here are the runs of
// sorts. Nothing of it outlives the server: it has no log, is never recovered, and no snapshot can
// be made of it. Its file is made anew by the first statement after a start that needs it. It does
// not grow.
//
// Which extents are taken is known in memory only: the maps of the product's tempdb are changed
// like those of any database, which here costs nothing.
//
// Owning thread: the engine thread.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <span>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "ops/sort_space.h"
#include "page/layout.h"
#include "runtime/cpu.h"
#include "storage/file.h"

namespace snapscope::ops {

struct TempdbOptions {
  storage::FilePlace place{};
  uint64_t bytes = 0;
  page::PageForm form = page::PageForm::kFull;
  /// Hears of each statement that finds no extent (1105), with the number of its sort.
  std::function<void(const Worker&, uint64_t sort)> on_full{};
};

class Tempdb {
 public:
  explicit Tempdb(TempdbOptions options);

  /// Null until a statement has needed it.
  storage::File* file() const { return file_.get(); }
  page::PageForm form() const { return options_.form; }
  uint64_t extents_in_use() const { return next_ - free_.size(); }

  /// Makes the file, if this server has not made it yet, in the place of one that an earlier server
  /// has left. Waits on IO_COMPLETION.
  Task<Status> Open(Worker& worker);
  /// Counts the sorts of this server, from 1.
  uint64_t NextSort() { return ++sorts_; }
  /// First page of a free extent, the one that lies first; kDatabaseFull (1105).
  Result<PageId> Take(const Worker& worker, uint64_t sort);
  void GiveBack(PageId first);

 private:
  Task<Result<std::unique_ptr<storage::File>>> MakeFile();

  const TempdbOptions options_;
  std::unique_ptr<storage::File> file_;
  uint32_t next_ = 0;        ///< extents from here on were never taken
  std::set<uint32_t> free_;  ///< of those before it
  uint64_t sorts_ = 0;
};

/// Runs in tempdb, for SORT_IN_TEMPDB. What it has when it goes is free.
class TempdbSortSpace final : public SortSpace {
 public:
  explicit TempdbSortSpace(std::shared_ptr<Tempdb> tempdb);
  ~TempdbSortSpace() override;

  Task<Result<std::vector<SortExtent>>> Write(Worker& worker, std::vector<uint64_t> keys) override;
  void GiveBack(SortExtent extent) override;
  Task<Status> Release(Worker& worker) override;
  uint64_t extents() const override { return taken_.size(); }
  page::PageForm form() const override { return tempdb_->form(); }

 private:
  /// Hands all extents over, each a write of its own, from `pages`.
  Task<Result<std::vector<storage::WriteTicket>>> Issue(std::span<const SortExtent> extents,
                                                        ByteSpan pages);
  /// The pages of the extents in their form, sealed, one extent after the other.
  void Fill(std::span<const SortExtent> extents, std::span<const uint64_t> keys,
            ByteSpan pages) const;
  void FreeAll();

  const std::shared_ptr<Tempdb> tempdb_;
  const uint64_t sort_;
  std::set<PageId> taken_;
};

}  // namespace snapscope::ops
