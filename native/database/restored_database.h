// A database that is restored under another name, beside the one that users work on: RESTORE
// DATABASE ... WITH MOVE. Its pages take frames of the server's pool while it is restored.
//
// New files are filled with zeros first, unless the server may leave that out (instant file
// initialization); the log's always is.
//
// Owning thread: the engine thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "backup/restore.h"
#include "database/database_files.h"
#include "scenario/scenario.h"
#include "snapshot/engine_parts.h"

namespace snapscope::database {

using runtime::Task;
using runtime::Worker;

struct RestoredDatabaseOptions {
  /// What the database was made from whose backups these are: the copy is as large, in as many
  /// files.
  const scenario::Scenario* scenario = nullptr;
  const InitialDatabase* initial = nullptr;
  Machine* machine = nullptr;
  const snapshot::EngineParts* server = nullptr;  ///< parts of that database
  DbId db;
  std::string name;
  std::string volume;  ///< of all its files; empty: where those of the other database are
  std::string source;  ///< spid of who asks
};

class RestoredDatabase {
 public:
  /// Makes the files, or takes those that a restore under this name has left: they need no zeros.
  /// Errors: kDiskFull (3257), kIo; files that were made are gone then.
  static Task<Result<std::unique_ptr<RestoredDatabase>>> Create(Worker& worker,
                                                                RestoredDatabaseOptions options);

  /// RESTORE ... WITH NORECOVERY, and WITH RECOVERY: see backup/restore.h. Once it has recovered,
  /// its pages are in its files alone, and it has a log without a past.
  Task<Status> Add(Worker& worker, std::vector<backup::MediaSet> backups, backup::StopPoint stop,
                   backup::ChainEnd end, bool continue_after_error = false);
  Task<Result<backup::RestoreFigures>> Recover(Worker& worker);

  const std::string& name() const { return options_.name; }
  const backup::Restoration& restoration() const { return *restoration_; }
  bool recovered() const { return recovered_; }
  /// A page as its file has it, outside engine time.
  Status ReadStored(PageId page, page::PageSpan into) { return store_->ReadStored(page, into); }
  page::PageForm form() const { return store_->form(); }
  /// The pages that its allocation maps have, and that the restore has not brought: what nobody has
  /// changed is in the source as it was at the beginning, and here only where a backup had it.
  /// Outside engine time.
  void AddMissingTo(page::PageSet& pages);
  /// Data files, then the log.
  const std::vector<storage::FilePlace>& places() const { return files_.places(); }

 private:
  explicit RestoredDatabase(RestoredDatabaseOptions options);

  Task<Status> CreateFiles(Worker& worker);
  Task<Status> CreateFile(Worker& worker, size_t place, bool fills_with_zeros);
  void Step(const std::string& step) const;

  const RestoredDatabaseOptions options_;
  const scenario::Scenario files_of_;  ///< the scenario, with this name and these places
  DatabaseFiles files_;
  snapshot::EngineParts engine_;
  std::unique_ptr<snapshot::SourceStore> store_;
  std::unique_ptr<backup::Restoration> restoration_;
  struct Zeros {
    size_t phase = 0;
    uint64_t total = 0;
    uint64_t done = 0;
  } zeros_;  ///< while files are made
  bool recovered_ = false;
};

}  // namespace snapscope::database
