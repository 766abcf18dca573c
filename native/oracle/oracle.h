// The oracle: what every reader must see, from logical commits alone. It never looks at a page, so
// it cannot share a mistake with the engine.
//
// The state at a split is the initial state plus every commit whose commit LSN is below the split
// and, where the database went back and on from there, on the way to it (history.h). Initial rows
// are computed by InitialState and never stored; memory grows with the rows that changed, not with
// the database or with the number of commits.
//
// Invariants:
// 1. Commit LSNs strictly increase.
// 2. A question about a split is answered exactly or refused by a CHECK, never approximately. A
//    split can be asked for while it is pinned, while it is at or above the retained LSN, or while
//    no version that it would show has been dropped (so the newest state always can). Branches that
//    were left stay answerable until the retained LSN is on the newest one.
// 3. A version that no permitted question can show is dropped.
//
// Single-threaded; uses no clock.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/id_table.h"
#include "base/ids.h"
#include "oracle/history.h"

namespace snapscope::oracle {

struct RowState {
  int64_t value = 0;
  uint32_t version = 0;
  bool present = false;
  bool operator==(const RowState&) const = default;
};

/// What a committed transaction made of one row; `after.present` is false for a delete.
struct RowChange {
  IndexId index;
  uint64_t key = 0;
  RowState after;
  uint32_t times =
      1;  ///< how often the transaction changed it: each change adds one to the version
};

/// The rows before the first commit, computed from their position.
class InitialState {
 public:
  virtual ~InitialState() = default;
  /// Number of initial rows of `index`.
  virtual uint64_t Count(IndexId index) const = 0;
  /// Key of the row at `position` < Count(); strictly increasing.
  virtual uint64_t KeyAt(IndexId index, uint64_t position) const = 0;
  /// The initial row with `key`; nullopt if there is none.
  virtual std::optional<RowState> Initial(IndexId index, uint64_t key) const = 0;
};

class Oracle {
 public:
  class Cursor;

  /// A split above every commit: the newest state.
  static constexpr Lsn kNewest = History::kNewest;

  /// `initial` outlives the oracle.
  explicit Oracle(const InitialState& initial) : initial_(initial) {}
  Oracle(const Oracle&) = delete;
  Oracle& operator=(const Oracle&) = delete;

  /// Records a commit. If a row occurs twice, the later change counts.
  void Commit(TxnId txn, Lsn commit_lsn, std::span<const RowChange> changes);
  /// Records a commit with which all rows of the index go.
  void CommitDrop(TxnId txn, Lsn commit_lsn, IndexId index);
  /// The first commit that did not go on from the row as it was committed before: an update was
  /// lost. Later states do not show it, since the next change of the row has its version again. A
  /// row that was not there says nothing: a ghost of it may have been changed and rolled back.
  const std::optional<std::string>& lost_update() const { return lost_update_; }
  uint64_t commits() const { return commits_; }
  Lsn last_commit() const { return last_commit_; }

  /// Keeps the state at `split` answerable until as many Unpin() as Pin() calls. The split must be
  /// answerable now; one at or above the end of the log always is.
  void Pin(Lsn split);
  void Unpin(Lsn split);
  /// Keeps every split at or above `floor` answerable: a crash can then be followed to any end of
  /// log that survives it. The floor only rises.
  void RetainFrom(Lsn floor);
  bool CanAnswer(Lsn split) const;

  /// The row as committed below `split`; nullopt if it does not exist there.
  std::optional<RowState> At(IndexId index, uint64_t key, Lsn split) const;
  uint64_t RowsAt(IndexId index, Lsn split) const;
  /// True if a commit has changed the row, so that it may differ from the initial one.
  bool HasChanged(IndexId index, uint64_t key) const;
  /// Every key for which HasChanged() is true, and perhaps others, ascending; until the next
  /// commit.
  std::span<const uint64_t> ChangedKeys(IndexId index) const;

  // Crash tests.
  /// A user was told that the commit succeeded.
  void Acknowledge(TxnId txn, Lsn commit_lsn);
  /// What is wrong if recovery ended the log at `recovered_end`: nullopt if no acknowledged commit
  /// is lost.
  std::optional<std::string> CheckAcknowledged(Lsn recovered_end) const;
  /// Forgets the commits at or above `recovered_end`, which a crash lost; their LSNs may occur
  /// again.
  void DiscardFrom(Lsn recovered_end);
  /// A revert or a restore: the database goes on from its state at `end`, which is answerable, with
  /// a log that begins at `from`, above all LSNs. What is on other branches can still be asked for.
  void Fork(Lsn end, Lsn from);
  const History& history() const { return history_; }

  /// Versions held now, the newest of each changed row included.
  size_t versions() const { return versions_; }

 private:
  struct Version {
    Lsn lsn;
    RowState state;
  };
  struct Row {
    Version newest;
    std::unique_ptr<std::vector<Version>>
        older;  // ascending, of all branches; null: none, as of most rows

    std::span<const Version> Older() const {
      return older == nullptr ? std::span<const Version>() : std::span<const Version>(*older);
    }
    void AddOlder(const Version& version) {
      if (older == nullptr) older = std::make_unique<std::vector<Version>>();
      older->push_back(version);
    }
  };
  /// The changed rows of an index. Commits look rows up by the million, cursors are rare: so a hash
  /// table that is never iterated, and beside it the keys, put in order when a cursor asks.
  struct Table {
    IdTable<Row> rows;
    mutable std::vector<uint64_t> ordered_keys;  // ascending; may name rows that are gone
    mutable std::vector<uint64_t> new_keys;

    const std::vector<uint64_t>& OrderedKeys() const;
    /// Takes keys of rows that are gone out of the lists.
    void ForgetKeys();
  };
  struct Acknowledged {
    TxnId txn;
    Lsn lsn;
  };

  void Apply(TxnId txn, const RowChange& change, Lsn commit_lsn);
  void CheckFollows(TxnId txn, const RowChange& change, const RowState& before);
  bool SomeoneMayAsk(Lsn from, Lsn until) const;
  void LeaveBranches();
  const Version* VersionAt(const Row& row, Lsn split) const;
  bool IsRedundant(IndexId index, uint64_t key, const Row& row) const;
  void EraseRow(Table& table, uint64_t key);
  void Sweep();
  void SweepRow(Row& row);
  const Table* TableOf(IndexId index) const;
  std::optional<RowState> Visible(const Table& table, IndexId index, uint64_t key, Lsn split) const;

  const InitialState& initial_;
  History history_;
  size_t forks_left_ = 0;  // the first of its forks, of whose other branches nothing is kept
  std::map<IndexId, Table> tables_;
  std::map<Lsn, uint32_t> pins_;  // also of the splits at which branches left others
  std::optional<Lsn> floor_;
  Lsn dropped_until_;  // splits up to here may miss a version, unless pinned
  Lsn last_commit_;
  uint64_t commits_ = 0;
  uint64_t changes_ = 0;  // counts everything that may move a cursor's neighbours
  size_t versions_ = 0;
  size_t older_versions_ = 0;
  size_t sweep_at_ = 1024;
  std::optional<Acknowledged> acknowledged_;  // the highest
  std::optional<std::string> lost_update_;
};

/// Visits the rows present at a split in key order: the initial rows merged with the changed ones.
/// It stays valid across commits as long as its split can be asked for.
class Oracle::Cursor {
 public:
  /// Before the first row with a key at or above `from_key`; the oracle outlives the cursor.
  Cursor(const Oracle& oracle, IndexId index, Lsn split, uint64_t from_key = 0);
  /// Moves to the next row; false at the end. Call before the first row.
  bool Next();
  /// Next() will not visit rows with a key below `key`. Costs what it steps over, logarithmically.
  void SkipTo(uint64_t key);
  uint64_t key() const { return key_; }
  const RowState& row() const { return row_; }

 private:
  std::optional<uint64_t> NextInitialKey() const;
  std::optional<uint64_t> NextChangedKey();
  void TakeChangedKey();
  void SkipInitial(uint64_t key);

  const Oracle* oracle_;
  IndexId index_;
  Lsn split_;
  uint64_t next_key_;       // everything below has been visited
  bool exhausted_ = false;  // the highest possible key has been visited
  uint64_t initial_position_ = 0;
  uint64_t initial_count_ = 0;
  // Position among the changed keys, right for the oracle's state `seen_change_`.
  size_t changed_position_ = 0;
  std::optional<uint64_t> seen_change_;
  uint64_t key_ = 0;
  RowState row_;
};

}  // namespace snapscope::oracle
