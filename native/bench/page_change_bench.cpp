// What a snapshot costs a writer: the first change of a page since its creation waits for the old
// image to be written, the second does not. One session, cached pages in random order, each changed
// twice by two transactions; with 0, 1 and 2 snapshots; on real files (wall time) and on simulated
// devices (engine time).
#include <cstdio>
#include <numeric>
#include <utility>

#include "base/rng.h"
#include "bench/benchmark.h"
#include "bench/database_server.h"
#include "machine/real_machine.h"
#include "machine/simulated_machine.h"

namespace snapscope::bench {
namespace {

constexpr DatabaseSize kSize{.data_bytes = 64 << 20, .log_bytes = 64 << 20};

struct Durations {
  std::vector<TimeNs> change;       ///< the UPDATE alone
  std::vector<TimeNs> transaction;  ///< from begin to durable commit
};

struct Changes {
  DatabaseServer& server;
  uint64_t seed = 0;
  uint32_t snapshots = 0;
  uint64_t pages = 0;
  Durations first{};
  Durations second{};
};

/// `count` different leaves in random order.
std::vector<uint64_t> DrawLeaves(Rng& rng, uint64_t leaves, uint64_t count) {
  std::vector<uint64_t> order(leaves);
  std::iota(order.begin(), order.end(), uint64_t{0});
  for (uint64_t i = 0; i < count; ++i) {
    const uint64_t other = i + rng.Below(leaves - i);
    std::swap(order[i], order[other]);
  }
  order.resize(count);
  return order;
}

Task<Status> ChangeRow(Changes& changes, Worker& worker, uint64_t key, int64_t value,
                       Durations& durations) {
  txn::TransactionManager& transactions = changes.server.transactions();
  const TimeNs start = worker.Now();
  CO_TRY_ASSIGN(auto begun, co_await transactions.Begin(worker));
  co_await worker.PayCpu();  // on a simulated machine the debt of one step is not the next one's
  const TimeNs before = worker.Now();
  CO_TRY(co_await transactions.Update(worker, begun, database::kAccounts, key, value));
  co_await worker.PayCpu();
  const TimeNs after = worker.Now();
  CO_TRY(co_await transactions.Commit(worker, begun));
  co_await worker.PayCpu();
  durations.change.push_back(after - before);
  durations.transaction.push_back(worker.Now() - start);
  co_return Status();
}

Task<Status> ChangePages(Changes& changes, Worker& worker) {
  co_await worker.Start();
  Rng rng(changes.seed, "page changes");
  const std::vector<uint64_t> leaves = DrawLeaves(rng, changes.server.leaves(), changes.pages);
  for (const uint64_t leaf : leaves) {
    const auto one = static_cast<int64_t>(rng.Next() >> 1);
    const auto other = static_cast<int64_t>(rng.Next() >> 1);
    const uint64_t key = changes.server.KeyOn(leaf, 0);
    const uint64_t other_key = changes.server.KeyOn(leaf, 1);
    CO_TRY(co_await ChangeRow(changes, worker, key, one, changes.first));
    CO_TRY(co_await ChangeRow(changes, worker, other_key, other, changes.second));
  }
  co_await worker.End();
  co_return Status();
}

Measurement MeasurementOf(Changes changes, TimeBase time_base) {
  Measurement measured;
  measured.time_base = time_base;
  measured.configuration = {{"mode", time_base == TimeBase::kWall ? "real" : "virtual"},
                            {"snapshots", changes.snapshots},
                            {"pages", changes.pages},
                            {"databaseBytes", kSize.data_bytes},
                            {"sessions", 1},
                            {"cached", true},
                            {"checkpoints", false}};
  const Json first = Distribution(std::move(changes.first.change));
  const Json second = Distribution(std::move(changes.second.change));
  const double ratio = first["meanUs"].get<double>() / second["meanUs"].get<double>();
  char text[96];
  std::snprintf(text, sizeof text, "first %.1f us, second %.1f us (%s time)",
                first["meanUs"].get<double>(), second["meanUs"].get<double>(),
                time_base == TimeBase::kWall ? "wall" : "engine");
  measured.headline = text;
  measured.results = {
      {"firstChange", first},
      {"secondChange", second},
      {"firstToSecondMean", ratio},
      {"firstTransaction", Distribution(std::move(changes.first.transaction))},
      {"secondTransaction", Distribution(std::move(changes.second.transaction))},
      {"pagesPushed", changes.server.database().snapshots().copy_on_write().pages_pushed()}};
  return measured;
}

struct Case {
  uint32_t snapshots = 0;
  uint64_t pages = 0;
  TimeBase time_base = TimeBase::kWall;
};

Result<Measurement> MeasureOn(database::Machine& machine, scenario::Scenario scenario, Case what) {
  const uint64_t seed = scenario.seed;
  DatabaseServer server(machine, std::move(scenario));
  TRY(server.Open());
  for (uint32_t number = 1; number <= what.snapshots; ++number) {
    TRY(server.CreateSnapshot("bench_snapshot_" + std::to_string(number)));
  }
  Worker worker(server.cpu(), &server.telemetry(), "spid51");
  Changes changes{.server = server, .seed = seed, .snapshots = what.snapshots, .pages = what.pages};
  TRY(server.Run(ChangePages(changes, worker)));
  const uint64_t pushed = server.database().snapshots().copy_on_write().pages_pushed();
  CHECK(pushed >= what.pages * what.snapshots, "first changes pushed %llu pages only",
        static_cast<unsigned long long>(pushed));
  return MeasurementOf(std::move(changes), what.time_base);
}

Result<Measurement> MeasureReal(uint32_t snapshots, const Settings& settings) {
  TRY_ASSIGN(scenario::Scenario scenario, RealScenario(kSize, settings.seed, settings.scratch));
  machine::RealMachine machine;
  const uint64_t pages = settings.quick ? 500 : 4'000;
  return MeasureOn(machine, std::move(scenario), {snapshots, pages, TimeBase::kWall});
}

Result<Measurement> MeasureVirtual(uint32_t snapshots, const Settings& settings) {
  TRY_ASSIGN(scenario::Scenario scenario, VirtualScenario(kSize, settings.seed));
  sim::Disk disk(settings.seed);
  machine::SimulatedMachine machine(disk);
  const uint64_t pages = settings.quick ? 500 : 4'000;
  return MeasureOn(machine, std::move(scenario), {snapshots, pages, TimeBase::kEngine});
}

}  // namespace

std::vector<Benchmark> PageChangeBenchmarks() {
  std::vector<Benchmark> benchmarks;
  for (const uint32_t snapshots : {0U, 1U, 2U}) {
    benchmarks.push_back({.name = "page-change-real-" + std::to_string(snapshots),
                          .needs_folder = true,
                          .run = [snapshots](const Settings& settings) {
                            return MeasureReal(snapshots, settings);
                          }});
  }
  for (const uint32_t snapshots : {0U, 1U, 2U}) {
    benchmarks.push_back({.name = "page-change-virtual-" + std::to_string(snapshots),
                          .run = [snapshots](const Settings& settings) {
                            return MeasureVirtual(snapshots, settings);
                          }});
  }
  return benchmarks;
}

}  // namespace snapscope::bench
