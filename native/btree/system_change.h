// One system transaction of a tree: the pages it allocates, its records, and their way back.
//
// Begin, then any number of Allocate and Apply, then Commit, or Undo after an error. The guards
// given to Apply stay latched, where they are, until then; those of new pages are held here. Commit
// cannot fail: the space of its record is reserved at the start.
#pragma once

#include <deque>
#include <vector>

#include "btree/btree.h"
#include "page/log_record.h"

namespace snapscope::btree {

class SystemChange {
 public:
  SystemChange(BufferPool& pool, DbId db, IndexId index, SystemTransactions& system);
  /// Changes a tree of `index` whose pages belong to another owner: `space`.
  SystemChange(BufferPool& pool, DbId db, PageOwner owner, SystemTransactions& system);

  /// Whose pages are allocated and freed.
  IndexId space() const { return owner_.space; }
  /// Its newest record; none so far.
  Lsn last() const { return last_; }

  Task<Status> Begin(Worker& worker);

  /// Takes a free page for the index; it is still to be formatted by Apply. The guard belongs to
  /// this object and may be moved from after Commit.
  Task<Result<PageGuard*>> Allocate(Worker& worker);

  /// Logs and applies one record of this transaction; sets what all of its records share.
  Task<Status> Apply(Worker& worker, PageGuard* guard, page::LogRecord record);

  /// Apply for one entry of an allocation map.
  Task<Status> ApplyToMap(Worker& worker, PageGuard* map, uint16_t slot, uint8_t after);
  /// Changes a map that may be let go at once: nobody else changes an entry that this
  /// transaction has set. The page is fetched again to take the step back.
  Task<Status> SetMapEntry(Worker& worker, PageGuard& map, uint16_t slot, uint8_t after);

  /// Appends the commit record; never suspends. Its LSN; none if there was nothing to commit.
  /// `time`: of one that enters or drops rows as a whole, which a restore to a time must stop at;
  /// others have none.
  Lsn Commit(TimeNs time = 0);

  /// Takes back what Apply did, newest first, and reports `cause`, or why that was not possible.
  /// Then the transaction stays in the active table: restart takes it back.
  Task<Error> Undo(Worker& worker, Error cause);

 private:
  struct Step {
    PageGuard* guard;  ///< null: not held to the end
    page::LogRecord record;
  };

  Task<Status> Append(Worker& worker, PageGuard& guard, page::LogRecord record, bool is_held);
  Task<Status> TakeBack(Worker& worker, Step step);
  Lsn AppendEnd(page::RecordType type, TimeNs time = 0);

  BufferPool& pool_;
  const DbId db_;
  const PageOwner owner_;
  SystemTransactions& system_;
  TxnId txn_;
  Lsn last_;
  wal::Reservation end_space_;
  std::deque<PageGuard> allocated_;
  std::vector<Step> steps_;
};

}  // namespace snapscope::btree
