#include "bench/commit_load.h"

#include <utility>

#include "base/rng.h"
#include "runtime/task_group.h"

namespace snapscope::bench {

namespace {

constexpr TimeNs kWarmUp = 50 * kMillisecond;

struct Load {
  DatabaseServer& server;
  TimeNs from = 0;  ///< commits acknowledged in [from, to) count
  TimeNs to = 0;
  uint64_t commits = 0;  ///< all of them
  std::vector<TimeNs> latencies{};
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

Task<Status> RunSession(Load& load, std::string name, Rng rng) {
  Worker worker(load.server.cpu(), &load.server.telemetry(), std::move(name));
  co_await worker.Start();
  const Status status = co_await CommitUntilEnd(load, worker, rng);
  co_await worker.End();
  co_return status;
}

Task<Status> RunSessions(Load& load, uint32_t sessions, uint64_t seed, TimeNs duration) {
  runtime::TaskGroup running(load.server.executor());
  load.from = load.server.executor().Now() + kWarmUp;
  load.to = load.from + duration;
  for (uint32_t number = sessions; number > 0; --number) {
    const std::string name = "session " + std::to_string(number);
    running.Add(RunSession(load, name, Rng(seed, name)));
  }
  co_return co_await running.Ended();
}

}  // namespace

Result<CommitSlice> CommitFor(DatabaseServer& server, uint32_t sessions, TimeNs duration,
                              uint64_t slice) {
  const storage::FileStatistics before = server.database().log_file().statistics();
  Load load{server};
  TRY(server.Run(RunSessions(load, sessions, slice, duration)));
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
