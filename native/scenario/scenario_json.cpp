// Reading scenarios and commands from JSON text.
#include <algorithm>
#include <map>

#include <nlohmann/json.hpp>

#include "ops/entry_sort.h"
#include "page/layout.h"
#include "scenario/command_json.h"
#include "scenario/device_json.h"
#include "scenario/number_ranges.h"
#include "scenario/scenario.h"
#include "scenario/seconds_json.h"
#include "scenario/storage_json.h"
#include "scenario/timeline_rules.h"

namespace snapscope::scenario {

namespace {

using Json = nlohmann::json;

constexpr uint64_t kMiB = 1024 * 1024;
/// A transaction draws distinct rows: there must be several times as many as it takes.
constexpr uint64_t kMinHotRows = 64;
/// Two pages each: the one that a user reads, and the one above it, which led there.
constexpr uint64_t kBytesOfUser = 2 * page::kPageSize;

const Json& ArrayAt(const Json& json, const char* key) {
  const Json& value = json.at(key);
  if (!value.is_array()) throw std::invalid_argument(std::string(key) + " is not an array");
  return value;
}

std::string OneOf(const Json& json, std::initializer_list<std::string_view> choices) {
  const auto value = json.get<std::string>();
  if (std::ranges::find(choices, value) == choices.end()) {
    throw std::invalid_argument("'" + value + "' is not one of the choices");
  }
  return value;
}

EngineVersion EngineVersionFromJson(const Json& json) {
  const std::string name = json;
  if (name == "2005") return EngineVersion::k2005;
  if (name == "2008") return EngineVersion::k2008;
  if (name == "2012") return EngineVersion::k2012;
  if (name == "2016") return EngineVersion::k2016;
  throw std::invalid_argument("server.engineVersion: '" + name +
                              "' is not allowed; allowed: 2005, 2008, 2012, 2016");
}

TimeNs TargetRecoveryTimeFromJson(const Json& json, EngineVersion version) {
  if (json.is_null()) {  // in a file it stands for what is usual, which is filled in by now
    throw std::invalid_argument(
        "database.targetRecoveryTimeSeconds: null is not allowed; allowed: a number");
  }
  const auto seconds = json.get<int64_t>();
  if (seconds > 0 && version < EngineVersion::k2012) {
    throw std::invalid_argument("database.targetRecoveryTimeSeconds: " + std::to_string(seconds) +
                                " is not allowed; allowed: 0, and since 2012 more than that");
  }
  return seconds * kSecond;
}

void ReadRecoveryModel(const Json& database, Scenario& scenario) {
  const std::string model = database.at("recoveryModel");
  if (model != "simple" && model != "full") {
    throw std::invalid_argument("database.recoveryModel: '" + model +
                                "' is not allowed; allowed: simple, full");
  }
  scenario.full_recovery = model == "full";
  const auto interval = database.at("logBackupIntervalSeconds").get<int64_t>();
  if (interval > 0 && !scenario.full_recovery) {
    throw std::invalid_argument("database.logBackupIntervalSeconds: " + std::to_string(interval) +
                                " is not allowed; allowed: 0, and with the recovery model full "
                                "more than that");
  }
  scenario.log_backup_interval = interval * kSecond;
}

uint64_t IndexCreateMemoryFromJson(const Json& json) {
  const uint64_t bytes = json.get<uint64_t>() * 1024;
  if (bytes > 0 && bytes < ops::kLeastSortBytes) {
    throw std::invalid_argument("server.indexCreateMemoryKiB: " + std::to_string(bytes / 1024) +
                                " is not allowed; allowed: 0 (a share of the server's memory), or "
                                "at least " +
                                std::to_string(ops::kLeastSortBytes / 1024));
  }
  return bytes;
}

void ReadServerAndDatabase(const Json& json, Scenario& scenario) {
  const Json& server = json.at("server");
  scenario.version = EngineVersionFromJson(server.at("engineVersion"));
  scenario.schedulers = server.at("schedulers");
  scenario.core_speed_percent = server.at("coreSpeedPercent");
  scenario.statement_cost = server.at("statementUs").get<int64_t>() * kMicrosecond;
  scenario.io_costs = {.request = server.at("ioUs").get<int64_t>() * kMicrosecond,
                       .kib = server.at("ioKiBNs").get<int64_t>(),
                       .durable_write = server.at("durableWriteUs").get<int64_t>() * kMicrosecond,
                       .new_region = server.at("newRegionUs").get<int64_t>() * kMicrosecond};
  scenario.buffer_pool_bytes = server.at("memoryMiB").get<uint64_t>() * kMiB;
  scenario.warm_pool = OneOf(server.at("poolAtStart"), {"warm", "empty"}) == "warm";
  scenario.recovery_interval = server.at("recoveryIntervalSeconds").get<int64_t>() * kSecond;
  scenario.index_create_bytes = IndexCreateMemoryFromJson(server.at("indexCreateMemoryKiB"));
  scenario.instant_file_initialization = server.at("instantFileInitialization");
  scenario.tempdb_bytes = server.at("tempdbSizeMiB").get<uint64_t>() * kMiB;
  const Json& database = json.at("database");
  scenario.database = database.at("name");
  scenario.data_bytes = database.at("sizeMiB").get<uint64_t>() * kMiB;
  scenario.data_files = database.at("dataFiles");
  scenario.log_bytes = database.at("logSizeMiB").get<uint64_t>() * kMiB;
  scenario.row_bytes = database.at("rowBytes");
  scenario.fill_factor_percent = database.at("fillFactorPercent");
  scenario.filled_percent = database.at("filledPercent");
  scenario.log_vlfs = database.at("logVlfs");
  ReadRecoveryModel(database, scenario);
  scenario.target_recovery_time =
      TargetRecoveryTimeFromJson(database.at("targetRecoveryTimeSeconds"), scenario.version);
  scenario.nonclustered_indexes = database.at("nonclusteredIndexes");
}

std::string PlaceOfStep(size_t step) { return "timeline." + std::to_string(step); }

/// The step of each name.
std::map<std::string, size_t> StepNames(const Json& timeline) {
  std::map<std::string, size_t> names;
  for (size_t step = 0; step < timeline.size(); ++step) {
    const std::string name = timeline[step].value("name", "");
    if (!name.empty() && !names.emplace(name, step).second) {
      throw std::invalid_argument(PlaceOfStep(step) + ".name: '" + name + "' is used twice");
    }
  }
  return names;
}

AfterEvent AfterFromJson(const Json& json, const std::string& place,
                         const std::map<std::string, size_t>& names) {
  const std::string step = json.at("step");
  const auto found = names.find(step);
  if (found == names.end()) {
    throw std::invalid_argument(place + ".after.step: '" + step +
                                "' is not the name of an entry of the timeline");
  }
  return {found->second, json.at("event"), FromSeconds(json.at("delaySeconds"))};
}

telemetry::CounterId CounterOf(const std::string& id, const std::string& place) {
  for (size_t i = 0; i < telemetry::kCounterCount; ++i) {
    if (telemetry::kCounters[i].id == id) return static_cast<telemetry::CounterId>(i);
  }
  throw std::invalid_argument(place + ".when.counter: there is no counter '" + id + "'");
}

WhenCounter WhenFromJson(const Json& json, const std::string& place, TimeNs warmup) {
  if (json.contains("above") == json.contains("below")) {
    throw std::invalid_argument(place + ".when: has " +
                                (json.contains("above") ? "both above and below" : "no bound") +
                                "; allowed: one of above, below");
  }
  WhenCounter when;
  when.counter = CounterOf(json.at("counter"), place);
  when.above = json.contains("above");
  when.value = json.at(when.above ? "above" : "below");
  when.from = std::max(FromSeconds(json.at("fromSeconds")), warmup);
  return when;
}

Trigger TriggerFromJson(const Json& entry, const std::string& place,
                        const std::map<std::string, size_t>& names, TimeNs warmup) {
  if (entry.contains("atSeconds") + entry.contains("after") + entry.contains("when") != 1) {
    throw std::invalid_argument(place + ": allowed: one of atSeconds, after, when");
  }
  if (entry.contains("after")) return AfterFromJson(entry.at("after"), place, names);
  if (entry.contains("when")) return WhenFromJson(entry.at("when"), place, warmup);
  return AtTime{FromSeconds(entry.at("atSeconds"))};
}

/// An index that is rebuilt is there at the start, or some entry creates it; one that is created is
/// not there at the start. The rest is known in the run only.
void CheckIndex(const Command& command, const std::string& place, const Scenario& scenario) {
  const auto* rebuild = command.As<RebuildIndex>();
  const auto* creation = command.As<CreateIndex>();
  if (rebuild == nullptr && creation == nullptr) return;
  const uint16_t index = rebuild != nullptr ? rebuild->index : creation->index;
  const uint32_t indexes = 1U + scenario.nonclustered_indexes;
  const bool at_the_start = index <= indexes;
  const bool created = std::ranges::any_of(scenario.timeline, [&](const TimelineEntry& entry) {
    const auto* other = entry.command.As<CreateIndex>();
    return other != nullptr && other->index == index;
  });
  if (rebuild != nullptr ? at_the_start || created : !at_the_start) return;
  throw std::invalid_argument(
      place + ".command.index: " + std::to_string(index) +
      (rebuild != nullptr
           ? " is not an index of the table; allowed: 1 to " + std::to_string(indexes) +
                 ", and those that an entry creates"
           : " is an index that the table has; allowed: above " + std::to_string(indexes)));
}

void ReadTimeline(const Json& timeline, Scenario& scenario) {
  const std::map<std::string, size_t> names = StepNames(timeline);
  for (size_t step = 0; step < timeline.size(); ++step) {
    const Json& json = timeline[step];
    TimelineEntry entry;
    entry.name = json.value("name", "");
    entry.trigger = TriggerFromJson(json, PlaceOfStep(step), names, scenario.warmup);
    try {
      entry.command = CommandFromJson(json.at("command"));
    } catch (const std::invalid_argument& problem) {
      throw std::invalid_argument(PlaceOfStep(step) + ".command." + problem.what());
    }
    if (entry.command.Steers()) {
      throw std::invalid_argument(PlaceOfStep(step) + ".command.kind: '" + entry.command.name() +
                                  "' steers a run; allowed: what changes the run itself");
    }
    scenario.timeline.push_back(std::move(entry));
  }
  for (size_t step = 0; step < timeline.size(); ++step) {
    CheckIndex(scenario.timeline[step].command, PlaceOfStep(step), scenario);
  }
  const Status checked = CheckTimeline(scenario.timeline, scenario.database, scenario.duration);
  if (!checked.ok()) throw std::invalid_argument(checked.error().message);
}

/// Of less memory, what users hold on their way down could be all there is.
void CheckMemory(const Scenario& scenario) {
  uint64_t users = scenario.users;
  for (const TimelineEntry& entry : scenario.timeline) {
    const auto* command = entry.command.As<SetUsers>();
    if (command != nullptr) users = std::max<uint64_t>(users, command->users);
  }
  if (scenario.buffer_pool_bytes >= users * kBytesOfUser) return;
  const uint64_t users_per_mebibyte = kMiB / kBytesOfUser;
  const uint64_t mebibytes = scenario.buffer_pool_bytes / kMiB;
  const uint64_t least = (users + users_per_mebibyte - 1) / users_per_mebibyte;
  throw std::invalid_argument("server.memoryMiB: " + std::to_string(mebibytes) +
                              " is too little for " + std::to_string(users) +
                              " users, who need two pages of 8 KB each; allowed: at least " +
                              std::to_string(least) + ", or at most " +
                              std::to_string(mebibytes * users_per_mebibyte) + " users");
}

void ReadReporting(const Json& json, Scenario& scenario) {
  scenario.report_scans = OneOf(json.at("query"), {"pointReads", "scan"}) == "scan";
  scenario.report_rows = json.at("rowsPerQuery");
  scenario.report_think_time = json.at("thinkTimeMs").get<int64_t>() * kMillisecond;
}

Profile ProfileFrom(const Json& workload) {
  const std::string profile = OneOf(workload.at("profile"), {"sqlcat", "read-only", "tpcc"});
  if (profile == "tpcc") return Profile::kTpcc;
  return profile == "sqlcat" ? Profile::kSqlcat : Profile::kReadOnly;
}

/// The TPC-C-style load has tables of its own, with the indexes that its transactions need.
void CheckTables(const Scenario& scenario) {
  if (scenario.profile != Profile::kTpcc) return;
  const auto refuse = [](const std::string& what) {
    throw std::invalid_argument(what + " with workload.profile tpcc, which has no such table");
  };
  if (scenario.nonclustered_indexes > 0) {
    refuse("database.nonclusteredIndexes is " + std::to_string(scenario.nonclustered_indexes) +
           "; allowed: 0");
  }
  if (scenario.hot_rows > 0) {
    refuse("workload.hotRows is " + std::to_string(scenario.hot_rows) + "; allowed: 0");
  }
  for (size_t step = 0; step < scenario.timeline.size(); ++step) {
    const Command& command = scenario.timeline[step].command;
    if (!command.NeedsAccounts()) continue;
    refuse(PlaceOfStep(step) + ": '" + command.name() +
           "' works on the accounts; allowed: what needs no table");
  }
}

Scenario ScenarioFromJson(const Json& json) {
  CheckNumbers(json);
  Scenario scenario;
  scenario.name = json.at("name");
  scenario.real = json.at("mode").get<std::string>() == "real";
  scenario.seed = json.at("seed");
  const std::string start = json.at("startTime");
  Result<int64_t> origin = ParseCivilTime(start);
  if (!origin.ok()) throw std::invalid_argument(origin.error().message);
  scenario.origin_unix_ms = origin.value();
  scenario.duration = FromSeconds(json.at("durationSeconds"));
  scenario.warmup = FromSeconds(json.at("warmupSeconds"));
  scenario.sample_interval = json.at("sampleIntervalMs").get<int64_t>() * kMillisecond;
  for (const Json& flag : ArrayAt(json, "traceFlags")) scenario.trace_flags.insert(flag.get<int>());
  scenario.restore_history_bytes = json.at("restoreHistoryMiB").get<uint64_t>() * kMiB;
  ReadServerAndDatabase(json, scenario);
  ReadStorage(json.at("storage"), scenario);
  const Json& workload = json.at("workload");
  scenario.users = workload.at("users");
  scenario.think_time = workload.at("thinkTimeMs").get<int64_t>() * kMillisecond;
  scenario.profile = ProfileFrom(workload);
  scenario.rollback_percent = workload.at("rollbackPercent");
  scenario.random_access_order =
      OneOf(workload.at("accessOrder"), {"ascending", "random"}) == "random";
  scenario.hot_rows = workload.at("hotRows");
  if (scenario.hot_rows > 0 && scenario.hot_rows < kMinHotRows) {
    throw std::invalid_argument("workload.hotRows is " + std::to_string(scenario.hot_rows) +
                                "; allowed: 0 (all rows), or at least " +
                                std::to_string(kMinHotRows));
  }
  ReadReporting(json.at("reporting"), scenario);
  ReadTimeline(ArrayAt(json, "timeline"), scenario);
  CheckMemory(scenario);
  CheckTables(scenario);
  for (const Json& entry : ArrayAt(json, "commands")) {
    scenario.commands.push_back(
        {entry.at("atNs").get<int64_t>(), CommandFromJson(entry.at("command"))});
  }
  scenario.pace = json.at("pace");
  return scenario;
}

}  // namespace

// nlohmann reports by exceptions: they end here.
Result<Scenario> ParseScenario(std::string_view json) {
  try {
    Scenario scenario = ScenarioFromJson(Json::parse(json));
    scenario.json = json;
    return scenario;
  } catch (const std::exception& problem) {
    return Error{ErrorCode::kInvalid,
                 std::string("the scenario cannot be read: ") + problem.what()};
  }
}

Result<Command> ParseCommand(std::string_view json) {
  try {
    const Json command = Json::parse(json);
    CheckNumbers(command);
    return CommandFromJson(command);
  } catch (const std::exception& problem) {
    return Error{ErrorCode::kInvalid, std::string("the command cannot be read: ") + problem.what()};
  }
}

Result<DeviceDescription> ParseDevice(std::string_view json) {
  try {
    const Json device = Json::parse(json);
    Json volume;
    volume["device"] = device;
    Json scenario;  // of which it is the only part: that is where the ranges of its numbers are
                    // known
    scenario["storage"]["volumes"].push_back(volume);
    CheckNumbers(scenario);
    return DeviceFromJson(device, "storage.volumes.0.device");
  } catch (const std::exception& problem) {
    return Error{ErrorCode::kInvalid, std::string("the device cannot be read: ") + problem.what()};
  }
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
