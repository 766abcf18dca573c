// The resolved scenario as the engine takes it: every default is filled in, and the contract
// (app/contract/scenario.ts), which is its definition, has judged it. The text crosses a process
// boundary, so reading it here refuses what cannot be read, numbers out of their range, and what
// would harm the engine (harm.h).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/engine_version.h"
#include "base/ids.h"
#include "base/result.h"
#include "page/row_filler.h"
#include "runtime/cpu.h"
#include "scenario/command.h"
#include "storage/device_description.h"
#include "telemetry/catalog_generated.h"

namespace snapscope::scenario {

/// A command with the engine time at which it was given.
struct TimedCommand {
  TimeNs at = 0;
  Command command;
};

/// Events of an entry of the timeline, beside the phases of a creation.
inline constexpr const char* kStepStarted = "started";
inline constexpr const char* kStepCompleted = "completed";
inline constexpr const char* kStepFailed = "failed";

struct AtTime {
  TimeNs at = 0;
};

struct AfterEvent {
  size_t step = 0;    ///< index of the other entry
  std::string event;  ///< one of the above, or a phase of the creation that `step` is: its begin
  TimeNs delay = 0;
};

struct WhenCounter {
  telemetry::CounterId counter = {};
  bool above = true;  ///< else below
  double value = 0;   ///< in the counter's unit
  TimeNs from = 0;    ///< samples that start earlier are not looked at
};

using Trigger = std::variant<AtTime, AfterEvent, WhenCounter>;

struct TimelineEntry {
  std::string name;  ///< empty: other entries cannot refer to it
  Trigger trigger;
  Command command;
};

enum class ServiceSpread : uint8_t { kFixed, kUniform, kExponential };
constexpr auto NamesOf(ServiceSpread) { return std::array{"fixed", "uniform", "exponential"}; }

/// Servers with a service time: see sim/queue_device.h for the model.
struct QueueDescription {
  uint32_t parallelism = 1;
  TimeNs read_service = 0;
  TimeNs write_service = 0;
  ServiceSpread spread = ServiceSpread::kExponential;
  uint64_t bandwidth_bytes_per_second = 0;
  std::optional<uint64_t> capacity_bytes{};
  /// Service of I/Os that follow the one before them in their file; none: a tenth of the others.
  std::optional<TimeNs> sequential_read_service{};
  std::optional<TimeNs> sequential_write_service{};
  TimeNs flush_service = 0;          ///< 0: writes are durable when they are done
  uint32_t sparse_flush_writes = 0;  ///< of a journal, before a flush of a sparse file
  TimeNs batch_setup = 0;  ///< above 0: what comes until the device is idle completes together
  /// Time that a new region of a sparse file takes, one write of the file at a time; none: what
  /// FileCosts says.
  std::optional<TimeNs> region_allocation{};

  static void ForEachField(auto& self, auto& fields) {
    fields.Required("parallelism", self.parallelism);
    fields.Scaled("readServiceUs", self.read_service, kMicrosecond);
    fields.Scaled("writeServiceUs", self.write_service, kMicrosecond);
    fields.Required("spread", self.spread);
    fields.Scaled("bandwidthMiBPerSecond", self.bandwidth_bytes_per_second, kMiB);
    fields.ScaledUnlessZero("capacityMiB", self.capacity_bytes, kMiB);
    fields.ScaledUnlessZero("sequentialReadServiceUs", self.sequential_read_service, kMicrosecond);
    fields.ScaledUnlessZero("sequentialWriteServiceUs", self.sequential_write_service,
                            kMicrosecond);
    fields.ScaledIfGiven("flushServiceUs", self.flush_service, kMicrosecond);
    fields.Optional("sparseFlushWrites", self.sparse_flush_writes);
    fields.ScaledIfGiven("batchSetupUs", self.batch_setup, kMicrosecond);
    fields.ScaledUnlessZero("regionAllocationUs", self.region_allocation, kMicrosecond);
  }
};

using DeviceDescription = std::variant<QueueDescription, storage::ComposedOptions>;

/// What the files of a volume take at most; none where nothing limits them.
inline std::optional<uint64_t> CapacityBytes(const DeviceDescription& device) {
  if (const auto* queue = std::get_if<QueueDescription>(&device)) return queue->capacity_bytes;
  return storage::CapacityBytes(std::get<storage::ComposedOptions>(device));
}

struct VolumeDescription {
  std::string name;
  DeviceDescription device;  ///< virtual mode
  std::string folder;        ///< real mode
  /// None: its array takes no snapshots.
  std::optional<storage::ArraySnapshotOptions> array_snapshots{};
};

/// What an array snapshot takes beside I/O: given, not predicted.
struct ArraySnapshotTimes {
  TimeNs prepare = 0;            ///< before the first database is frozen
  uint32_t other_databases = 0;  ///< frozen before this one, one after the other
  TimeNs other_database = 0;     ///< that freezing one of them takes
  TimeNs commit_of_volume = 0;   ///< while the volumes' writes are held
  TimeNs restore_of_volume = 0;

  static void ForEachField(auto& self, auto& fields) {
    fields.Seconds("prepareSeconds", self.prepare);
    fields.Required("otherDatabases", self.other_databases);
    fields.Scaled("otherDatabaseMs", self.other_database, kMillisecond);
    fields.Scaled("commitMsPerVolume", self.commit_of_volume, kMillisecond);
    fields.Seconds("restoreSecondsPerVolume", self.restore_of_volume);
  }
};

/// What the users run.
enum class Profile : uint8_t {
  kSqlcat,    ///< the white paper's five transactions
  kReadOnly,  ///< the fifth of them alone
  kTpcc,      ///< five transactions in the style of TPC-C, on tables of their own
};
constexpr auto NamesOf(Profile) { return std::array{"sqlcat", "read-only", "tpcc"}; }

struct Scenario {
  std::string name;
  bool real = false;
  uint64_t restore_history_bytes = 0;  ///< of rows' earlier states, to verify restores against
  uint64_t seed = 0;
  int64_t origin_unix_ms = 0;  ///< civil start time, as milliseconds since 1970 in that civil time
  TimeNs duration = 0;
  TimeNs warmup = 0;
  TimeNs sample_interval = 0;
  std::set<int> trace_flags;

  EngineVersion version = EngineVersion::k2016;
  uint32_t schedulers = 0;
  uint32_t core_speed_percent = 100;  ///< of the machine that CPU costs were measured on
  TimeNs statement_cost = 0;          ///< CPU of a statement beyond what the engine does for it
  runtime::IoCosts io_costs{};        ///< of the operating system, beyond what was measured
  TimeNs scan_page = 0;               ///< CPU of a page that a scan reads; 0: the engine's own
  TimeNs supplier_latch = 0;          ///< CPU under the latch of a scan's supplier; 0: likewise
  uint64_t buffer_pool_bytes = 0;
  bool warm_pool = false;           ///< it holds pages when a run begins
  uint64_t index_create_bytes = 0;  ///< that a build sorts in; 0: a share of the server's memory
  uint64_t tempdb_bytes = 0;
  TimeNs recovery_interval = 0;

  std::string database;
  uint64_t data_bytes = 0;  ///< of all data files; each has the same share, in whole extents
  uint32_t data_files = 1;
  uint64_t log_bytes = 0;
  uint16_t row_bytes = 0;
  page::RowContent content = page::RowContent::kGenerated;  ///< of the tables' rows
  uint32_t fill_factor_percent = 0;
  uint32_t filled_percent = 0;  ///< of the data files, at the start
  uint32_t log_vlfs = 0;
  bool full_recovery = false;       ///< recovery model FULL, else SIMPLE
  TimeNs log_backup_interval = 0;   ///< 0: no log backups
  TimeNs target_recovery_time = 0;  ///< 0: no indirect checkpoints
  uint16_t nonclustered_indexes = 0;
  uint32_t partitions = 1;     ///< of the table
  bool is_compressed = false;  ///< the table, at the start: page compression

  std::vector<VolumeDescription> volumes;
  std::vector<std::string> data_volumes;  ///< among which the data files are dealt in turn
  std::string log_volume;
  std::string snapshot_volume;
  std::string tempdb_volume;
  std::vector<std::string> backup_volumes;        ///< to which a backup's files are dealt in turn
  std::optional<storage::LinkOptions> network{};  ///< shared by all devices that have a link
  bool instant_file_initialization = true;        ///< new data files are not filled with zeros
  uint32_t sparse_region_writes = 0;  ///< of the file system itself, for each new region
  /// Most that the file system holds of one sparse file; 0: no limit.
  uint64_t sparse_file_limit_bytes = 0;
  int sparse_file_limit_error = 665;  ///< what it says beyond: OS error 665 or 1450
  bool pushes_extents = false;        ///< pushUnit extent, else page
  bool pushes_ahead = false;          ///< pushPolicy writeAhead, else synchronous
  ArraySnapshotTimes array_snapshot_times{};
  bool copies_dirty_pages = false;  ///< arming copyDirtyPages, else atOnce
  TimeNs span_before_opening = 0;   ///< given: a creation does nothing in it
  TimeNs span_before_start_up = 0;  ///< likewise
  uint64_t pre_image_bytes = 0;     ///< that writeAhead may hold in memory

  uint32_t users = 0;
  TimeNs think_time = 0;
  Profile profile = Profile::kSqlcat;
  uint32_t rollback_percent = 0;
  bool random_access_order = false;
  uint64_t hot_rows = 0;  ///< 0: all

  bool report_scans = false;  ///< a report's query scans a range, else it looks rows up by key
  uint64_t report_rows = 1;   ///< that one query reads
  TimeNs report_think_time = 0;

  std::vector<TimelineEntry> timeline;
  std::vector<TimedCommand> commands;
  double pace = 0;

  std::string json;  ///< the text it was read from

  /// The volume of the data file at a position.
  const std::string& DataVolume(uint32_t position) const {
    return data_volumes[position % data_volumes.size()];
  }
  /// The volume of a backup's file, by its place among them.
  const std::string& BackupVolume(uint32_t position) const {
    return backup_volumes[position % backup_volumes.size()];
  }
};

/// kInvalid, naming what could not be read.
Result<Scenario> ParseScenario(std::string_view json);
Result<Command> ParseCommand(std::string_view json);
/// The duration of a run that is prolonged; kInvalid where no run may take so long.
Result<TimeNs> ProlongedDuration(TimeNs duration, const Prolong& prolong);
Result<DeviceDescription> ParseDevice(std::string_view json);

/// `YYYY-MM-DDTHH:MM:SS` as milliseconds since 1970, no time zone. kInvalid for anything else.
Result<int64_t> ParseCivilTime(std::string_view text);

}  // namespace snapscope::scenario
