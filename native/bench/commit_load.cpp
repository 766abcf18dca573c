#include "bench/commit_load.h"

#include <memory>
#include <optional>
#include <utility>

#include "base/rng.h"

namespace snapscope::bench {

namespace {

constexpr TimeNs kWarmUp = 50 * kMillisecond;

struct Load {
  Load(DatabaseServer& server_in, uint32_t sessions)
      : server(server_in), running(sessions), ended(server_in.executor()) {}

  DatabaseServer& server;
  TimeNs from = 0;  ///< commits acknowledged in [from, to) count
  TimeNs to = 0;
  uint32_t running;
  uint64_t commits = 0;  ///< all of them
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

}  // namespace

Result<CommitSlice> CommitFor(DatabaseServer& server, uint32_t sessions, TimeNs duration,
                              uint64_t slice) {
  const storage::FileStatistics before = server.database().log_file().statistics();
  Load load(server, sessions);
  TRY(server.Run(RunSessions(load, slice, duration)));
  const storage::FileStatistics& after = server.database().log_file().statistics();
  if (load.latencies.empty()) return Error{ErrorCode::kIo, "not one commit came through"};
  const auto commits = static_cast<double>(load.commits);
  CommitSlice result;
  result.commits_per_second =
      static_cast<double>(load.latencies.size()) * kSecond / static_cast<double>(duration);
  result.commits_per_log_write = commits / static_cast<double>(after.writes - before.writes);
  result.log_bytes_per_commit =
      static_cast<double>(after.bytes_written - before.bytes_written) / commits;
  result.latencies = std::move(load.latencies);
  return result;
}

}  // namespace snapscope::bench
