// Keys of the TPC-C-style load's tables: one number each, composed so that the rows which belong
// together (a district's orders, an order's lines) are neighbours. Everything is numbered from 1.
#pragma once

#include <cstdint>

#include "base/ids.h"

namespace snapscope::tpcc {

inline constexpr uint32_t kDistricts = 10;         ///< of a warehouse
inline constexpr uint32_t kCustomers = 3000;       ///< of a district
inline constexpr uint32_t kItems = 100'000;        ///< of the database
inline constexpr uint32_t kFirstOrders = 3000;     ///< of a district, at first
inline constexpr uint32_t kFirstDelivered = 2100;  ///< the oldest of them are delivered
inline constexpr uint32_t kLastNames = 1000;       ///< of customers, by number from 0
inline constexpr uint32_t kMaxLines = 15;          ///< of an order
inline constexpr uint64_t kMaxOrders = (uint64_t{1} << 24) - 1;  ///< of a district

/// In the order of kTables (shape_generated.h): tables, then nonclustered indexes.
enum class Table : uint8_t {
  kWarehouse,
  kDistrict,
  kCustomer,
  kHistory,
  kNewOrder,
  kOrders,
  kOrderLine,
  kItem,
  kStock,
  kCustomerName,
  kOrdersCustomer,
};
inline constexpr uint32_t kTableCount = 11;

/// Index 2 is the witness of every database.
constexpr IndexId IndexOf(Table table) {
  const auto place = static_cast<uint16_t>(table);
  return IndexId{static_cast<uint16_t>(place == 0 ? 1 : place + 2)};
}

/// The number of a warehouse's district over all warehouses, which is the key of its row.
constexpr uint64_t DistrictKey(uint64_t warehouse, uint64_t district) {
  return (warehouse - 1) * kDistricts + district;
}
constexpr uint64_t WarehouseOf(uint64_t district_key) {
  return (district_key - 1) / kDistricts + 1;
}
constexpr uint64_t CustomerKey(uint64_t district_key, uint64_t customer) {
  return (district_key - 1) * kCustomers + customer;
}
constexpr uint64_t StockKey(uint64_t warehouse, uint64_t item) {
  return (warehouse - 1) * kItems + item;
}
constexpr uint64_t HistoryKey(uint64_t warehouse, uint64_t payment) {
  return warehouse << 32 | payment;
}
/// The key of a row of orders, and of new_order.
constexpr uint64_t OrderKey(uint64_t district_key, uint64_t order) {
  return district_key << 24 | order;
}
constexpr uint64_t OrderOf(uint64_t order_key) { return order_key & kMaxOrders; }
constexpr uint64_t LineKey(uint64_t order_key, uint64_t line) { return order_key << 4 | line; }
/// Entry of the index on customers by last name.
constexpr uint64_t NameKey(uint64_t district_key, uint64_t name, uint64_t customer) {
  return district_key << 22 | name << 12 | customer;
}
constexpr uint64_t CustomerOfName(uint64_t name_key) { return name_key & 0xFFF; }
/// Entry of the index on orders by customer.
constexpr uint64_t CustomerOrderKey(uint64_t customer_key, uint64_t order) {
  return customer_key << 24 | order;
}

}  // namespace snapscope::tpcc
