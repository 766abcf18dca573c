// Verification: a snapshot must show exactly the rows that were committed below its split. What no
// row tells, as LSNs and the links between leaves, is not compared.
//
// Every tree that the boot page names is walked through the snapshot, outside engine time, the
// whole of it or the part that may be wrong and a sample of the rest (page_choice.h). The leaves
// that the walk comes to are compared with the oracle both ways, each for the keys that lead to it:
// a row of a table must be the one that was committed, an entry of a nonclustered index the one
// that its row has at the split, and none may be missing. Each page is read once; pages that are
// reached twice are errors, and so is any page or extent of which the allocation maps say something
// else (allocation_check.h). The witness, which is walked whole, is a second proof: the newest row
// of that index must be the newest one committed at the split. The tables of the TPC-C-style load
// must fulfil its consistency conditions, too.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "base/result.h"
#include "database/initial_database.h"
#include "oracle/oracle.h"
#include "page/layout.h"
#include "tpcc/consistency.h"
#include "verification/page_choice.h"
#include "verification/page_reader.h"

namespace snapscope::verification {

struct Verification {
  bool sampled = false;  ///< only what changed, and a sample of the rest
  uint64_t pages_compared = 0;
  uint64_t pages_sampled = 0;  ///< leaves among them that had not changed; 0 when all are compared
  uint64_t pages_total = 0;    ///< that are allocated
  uint64_t rows_compared = 0;
  uint64_t rows_expected = 0;     ///< the oracle's, for the keys of the leaves that were compared
  uint64_t rows_mismatched = 0;   ///< differing, missing and surplus rows and entries
  uint64_t entries_compared = 0;  ///< of nonclustered indexes
  std::optional<int64_t> witness_newest;
  std::optional<int64_t> witness_expected;
  /// What holds of the TPC-C-style load's tables, by the pages alone; nothing of other databases.
  std::optional<tpcc::Consistency> consistency;
  std::string problem;  ///< the first one found, for people; empty if there is none
  /// The first page whose damage is known. What it has, and what only it leads to, was not
  /// compared.
  std::string damage;

  bool passed() const {
    return problem.empty() && damage.empty() && rows_mismatched == 0 &&
           (sampled || pages_compared == pages_total) && rows_compared == rows_expected &&
           witness_newest == witness_expected;
  }
};

struct VerificationScope {
  const database::InitialDatabase* initial = nullptr;
  Lsn split;  ///< the oracle's state to compare with
  /// The form of the leaves that the reader gives; pages of other types have one form.
  page::PageForm form = page::PageForm::kFull;
  std::optional<PageSample> sample{};  ///< nothing: all pages
  /// True for what is wrong with a page whose damage is known. May be empty.
  std::function<bool(const std::string& problem)> is_damage{};
  /// Asked now and then; true ends the walk (the result is then worth nothing). May be empty.
  std::function<bool()> cancelled{};
};

/// Everything that the database consists of, at `split`.
VerificationScope ScopeOf(const database::InitialDatabase& initial, Lsn split);

Verification Verify(const PageReader& read, const oracle::Oracle& oracle,
                    const VerificationScope& scope);

}  // namespace snapscope::verification
