#include "tpcc/initial_rows.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/check.h"
#include "base/rng.h"
#include "tpcc/columns.h"
#include "tpcc/shape_generated.h"

namespace snapscope::tpcc {

namespace {

constexpr uint64_t kPerWarehouse = uint64_t{kDistricts} * kCustomers;
constexpr uint64_t kFirstNew = kFirstOrders - kFirstDelivered;  // orders of a district
static_assert(kTables.size() == kTableCount);
static_assert(kTables[static_cast<size_t>(Table::kHistory)].per_warehouse == kPerWarehouse);
static_assert(kTables[static_cast<size_t>(Table::kNewOrder)].per_warehouse ==
              kDistricts * kFirstNew);

template <typename Columns>
int64_t ValueOf(const Columns& row) {
  const std::optional<int64_t> value = Pack(row);
  CHECK(value.has_value(), "an initial row does not fit its columns");
  return *value;
}

/// Stands for whatever is drawn in the specification.
uint64_t Between(uint64_t seed, uint64_t least, uint64_t most) {
  return least + Mix64(seed) % (most - least + 1);
}

// Lines of orders: a permutation of 5 to 15 over each eleven of them; ten for what is left over.
constexpr uint64_t kCycle = 11;
constexpr uint64_t kLinesOfCycle = 110;
constexpr uint64_t kCycles = kFirstOrders / kCycle;
constexpr uint64_t kLinesPerDistrict = 30'000;
constexpr uint64_t kLinesLeft =
    (kLinesPerDistrict - kCycles * kLinesOfCycle) / (kFirstOrders - kCycles * kCycle);
static_assert(kLinesLeft == 10);

constexpr uint64_t LinesInCycle(uint64_t nth) { return 5 + nth * 4 % kCycle; }

/// Lines of the orders of a cycle before its nth.
constexpr std::array<uint64_t, kCycle + 1> kLinesBefore = [] {
  std::array<uint64_t, kCycle + 1> before{};
  for (uint64_t nth = 0; nth < kCycle; ++nth) before[nth + 1] = before[nth] + LinesInCycle(nth);
  return before;
}();
static_assert(kLinesBefore[kCycle] == kLinesOfCycle);

/// Lines of a district's orders before this one, which is numbered from 1.
uint64_t LinesBeforeOrder(uint64_t order) {
  const uint64_t cycles = std::min((order - 1) / kCycle, kCycles);
  const uint64_t rest = order - 1 - cycles * kCycle;
  return cycles * kLinesOfCycle + (cycles < kCycles ? kLinesBefore[rest] : rest * kLinesLeft);
}

struct Place {
  uint64_t order = 0;
  uint64_t line = 0;
};

Place LineAt(uint64_t position) {
  const uint64_t cycle = std::min(position / kLinesOfCycle, kCycles);
  const uint64_t rest = position - cycle * kLinesOfCycle;
  if (cycle == kCycles) return {cycle * kCycle + rest / kLinesLeft + 1, rest % kLinesLeft + 1};
  uint64_t nth = 0;
  while (kLinesBefore[nth + 1] <= rest) ++nth;
  return {cycle * kCycle + nth + 1, rest - kLinesBefore[nth] + 1};
}

// Customers of orders: a permutation of the district's customers, another in each district.
constexpr uint64_t kStep = 1021;
constexpr uint64_t kInverse = [] {
  uint64_t inverse = 1;
  while (inverse * kStep % kCustomers != 1) ++inverse;
  return inverse;
}();
static_assert(kFirstOrders == kCustomers, "each customer has one order at first");

uint64_t ShiftOf(uint64_t district_key) { return district_key * 617 % kCustomers; }

uint64_t CustomerOfOrder(uint64_t district_key, uint64_t order) {
  return ((order - 1) * kStep + ShiftOf(district_key)) % kCustomers + 1;
}

uint64_t OrderOfCustomer(uint64_t district_key, uint64_t customer) {
  return (customer - 1 + kCustomers - ShiftOf(district_key)) % kCustomers * kInverse % kCustomers +
         1;
}

// Tables whose keys are 1, 2, 3 and so on.
uint64_t NextNumber(uint64_t position) { return position + 1; }
std::optional<uint64_t> PositionOfNumber(uint64_t key) {
  if (key == 0) return std::nullopt;
  return key - 1;
}

int64_t WarehouseAt(uint64_t) {
  return ValueOf(Warehouse{.ytd = 30'000'000, .payments = kPerWarehouse});
}

int64_t DistrictAt(uint64_t) {
  return ValueOf(District{.next_order = kFirstOrders + 1, .ytd = 3'000'000});
}

int64_t CustomerAt(uint64_t) {
  return ValueOf(Customer{.biased_balance = Customer::kBias - 1000, .payments = 1});
}

int64_t ItemAt(uint64_t position) { return ValueOf(Item{.price = Between(position, 100, 10'000)}); }

int64_t StockAt(uint64_t position) {
  return ValueOf(Stock{.quantity = Between(position, 10, 100)});
}

uint64_t HistoryKeyAt(uint64_t position) {
  return HistoryKey(position / kPerWarehouse + 1, position % kPerWarehouse + 1);
}

std::optional<uint64_t> HistoryPosition(uint64_t key) {
  const uint64_t warehouse = key >> 32;
  const uint64_t payment = key & UINT32_MAX;
  if (warehouse == 0 || payment == 0 || payment > kPerWarehouse) return std::nullopt;
  return (warehouse - 1) * kPerWarehouse + payment - 1;
}

int64_t HistoryAt(uint64_t position) {
  const uint64_t of_warehouse = position % kPerWarehouse;
  return ValueOf(History{.amount = 1000,
                         .customer = of_warehouse % kCustomers + 1,
                         .district = of_warehouse / kCustomers + 1});
}

uint64_t OrderKeyAt(uint64_t position) {
  return OrderKey(position / kFirstOrders + 1, position % kFirstOrders + 1);
}

std::optional<uint64_t> OrderPosition(uint64_t key) {
  const uint64_t district = key >> 24;
  const uint64_t order = OrderOf(key);
  if (district == 0 || order == 0 || order > kFirstOrders) return std::nullopt;
  return (district - 1) * kFirstOrders + order - 1;
}

bool DeliveredAtFirst(uint64_t order) { return order <= kFirstDelivered; }

int64_t OrderAt(uint64_t position) {
  const uint64_t key = OrderKeyAt(position);
  const uint64_t order = OrderOf(key);
  return ValueOf(Order{.customer = CustomerOfOrder(key >> 24, order),
                       .carrier = DeliveredAtFirst(order) ? Between(position, 1, 10) : 0,
                       .lines = LinesOfFirstOrder(order),
                       .all_local = 1});
}

uint64_t NewOrderKeyAt(uint64_t position) {
  return OrderKey(position / kFirstNew + 1, kFirstDelivered + position % kFirstNew + 1);
}

std::optional<uint64_t> NewOrderPosition(uint64_t key) {
  const uint64_t district = key >> 24;
  const uint64_t order = OrderOf(key);
  if (district == 0 || DeliveredAtFirst(order) || order > kFirstOrders) return std::nullopt;
  return (district - 1) * kFirstNew + order - kFirstDelivered - 1;
}

int64_t NewOrderAt(uint64_t) { return 0; }

uint64_t LineKeyAt(uint64_t position) {
  const Place place = LineAt(position % kLinesPerDistrict);
  return LineKey(OrderKey(position / kLinesPerDistrict + 1, place.order), place.line);
}

std::optional<uint64_t> LinePosition(uint64_t key) {
  const uint64_t line = key & kMaxLines;
  const std::optional<uint64_t> of_order = OrderPosition(key >> 4);
  if (!of_order || line == 0) return std::nullopt;
  const uint64_t order = OrderOf(key >> 4);
  if (line > LinesOfFirstOrder(order)) return std::nullopt;
  return *of_order / kFirstOrders * kLinesPerDistrict + LinesBeforeOrder(order) + line - 1;
}

int64_t LineAtPosition(uint64_t position) {
  const uint64_t order = OrderOf(LineKeyAt(position) >> 4);
  const bool delivered = DeliveredAtFirst(order);
  return ValueOf(OrderLine{.item = Between(position, 1, kItems),
                           .supply_warehouse = position / (kLinesPerDistrict * kDistricts) + 1,
                           .quantity = 5,
                           .amount = delivered ? 0 : Between(~position, 1, 999'999),
                           .delivered = delivered ? 1U : 0U});
}

// By name: of the names' order the first three customers have name 0, and so on.
constexpr uint64_t kOfAName = kCustomers / kLastNames;

uint64_t NameKeyAt(uint64_t position) {
  const uint64_t of_district = position % kCustomers;
  const uint64_t name = of_district / kOfAName;
  return NameKey(position / kCustomers + 1, name, of_district % kOfAName * kLastNames + name + 1);
}

std::optional<uint64_t> NamePosition(uint64_t key) {
  const uint64_t district = key >> 22;
  const uint64_t name = key >> 12 & 0x3FF;
  const uint64_t customer = CustomerOfName(key);
  if (district == 0 || customer == 0 || customer > kCustomers) return std::nullopt;
  if ((customer - 1) % kLastNames != name) return std::nullopt;
  return (district - 1) * kCustomers + name * kOfAName + (customer - 1) / kLastNames;
}

int64_t NameAt(uint64_t position) {
  const uint64_t key = NameKeyAt(position);
  return static_cast<int64_t>(CustomerKey(key >> 22, CustomerOfName(key)));
}

uint64_t CustomerOrderKeyAt(uint64_t position) {
  const uint64_t district = position / kCustomers + 1;
  const uint64_t customer = position % kCustomers + 1;
  return CustomerOrderKey(position + 1, OrderOfCustomer(district, customer));
}

std::optional<uint64_t> CustomerOrderPosition(uint64_t key) {
  const uint64_t customer_key = key >> 24;
  if (customer_key == 0 || CustomerOrderKeyAt(customer_key - 1) != key) return std::nullopt;
  return customer_key - 1;
}

int64_t CustomerOrderAt(uint64_t position) {
  const uint64_t order = OrderOf(CustomerOrderKeyAt(position));
  return static_cast<int64_t>(OrderKey(position / kCustomers + 1, order));
}

}  // namespace

uint64_t LinesOfFirstOrder(uint64_t order) {
  const uint64_t cycles = (order - 1) / kCycle;
  return cycles < kCycles ? LinesInCycle((order - 1) % kCycle) : kLinesLeft;
}

btree::InitialRows ContentsOf(Table table) {
  switch (table) {
    case Table::kWarehouse:
      return {NextNumber, WarehouseAt, PositionOfNumber};
    case Table::kDistrict:
      return {NextNumber, DistrictAt, PositionOfNumber};
    case Table::kCustomer:
      return {NextNumber, CustomerAt, PositionOfNumber};
    case Table::kHistory:
      return {HistoryKeyAt, HistoryAt, HistoryPosition};
    case Table::kNewOrder:
      return {NewOrderKeyAt, NewOrderAt, NewOrderPosition};
    case Table::kOrders:
      return {OrderKeyAt, OrderAt, OrderPosition};
    case Table::kOrderLine:
      return {LineKeyAt, LineAtPosition, LinePosition};
    case Table::kItem:
      return {NextNumber, ItemAt, PositionOfNumber};
    case Table::kStock:
      return {NextNumber, StockAt, PositionOfNumber};
    case Table::kCustomerName:
      return {NameKeyAt, NameAt, NamePosition};
    case Table::kOrdersCustomer:
      return {CustomerOrderKeyAt, CustomerOrderAt, CustomerOrderPosition};
  }
  return {};
}

}  // namespace snapscope::tpcc
