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
#include <optional>
#include <string>
#include <vector>

#include "backup/restore.h"
#include "database/database_files.h"
#include "scenario/scenario.h"
#include "snapshot/engine_parts.h"
#include "snapshot/read_only_database.h"

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
  /// Its files are those of that array snapshot, mounted; none: they are made.
  std::optional<backup::BackupSet> array{};
  std::string source;  ///< spid of who asks
};

class RestoredDatabase final : public snapshot::ReadOnlyDatabase {
 public:
  /// Makes the files, or takes those that a restore under this name has left: they need no zeros.
  /// Errors: kDiskFull (3257), kIo, of an array also kNotFound and kRefused; files that were made
  /// are gone then.
  static Task<Result<std::unique_ptr<RestoredDatabase>>> Create(Worker& worker,
                                                                RestoredDatabaseOptions options);

  /// Opens the files of one that was recovered to `end`, for a server that has started.
  static Task<Result<std::unique_ptr<RestoredDatabase>>> Open(RestoredDatabaseOptions options,
                                                              Lsn end);

  /// RESTORE ... WITH NORECOVERY, and WITH RECOVERY: see backup/restore.h. Once it has recovered it
  /// can be read, its pages are in its files, and it has a log without a past.
  Task<Status> Add(Worker& worker, std::vector<backup::MediaSet> backups, backup::StopPoint stop,
                   backup::ChainEnd end, bool continue_after_error = false);
  Task<Result<backup::RestoreFigures>> Recover(Worker& worker);

  /// DBCC CHECKDB of one that has recovered.
  Task<Status> Check(Worker& worker, std::string spid);

  const std::string& name() const override { return options_.name; }
  DbId db() const override { return options_.db; }
  /// Once it has recovered.
  Lsn split() const override { return end_; }
  const backup::Restoration& restoration() const { return *restoration_; }
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

  /// Makes what reads the files, which are open.
  void Attach();
  Task<Status> MakeFiles(Worker& worker);
  Task<Status> MountFiles();
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
  Lsn end_;
};

}  // namespace snapscope::database
