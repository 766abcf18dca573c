// Building indexes: ALTER INDEX ... REBUILD and CREATE INDEX. Rows are read, written anew in pages
// as full as the fill factor says, and the new tree takes its place at once.
//
// A rebuild reads the index itself, in the order in which it is written: there is nothing to sort.
// The table is locked Sch-M from the first row read to the switch, so its users wait; the pages of
// the old tree are freed. A creation reads the table and sorts the entries; the table is locked S,
// so readers go on and writers wait. Ghosts are left out: with the table locked no transaction may
// want them back. Online, both locks are held for a moment at the end only, and what users change
// until then is brought in (ops/concurrent_changes.h).
//
// In the recovery model full every new page is logged. In simple only the allocations are; the
// pages are written before the switch is logged. While a snapshot is being created all are logged.
//
// The switch is one system transaction, durable before the build is over. Until then a crash
// leaves what was there; whatever belongs to no tree is freed at the end, or at the next start.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "btree/nonclustered.h"
#include "ops/entry_sort.h"
#include "ops/tempdb.h"
#include "runtime/cpu.h"
#include "snapshot/engine_parts.h"

namespace snapscope::ops {

using runtime::Task;
using runtime::Worker;

struct IndexBuildOptions {
  IndexId table;  ///< its clustered index
  uint32_t fill_factor_percent = 100;
  bool compressed = false;  ///< a rebuild of the table WITH (DATA_COMPRESSION = PAGE)
  bool minimally_logged = false;
  bool online = false;              ///< users of the table go on (ops/concurrent_changes.h)
  uint32_t writes_in_flight = 32;   ///< when unlogged pages are written
  TimeNs write_latency_target = 0;  ///< of those writes, as of a checkpoint
  uint64_t sort_memory_bytes = kLeastSortBytes;  ///< that entries are sorted in, at least that
  bool sort_in_tempdb = false;  ///< what does not fit goes there, else to the database's own files
};

struct IndexBuildFigures {
  uint64_t rows = 0;
  uint64_t pages = 0;           ///< of the new tree, its root included
  uint64_t pages_unlogged = 0;  ///< of these
  uint64_t extents_freed = 0;   ///< of the old tree
  /// Online: keys that users have changed meanwhile, each as often as it was brought in.
  uint64_t changes_brought_in = 0;
  SortFigures sort{};  ///< of what did not fit in memory
};

/// Hears how many rows have been read and written, each of them counted twice; must not suspend.
using RowProgress = std::function<void(uint64_t rows)>;

/// What a build makes.
struct BuildTarget {
  IndexId tree;
  std::string new_table{};  ///< its name, if the statement creates it; else the tree is known
};

class TreeBuild;

/// The builds of a database. Those of indexes come one at a time, as there is one build space;
/// those of new tables beside them and beside each other. Their errors: kRefused while another
/// index is being built; kDatabaseFull (1105) when the new tree finds no room; kLogFull. What was
/// there then stays.
class IndexBuilds {
 public:
  /// Sorts go to `tempdb` where a build asks for it.
  IndexBuilds(const snapshot::EngineParts& engine, std::shared_ptr<Tempdb> tempdb)
      : engine_(engine), tempdb_(std::move(tempdb)) {}

  const snapshot::EngineParts& engine() const { return engine_; }
  const std::shared_ptr<Tempdb>& tempdb() const { return tempdb_; }
  /// `index` is one of the table.
  Task<Result<IndexBuildFigures>> Rebuild(Worker& worker, IndexBuildOptions options, IndexId index,
                                          RowProgress progress);
  Task<Result<IndexBuildFigures>> Create(Worker& worker, IndexBuildOptions options,
                                         btree::NonclusteredIndex index, RowProgress progress);
  /// The build under way whose new pages are those of `space`; null if there is none.
  const TreeBuild* BuildIn(IndexId space) const;
  /// A build that keeps the build space to itself; it outlives the call.
  Task<Result<IndexBuildFigures>> RunAlone(Worker& worker, TreeBuild& build);
  /// A build in a space of its own; it outlives the call.
  Task<Result<IndexBuildFigures>> RunBeside(Worker& worker, TreeBuild& build);

 private:
  const snapshot::EngineParts& engine_;
  const std::shared_ptr<Tempdb> tempdb_;
  std::vector<const TreeBuild*> under_way_;
};

}  // namespace snapscope::ops
