#include "workload/transaction_plan.h"

#include <algorithm>
#include <utility>

#include "base/check.h"

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

uint64_t DrawInitialKey(Rng& rng, const KeySpace& keys) {
  return (1 + rng.Below(keys.rows)) * keys.stride;
}

uint64_t DrawKeyBetween(Rng& rng, const KeySpace& keys) {
  const uint64_t below = rng.Below(keys.rows) * keys.stride;
  return below + 1 + rng.Below(keys.stride - 1);
}

void AddSteps(Rng& rng, const KeySpace& keys, Action action, uint32_t count,
              std::vector<Step>& steps) {
  for (uint32_t added = 0; added < count;) {
    const uint64_t key =
        action == Action::kInsert ? DrawKeyBetween(rng, keys) : DrawInitialKey(rng, keys);
    const bool taken =
        std::ranges::any_of(steps, [key](const Step& step) { return step.key == key; });
    if (taken) continue;
    steps.push_back({key, action});
    ++added;
  }
}

// The standard library's shuffle draws differently from one library to the next.
void Shuffle(Rng& rng, std::vector<Step>& steps) {
  for (size_t left = steps.size(); left > 1; --left) {
    std::swap(steps[left - 1], steps[rng.Below(left)]);
  }
}

}  // namespace

TransactionPlan DrawTransaction(Rng& rng, Profile profile, const KeySpace& keys,
                                PlanOptions options) {
  // Distinct keys are drawn again until they differ: the space must be much larger than a plan.
  CHECK(keys.rows >= 64 && keys.stride >= 2, "a key space of %llu rows, stride %llu",
        static_cast<unsigned long long>(keys.rows), static_cast<unsigned long long>(keys.stride));
  const size_t index = DrawKind(rng, profile);
  const TransactionKind& kind = kKinds[index];
  TransactionPlan plan;
  plan.type = static_cast<telemetry::TransactionType>(index);
  plan.steps.reserve(kind.reads + kind.updates + kind.inserts + kind.deletes);
  AddSteps(rng, keys, Action::kRead, kind.reads, plan.steps);
  AddSteps(rng, keys, Action::kUpdate, kind.updates, plan.steps);
  AddSteps(rng, keys, Action::kInsert, kind.inserts, plan.steps);
  AddSteps(rng, keys, Action::kDelete, kind.deletes, plan.steps);
  if (options.order == AccessOrder::kAscending) {
    std::ranges::sort(plan.steps, {}, &Step::key);
  } else {
    Shuffle(rng, plan.steps);
  }
  plan.rolls_back = kind.Writes() && rng.Percent(options.rollback_percent);
  return plan;
}

}  // namespace snapscope::workload
