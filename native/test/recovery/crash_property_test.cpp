// Power cuts at many I/Os of a busy server, and of the recovery that follows. After each: every
// acknowledged commit is there, every row is as the oracle has it, and the server works on.
#include <gtest/gtest.h>

#include "test/recovery/crash.h"
#include "workload/workload.h"

namespace snapscope::recovery::crash_property_test {
namespace {

using test::Machine;
using test::RecoveryOutcome;
using test::TestServer;

constexpr TimeNs kLife = 150 * kMillisecond;
constexpr int kCutsPerSeed = 16;
constexpr uint64_t kSeeds = 5;

test::MachineOptions SmallMachine(uint64_t seed) {
  test::MachineOptions options;
  options.seed = seed;
  options.frames = 96;          // far fewer than pages: eviction writes pages at odd moments
  options.log_bytes = 4 << 20;  // small enough to go round
  return options;
}

struct Totals {
  uint64_t in_flight = 0;
  uint64_t redone = 0;
  uint64_t undone = 0;
  uint64_t recoveries_cut = 0;
};

Task<void> CheckpointAllAlong(TestServer& server, Worker& worker) {
  co_await worker.Start();
  for (;;) {
    co_await worker.Think(20 * kMillisecond);
    if (auto figures = co_await server.Checkpoint(worker); !figures.ok()) co_return;
  }
}

Task<void> EndLife(TestServer& server) {
  co_await server.executor.Sleep(kLife);
  server.executor.Stop();
}

workload::WorkloadOptions Busy(const Machine& machine) {
  workload::WorkloadOptions options;
  options.users = 8;
  options.think_mean = kMillisecond;
  options.rollback_percent = 20;
  options.accounts = {test::kAccounts, machine.options.rows, machine.options.stride};
  options.witness = test::kWitness;
  options.witness_interval = 3 * kMillisecond;
  options.seed = machine.options.seed;
  return options;
}

// Users and checkpoints until the power is cut, at the latest after kLife.
void LiveAndLosePower(TestServer& server) {
  Worker checkpoint_worker(server.cpu, &server.telemetry, "checkpoint");
  workload::Workload workload(server.cpu, *server.transactions, server.telemetry,
                              Busy(server.machine), nullptr);
  workload.Start();
  server.executor.Spawn("checkpoint", CheckpointAllAlong(server, checkpoint_worker));
  server.executor.Spawn("end", EndLife(server));
  server.executor.Run();
  server.executor.DestroyTasks();
  if (server.machine.disk.powered()) server.machine.disk.PowerCut(Rng(1, "end of life"));
}

// I/Os of the machine after creation, and at the end of its first life.
struct IoRange {
  uint64_t created = 0;
  uint64_t ended = 0;
};

IoRange FirstLife(Machine& machine) {
  IoRange range;
  test::CreatedServer server(machine);
  range.created = machine.disk.ios();
  LiveAndLosePower(server);
  range.ended = machine.disk.ios();
  return range;
}

void RecoverTwiceAndLiveOn(Machine& machine, Totals& totals) {
  for (int attempt = 0; attempt < 4; ++attempt) {
    machine.disk.Restart();
    TestServer server(machine);
    const auto outcome = test::Restart(server, attempt == 0);
    if (!outcome) {
      ASSERT_FALSE(machine.disk.powered()) << "recovery failed with the power on";
      ++totals.recoveries_cut;
      continue;
    }
    totals.in_flight += outcome->analysis.in_flight.size();
    totals.redone += outcome->redo.applied;
    totals.undone += outcome->undo.records;
    LiveAndLosePower(server);  // what was recovered can be worked with, and crash again
    break;
  }
  static_cast<void>(test::RecoverAndVerify(machine));
}

void CutEverywhere(uint64_t seed, Totals& totals) {
  IoRange range;
  {
    Machine rehearsal(SmallMachine(seed));
    range = FirstLife(rehearsal);
  }
  for (int cut = 0; cut < kCutsPerSeed; ++cut) {
    test::MachineOptions options = SmallMachine(seed);
    const uint64_t span = range.ended - range.created;
    const uint64_t first = range.created + 1 + span * static_cast<uint64_t>(cut) / kCutsPerSeed;
    options.faults.faults.push_back({storage::FaultKind::kPowerCut, first});
    // The second cut comes soon after: it strikes the recovery from the first.
    options.faults.faults.push_back(
        {storage::FaultKind::kPowerCut, first + 1 + 7 * static_cast<uint64_t>(cut)});
    SCOPED_TRACE("seed " + std::to_string(seed) + ", power cut at I/O " + std::to_string(first));
    Machine machine(options);
    FirstLife(machine);
    RecoverTwiceAndLiveOn(machine, totals);
    if (testing::Test::HasFailure()) return;
  }
}

// Where a cut strikes depends on every time that is charged: what they must have met, they meet
// together, whatever those are.
TEST(CrashProperty, EveryCutLeavesExactlyWhatWasCommitted) {
  Totals totals;
  for (uint64_t seed = 1; seed <= kSeeds; ++seed) {
    CutEverywhere(seed, totals);
    if (HasFailure()) return;
  }
  EXPECT_GT(totals.in_flight, 0u);
  EXPECT_GT(totals.redone, 0u);
  EXPECT_GT(totals.undone, 0u);
  EXPECT_GT(totals.recoveries_cut, 0u);
}

}  // namespace
}  // namespace snapscope::recovery::crash_property_test
