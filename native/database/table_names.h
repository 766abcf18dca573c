// Names of the tables that statements create. Which of them there are is in the boot page; the page
// has no names, so these outlive the server.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "database/initial_database.h"
#include "oracle/history.h"
#include "txn/transaction.h"

namespace snapscope::database {

/// Names that differ by case only are the same to the product.
std::string Folded(std::string name);

class TableNames {
 public:
  /// `history` outlives this; it says which of the names the database has come by.
  explicit TableNames(const oracle::History& history) : history_(history) {}

  /// A number is taken while the statement that makes its table holds this.
  using Number = std::shared_ptr<const uint16_t>;

  /// The number that a new table of that name gets. kRefused when the database has a table of that
  /// name (2714), or as many as it holds; those that are being made count.
  /// `now`: the end of the log.
  Result<Number> Take(const std::string& name, const txn::TransactionManager& transactions,
                      Lsn now);
  /// The number of a table that there is, which nobody else gets while the statement that drops it
  /// holds this. kRefused when the database has no table of that name (3701), or when it has it
  /// since its beginning.
  Result<Number> Find(const std::string& name, const txn::TransactionManager& transactions);
  /// The last name of that number's table, folded; empty if it never had one.
  std::string NameOf(uint16_t number) const {
    const std::vector<Named>& names = names_.at(number);
    return names.empty() ? std::string() : names.back().name;
  }
  /// What was logged at or above `end` is lost in a crash.
  void DiscardFrom(Lsn end);

 private:
  /// What a number's table is called from an LSN on.
  struct Named {
    Lsn since;
    std::string name;  ///< folded
  };

  bool IsCalled(uint16_t number, const std::string& folded) const;

  const oracle::History& history_;
  std::array<std::weak_ptr<const uint16_t>, kMaxNewTables> in_use_;
  /// Names by number, ascending, of all branches: a table that was dropped has given its number to
  /// a later one, and may be restored. The last name of a number may be of a table that is gone.
  std::array<std::vector<Named>, kMaxNewTables> names_;
};

}  // namespace snapscope::database
