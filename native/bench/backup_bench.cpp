// Backup and restore of a database on real files, without users, beside fio on the same disk: a
// backup reads one file in order and writes a new one, a restore one that is there, and so do the
// two jobs of fio, in blocks as large and as many on their way. They take turns. Without fio there
// is nothing to compare with.
#include <cstdio>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include "bench/benchmark.h"
#include "bench/scenarios.h"
#include "experiment/command_queue.h"
#include "machine/run.h"
#include "scenario/scenario.h"

namespace snapscope::bench {
namespace {

constexpr double kLeast = 0.8;
/// Two rounds differ by up to half: the median of three was as often noise as a measurement.
constexpr int kRounds = 9;
constexpr double kMiB = 1024.0 * 1024;

struct Rates {
  std::vector<double> backup;  ///< MiB of pages a second
  std::vector<double> restore;
  std::vector<double> fio_new;       ///< of the slower of fio's two jobs, into a new file
  std::vector<double> fio_existing;  ///< into one that is there
};

Json ScenarioOf(uint64_t size_mib, const Settings& settings) {
  Json scenario = OnFilesIn(settings.scratch);
  scenario["seed"] = settings.seed;
  scenario["durationSeconds"] = settings.quick ? 6 : 20;
  scenario["warmupSeconds"] = 0;
  scenario["server"]["memoryMiB"] = 64;
  scenario["database"].update({{"sizeMiB", size_mib}, {"logSizeMiB", 64}});
  scenario["database"]["recoveryModel"] = "full";
  scenario["workload"]["users"] = 0;
  const Json backup = {
      {"kind", "backup"}, {"name", "bench"}, {"type", "full"}, {"copyOnly", false}};
  const Json restore = {
      {"kind", "restore"}, {"stopAtSeconds", nullptr}, {"backUpTail", true}, {"replace", false}};
  scenario["timeline"] =
      Json::array({{{"name", "backup"}, {"atSeconds", 1}, {"command", backup}},
                   {{"after", {{"step", "backup"}, {"event", "completed"}, {"delaySeconds", 0}}},
                    {"command", restore}}});
  return scenario;
}

double SecondsOf(const Json& phase) {
  return (phase["endMs"].get<double>() - phase["startMs"].get<double>()) / 1000;
}

Status AddEngine(const Json& scenario, Rates& rates) {
  TRY_ASSIGN(scenario::Scenario parsed, scenario::ParseScenario(scenario.dump()));
  experiment::CommandQueue commands;
  const Json summary =
      Json::parse(machine::RunScenario(std::move(parsed), commands, [](std::vector<std::byte>) {}));
  const Json& run = summary["run"];
  if (run["status"] != "completed" || summary["restores"].empty()) {
    return Error{ErrorCode::kInvalid, "the run is " + run["status"].get<std::string>() + ": " +
                                          run["error"].dump() + summary["timeline"].dump()};
  }
  std::optional<double> pages;
  for (const Json& phase : summary["phases"]) {
    if (phase["name"] == "backup" && !pages) {
      pages = phase["figures"]["pages"].get<double>();
      const double checkpoint = phase["figures"]["checkpointMs"].get<double>() / 1000;
      rates.backup.push_back(*pages * 8192 / kMiB / (SecondsOf(phase) - checkpoint));
    }
    if (phase["name"] == "restoreData") {
      rates.restore.push_back(pages.value_or(0) * 8192 / kMiB / SecondsOf(phase));
    }
  }
  return Status();
}

/// What a command prints; nothing if it cannot be run or fails.
std::optional<std::string> OutputOf(const std::string& command) {
  FILE* pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) return std::nullopt;
  std::string output;
  char part[4096];
  while (const size_t bytes = std::fread(part, 1, sizeof part, pipe)) output.append(part, bytes);
  if (::pclose(pipe) != 0) return std::nullopt;
  return output;
}

bool HasFio() { return OutputOf("fio --version 2>/dev/null").has_value(); }

/// Both jobs begin together. What fio overwrites it lays out first.
Status AddFio(uint64_t size_mib, const Settings& settings, bool overwrites,
              std::vector<double>& rates) {
  const std::string common = " --directory='" + settings.scratch +
                             "' --size=" + std::to_string(size_mib) +
                             "M --bs=1M --direct=1 --ioengine=libaio --iodepth=8";
  const std::optional<std::string> output = OutputOf(
      "fio --output-format=json" + common + " --name=source --rw=read --name=target" +
      " --rw=write --overwrite=" + (overwrites ? "1" : "0") + " --end_fsync=1 2>/dev/null");
  for (const char* name : {"source", "target"}) {
    std::filesystem::remove(settings.scratch + "/" + name + ".0.0");
  }
  if (!output) return Error{ErrorCode::kInvalid, "fio failed"};
  const Json told = Json::parse(*output, nullptr, false);
  if (told.is_discarded() || !told.contains("jobs") || told["jobs"].size() != 2) {
    return Error{ErrorCode::kInvalid, "fio says something else than before: " + *output};
  }
  const double read = told["jobs"][0]["read"]["bw_bytes"].get<double>();
  const double written = told["jobs"][1]["write"]["bw_bytes"].get<double>();
  rates.push_back(std::min(read, written) / kMiB);
  return Status();
}

/// Null: there was no fio.
Json SpreadOf(const std::vector<double>& rates) {
  return rates.empty() ? Json(nullptr) : Spread(rates);
}

Result<Measurement> Measure(const Settings& settings) {
  const uint64_t size_mib = settings.quick ? 256 : 1024;
  const int rounds = settings.quick ? 1 : kRounds;
  const Json scenario = ScenarioOf(size_mib, settings);
  for (const char* kind : {"data", "log", "snapshot", "backup"}) {
    std::filesystem::create_directory(settings.scratch + "/" + kind);
  }
  const bool has_fio = HasFio();
  Rates rates;
  for (int round = 0; round < rounds; ++round) {
    TRY(AddEngine(scenario, rates));
    if (has_fio) TRY(AddFio(size_mib, settings, false, rates.fio_new));
    if (has_fio) TRY(AddFio(size_mib, settings, true, rates.fio_existing));
  }
  const std::vector<Bar> bars = {
      {"backup of fio", kLeast, Ratios(rates.backup, rates.fio_new)},
      {"restore of fio", kLeast, Ratios(rates.restore, rates.fio_existing)}};
  Measurement measured;
  measured.configuration = {{"mode", "real"},
                            {"databaseBytes", size_mib << 20},
                            {"rounds", rounds},
                            {"users", 0},
                            {"blockBytes", 1 << 20}};
  measured.results = {{"backupMiBPerSecond", Spread(rates.backup)},
                      {"restoreMiBPerSecond", Spread(rates.restore)},
                      {"fioNewFileMiBPerSecond", SpreadOf(rates.fio_new)},
                      {"fioMiBPerSecond", SpreadOf(rates.fio_existing)},
                      {"bars", BarsJson(bars)}};
  measured.headline = "backup " + Rounded(Median(rates.backup)) + " MiB/s, restore " +
                      Rounded(Median(rates.restore)) + " MiB/s" +
                      (has_fio ? ", fio " + Rounded(Median(rates.fio_new)) + " and " +
                                     Rounded(Median(rates.fio_existing)) + " MiB/s"
                               : ", no fio") +
                      BarText(bars);
  return measured;
}

}  // namespace

std::vector<Benchmark> BackupBenchmarks() {
  return {{.name = "backup-restore", .needs_folder = true, .run = Measure}};
}

}  // namespace snapscope::bench
