// What the workload's transactions consist of.
#include "workload/transaction_plan.h"

#include <algorithm>
#include <map>
#include <set>

#include <gtest/gtest.h>

namespace snapscope::workload::transaction_plan_test {
namespace {

constexpr KeySpace kKeys{IndexId{1}, 1000, 10};

// What a session does whose transaction has committed.
void EndTransaction(RowSet& rows, const TransactionPlan& plan) {
  for (const Step& step : plan.steps) {
    if (!step.Exchanges()) continue;
    rows.SetPresent(step.key, step.action == Action::kInsert);
    rows.Release(step.key);
  }
}

TEST(TransactionPlanTest, EveryPlanIsWhatItsKindSays) {
  Rng rng(1, "plan");
  RowSet rows(kKeys);
  std::array<uint32_t, kKinds.size()> seen{};
  uint32_t rollbacks = 0;
  for (int i = 0; i < 20'000; ++i) {
    const TransactionPlan plan =
        DrawTransaction(rng, Profile::kSqlcat, rows, {.rollback_percent = 10});
    const auto index = static_cast<size_t>(plan.type);
    const TransactionKind& kind = kKinds[index];
    ++seen[index];
    std::array<uint32_t, 4> actions{};
    uint64_t previous = 0;
    for (const Step& step : plan.steps) {
      EXPECT_GT(step.key, previous);  // ascending and distinct
      previous = step.key;
      EXPECT_LE(step.key, kKeys.rows * kKeys.stride);
      EXPECT_TRUE(step.Exchanges() || step.key % kKeys.stride == 0);
      ++actions[static_cast<size_t>(step.action)];
    }
    EXPECT_EQ(actions, (std::array{kind.reads, kind.updates, kind.inserts, kind.deletes}));
    EndTransaction(rows, plan);
    if (plan.rolls_back) {
      EXPECT_TRUE(kind.Writes());
      ++rollbacks;
    }
  }
  for (size_t kind = 0; kind < kKinds.size(); ++kind) {
    EXPECT_NEAR(seen[kind], kKinds[kind].percent * 200, 300);
  }
  EXPECT_NEAR(rollbacks, 1600, 200);  // a tenth of the four kinds that write
}

TEST(TransactionPlanTest, KeysAreSpreadOverTheWholeSpace) {
  Rng rng(2, "plan");
  RowSet rows(kKeys);
  std::map<Action, std::set<uint64_t>> tenths;
  for (int i = 0; i < 2'000; ++i) {
    const TransactionPlan plan = DrawTransaction(rng, Profile::kSqlcat, rows, {});
    for (const Step& step : plan.steps) tenths[step.action].insert((step.key - 1) / 1000);
    EndTransaction(rows, plan);
  }
  for (const auto& [action, seen] : tenths) EXPECT_EQ(seen.size(), 10u);
  EXPECT_EQ(tenths.size(), 4u);
}

TEST(TransactionPlanTest, RandomOrderTouchesTheSameKindsOfRowsInAnyOrder) {
  Rng rng(4, "plan");
  RowSet rows(kKeys);
  uint32_t out_of_order = 0;
  for (int i = 0; i < 1'000; ++i) {
    const TransactionPlan plan =
        DrawTransaction(rng, Profile::kSqlcat, rows, {.order = AccessOrder::kRandom});
    std::set<uint64_t> keys;
    for (const Step& step : plan.steps) keys.insert(step.key);
    EXPECT_EQ(keys.size(), plan.steps.size());
    if (!std::ranges::is_sorted(plan.steps, {}, &Step::key)) ++out_of_order;
    EndTransaction(rows, plan);
  }
  EXPECT_GT(out_of_order, 950u);
}

TEST(TransactionPlanTest, TheReadOnlyProfileOnlyReads) {
  Rng rng(3, "plan");
  RowSet rows(kKeys);
  for (int i = 0; i < 100; ++i) {
    const TransactionPlan plan =
        DrawTransaction(rng, Profile::kReadOnly, rows, {.rollback_percent = 100});
    EXPECT_EQ(plan.type, telemetry::TransactionType::kTransaction5);
    EXPECT_FALSE(plan.rolls_back);
    for (const Step& step : plan.steps) EXPECT_EQ(step.action, Action::kRead);
  }
}

}  // namespace
}  // namespace snapscope::workload::transaction_plan_test
