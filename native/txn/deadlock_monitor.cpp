#include "txn/deadlock_monitor.h"

#include <algorithm>
#include <set>
#include <utility>

#include "telemetry/system_sources.h"

namespace snapscope::txn {

namespace {

// Transactions of one cycle; empty if there is none. Visits in order of ids, so that the same graph
// always gives the same cycle. `done` are those from which no cycle can be reached.
std::vector<TxnId> FindCycle(const WaitGraph& graph, std::set<uint64_t>& done) {
  struct Step {
    uint64_t txn;
    size_t next_blocker = 0;
  };
  for (const auto& [start, blockers_of_start] : graph) {
    if (done.contains(start)) continue;
    std::vector<Step> path = {{start}};
    while (!path.empty()) {
      Step& step = path.back();
      const auto waits = graph.find(step.txn);
      if (waits == graph.end() || step.next_blocker == waits->second.size()) {
        done.insert(step.txn);
        path.pop_back();
        continue;
      }
      const uint64_t blocker = waits->second[step.next_blocker++].value;
      if (done.contains(blocker)) continue;
      const auto seen = std::ranges::find(path, blocker, &Step::txn);
      if (seen == path.end()) {
        path.push_back({blocker});
        continue;
      }
      std::vector<TxnId> cycle;
      for (auto member = seen; member != path.end(); ++member) cycle.push_back(TxnId{member->txn});
      return cycle;
    }
  }
  return {};
}

}  // namespace

std::vector<TxnId> ChooseVictims(WaitGraph graph, const LogUsed& log_used) {
  std::vector<TxnId> victims;
  std::set<uint64_t> done;
  for (;;) {
    const std::vector<TxnId> cycle = FindCycle(graph, done);
    if (cycle.empty()) return victims;
    const TxnId victim = *std::ranges::min_element(cycle, [&log_used](TxnId one, TxnId other) {
      const uint64_t log_of_one = log_used(one);
      const uint64_t log_of_other = log_used(other);
      return log_of_one != log_of_other ? log_of_one < log_of_other : one > other;
    });
    victims.push_back(victim);
    // Its wait is over: nobody reaches a cycle through it any more.
    graph.erase(victim.value);
    done.insert(victim.value);
  }
}

void DeadlockMonitor::Start(runtime::CpuModel& cpu) {
  worker_ = std::make_unique<Worker>(cpu, &telemetry_, telemetry::kLockMonitorSource);
  cpu.executor().Spawn("lock-monitor", Run());
}

Task<void> DeadlockMonitor::Run() {
  Worker& worker = *worker_;
  co_await worker.Start();
  for (TimeNs pause = kPause;;) {
    co_await worker.Sleep(runtime::WaitType::kRequestForDeadlockSearch, pause);
    pause = Search() ? kPauseAfterDeadlock : std::min(2 * pause, kPause);
  }
}

bool DeadlockMonitor::Search() {
  WaitGraph graph = locks_.WaitsFor();
  worker_->Charge(runtime::CpuWork::kDeadlockSearch, graph.size());
  const std::vector<TxnId> victims = ChooseVictims(std::move(graph), log_used_);
  for (const TxnId victim : victims) {
    telemetry_.AddTotal(telemetry::CounterId::kDeadlocksPerSecond);
    locks_.Refuse(victim);
  }
  return !victims.empty();
}

}  // namespace snapscope::txn
