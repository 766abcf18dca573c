// What the TPC-C-style load's tables hold at first: keys, their positions, and the consistency
// conditions, which hold from the beginning.
#include "tpcc/initial_rows.h"

#include <functional>
#include <set>

#include <gtest/gtest.h>

#include "tpcc/columns.h"
#include "tpcc/consistency.h"
#include "tpcc/tables.h"

namespace snapscope::tpcc::initial_rows_test {
namespace {

constexpr uint32_t kWarehouses = 3;

class EachTable : public testing::TestWithParam<uint32_t> {
 protected:
  Table table() const { return static_cast<Table>(GetParam()); }
};

TEST_P(EachTable, HasKeysThatAscendAndLeadBackToTheirPositions) {
  const btree::InitialRows contents = ContentsOf(table());
  const uint64_t rows = RowsOf(table(), kWarehouses);
  uint64_t before = 0;
  for (uint64_t position = 0; position < rows; ++position) {
    const uint64_t key = contents.key_at(position);
    ASSERT_GT(key, before) << position;
    ASSERT_EQ(contents.position_of(key), position);
    before = key;
  }
  EXPECT_EQ(contents.position_of(0), std::nullopt);
  // Behind the last row come only positions that the table does not have.
  const auto beyond = contents.position_of(before + 1);
  EXPECT_TRUE(!beyond || *beyond >= rows);
}

INSTANTIATE_TEST_SUITE_P(InitialRows, EachTable, testing::Range(0U, kTableCount));

/// Reads among the first rows of any table.
Status ReadFirstRows(Table table, uint64_t first, uint64_t last,
                     const std::function<void(const page::Row&)>& visit) {
  const btree::InitialRows contents = ContentsOf(table);
  uint64_t low = 0;
  uint64_t high = RowsOf(table, kWarehouses);
  const uint64_t rows = high;
  while (low < high) {
    const uint64_t middle = (low + high) / 2;
    if (contents.key_at(middle) < first) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  for (; low < rows && contents.key_at(low) <= last; ++low) {
    visit({.key = contents.key_at(low), .value = contents.value_at(low), .version = 1});
  }
  return {};
}

TEST(InitialRows, FulfilAllConditions) {
  const Consistency found = CheckConsistency(ReadFirstRows, kWarehouses);
  EXPECT_EQ(found.districts, kWarehouses * kDistricts);
  EXPECT_TRUE(found.holds()) << found.problem();
}

TEST(InitialRows, AreLookedAtInAsManyDistrictsAsAskedFor) {
  std::set<uint64_t> districts;
  const RangeReader reader = [&districts](Table table, uint64_t first, uint64_t last,
                                          const std::function<void(const page::Row&)>& visit) {
    if (table == Table::kOrders) districts.insert(first >> 24);
    return ReadFirstRows(table, first, last, visit);
  };
  const Consistency found = CheckConsistency(reader, kWarehouses, 7);
  EXPECT_EQ(found.districts, 7U);
  EXPECT_EQ(found.districts_total, kWarehouses * kDistricts);
  EXPECT_EQ(districts, (std::set<uint64_t>{1, 5, 9, 13, 18, 22, 26})) << "of all warehouses";
}

TEST(InitialRows, EveryOrderIsInTheIndexOfItsCustomer) {
  const btree::InitialRows orders = ContentsOf(Table::kOrders);
  const btree::InitialRows entries = ContentsOf(Table::kOrdersCustomer);
  for (uint64_t position = 0; position < RowsOf(Table::kOrders, kWarehouses); ++position) {
    const uint64_t key = orders.key_at(position);
    const uint64_t customer =
        CustomerKey(key >> 24, Unpack<Order>(orders.value_at(position)).customer);
    const auto entry = entries.position_of(CustomerOrderKey(customer, OrderOf(key)));
    ASSERT_TRUE(entry.has_value()) << position;
    ASSERT_EQ(entries.value_at(*entry), static_cast<int64_t>(key));
  }
}

/// Each condition with one row changed.
struct Damage {
  uint32_t condition;
  Table table;
  uint64_t key;
  int64_t value;  ///< that the row has instead; -1: there is no row
};

class EachCondition : public testing::TestWithParam<Damage> {};

TEST_P(EachCondition, TellsWhatIsWrongAndWhere) {
  const Damage& damage = GetParam();
  const Consistency found = CheckConsistency(
      [&damage](Table table, uint64_t first, uint64_t last,
                const std::function<void(const page::Row&)>& visit) {
        return ReadFirstRows(table, first, last, [&](page::Row row) {
          const bool is_it = table == damage.table && row.key == damage.key;
          if (is_it && damage.value == -1) return;
          if (is_it) row.value = damage.value;
          visit(row);
        });
      },
      kWarehouses);
  EXPECT_FALSE(found.holds());
  for (uint32_t condition = 1; condition <= Consistency::kConditions; ++condition) {
    EXPECT_EQ(found.problems[condition - 1].empty(), condition != damage.condition)
        << found.problems[condition - 1];
  }
  EXPECT_NE(found.problem().find("warehouse 2"), std::string::npos) << found.problem();
}

INSTANTIATE_TEST_SUITE_P(
    InitialRows, EachCondition,
    testing::Values(Damage{1, Table::kDistrict, DistrictKey(2, 4),
                           *Pack(District{.next_order = kFirstOrders + 1, .ytd = 2'999'999})},
                    Damage{2, Table::kDistrict, DistrictKey(2, 4),
                           *Pack(District{.next_order = kFirstOrders + 2, .ytd = 3'000'000})},
                    Damage{3, Table::kNewOrder, OrderKey(DistrictKey(2, 4), 2500), -1},
                    Damage{4, Table::kOrderLine, LineKey(OrderKey(DistrictKey(2, 4), 17), 3), -1}),
    [](const testing::TestParamInfo<Damage>& info) {
      return "Condition" + std::to_string(info.param.condition);
    });

TEST(Columns, ComeBackAsTheyWere) {
  const Stock stock{.quantity = 255, .ytd = 16'777'215, .orders = 65'535, .remote = 1};
  const auto value = Pack(stock);
  ASSERT_TRUE(value.has_value());
  const auto back = Unpack<Stock>(*value);
  EXPECT_EQ(back.quantity, 255U);
  EXPECT_EQ(back.ytd, 16'777'215U);
  EXPECT_EQ(back.orders, 65'535U);
  EXPECT_EQ(back.remote, 1U);
}

TEST(Columns, AreNeverCutOff) {
  EXPECT_EQ(Pack(Stock{.quantity = 256}), std::nullopt);
  EXPECT_EQ(Pack(Stock{.remote = 65'536}), std::nullopt);
  EXPECT_TRUE(Pack(Warehouse{.ytd = (uint64_t{1} << 42) - 1}).has_value());
  EXPECT_EQ(Pack(Warehouse{.ytd = uint64_t{1} << 42}), std::nullopt);
}

TEST(Columns, ABalanceMayBeBelowZero) {
  Customer customer{.biased_balance = Customer::kBias};
  customer.biased_balance -= 12'345;
  const auto value = Pack(customer);
  ASSERT_TRUE(value.has_value());
  EXPECT_EQ(Unpack<Customer>(*value).balance(), -12'345);
}

}  // namespace
}  // namespace snapscope::tpcc::initial_rows_test
