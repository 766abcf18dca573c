// What a run remembers of its server's lives: a restart begins every account of the server anew,
// the run's figures cover all of them.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "checkpoint/checkpointer.h"
#include "database/database.h"
#include "ops/table_scan.h"
#include "snapshot/snapshot.h"
#include "storage/file.h"
#include "workload/reporting.h"
#include "workload/workload.h"

namespace snapscope::server {

/// One file as the summary tells of it.
struct FileAccount {
  std::string name;  ///< logical
  std::string volume;
  std::string path;
  storage::FileStatistics io;  ///< over all lives
  uint64_t size = 0;
  uint64_t size_on_disk = 0;
};

/// One snapshot as the summary tells of it.
struct SnapshotAccount {
  std::string name;
  snapshot::State state{};
  Lsn split;
  TimeNs as_of = 0;
  std::optional<snapshot::Loss> loss;  ///< how it became suspect, even if it was dropped then
  snapshot::SnapshotFigures figures;
  uint64_t region_bytes = 0;
  std::vector<FileAccount> files;  ///< sparse files, in the order of the data files
};

/// How often schedulers were charged with work of a kind, and what one such operation costs.
struct ProcessorWork {
  uint64_t count = 0;
  TimeNs cost = 0;
};

/// One scan of the table as the summary tells of it.
struct ScanAccount {
  std::string snapshot;  ///< or restored database; empty: the table itself
  uint32_t partitions = 1;
  TimeNs begun = 0;
  TimeNs ended = 0;
  ops::TableScanFigures figures;
  /// How many rows it may have met: of what was committed as it ran, each row or not; of a database
  /// that nobody changes, those that it has.
  uint64_t least_rows = 0;
  uint64_t most_rows = UINT64_MAX;

  bool IsRight() const { return least_rows <= figures.rows && figures.rows <= most_rows; }
};

struct ServerHistory {
  std::map<std::string, storage::FileStatistics> io;  ///< by path, of the lives that have ended
  storage::FileStatistics snapshot_io;                ///< over all sparse files
  storage::FileStatistics hidden_io;  ///< over those of consistency checks, on the data volume
  TimeNs cpu_busy = 0;
  std::array<ProcessorWork, runtime::kCpuWorkCount> processor_work{};
  uint64_t pre_image_peak_bytes = 0;
  std::vector<checkpoint::CheckpointFigures> checkpoints;
  workload::SessionTotals sessions;
  workload::TransactionCounts transactions;
  workload::SessionTotals report_sessions;
  workload::ReportCounts reports;
  std::vector<ScanAccount> scans;  ///< that have come to their end, in the order of their ends
  /// The snapshots that did not outlive a restart; at the end of the run all.
  std::vector<SnapshotAccount> snapshots;
  /// The data files, the log, and tempdb if a sort has used it; there at the end of the run.
  std::vector<FileAccount> files;

  /// The file's statistics over all lives.
  storage::FileStatistics Total(const std::string& path, storage::FileStatistics now) const;
  /// Keeps the statistics of the snapshot's files for the lives to come; of one that was dropped
  /// nothing is kept, since another of its name may have files of those paths.
  void KeepIo(const SnapshotAccount& account);
};

/// Each adds to the history what a part of the server has done in the life that ends now.
void AddUsers(ServerHistory& history, const workload::Workload& workload,
              const workload::Reporting& reporting, TimeNs now);
void AddProcessor(ServerHistory& history, runtime::CpuModel& cpu);
/// Returns the accounts of the database's snapshots, but for those of consistency checks.
std::vector<SnapshotAccount> AddDatabase(ServerHistory& history, database::Database& database);

/// The accounts of the files of all lives, after the last of them was added. `database`: the one at
/// the end; null if there is none.
std::vector<FileAccount> FilesAtEnd(const ServerHistory& history, database::Machine& machine,
                                    const scenario::Scenario& scenario,
                                    database::Database* database);

}  // namespace snapscope::server
