// What users of the TPC-C-style load ask for: the mix, where they work, and how long they pause.
#include "tpcc/requests.h"

#include <array>
#include <set>

#include <gtest/gtest.h>

#include "tpcc/keys.h"
#include "tpcc/shape_generated.h"

namespace snapscope::tpcc::requests_test {
namespace {

constexpr int kDraws = 20'000;
constexpr DrawOptions kFive{.warehouses = 5};

TEST(Requests, ComeInTheSpecificationsMix) {
  std::array<uint32_t, kTransactions.size()> drawn{};
  for (uint64_t draw = 0; draw < 100; ++draw) ++drawn[TypeOf(draw)];
  for (size_t type = 0; type < drawn.size(); ++type) {
    EXPECT_EQ(drawn[type], kTransactions[type].percent) << type;
  }
}

TEST(Requests, NewOrdersTakeItemsFromHomeNearlyAlways) {
  Rng rng(1, "new order");
  int items = 0;
  int remote = 0;
  int unused = 0;
  for (int i = 0; i < kDraws; ++i) {
    const Request request = DrawRequest(rng, 0, {.warehouse = 3}, kFive);
    const auto& order = std::get<NewOrderRequest>(request);
    EXPECT_EQ(WarehouseOf(order.district), 3U);
    EXPECT_TRUE(order.customer >= 1 && order.customer <= kCustomers);
    EXPECT_TRUE(order.items.size() >= 5 && order.items.size() <= kMaxLines);
    unused += order.unused_item ? 1 : 0;
    for (const OrderedItem& item : order.items) {
      EXPECT_TRUE(item.item >= 1 && item.item <= kItems);
      EXPECT_TRUE(item.quantity >= 1 && item.quantity <= 10);
      EXPECT_TRUE(item.supply_warehouse >= 1 && item.supply_warehouse <= 5);
      ++items;
      remote += item.supply_warehouse != 3 ? 1 : 0;
    }
  }
  EXPECT_NEAR(1.0 * items / kDraws, 10, 0.1);
  EXPECT_NEAR(100.0 * remote / items, 1, 0.2);
  EXPECT_NEAR(100.0 * unused / kDraws, 1, 0.3);
}

TEST(Requests, PaymentsOfStrangersAndByName) {
  Rng rng(1, "payment");
  int strangers = 0;
  int by_name = 0;
  for (int i = 0; i < kDraws; ++i) {
    const Request request = DrawRequest(rng, 1, {.warehouse = 3}, kFive);
    const auto& payment = std::get<PaymentRequest>(request);
    EXPECT_EQ(WarehouseOf(payment.district), 3U);
    EXPECT_TRUE(payment.amount >= 100 && payment.amount <= 500'000);
    strangers += WarehouseOf(payment.customer.district) != 3 ? 1 : 0;
    by_name += payment.customer.customer == 0 ? 1 : 0;
    EXPECT_LT(payment.customer.name, kLastNames);
  }
  EXPECT_NEAR(100.0 * strangers / kDraws, 15, 1);
  EXPECT_NEAR(100.0 * by_name / kDraws, 60, 1);
}

TEST(Requests, OneWarehouseHasNoOther) {
  Rng rng(1, "alone");
  for (int i = 0; i < kDraws / 10; ++i) {
    for (size_t type = 0; type < kTransactions.size(); ++type) {
      const Request request = DrawRequest(rng, type, {}, {.warehouses = 1});
      if (const auto* order = std::get_if<NewOrderRequest>(&request)) {
        for (const OrderedItem& item : order->items) EXPECT_EQ(item.supply_warehouse, 1U);
      }
    }
  }
}

TEST(Requests, ItemsAreSortedOrAsDrawn) {
  const auto ascends = [](bool sorted) {
    Rng rng(1, "order of items");
    int ascending = 0;
    for (int i = 0; i < 100; ++i) {
      const Request request =
          DrawRequest(rng, 0, {.warehouse = 3}, {.warehouses = 5, .sorted = sorted});
      const auto& items = std::get<NewOrderRequest>(request).items;
      ascending += std::ranges::is_sorted(items, {}, [](const OrderedItem& item) {
        return StockKey(item.supply_warehouse, item.item);
      });
    }
    return ascending;
  };
  EXPECT_EQ(ascends(true), 100);
  EXPECT_LT(ascends(false), 10);
}

TEST(Requests, UsersAreDealtOverWarehousesAndDistricts) {
  std::set<std::pair<uint64_t, uint64_t>> homes;
  for (uint64_t user = 0; user < 30; ++user) {
    const Home home = HomeOf(user, 3);
    EXPECT_TRUE(home.warehouse >= 1 && home.warehouse <= 3);
    homes.insert({home.warehouse, home.district});
  }
  EXPECT_EQ(homes.size(), 30U);
}

TEST(Requests, PausesHaveTheMeanThatWasAskedFor) {
  for (const TimeNs mean : {20'990 * kMillisecond, 500 * kMillisecond, TimeNs{0}}) {
    double sum = 0;
    for (size_t type = 0; type < kTransactions.size(); ++type) {
      sum += kTransactions[type].percent / 100.0 *
             static_cast<double>(KeyingTime(type, mean) + MeanThinkTime(type, mean));
    }
    EXPECT_NEAR(sum, static_cast<double>(mean), static_cast<double>(mean) / 1000 + 1);
  }
  EXPECT_EQ(KeyingTime(0, 20'990 * kMillisecond), 18 * kSecond);
}

}  // namespace
}  // namespace snapscope::tpcc::requests_test
