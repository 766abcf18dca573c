// What a run restores under another name.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "database/restored_database.h"
#include "storage/file.h"

namespace snapscope::server {

struct RestoredCopy {
  std::string name;
  /// The database; null before its files are there, and once the server that restored it has ended.
  std::unique_ptr<database::RestoredDatabase> database;
  std::vector<storage::FilePlace> places;  ///< of its files, once they are there
  DbId db{};
  bool recovered = false;
  bool busy = false;  ///< a command works on it
};

}  // namespace snapscope::server
