// The files of a database: where its data files and its log are, how they are made and opened, and
// what they hold before the first change.
//
// Owning thread: the engine thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "database/initial_database.h"
#include "database/machine.h"
#include "scenario/scenario.h"
#include "storage/file.h"

namespace snapscope::database {

using runtime::Task;

/// What a file has done since the server's start.
struct FileUse {
  std::string path;
  storage::FileStatistics io;  ///< none until it is open
};

class DatabaseFiles {
 public:
  /// Files with the names and on the volumes that `scenario` says, as large as `initial` and the
  /// scenario's log. `machine` and `initial` outlive it.
  DatabaseFiles(Machine& machine, const scenario::Scenario& scenario,
                const InitialDatabase& initial);

  /// Data files in the order of their positions, then the log.
  const std::vector<storage::FilePlace>& places() const { return places_; }
  std::vector<storage::FilePlace> data_places() const {
    return {places_.begin(), places_.end() - 1};
  }
  bool IsLog(size_t place) const { return place + 1 == places_.size(); }
  bool AllExist() const;

  Task<Status> Open(bool by_another_host = false);
  /// Mounts those of `source` as the array snapshot has them. Errors: kNotFound, kRefused, kIo;
  /// what was mounted by then stays.
  Status Mount(const std::string& snapshot, const DatabaseFiles& source);
  /// Makes the next file in the order of places(); returns it. Errors: kDiskFull, kIo.
  Task<Result<storage::File*>> CreateNext(bool zeroed);
  /// Makes all files, with the pages of the initial database and a log that is zeroed.
  Task<Status> CreateInitial();
  /// Closes what is open, and removes what is there.
  Task<Status> Remove();
  /// Removes what is there outside engine time.
  void RemoveNow();

  /// The files that are open.
  std::vector<storage::File*> data() const;
  storage::File* log() const;
  std::vector<storage::File*> all() const;
  /// What all data files have done that there will be, open or not.
  std::vector<FileUse> DataUse() const;
  FileUse LogUse() const;

  /// The pages of the data file at `position` before the first change.
  PageGenerator InitialPagesOf(uint32_t position) const;

 private:
  FileUse UseOf(size_t place) const;
  storage::FileOptions OptionsOf(size_t place) const;
  Task<Status> WriteInitialPagesOf(uint32_t position);

  Machine& machine_;
  const InitialDatabase& initial_;
  const uint64_t log_bytes_;
  const std::vector<storage::FilePlace> places_;
  std::vector<std::unique_ptr<storage::File>> files_;  ///< in the order of their places
};

}  // namespace snapscope::database
