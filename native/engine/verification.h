// Verification: a snapshot must show exactly what was committed below its split, byte for byte.
//
// The whole of every index that the boot page names is walked through the snapshot, outside engine
// time, and its rows are compared with the oracle's in key order. Of a nonclustered index each
// entry must be the one that its row has at the split, and there must be as many entries as rows:
// so none is missing. Each page is read once; pages that are reached twice are errors, and so is
// any page or extent of which the allocation maps say something else (allocation_check.h). The
// witness is a second proof: the newest row of that index must be the newest one committed at the
// split.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "base/result.h"
#include "btree/catalogue.h"
#include "engine/initial_database.h"
#include "engine/page_reader.h"
#include "model/oracle.h"
#include "snapshot/snapshot.h"

namespace snapscope::engine {

struct Verification {
  uint64_t pages_compared = 0;
  uint64_t pages_total = 0;
  uint64_t rows_compared = 0;
  uint64_t rows_expected = 0;
  uint64_t rows_mismatched = 0;   ///< differing, missing and surplus rows and entries
  uint64_t entries_compared = 0;  ///< of nonclustered indexes
  std::optional<int64_t> witness_newest;
  std::optional<int64_t> witness_expected;
  std::string problem;  ///< the first one found, for people; empty if there is none

  bool passed() const {
    return problem.empty() && rows_mismatched == 0 && pages_compared == pages_total &&
           rows_compared == rows_expected && witness_newest == witness_expected;
  }
};

struct VerificationScope {
  btree::Catalogue known;  ///< the trees that there may be
  page::DatabaseSize size;
  IndexId witness;
  Lsn split;  ///< the oracle's state to compare with
  /// Asked now and then; true ends the walk (the result is then worth nothing). May be empty.
  std::function<bool()> cancelled;
};

/// Everything that the database consists of, at `split`.
VerificationScope ScopeOf(const InitialDatabase& initial, Lsn split);

Verification Verify(const PageReader& read, const model::Oracle& oracle,
                    const VerificationScope& scope);

}  // namespace snapscope::engine
