// What a commit has made of rows, in the words of the oracle.
#pragma once

#include <span>
#include <vector>

#include "oracle/oracle.h"
#include "txn/transaction.h"

namespace snapscope::server {

inline std::vector<oracle::RowChange> CommittedRows(std::span<const txn::CommittedChange> changes) {
  std::vector<oracle::RowChange> rows;
  rows.reserve(changes.size());
  for (const txn::CommittedChange& change : changes) {
    rows.push_back({change.index,
                    change.after.key,
                    {change.after.value, change.after.version, !change.after.ghost},
                    change.times});
  }
  return rows;
}

}  // namespace snapscope::server
