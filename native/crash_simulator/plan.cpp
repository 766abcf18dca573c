// Plans as JSON. Times are milliseconds.
#include "crash_simulator/plan.h"

#include <algorithm>
#include <array>
#include <exception>
#include <stdexcept>
#include <utility>

namespace snapscope::crash_simulator {

using storage::Fault;
using storage::FaultKind;

namespace {

template <typename Enum>
struct Name {
  Enum value;
  const char* text;
};

constexpr std::array<Name<Profile>, 3> kProfiles = {{
    {Profile::kSwarm, "swarm"},
    {Profile::kPowerCuts, "power-cuts"},
    {Profile::kFaults, "faults"},
}};

constexpr std::array<Name<StepKind>, 17> kSteps = {{
    {StepKind::kCreateSnapshot, "createSnapshot"},
    {StepKind::kDropSnapshot, "dropSnapshot"},
    {StepKind::kRevertSnapshot, "revertSnapshot"},
    {StepKind::kSetUsers, "setUsers"},
    {StepKind::kUpdateTable, "updateTable"},
    {StepKind::kRebuildIndex, "rebuildIndex"},
    {StepKind::kCreateIndex, "createIndex"},
    {StepKind::kSelectInto, "selectInto"},
    {StepKind::kDropTable, "dropTable"},
    {StepKind::kCheckDatabase, "checkDatabase"},
    {StepKind::kSetReportUsers, "setReportUsers"},
    {StepKind::kVerify, "verify"},
    {StepKind::kBackUp, "backUp"},
    {StepKind::kRestore, "restore"},
    {StepKind::kBackUpTail, "backUpTail"},
    {StepKind::kShutDown, "shutDown"},
    {StepKind::kCrash, "crash"},
}};

constexpr std::array<Name<FaultKind>, storage::kFaultKinds> kFaults = {{
    {FaultKind::kError, "error"},
    {FaultKind::kDiskFull, "diskFull"},
    {FaultKind::kLatency, "latency"},
    {FaultKind::kTornWrite, "tornWrite"},
    {FaultKind::kLostWrite, "lostWrite"},
    {FaultKind::kMisdirectedWrite, "misdirectedWrite"},
    {FaultKind::kPowerCut, "powerCut"},
}};

constexpr std::array<Name<BuildMoment>, 4> kBuildMoments = {{
    {BuildMoment::kBegun, "begun"},
    {BuildMoment::kSpilled, "spilled"},
    {BuildMoment::kLoaded, "loaded"},
    {BuildMoment::kEnded, "ended"},
}};

constexpr std::array<Name<backup::BackupKind>, 3> kBackupKinds = {{
    {backup::BackupKind::kFull, "full"},
    {backup::BackupKind::kDifferential, "differential"},
    {backup::BackupKind::kLog, "log"},
}};

constexpr std::array<Name<RestoreStop>, 3> kRestoreStops = {{
    {RestoreStop::kEnd, "end"},
    {RestoreStop::kLsn, "lsn"},
    {RestoreStop::kTime, "time"},
}};

template <typename Names, typename Enum>
const char* TextOf(const Names& names, Enum value) {
  return std::find_if(names.begin(), names.end(),
                      [value](const auto& name) { return name.value == value; })
      ->text;
}

template <typename Names>
auto ValueOf(const Names& names, const char* what, std::string_view text) {
  std::string allowed;
  for (const auto& name : names) {
    if (text == name.text) return name.value;
    allowed += (allowed.empty() ? "" : ", ") + std::string(name.text);
  }
  throw std::invalid_argument(std::string(what) + " is '" + std::string(text) +
                              "'; allowed: " + allowed);
}

Json RestoreToJson(const RestorePlan& restore) {
  return {{"stop", TextOf(kRestoreStops, restore.stop)},
          {"withoutCopies", restore.without_copies},
          {"permille", restore.permille},
          {"cutAtIo", restore.cut_at_io},
          {"errorAtIo", restore.error_at_io},
          {"damage", restore.damage}};
}

RestorePlan RestoreFromJson(const Json& json) {
  RestorePlan restore;
  restore.stop = ValueOf(kRestoreStops, "stop of a restore", json.at("stop").get<std::string>());
  restore.without_copies = json.at("withoutCopies");
  restore.permille = json.at("permille");
  restore.cut_at_io = json.at("cutAtIo");
  restore.error_at_io = json.at("errorAtIo");
  restore.damage = json.at("damage");
  return restore;
}

Json StepToJson(const Step& step) {
  Json json = {{"atMs", step.at / kMillisecond}, {"kind", TextOf(kSteps, step.kind)}};
  if (step.after) json["after"] = {{"step", step.after->step}, {"event", step.after->event}};
  if (step.when_pushed) json["whenPushed"] = *step.when_pushed;
  switch (step.kind) {
    case StepKind::kSetReportUsers:
      json["snapshot"] = step.snapshot;
      [[fallthrough]];
    case StepKind::kSetUsers:
      json["users"] = step.users;
      break;
    case StepKind::kCreateSnapshot:
    case StepKind::kDropSnapshot:
    case StepKind::kRevertSnapshot:
      json["snapshot"] = step.snapshot;
      break;
    case StepKind::kUpdateTable:
      json["batchRows"] = step.batch_rows;
      break;
    case StepKind::kCreateIndex:
      json["sortInTempdb"] = step.sort_in_tempdb;
      [[fallthrough]];
    case StepKind::kRebuildIndex:
      json["index"] = step.index;
      json["online"] = step.online;
      break;
    case StepKind::kSelectInto:
      json["rows"] = step.rows;
      [[fallthrough]];
    case StepKind::kDropTable:
      json["table"] = step.table;
      break;
    case StepKind::kRestore:
      json["restore"] = RestoreToJson(step.restore);
      json["backup"] = step.backup;
      break;
    case StepKind::kBackUp:
      json["backupKind"] = TextOf(kBackupKinds, step.backup_kind);
      json["copyOnly"] = step.copy_only;
      json["files"] = step.files;
      if (step.buffers) json["bufferCount"] = *step.buffers;
      json["cutAtIo"] = step.cut_at_io;
      [[fallthrough]];
    case StepKind::kBackUpTail:
      json["backup"] = step.backup;
      break;
    case StepKind::kCheckDatabase:
    case StepKind::kVerify:
    case StepKind::kShutDown:
    case StepKind::kCrash:
      break;
  }
  return json;
}

/// `number` is the step's place in its life.
Step StepFromJson(const Json& json, size_t number) {
  Step step;
  step.at = json.at("atMs").get<int64_t>() * kMillisecond;
  step.kind = ValueOf(kSteps, "kind of a step", json.at("kind").get<std::string>());
  if (json.contains("after")) {
    step.after = AfterStep{json["after"].at("step"), json["after"].at("event")};
    if (step.after->step >= number) {
      throw std::invalid_argument("step " + std::to_string(number) + " follows step " +
                                  std::to_string(step.after->step) + "; allowed: an earlier one");
    }
  }
  if (json.contains("whenPushed")) step.when_pushed = json["whenPushed"].get<uint64_t>();
  step.users = json.value("users", 0U);
  step.batch_rows = json.value("batchRows", uint64_t{0});
  step.index = json.value("index", uint16_t{1});
  step.table = json.value("table", "");
  step.rows = json.value("rows", uint64_t{0});
  step.online = json.value("online", false);
  step.sort_in_tempdb = json.value("sortInTempdb", false);
  step.snapshot = json.value("snapshot", "");
  step.backup = json.value("backup", "");
  step.backup_kind =
      ValueOf(kBackupKinds, "backupKind", json.value("backupKind", std::string("full")));
  step.copy_only = json.value("copyOnly", false);
  step.files = json.value("files", 1U);
  if (json.contains("bufferCount")) step.buffers = json["bufferCount"].get<uint32_t>();
  if (json.contains("restore")) step.restore = RestoreFromJson(json["restore"]);
  step.cut_at_io = json.value("cutAtIo", uint64_t{0});
  return step;
}

Json FaultToJson(const Fault& fault) {
  return {{"kind", TextOf(kFaults, fault.kind)},
          {"atIo", fault.at_io},
          {"count", fault.count},
          {"delayMs", fault.delay / kMillisecond},
          {"path", fault.path}};
}

Fault FaultFromJson(const Json& json) {
  Fault fault;
  fault.kind = ValueOf(kFaults, "kind of a fault", json.at("kind").get<std::string>());
  fault.at_io = json.at("atIo");
  fault.count = json.at("count");
  fault.delay = json.at("delayMs").get<int64_t>() * kMillisecond;
  fault.path = json.at("path");
  return fault;
}

/// What `json` has otherwise than `base`: merge_patch() of it over `base` is `json` again.
Json PatchOf(const Json& base, const Json& json) {
  Json patch = Json::object();
  for (const auto& [key, value] : json.items()) {
    const auto found = base.find(key);
    if (found == base.end()) {
      patch[key] = value;
    } else if (*found != value) {
      patch[key] = value.is_object() && found->is_object() ? PatchOf(*found, value) : value;
    }
  }
  return patch;
}

Json LifeToJson(const LifePlan& life) {
  Json json = {{"durationMs", life.duration / kMillisecond},
               {"quiesces", life.quiesces},
               {"cutAtIo", life.cut_at_io},
               {"cutAtEntryFromIo", life.cut_at_entry_from_io},
               {"cutAtIoOfRest", life.cut_at_io_of_rest},
               {"cutAtIoOfCreation", life.cut_at_io_of_creation},
               {"cutAtIoOfBuild", life.cut_at_io_of_build},
               {"cutAtIoOfDrop", life.cut_at_io_of_drop},
               {"cutsBuildFrom", TextOf(kBuildMoments, life.cuts_build_from)},
               {"faultsFromCompletion", life.faults_from_completion},
               {"steps", Json::array()},
               {"faults", Json::array()}};
  for (const Step& step : life.steps) json["steps"].push_back(StepToJson(step));
  for (const Fault& fault : life.faults) json["faults"].push_back(FaultToJson(fault));
  if (life.restore) json["restore"] = RestoreToJson(*life.restore);
  return json;
}

LifePlan LifeFromJson(const Json& json) {
  LifePlan life;
  life.duration = json.at("durationMs").get<int64_t>() * kMillisecond;
  life.quiesces = json.at("quiesces");
  life.cut_at_io = json.at("cutAtIo");
  life.cut_at_entry_from_io = json.value("cutAtEntryFromIo", uint64_t{0});
  life.cut_at_io_of_rest = json.value("cutAtIoOfRest", uint64_t{0});
  life.cut_at_io_of_creation = json.value("cutAtIoOfCreation", uint64_t{0});
  life.cut_at_io_of_build = json.value("cutAtIoOfBuild", uint64_t{0});
  life.cut_at_io_of_drop = json.value("cutAtIoOfDrop", uint64_t{0});
  life.cuts_build_from =
      ValueOf(kBuildMoments, "cutsBuildFrom", json.value("cutsBuildFrom", std::string("begun")));
  life.faults_from_completion = json.value("faultsFromCompletion", false);
  for (const Json& step : json.at("steps")) {
    life.steps.push_back(StepFromJson(step, life.steps.size()));
  }
  for (const Json& fault : json.at("faults")) life.faults.push_back(FaultFromJson(fault));
  if (json.contains("restore")) life.restore = RestoreFromJson(json["restore"]);
  return life;
}

}  // namespace

bool EndsLife(StepKind kind) {
  return kind == StepKind::kRevertSnapshot || kind == StepKind::kRestore ||
         kind == StepKind::kBackUpTail || kind == StepKind::kShutDown || kind == StepKind::kCrash;
}

Result<Profile> ParseProfile(std::string_view name) {
  try {
    return ValueOf(kProfiles, "--profile", name);
  } catch (const std::exception& problem) {
    return Error{ErrorCode::kInvalid, problem.what()};
  }
}

Json ToJson(const Plan& plan) {
  Json json = {{"seed", plan.seed},
               {"scenario", PatchOf(UsualScenario(), plan.scenario)},
               {"tearsData", plan.tears_data},
               {"headroomKiB", plan.headroom_bytes / 1024},
               {"compactPages", plan.compact_pages},
               {"lives", Json::array()}};
  for (const LifePlan& life : plan.lives) json["lives"].push_back(LifeToJson(life));
  return json;
}

// nlohmann reports by exceptions: they end here.
Result<Plan> ParsePlan(std::string_view text) {
  try {
    const Json json = Json::parse(text);
    Plan plan;
    plan.seed = json.at("seed");
    // A patch: what a newer engine asks of a scenario beyond it has its usual value.
    plan.scenario = UsualScenario();
    plan.scenario.merge_patch(json.at("scenario"));
    plan.tears_data = json.at("tearsData");
    plan.headroom_bytes = json.at("headroomKiB").get<uint64_t>() * 1024;
    plan.compact_pages = json.value("compactPages", false);
    for (const Json& life : json.at("lives")) plan.lives.push_back(LifeFromJson(life));
    return plan;
  } catch (const std::exception& problem) {
    return Error{ErrorCode::kInvalid, std::string("the plan cannot be read: ") + problem.what()};
  }
}

}  // namespace snapscope::crash_simulator
