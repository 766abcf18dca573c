// What the users of the TPC-C-style load ask for: the five transactions with their inputs, drawn
// before they begin as the specification's clauses 2.4 to 2.8 have them, so that a deadlock's
// victim runs again with the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

#include "base/ids.h"
#include "base/rng.h"

namespace snapscope::tpcc {

/// By number, or the middle one of those with a last name.
struct CustomerChoice {
  uint64_t district = 0;  ///< key
  uint64_t customer = 0;  ///< of the district; 0: by name
  uint64_t name = 0;
};

struct OrderedItem {
  uint64_t item = 0;
  uint64_t supply_warehouse = 0;
  uint64_t quantity = 0;
};

struct NewOrderRequest {
  uint64_t district = 0;  ///< key
  uint64_t customer = 0;  ///< of the district
  std::vector<OrderedItem> items;
  bool unused_item = false;  ///< the last item does not exist: all is rolled back
};

struct PaymentRequest {
  uint64_t district = 0;  ///< key: of where it is paid, not of the customer
  CustomerChoice customer;
  uint64_t amount = 0;  ///< cents
};

struct OrderStatusRequest {
  CustomerChoice customer;
};

struct DeliveryRequest {
  uint64_t warehouse = 0;
  uint64_t carrier = 0;
};

struct StockLevelRequest {
  uint64_t district = 0;   ///< key
  uint64_t threshold = 0;  ///< stock below it counts
};

/// In the order of the transaction types.
using Request = std::variant<NewOrderRequest, PaymentRequest, OrderStatusRequest, DeliveryRequest,
                             StockLevelRequest>;

/// Where a user works: users are dealt over all warehouses, and there over the districts.
struct Home {
  uint64_t warehouse = 1;
  uint64_t district = 1;  ///< of the warehouse
};
Home HomeOf(uint64_t user, uint32_t warehouses);

struct DrawOptions {
  uint32_t warehouses = 1;
  uint32_t rollback_percent = 1;  ///< of the New-Orders
  /// A New-Order's items in ascending order of their stock, so that two of them do not deadlock;
  /// else as they were drawn.
  bool sorted = true;
};

/// The place among the types of the transaction that a draw of 0 to 99 means.
size_t TypeOf(uint64_t draw);
/// Which transaction comes next.
size_t DrawType(Rng& rng);
Request DrawRequest(Rng& rng, size_t type, Home home, DrawOptions options);

/// A user's pauses around a transaction, by the specification's keying time and mean think time,
/// both stretched so that their mean over the mix is `mean`.
TimeNs KeyingTime(size_t type, TimeNs mean);
TimeNs MeanThinkTime(size_t type, TimeNs mean);

}  // namespace snapscope::tpcc
