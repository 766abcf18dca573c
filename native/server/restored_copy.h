// What a run restores under another name.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "database/restored_database.h"
#include "storage/file.h"

namespace snapscope::server {

struct RestoredCopy {
  std::string name;
  /// The database; null before its files are there, and once the server that restored it has ended.
  /// Whoever is connected shares it.
  std::shared_ptr<database::RestoredDatabase> database;
  std::vector<storage::FilePlace> places;  ///< of its files, once they are there
  std::string volume{};                    ///< of all its files; empty: those of the source's
  bool is_mounted = false;                 ///< they are those of an array snapshot
  DbId db{};
  std::optional<Lsn> recovered{};  ///< to there: it can be read
  bool busy = false;               ///< a command works on it
};

}  // namespace snapscope::server
