// Names of the tables that statements create. Which of them there are is in the boot page; the page
// has no names, so these outlive the server.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>

#include "base/result.h"
#include "database/initial_database.h"
#include "txn/transaction.h"

namespace snapscope::database {

class TableNames {
 public:
  /// A number is taken while the statement that makes its table holds this.
  using Number = std::shared_ptr<const uint16_t>;

  /// The number that a new table of that name gets. kRefused when the database has a table of that
  /// name (2714), or as many as it holds; those that are being made count.
  Result<Number> Take(const std::string& name, const txn::TransactionManager& transactions);

 private:
  std::array<std::weak_ptr<const uint16_t>, kMaxNewTables> being_made_;
  std::array<std::string, kMaxNewTables> names_;  ///< by number; a name may be of one that is gone
};

}  // namespace snapscope::database
