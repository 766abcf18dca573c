#include "workload/session.h"

#include <algorithm>

namespace snapscope::workload {

namespace {

void AddTo(runtime::WorkerAccount& total, const runtime::WorkerAccount& account) {
  total.elapsed += account.elapsed;
  total.cpu += account.cpu;
  total.think += account.think;
  for (size_t type = 0; type < account.waits.size(); ++type) {
    const runtime::WaitTotals& from = account.waits[type];
    runtime::WaitTotals& to = total.waits[type];
    to.tasks += from.tasks;
    to.total += from.total;
    to.longest = std::max(to.longest, from.longest);
    to.signal += from.signal;
  }
}

}  // namespace

bool AddsUp(const runtime::WorkerAccount& account) {
  TimeNs sum = account.cpu + account.think;
  for (const runtime::WaitTotals& wait : account.waits) sum += wait.total;
  return sum == account.elapsed;
}

void SessionTotals::Add(const runtime::WorkerAccount& session) {
  ++sessions;
  each_adds_up = each_adds_up && AddsUp(session);
  AddTo(account, session);
}

SessionTotals& SessionTotals::operator+=(const SessionTotals& other) {
  sessions += other.sessions;
  AddTo(account, other.account);
  each_adds_up = each_adds_up && other.each_adds_up;
  return *this;
}

runtime::Task<void> ThinkFor(runtime::Worker& worker, TimeNs duration) {
  if (duration > 0) {
    co_await worker.Think(duration);
    co_return;
  }
  co_await worker.BeginWait(runtime::WaitType::kSosSchedulerYield);
  co_await worker.executor().Yield();
  co_await worker.EndWait();
}

}  // namespace snapscope::workload
