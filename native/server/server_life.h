// Where a server is between its start and its end. It is in one of these states, and each has what
// is known only in it; refusal.h says which commands are carried out in which.
//
//   Starting -> Open -> Closing -> Starting, Reverting or Restoring -> Open
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>

#include "base/result.h"
#include "database/database.h"

namespace snapscope::server {

/// Users work on the database.
struct Open {};

/// A command that ends the server is under way.
struct Closing {
  /// What whoever else gives a command is told, from the moment on in which users are thrown out.
  std::optional<Error> told;
};

/// The database goes back to a snapshot, and is opened again.
struct Reverting {
  std::string snapshot;
  std::optional<database::RevertUnderWay> revert;  ///< once the server has ended
};

/// The database is restored over its files, and opened.
struct Restoring {
  database::RestoreUnderWay restore;
  size_t account = 0;  ///< its place among BackupHistory::restores
};

/// The database is opened, or made.
struct Starting {
  Status outcome;  ///< of the command that ended the server before
};

using ServerLife = std::variant<Open, Closing, Reverting, Restoring, Starting>;

}  // namespace snapscope::server
