// What the workload's transactions consist of.
#include "workload/transaction_plan.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

namespace snapscope::workload::transaction_plan_test {
namespace {

constexpr KeySpace kKeys{IndexId{1}, 1000, 10};

TEST(TransactionPlanTest, EveryPlanIsWhatItsKindSays) {
  Rng rng(1, "plan");
  std::array<uint32_t, kKinds.size()> seen{};
  uint32_t rollbacks = 0;
  for (int i = 0; i < 20'000; ++i) {
    const TransactionPlan plan =
        DrawTransaction(rng, Profile::kSqlcat, kKeys, {.rollback_percent = 10});
    const auto index = static_cast<size_t>(plan.type);
    const TransactionKind& kind = kKinds[index];
    ++seen[index];
    std::array<uint32_t, 4> actions{};
    uint64_t previous = 0;
    for (const Step& step : plan.steps) {
      EXPECT_GT(step.key, previous);  // ascending and distinct
      previous = step.key;
      EXPECT_LE(step.key, kKeys.rows * kKeys.stride);
      EXPECT_EQ(step.key % kKeys.stride != 0, step.action == Action::kInsert);
      ++actions[static_cast<size_t>(step.action)];
    }
    EXPECT_EQ(actions, (std::array{kind.reads, kind.updates, kind.inserts, kind.deletes}));
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
  std::set<uint64_t> inserted_tenths;
  std::set<uint64_t> other_tenths;
  for (int i = 0; i < 2'000; ++i) {
    for (const Step& step : DrawTransaction(rng, Profile::kSqlcat, kKeys, {}).steps) {
      (step.action == Action::kInsert ? inserted_tenths : other_tenths)
          .insert((step.key - 1) / 1000);
    }
  }
  EXPECT_EQ(inserted_tenths.size(), 10u);
  EXPECT_EQ(other_tenths.size(), 10u);
}

TEST(TransactionPlanTest, RandomOrderTouchesTheSameKindsOfRowsInAnyOrder) {
  Rng rng(4, "plan");
  uint32_t out_of_order = 0;
  for (int i = 0; i < 1'000; ++i) {
    const TransactionPlan plan =
        DrawTransaction(rng, Profile::kSqlcat, kKeys, {.order = AccessOrder::kRandom});
    std::set<uint64_t> keys;
    for (const Step& step : plan.steps) keys.insert(step.key);
    EXPECT_EQ(keys.size(), plan.steps.size());
    if (!std::ranges::is_sorted(plan.steps, {}, &Step::key)) ++out_of_order;
  }
  EXPECT_GT(out_of_order, 950u);
}

TEST(TransactionPlanTest, TheReadOnlyProfileOnlyReads) {
  Rng rng(3, "plan");
  for (int i = 0; i < 100; ++i) {
    const TransactionPlan plan =
        DrawTransaction(rng, Profile::kReadOnly, kKeys, {.rollback_percent = 100});
    EXPECT_EQ(plan.type, telemetry::TransactionType::kTransaction5);
    EXPECT_FALSE(plan.rolls_back);
    for (const Step& step : plan.steps) EXPECT_EQ(step.action, Action::kRead);
  }
}

}  // namespace
}  // namespace snapscope::workload::transaction_plan_test
