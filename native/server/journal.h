// What is known of a database beside its files, and outlives its servers: what was committed, which
// backups there are, what its tables are called, where its users' rows are.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "database/initial_database.h"
#include "database/table_names.h"
#include "oracle/oracle.h"
#include "page/page_bitmap.h"
#include "server/backup_history.h"
#include "server/commit_count.h"
#include "workload/row_set.h"

namespace snapscope::server {

struct Journal {
  explicit Journal(const database::InitialDatabase& initial)
      : oracle(initial), written(initial.size()), tables(oracle.history()) {}

  /// A crash has ended the log at `end`, which the oracle can answer: what was logged behind it
  /// never was.
  void OnCrash(Lsn end);
  /// What is wrong with the point that the restore has come to, by the commits. On a real clock a
  /// commit is dated a moment before it is heard of: `doubt`.
  std::optional<std::string> WrongPoint(const RestoreAccount& restore, Lsn end, TimeNs doubt) const;
  /// Users' commits that the database has and its state at `end` has not.
  uint64_t CommitsNotAt(Lsn end) const;

  oracle::Oracle oracle;
  page::PageSet written;  ///< pages that the data files were given after the initial ones
  database::TableNames tables;
  BackupHistory backups;
  CommitCount commit_count;
  uint32_t starts = 0;  ///< servers that there were, the one that there is included
  uint64_t next_witness = 1;
  std::shared_ptr<workload::RowSet> rows{};  ///< where the users' rows are; null before the first
};

}  // namespace snapscope::server
