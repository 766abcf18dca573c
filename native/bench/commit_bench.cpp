// Durable commits on real files: 1, 16 and 64 sessions, each updating one random row in a
// transaction of its own, again and again, without think time. What group commit makes of the disk.
// Every value written is new: a disk that recognises equal data gains nothing.
#include <algorithm>
#include <cstdio>
#include <memory>
#include <utility>

#include "base/rng.h"
#include "bench/benchmark.h"
#include "bench/database_server.h"
#include "machine/real_machine.h"

namespace snapscope::bench {
namespace {

constexpr DatabaseSize kSize{.data_bytes = 32 << 20, .log_bytes = 256 << 20};
constexpr TimeNs kWarmUp = kSecond / 4;
/// A fast disk ends the measurement early: from 70 % of the log on checkpoints would join in.
constexpr uint64_t kLogBudget = kSize.log_bytes / 10 * 6;

struct Load {
  Load(DatabaseServer& server_in, uint32_t sessions)
      : server(server_in), running(sessions), ended(server_in.executor()) {}

  DatabaseServer& server;
  TimeNs from = 0;  ///< commits acknowledged in [from, to) count
  TimeNs to = 0;
  uint32_t running;
  uint64_t commits = 0;  ///< all of them
  uint64_t log_limit = 0;
  runtime::Event ended;
  std::vector<std::unique_ptr<Worker>> workers;
  std::vector<TimeNs> latencies;
  std::optional<Error> error;
};

Task<Status> CommitUntilEnd(Load& load, Worker& worker, Rng rng) {
  DatabaseServer& server = load.server;
  while (worker.Now() < load.to) {
    const uint64_t leaf = rng.Below(server.leaves());
    const uint64_t row = rng.Below(server.rows_per_leaf());
    const auto value = static_cast<int64_t>(rng.Next() >> 1);
    const TimeNs start = worker.Now();
    CO_TRY(co_await UpdateRow(worker, server.transactions(), server.KeyOn(leaf, row), value));
    const TimeNs end = worker.Now();
    ++load.commits;
    const bool spent = server.database().log_file().statistics().bytes_written > load.log_limit;
    if (spent) load.to = std::min(load.to, end);
    if (end >= load.from && end < load.to) load.latencies.push_back(end - start);
  }
  co_return Status();
}

Task<void> RunSession(Load& load, Worker& worker, Rng rng) {
  co_await worker.Start();
  const Status status = co_await CommitUntilEnd(load, worker, rng);
  if (!status.ok() && !load.error) load.error = status.error();
  co_await worker.End();
  if (--load.running == 0) load.ended.NotifyAll();
}

Task<Status> RunSessions(Load& load, uint64_t seed, TimeNs duration) {
  DatabaseServer& server = load.server;
  load.from = server.executor().Now() + kWarmUp;
  load.to = load.from + duration;
  load.log_limit = server.database().log_file().statistics().bytes_written + kLogBudget;
  for (uint32_t number = load.running; number > 0; --number) {
    const std::string name = "session " + std::to_string(number);
    load.workers.push_back(std::make_unique<Worker>(server.cpu(), &server.telemetry(), name));
    const Rng rng(seed, name);
    server.executor().Spawn(name, RunSession(load, *load.workers.back(), rng));
  }
  while (load.running > 0) co_await load.ended.Wait();
  if (load.error) co_return *load.error;
  co_return Status();
}

Result<Measurement> Measure(uint32_t sessions, const Settings& settings) {
  const TimeNs wanted = (settings.quick ? 1 : 4) * kSecond;
  Result<engine::Scenario> scenario = RealScenario(kSize, settings.seed, settings.scratch);
  TRY(scenario);
  machine::RealMachine machine;
  DatabaseServer server(machine, std::move(scenario).value());
  TRY(server.Open());
  const storage::FileStatistics before = server.database().log_file().statistics();
  Load load(server, sessions);
  TRY(server.Run(RunSessions(load, settings.seed, wanted)));
  const storage::FileStatistics& after = server.database().log_file().statistics();
  if (load.latencies.empty()) return Error{ErrorCode::kIo, "not one commit came through"};

  const auto commits = static_cast<double>(load.latencies.size());
  const double seconds = static_cast<double>(load.to - load.from) / kSecond;
  const double rate = commits / seconds;
  const double per_write =
      static_cast<double>(load.commits) / static_cast<double>(after.writes - before.writes);
  Measurement measured;
  measured.configuration = {{"mode", "real"},
                            {"sessions", sessions},
                            {"seconds", wanted / kSecond},
                            {"warmupMs", kWarmUp / kMillisecond},
                            {"databaseBytes", kSize.data_bytes},
                            {"logBytes", kSize.log_bytes},
                            {"rowsPerTransaction", 1},
                            {"cached", true},
                            {"checkpoints", false}};
  measured.results = {{"durableCommitsPerSecond", rate},
                      {"seconds", seconds},
                      {"commitsPerLogWrite", per_write},  // of the warm-up too
                      {"transactionLatency", Distribution(std::move(load.latencies))}};
  char ratio[32];
  std::snprintf(ratio, sizeof ratio, "%.1f", per_write);
  measured.headline = Rounded(rate) + " commits/s, " + ratio + " a log write";
  return measured;
}

}  // namespace

std::vector<Benchmark> CommitBenchmarks() {
  std::vector<Benchmark> benchmarks;
  for (const uint32_t sessions : {1U, 16U, 64U}) {
    benchmarks.push_back(
        {.name = "commits-" + std::to_string(sessions),
         .needs_folder = true,
         .run = [sessions](const Settings& settings) { return Measure(sessions, settings); }});
  }
  return benchmarks;
}

}  // namespace snapscope::bench
