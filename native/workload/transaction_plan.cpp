#include "workload/transaction_plan.h"

#include <algorithm>
#include <utility>

namespace snapscope::workload {

namespace {

constexpr uint32_t SumOfPercents() {
  uint32_t sum = 0;
  for (const TransactionKind& kind : kKinds) sum += kind.percent;
  return sum;
}
static_assert(SumOfPercents() == 100);

constexpr size_t kReadOnlyKind = 4;
static_assert(!kKinds[kReadOnlyKind].Writes());

size_t DrawKind(Rng& rng, Profile profile) {
  if (profile == Profile::kReadOnly) return kReadOnlyKind;
  uint64_t draw = rng.Below(100);
  size_t kind = 0;
  while (draw >= kKinds[kind].percent) draw -= kKinds[kind++].percent;
  return kind;
}

// What stays has as many rows as it begins with: what is deleted is inserted elsewhere.
constexpr bool KeepsRows(const TransactionKind& kind) { return kind.inserts == kind.deletes; }
static_assert(std::ranges::all_of(kKinds, KeepsRows));

void AddStaying(Rng& rng, const RowSet& rows, Action action, uint32_t count,
                std::vector<Step>& steps) {
  for (uint32_t added = 0; added < count;) {
    const uint64_t key = rows.DrawStaying(rng);
    const bool taken =
        std::ranges::any_of(steps, [key](const Step& step) { return step.key == key; });
    if (taken) continue;
    steps.push_back({key, action});
    ++added;
  }
}

void AddExchanges(Rng& rng, RowSet& rows, uint32_t count, std::vector<Step>& steps) {
  for (uint32_t added = 0; added < count; ++added) {
    const std::optional<RowSet::Exchange> exchange = rows.TakeExchange(rng);
    if (!exchange) return;
    steps.push_back({exchange->inserted, Action::kInsert});
    steps.push_back({exchange->deleted, Action::kDelete});
  }
}

// The standard library's shuffle draws differently from one library to the next.
void Shuffle(Rng& rng, std::vector<Step>& steps) {
  for (size_t left = steps.size(); left > 1; --left) {
    std::swap(steps[left - 1], steps[rng.Below(left)]);
  }
}

}  // namespace

TransactionPlan DrawTransaction(Rng& rng, Profile profile, RowSet& rows, PlanOptions options) {
  const size_t index = DrawKind(rng, profile);
  const TransactionKind& kind = kKinds[index];
  TransactionPlan plan;
  plan.type = static_cast<telemetry::TransactionType>(index);
  plan.steps.reserve(kind.reads + kind.updates + kind.inserts + kind.deletes);
  AddStaying(rng, rows, Action::kRead, kind.reads, plan.steps);
  AddStaying(rng, rows, Action::kUpdate, kind.updates, plan.steps);
  AddExchanges(rng, rows, kind.deletes, plan.steps);
  if (options.order == AccessOrder::kAscending) {
    std::ranges::sort(plan.steps, {}, &Step::key);
  } else {
    Shuffle(rng, plan.steps);
  }
  plan.rolls_back = kind.Writes() && rng.Percent(options.rollback_percent);
  return plan;
}

}  // namespace snapscope::workload
