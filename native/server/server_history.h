// What a run must remember of its server's earlier lives: a restart begins every account of the
// server anew, the run's figures cover all of them.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "checkpoint/checkpointer.h"
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
  storage::FileStatistics io;
  uint64_t size = 0;
  uint64_t size_on_disk = 0;
};

FileAccount AccountOf(std::string name, const storage::FilePlace& place, storage::File& file);

/// One snapshot as the summary tells of it.
struct SnapshotAccount {
  std::string name;
  snapshot::State state{};
  Lsn split;
  TimeNs as_of = 0;
  TimeNs created = 0;
  TimeNs completed = 0;
  std::optional<snapshot::Loss> loss;  ///< how it became suspect, even if it was dropped then
  snapshot::SnapshotFigures figures;
  uint64_t region_bytes = 0;
  std::vector<FileAccount> files;  ///< sparse files, in the order of the data files

  uint64_t size() const;
  uint64_t size_on_disk() const;
};

SnapshotAccount AccountOf(snapshot::Snapshot& snapshot);

struct RevertAccount {
  std::string snapshot;
  uint64_t discarded = 0;  ///< commits that are lost
};

struct ServerHistory {
  std::map<std::string, storage::FileStatistics> io;  ///< by path
  uint64_t snapshot_bytes_read = 0;                   ///< over all sparse files
  uint64_t snapshot_bytes_written = 0;
  uint64_t hidden_bytes_read = 0;  ///< over those of consistency checks, on the data volume
  uint64_t hidden_bytes_written = 0;
  TimeNs cpu_busy = 0;
  std::array<uint64_t, runtime::kCpuWorkCount> processor_work{};  ///< times that each was charged
  uint64_t pre_image_peak_bytes = 0;
  std::vector<checkpoint::CheckpointFigures> checkpoints;
  workload::SessionTotals sessions;
  workload::TransactionCounts transactions;
  workload::SessionTotals report_sessions;
  workload::ReportCounts reports;
  std::vector<RevertAccount> reverts;
  std::vector<SnapshotAccount> snapshots;  ///< those that did not outlive a restart

  /// The file's statistics over all lives.
  storage::FileStatistics Total(const storage::File& file) const {
    return Total(file.path(), file.statistics());
  }
  storage::FileStatistics Total(const FileAccount& file) const { return Total(file.path, file.io); }
  storage::FileStatistics Total(const std::string& path, storage::FileStatistics now) const;
};

}  // namespace snapscope::server
