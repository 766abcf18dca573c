// A run as its end leaves it, as plain data: what the verdict, the summary and tests read.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "scenario/scenario.h"
#include "server/backup_history.h"
#include "server/server_history.h"
#include "storage/ios_under_way.h"
#include "storage/snapshot_array.h"
#include "tpcc/consistency.h"
#include "verification/verification.h"

namespace snapscope::experiment {

enum class RunStatus : uint8_t { kCompleted, kFailed, kCancelled };

/// A read or write that was seen under way long after it had been asked for.
struct HungIo {
  std::string path;
  storage::IoDirection direction{};
  uint64_t offset = 0;
  uint64_t bytes = 0;
  TimeNs issued = 0;
  TimeNs age = 0;  ///< when it was last seen
};

/// What the comparisons with the oracle have found.
struct Comparisons {
  /// The last comparison of each snapshot, by its name; one that failed stays.
  std::map<std::string, verification::Verification> snapshots{};
  /// The comparison of the source after the last restart; one that failed stays.
  std::optional<verification::Verification> source{};
  /// What users have committed by the end; only with the TPC-C-style load.
  std::optional<tpcc::Consistency> consistency{};
  /// What is wrong at the end with a page that a command has damaged.
  std::optional<std::string> damage_left{};
};

struct VolumeAccount {
  std::string name;
  std::optional<storage::VolumeSpace> space;   ///< none where nothing limits its files
  std::optional<storage::ReserveUse> reserve;  ///< none where no array takes snapshots of it
};

struct RunRecord {
  RunStatus status = RunStatus::kCompleted;
  std::optional<Error> error{};  ///< that ended the run
  TimeNs end = 0;
  TimeNs wall_time = 0;  ///< from the begin of the set-up to the end of the verification
  uint64_t executor_events = 0;
  uint64_t device_ios = 0;
  uint64_t peak_memory_bytes = 0;
  std::vector<scenario::TimedCommand> commands{};  ///< given, live and repeated
  server::ServerHistory server{};
  std::vector<server::BackupAccount> backups{};                ///< in the order of their begin
  std::deque<server::ArraySnapshotAccount> array_snapshots{};  ///< likewise
  std::vector<storage::ArraySnapshot> in_array{};              ///< those that are there at the end
  std::vector<server::ReserveRecord> reserves{};
  std::vector<server::RestoreAccount> restores{};
  std::vector<server::RevertAccount> reverts{};
  std::vector<VolumeAccount> volumes{};  ///< none where the machine never had them
  Comparisons compared{};
  /// Since when users were there and got nothing done, though nothing explains it.
  std::optional<TimeNs> stalled_since{};
  std::optional<HungIo> hung{};  ///< the one that was seen to take the longest
};

}  // namespace snapscope::experiment
