// Durable commits on real files: 1, 16 and 64 sessions, each updating one random row in a
// transaction of its own, again and again, without think time. What group commit makes of the disk,
// beside what a bare group-commit loop and SQLite make of it: they take turns.
#include <cmath>
#include <optional>
#include <utility>

#include "bench/bare_loops.h"
#include "bench/benchmark.h"
#include "bench/commit_load.h"
#include "bench/outside_program.h"
#include "machine/real_machine.h"

namespace snapscope::bench {
namespace {

/// The log holds all rounds of a fast disk: from 70 % of it on checkpoints would join in.
constexpr DatabaseSize kSize{.data_bytes = 32 << 20, .log_bytes = 256 << 20};
constexpr uint64_t kBareLogBytes = 32 << 20;

struct Rounds {
  std::vector<double> engine;
  std::vector<double> bare;
  std::vector<double> sqlite;
  std::vector<double> per_write;
  std::vector<double> log_bytes;
  std::vector<TimeNs> latencies;
};

class CommitComparison {
 public:
  CommitComparison(uint32_t sessions, const Settings& settings)
      : sessions_(sessions),
        settings_(settings),
        rounds_(settings.quick ? 3 : 7),
        slice_(settings.quick ? kSecond / 4 : kSecond / 2) {}

  Result<Measurement> Measure();

 private:
  Status Round(DatabaseServer& server, BareLog& bare, std::optional<OutsideProgram>& sqlite,
               uint64_t number);
  std::vector<Bar> Bars() const;
  Measurement Measured();

  const uint32_t sessions_;
  const Settings& settings_;
  const int rounds_;
  const TimeNs slice_;
  Rounds figures_;
};

Status CommitComparison::Round(DatabaseServer& server, BareLog& bare,
                               std::optional<OutsideProgram>& sqlite, uint64_t number) {
  const double seconds = static_cast<double>(slice_) / kSecond;
  TRY_ASSIGN(CommitSlice slice,
             CommitFor(server, sessions_, slice_, settings_.seed * 1000 + number));
  figures_.engine.push_back(slice.commits_per_second);
  figures_.per_write.push_back(slice.commits_per_log_write);
  figures_.log_bytes.push_back(slice.log_bytes_per_commit);
  figures_.latencies.insert(figures_.latencies.end(), slice.latencies.begin(),
                            slice.latencies.end());
  const auto record_bytes = static_cast<uint64_t>(std::ceil(slice.log_bytes_per_commit));
  TRY_ASSIGN(const double bare_rate, bare.RateOver(seconds, sessions_, record_bytes));
  figures_.bare.push_back(bare_rate);
  if (sqlite) {
    TRY_ASSIGN(const double rate, sqlite->RateOver(seconds));
    figures_.sqlite.push_back(rate);
  }
  return Status();
}

Result<Measurement> CommitComparison::Measure() {
  TRY_ASSIGN(scenario::Scenario scenario, RealScenario(kSize, settings_.seed, settings_.scratch));
  std::optional<OutsideProgram> sqlite;
  if (!settings_.sqlite.empty()) {
    std::vector<std::string> command = settings_.sqlite;
    command.push_back(settings_.scratch);
    TRY_ASSIGN(OutsideProgram started, OutsideProgram::Start(command));
    sqlite.emplace(std::move(started));
  }
  TRY_ASSIGN(auto bare, BareLog::Create(settings_.scratch, kBareLogBytes, settings_.seed));
  machine::RealMachine machine;
  DatabaseServer server(machine, std::move(scenario));
  TRY(server.Open());
  for (int round = 0; round < rounds_; ++round) {
    TRY(Round(server, *bare, sqlite, static_cast<uint64_t>(round)));
  }
  return Measured();
}

std::vector<Bar> CommitComparison::Bars() const {
  const std::vector<double> to_sqlite = Ratios(figures_.engine, figures_.sqlite);
  const std::vector<double> to_bare = Ratios(figures_.engine, figures_.bare);
  switch (sessions_) {
    case 1:
      return {{"of SQLite", 1.0, to_sqlite}};
    case 64:
      return {{"of SQLite", 10.0, to_sqlite}, {"of the bare group commit", 0.25, to_bare}};
    default:
      return {};
  }
}

Measurement CommitComparison::Measured() {
  Measurement measured;
  measured.configuration = {{"mode", "real"},
                            {"sessions", sessions_},
                            {"rounds", rounds_},
                            {"sliceMs", slice_ / kMillisecond},
                            {"databaseBytes", kSize.data_bytes},
                            {"logBytes", kSize.log_bytes},
                            {"rowsPerTransaction", 1},
                            {"cached", true},
                            {"checkpoints", false}};
  const std::vector<Bar> bars = Bars();
  const double rate = Median(figures_.engine);
  measured.headline = Rounded(rate) + " commits/s, bare " + Rounded(Median(figures_.bare));
  if (!figures_.sqlite.empty()) measured.headline += ", SQLite " + Rounded(Median(figures_.sqlite));
  measured.headline += BarText(bars);
  measured.results = {{"durableCommitsPerSecond", Spread(figures_.engine)},
                      {"bareGroupCommitsPerSecond", Spread(figures_.bare)},
                      {"bars", BarsJson(bars)},
                      {"commitsPerLogWrite", Spread(figures_.per_write)},
                      {"logBytesPerCommit", Spread(figures_.log_bytes)},
                      {"transactionLatency", Distribution(std::move(figures_.latencies))}};
  if (!figures_.sqlite.empty()) {
    measured.results["sqliteCommitsPerSecond"] = Spread(figures_.sqlite);
  }
  return measured;
}

}  // namespace

std::vector<Benchmark> CommitBenchmarks() {
  std::vector<Benchmark> benchmarks;
  for (const uint32_t sessions : {1U, 16U, 64U}) {
    benchmarks.push_back({.name = "commits-" + std::to_string(sessions),
                          .needs_folder = true,
                          .run = [sessions](const Settings& settings) {
                            return CommitComparison(sessions, settings).Measure();
                          }});
  }
  return benchmarks;
}

}  // namespace snapscope::bench
