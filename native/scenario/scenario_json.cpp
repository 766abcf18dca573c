// Reading scenarios, commands and devices from JSON text.
#include <algorithm>
#include <map>

#include <nlohmann/json.hpp>

#include "scenario/fields_json.h"
#include "scenario/harm.h"
#include "scenario/number_ranges.h"
#include "scenario/scenario.h"

namespace snapscope::scenario {

namespace {

using Json = nlohmann::json;

const Json& ArrayAt(const Json& json, const char* key) {
  const Json& value = json.at(key);
  if (!value.is_array()) throw std::invalid_argument(std::string(key) + " is not an array");
  return value;
}

/// Reads a part of a document; what is refused in it is named with its place.
template <typename Read>
auto At(const std::string& place, Read read) {
  try {
    return read();
  } catch (const std::invalid_argument& problem) {
    throw std::invalid_argument(place + '.' + problem.what());
  }
}

DeviceDescription DeviceFromJson(const Json& json) {
  DeviceDescription device;
  if (json.contains("member")) {
    auto composed = FieldsFromJson<storage::ComposedOptions>(json);
    auto* flash = std::get_if<storage::FlashOptions>(&composed.member);
    const bool is_even = flash != nullptr && flash->sustained_program == 0;
    if (is_even) flash->sustained_program = flash->program;
    device = composed;
  } else {
    device = FieldsFromJson<QueueDescription>(json);
  }
  RefuseHarm(device);
  return device;
}

Command CommandFromJson(const Json& json) {
  Command command;
  FieldReader(json).OneOf("kind", command.kind);
  RefuseHarm(command);
  command.json = json.dump();
  return command;
}

void ReadServer(const Json& json, Scenario& scenario) {
  FieldReader server(json);
  server.Required("engineVersion", scenario.version);
  server.Required("schedulers", scenario.schedulers);
  server.Required("coreSpeedPercent", scenario.core_speed_percent);
  server.Scaled("statementUs", scenario.statement_cost, kMicrosecond);
  server.Scaled("ioUs", scenario.io_costs.request, kMicrosecond);
  server.Required("ioKiBNs", scenario.io_costs.kib);
  server.Scaled("durableWriteUs", scenario.io_costs.durable_write, kMicrosecond);
  server.Scaled("newRegionUs", scenario.io_costs.new_region, kMicrosecond);
  server.Required("scanPageNs", scenario.scan_page);
  server.Required("supplierLatchNs", scenario.supplier_latch);
  server.Scaled("memoryMiB", scenario.buffer_pool_bytes, kMiB);
  server.Word("poolAtStart", scenario.warm_pool, "empty", "warm");
  server.Scaled("recoveryIntervalSeconds", scenario.recovery_interval, kSecond);
  server.Scaled("indexCreateMemoryKiB", scenario.index_create_bytes, kKiB);
  server.Required("instantFileInitialization", scenario.instant_file_initialization);
  server.Scaled("tempdbSizeMiB", scenario.tempdb_bytes, kMiB);
}

void ReadDatabase(const Json& json, Scenario& scenario) {
  FieldReader database(json);
  database.Required("name", scenario.database);
  database.Scaled("sizeMiB", scenario.data_bytes, kMiB);
  database.Required("dataFiles", scenario.data_files);
  database.Scaled("logSizeMiB", scenario.log_bytes, kMiB);
  database.Required("rowBytes", scenario.row_bytes);
  database.Required("content", scenario.content);
  database.Required("fillFactorPercent", scenario.fill_factor_percent);
  database.Required("filledPercent", scenario.filled_percent);
  database.Required("logVlfs", scenario.log_vlfs);
  database.Word("recoveryModel", scenario.full_recovery, "simple", "full");
  database.Scaled("logBackupIntervalSeconds", scenario.log_backup_interval, kSecond);
  // In a file null stands for what is usual, which is filled in by now.
  database.Scaled("targetRecoveryTimeSeconds", scenario.target_recovery_time, kSecond);
  database.Required("nonclusteredIndexes", scenario.nonclustered_indexes);
  database.Required("partitions", scenario.partitions);
  database.Word("compression", scenario.is_compressed, "none", "page");
}

/// One volume, or a list of those among which files are dealt in turn.
std::vector<std::string> VolumesNamed(const Json& json) {
  if (!json.is_array()) return {json.get<std::string>()};
  return json;
}

void ReadPlacement(const Json& json, Scenario& scenario) {
  FieldReader placement(json);
  scenario.data_volumes = VolumesNamed(placement.At("data"));
  placement.Required("log", scenario.log_volume);
  placement.Required("snapshot", scenario.snapshot_volume);
  if (!scenario.data_volumes.empty()) scenario.tempdb_volume = scenario.data_volumes.front();
  placement.Optional("tempdb", scenario.tempdb_volume);
  const Json backup = json.value("backup", Json());
  scenario.backup_volumes =
      backup.is_null() ? std::vector{scenario.snapshot_volume} : VolumesNamed(backup);
}

void ReadStorage(const Json& json, Scenario& scenario) {
  FieldReader storage(json);
  for (const Json& entry : ArrayAt(json, "volumes")) {
    VolumeDescription volume;
    At("volumes." + std::to_string(scenario.volumes.size()), [&] {
      FieldReader(entry).Required("name", volume.name);
      const Json& kind = FieldReader(entry).At(scenario.real ? "folder" : "device");
      if (scenario.real) {
        volume.folder = kind;
      } else {
        volume.device = At("device", [&] { return DeviceFromJson(kind); });
      }
      FieldReader(entry).Optional("arraySnapshots", volume.array_snapshots);
    });
    scenario.volumes.push_back(std::move(volume));
  }
  At("placement", [&] { ReadPlacement(storage.At("placement"), scenario); });
  const Json& network = storage.At("network");
  if (!network.is_null()) {
    FieldReader paths(network);
    paths.Required("paths", scenario.network.emplace().ports);
    paths.Scaled("pathMiBPerSecond", scenario.network->bytes_per_second, kMiB);
  }
  storage.Required("sparseRegionWrites", scenario.sparse_region_writes);
  storage.Scaled("sparseFileLimitMiB", scenario.sparse_file_limit_bytes, kMiB);
  storage.Required("arraySnapshotTimes", scenario.array_snapshot_times);
  bool is_1450 = false;
  storage.Word("sparseFileLimitError", is_1450, "665", "1450");
  scenario.sparse_file_limit_error = is_1450 ? 1450 : 665;
  storage.Word("pushUnit", scenario.pushes_extents, "page", "extent");
  storage.Word("pushPolicy", scenario.pushes_ahead, "synchronous", "writeAhead");
  storage.Word("arming", scenario.copies_dirty_pages, "atOnce", "copyDirtyPages");
  FieldReader spans(storage.At("spans"));
  spans.Seconds("beforeOpeningSeconds", scenario.span_before_opening);
  spans.Seconds("beforeStartUpSeconds", scenario.span_before_start_up);
  storage.Scaled("preImageMemoryMiB", scenario.pre_image_bytes, kMiB);
}

void ReadWorkload(const Json& json, Scenario& scenario) {
  FieldReader workload(json);
  workload.Required("users", scenario.users);
  workload.Scaled("thinkTimeMs", scenario.think_time, kMillisecond);
  workload.Required("profile", scenario.profile);
  workload.Required("rollbackPercent", scenario.rollback_percent);
  workload.Word("accessOrder", scenario.random_access_order, "ascending", "random");
  workload.Required("hotRows", scenario.hot_rows);
}

void ReadReporting(const Json& json, Scenario& scenario) {
  FieldReader reporting(json);
  reporting.Word("query", scenario.report_scans, "pointReads", "scan");
  reporting.Required("rowsPerQuery", scenario.report_rows);
  reporting.Scaled("thinkTimeMs", scenario.report_think_time, kMillisecond);
}

// --- The timeline --------------------------------------------------------------------------------

telemetry::CounterId CounterNamed(const std::string& id) {
  for (size_t i = 0; i < telemetry::kCounterCount; ++i) {
    if (telemetry::kCounters[i].id == id) return static_cast<telemetry::CounterId>(i);
  }
  throw std::invalid_argument("counter: there is no counter '" + id + "'");
}

WhenCounter WhenFromJson(const Json& json, TimeNs warmup) {
  WhenCounter when;
  when.counter = CounterNamed(json.at("counter"));
  when.above = json.contains("above");
  FieldReader(json).Required(when.above ? "above" : "below", when.value);
  FieldReader(json).Seconds("fromSeconds", when.from);
  when.from = std::max(when.from, warmup);
  return when;
}

/// `names` has the place of each entry; one that is not there gets a place beyond all.
Trigger TriggerFromJson(const Json& entry, const std::map<std::string, size_t>& names,
                        TimeNs warmup) {
  if (entry.contains("after")) {
    const Json& after = entry.at("after");
    const auto found = names.find(after.at("step"));
    return AfterEvent{found == names.end() ? SIZE_MAX : found->second, after.at("event"),
                      FromSeconds(after.at("delaySeconds"))};
  }
  if (entry.contains("when")) {
    return At("when", [&] { return WhenFromJson(entry.at("when"), warmup); });
  }
  AtTime at;
  FieldReader(entry).Seconds("atSeconds", at.at);
  return at;
}

void ReadTimeline(const Json& timeline, Scenario& scenario) {
  std::map<std::string, size_t> names;
  for (size_t step = 0; step < timeline.size(); ++step) {
    const std::string name = timeline[step].value("name", "");
    if (!name.empty()) names.emplace(name, step);
  }
  for (const Json& json : timeline) {
    At("timeline." + std::to_string(scenario.timeline.size()), [&] {
      TimelineEntry entry;
      entry.name = json.value("name", "");
      entry.trigger = TriggerFromJson(json, names, scenario.warmup);
      entry.command = At("command", [&] { return CommandFromJson(json.at("command")); });
      scenario.timeline.push_back(std::move(entry));
    });
  }
}

Scenario ScenarioFromJson(const Json& json) {
  CheckNumbers(json);
  Scenario scenario;
  FieldReader document(json);
  document.Required("name", scenario.name);
  document.Word("mode", scenario.real, "virtual", "real");
  document.Required("seed", scenario.seed);
  const std::string start = document.At("startTime");
  Result<int64_t> origin = ParseCivilTime(start);
  if (!origin.ok()) throw std::invalid_argument(origin.error().message);
  scenario.origin_unix_ms = origin.value();
  document.Seconds("durationSeconds", scenario.duration);
  document.Seconds("warmupSeconds", scenario.warmup);
  document.Scaled("sampleIntervalMs", scenario.sample_interval, kMillisecond);
  for (const Json& flag : ArrayAt(json, "traceFlags")) scenario.trace_flags.insert(flag.get<int>());
  document.Scaled("restoreHistoryMiB", scenario.restore_history_bytes, kMiB);
  At("server", [&] { ReadServer(json.at("server"), scenario); });
  At("database", [&] { ReadDatabase(json.at("database"), scenario); });
  At("storage", [&] { ReadStorage(json.at("storage"), scenario); });
  At("workload", [&] { ReadWorkload(json.at("workload"), scenario); });
  At("reporting", [&] { ReadReporting(json.at("reporting"), scenario); });
  ReadTimeline(ArrayAt(json, "timeline"), scenario);
  for (const Json& entry : ArrayAt(json, "commands")) {
    At("commands." + std::to_string(scenario.commands.size()) + ".command", [&] {
      scenario.commands.push_back(
          {entry.at("atNs").get<int64_t>(), CommandFromJson(entry.at("command"))});
    });
  }
  document.Required("pace", scenario.pace);
  RefuseHarm(scenario);
  return scenario;
}

/// nlohmann and who refuses a value report by exceptions, which end here.
template <typename Read>
auto Parsed(const char* what, Read read) -> Result<decltype(read())> {
  try {
    return read();
  } catch (const std::exception& problem) {
    return Error{ErrorCode::kInvalid,
                 std::string("the ") + what + " cannot be read: " + problem.what()};
  }
}

}  // namespace

Result<Scenario> ParseScenario(std::string_view json) {
  return Parsed("scenario", [json] {
    Scenario scenario = ScenarioFromJson(Json::parse(json));
    scenario.json = json;
    return scenario;
  });
}

Result<Command> ParseCommand(std::string_view json) {
  return Parsed("command", [json] {
    const Json command = Json::parse(json);
    CheckNumbers(command);
    return CommandFromJson(command);
  });
}

Result<TimeNs> ProlongedDuration(TimeNs duration, const Prolong& prolong) {
  const TimeNs longer = duration + prolong.by;
  try {
    CheckNumbers({{"durationSeconds", static_cast<double>(longer) / kSecond}});
  } catch (const std::invalid_argument& problem) {
    return Error{ErrorCode::kInvalid,
                 std::string("the run cannot be prolonged: ") + problem.what()};
  }
  return longer;
}

Result<DeviceDescription> ParseDevice(std::string_view json) {
  return Parsed("device", [json] {
    const Json device = Json::parse(json);
    Json scenario;  // of which it is the only part: that is where the ranges of its numbers are
                    // known
    scenario["storage"]["volumes"] = Json::array({{{"device", device}}});
    CheckNumbers(scenario);
    return At("storage.volumes.0.device", [&] { return DeviceFromJson(device); });
  });
}

Result<int64_t> ParseCivilTime(std::string_view text) {
  // Positions of YYYY-MM-DDTHH:MM:SS; a fraction of a second may follow and is left out.
  auto number = [&](size_t at, size_t length) -> int64_t {
    int64_t value = 0;
    for (size_t i = at; i < at + length; ++i) {
      if (i >= text.size() || text[i] < '0' || text[i] > '9') return -1;
      value = value * 10 + (text[i] - '0');
    }
    return value;
  };
  const int64_t year = number(0, 4);
  const int64_t month = number(5, 2);
  const int64_t day = number(8, 2);
  const int64_t hour = number(11, 2);
  const int64_t minute = number(14, 2);
  const int64_t second = number(17, 2);
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > 31 || hour < 0 || hour > 23 ||
      minute < 0 || minute > 59 || second < 0 || second > 59) {
    return Error{ErrorCode::kInvalid,
                 "'" + std::string(text) + "' is not a time of the form YYYY-MM-DDTHH:MM:SS"};
  }
  // Days since 1970-01-01 of the proleptic Gregorian calendar; years start in March.
  const int64_t shifted_year = month <= 2 ? year - 1 : year;
  const int64_t era = shifted_year / 400;
  const int64_t year_of_era = shifted_year - era * 400;
  const int64_t day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  const int64_t day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
  const int64_t days = era * 146'097 + day_of_era - 719'468;
  return ((days * 24 + hour) * 60 + minute) * 60'000 + second * 1000;
}

}  // namespace snapscope::scenario
