// Backup and restore of a database on real files, without users, beside fio on the same disk: a
// backup reads one file in order and writes a new one, a restore one that is there, and so do the
// two jobs of fio, in blocks as large and as many on their way. They take turns. Without fio there
// is nothing to compare with.
#include <unistd.h>

#include <array>
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

/// A full backup with `options`, and a restore of it.
Json ScenarioOf(uint64_t size_mib, const Settings& settings, const Json& options) {
  Json scenario = OnFilesIn(settings.scratch);
  scenario["seed"] = settings.seed;
  scenario["durationSeconds"] = settings.quick ? 6 : 20;
  scenario["warmupSeconds"] = 0;
  scenario["server"]["memoryMiB"] = 64;
  scenario["database"].update({{"sizeMiB", size_mib}, {"logSizeMiB", 64}});
  scenario["database"]["recoveryModel"] = "full";
  scenario["workload"]["users"] = 0;
  for (const char* kind : {"data", "log", "snapshot", "backup"}) {
    std::filesystem::create_directory(settings.scratch + "/" + kind);
  }
  Json backup = {{"kind", "backup"}, {"name", "bench"}, {"type", "full"}, {"copyOnly", false}};
  backup.update(options);
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

/// A run removes its files at its end: those of the database stay in `kept`, if there is that
/// folder.
void KeepFiles(const std::filesystem::path& folder) {
  for (const auto& file : std::filesystem::directory_iterator(folder / "data")) {
    std::error_code is_kept;
    std::filesystem::create_hard_link(file.path(), folder / "kept" / file.path().filename(),
                                      is_kept);
  }
}

Status AddEngine(const Json& scenario, const std::string& folder, Rates& rates) {
  TRY_ASSIGN(scenario::Scenario parsed, scenario::ParseScenario(scenario.dump()));
  experiment::CommandQueue commands;
  const Json summary = Json::parse(machine::RunScenario(
      std::move(parsed), commands, [&](std::vector<std::byte>) { KeepFiles(folder); }));
  const Json& run = summary["run"];
  if (run["status"] != "completed" || summary["restores"].empty() ||
      summary["restores"][0]["verified"] != true) {
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
  const Json scenario = ScenarioOf(size_mib, settings, Json::object());
  const bool has_fio = HasFio();
  Rates rates;
  for (int round = 0; round < rounds; ++round) {
    TRY(AddEngine(scenario, settings.scratch, rates));
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

/// zstd reads the database's files, which no cache has, and what it has written is on the disk when
/// it ends.
Status AddZstd(const std::string& folder, std::vector<double>& rates) {
  std::string files;
  uint64_t bytes = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder + "/kept")) {
    files += " '" + file.path().string() + "'";
    bytes += file.file_size();
    OutputOf("dd count=0 iflag=nocache status=none if='" + file.path().string() + "'");
  }
  const std::string packed = folder + "/packed.zst";
  const Stopwatch watch;
  const bool done =
      OutputOf("zstd -T0 -1 -q -c" + files + " >'" + packed + "' && sync '" + packed + "'")
          .has_value();
  rates.push_back(static_cast<double>(bytes) / kMiB / watch.Seconds());
  std::filesystem::remove_all(folder + "/kept");
  std::filesystem::remove(packed);
  if (!done || bytes == 0) return Error{ErrorCode::kInvalid, "zstd failed"};
  return Status();
}

Result<Measurement> MeasureCompressed(const Settings& settings) {
  const uint64_t size_mib = settings.quick ? 256 : 2048;
  const int rounds = settings.quick ? 1 : 3;
  const bool has_zstd = OutputOf("zstd --version 2>/dev/null").has_value();
  Measurement measured;
  measured.configuration = {{"mode", "real"},
                            {"databaseBytes", size_mib << 20},
                            {"content", "text"},
                            {"rounds", rounds},
                            {"users", 0}};
  constexpr std::array<int, 3> kFiles = {1, 2, 4};
  std::array<Rates, kFiles.size()> rates;
  std::array<std::vector<double>, kFiles.size()> zstd;
  for (int round = 0; round < rounds; ++round) {
    for (size_t place = 0; place < kFiles.size(); ++place) {
      Json scenario =
          ScenarioOf(size_mib, settings, {{"compression", true}, {"files", kFiles.at(place)}});
      scenario["database"]["content"] = "text";
      std::filesystem::create_directory(settings.scratch + "/kept");
      TRY(AddEngine(scenario, settings.scratch, rates.at(place)));
      if (has_zstd) TRY(AddZstd(settings.scratch, zstd.at(place)));
    }
  }
  std::vector<Bar> bars;
  for (size_t place = 0; place < kFiles.size(); ++place) {
    const std::string files = std::to_string(kFiles.at(place));
    const Rates& of_files = rates.at(place);
    bars.push_back({files + (place == 0 ? " file" : " files") + " of zstd", kLeast,
                    Ratios(of_files.backup, zstd.at(place))});
    measured.results[files] = {{"backupMiBPerSecond", Spread(of_files.backup)},
                               {"restoreMiBPerSecond", Spread(of_files.restore)},
                               {"zstdMiBPerSecond", SpreadOf(zstd.at(place))}};
    measured.headline += (place == 0 ? "to " : ", to ") + files + " at " +
                         Rounded(Median(of_files.backup)) + " MiB/s";
  }
  measured.results["bars"] = BarsJson(bars);
  measured.headline +=
      (has_zstd ? ", zstd " + Rounded(Median(zstd.front())) + " MiB/s" : std::string(", no zstd")) +
      BarText(bars);
  return measured;
}

}  // namespace

std::vector<Benchmark> BackupBenchmarks() {
  return {{.name = "backup-restore", .needs_folder = true, .run = Measure},
          {.name = "backup-compressed", .needs_folder = true, .run = MeasureCompressed}};
}

}  // namespace snapscope::bench
