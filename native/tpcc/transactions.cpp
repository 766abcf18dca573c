#include "tpcc/transactions.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "base/mutation.h"
#include "btree/scan.h"
#include "tpcc/columns.h"
#include "tpcc/tables.h"

namespace snapscope::tpcc {

MUTATION(kOrderLineLeftOut, "an order lacks its first line", NoticedBy::kTests);
MUTATION(kPaymentHalfBooked, "a payment is not added to its district's year to date",
         NoticedBy::kTests);
MUTATION(kFirstOrderForLast, "an Order-Status tells of the customer's first order",
         NoticedBy::kTests);
MUTATION(kDeliveryOutOfOrder, "the second oldest new order is delivered, not the oldest",
         NoticedBy::kTests);
MUTATION(kDeliveryNotCounted, "a customer's deliveries are not counted", NoticedBy::kTests);
MUTATION(kItemsCountedTwice, "a Stock-Level counts an item once for each order line",
         NoticedBy::kTests);

namespace {

constexpr uint64_t kRecentOrders = 20;  // that a Stock-Level looks at
constexpr uint64_t kRowsAtOnce = 64;    // of a range
constexpr uint64_t kReorder = 91;       // units that come when stock would fall below kLeastStock
constexpr uint64_t kLeastStock = 10;

std::string Name(Table table, uint64_t key) {
  return ObjectOf(IndexOf(table)).table + " with key " + std::to_string(key);
}

Error Outgrown(Table table, uint64_t key) {
  return {ErrorCode::kInvalid, "A column of the row of " + Name(table, key) +
                                   " would have a greater value than it has bits for: the load has "
                                   "run for longer than its tables are made for. Use more "
                                   "warehouses (a larger database.sizeMiB) or a shorter run."};
}

template <typename Columns>
Result<int64_t> ValueOf(const Columns& row, Table table, uint64_t key) {
  const std::optional<int64_t> value = Pack(row);
  if (!value) return Outgrown(table, key);
  return *value;
}

void Sell(Stock& stock, const OrderedItem& item, bool remote) {
  stock.quantity -= item.quantity;
  if (static_cast<int64_t>(stock.quantity) < static_cast<int64_t>(kLeastStock)) {
    stock.quantity += kReorder;
  }
  stock.ytd += item.quantity;
  ++stock.orders;
  stock.remote += remote ? 1 : 0;
}

}  // namespace

Task<Result<int64_t>> Transactions::Read(Worker& worker, txn::Transaction& txn, Table table,
                                         uint64_t key) {
  worker.Charge(statement_cost_);
  const auto row = co_await transactions_.Read(worker, txn, IndexOf(table), key);
  CO_TRY(row);
  if (!*row) co_return Error{ErrorCode::kNotFound, "There is no row of " + Name(table, key) + "."};
  co_return (**row).value;
}

Task<Result<Transactions::Rows>> Transactions::ReadRange(Worker& worker, txn::Transaction& txn,
                                                         Table table, uint64_t first, uint64_t last,
                                                         uint64_t most) {
  worker.Charge(statement_cost_);
  const IndexId index = IndexOf(table);
  btree::Scan scan(transactions_.tree(index), first, last);
  Rows rows;
  while (rows.size() < most) {
    const uint64_t wanted = std::min(kRowsAtOnce, most - rows.size());
    CO_TRY_ASSIGN(const auto next,
                  co_await transactions_.ReadNext(worker, txn, index, scan, wanted));
    if (next.empty()) break;
    rows.insert(rows.end(), next.begin(), next.end());
  }
  co_return std::move(rows);
}

Task<Status> Transactions::Insert(Worker& worker, txn::Transaction& txn, Table table, uint64_t key,
                                  int64_t value) {
  worker.Charge(statement_cost_);
  return transactions_.Insert(worker, txn, IndexOf(table), key, value);
}

template <typename Columns>
Task<Status> Transactions::Change(Worker& worker, txn::Transaction& txn, Table table, uint64_t key,
                                  std::function<void(Columns&)> apply) {
  worker.Charge(statement_cost_);
  bool fits = true;
  std::function<int64_t(int64_t)> change = [&apply, &fits](int64_t value) {
    Columns row = Unpack<Columns>(value);
    apply(row);
    const std::optional<int64_t> packed = Pack(row);
    fits = packed.has_value();
    return packed.value_or(value);
  };
  const Status changed =
      co_await transactions_.Change(worker, txn, IndexOf(table), key, std::move(change));
  CO_TRY(changed);
  if (!fits) co_return Outgrown(table, key);
  co_return Status();
}

Task<Result<uint64_t>> Transactions::Choose(Worker& worker, txn::Transaction& txn,
                                            CustomerChoice choice) {
  if (choice.customer != 0) co_return choice.customer;
  CO_TRY_ASSIGN(const auto named,
                co_await ReadRange(worker, txn, Table::kCustomerName,
                                   NameKey(choice.district, choice.name, 0),
                                   NameKey(choice.district, choice.name, kCustomers)));
  if (named.empty()) {
    co_return Error{ErrorCode::kNotFound,
                    "There is no customer with last name " + std::to_string(choice.name) +
                        " in the district with key " + std::to_string(choice.district) + "."};
  }
  // All of them are read, to be put in the order of their first names.
  for (const page::Row& entry : named) {
    const uint64_t key = CustomerKey(choice.district, CustomerOfName(entry.key));
    CO_TRY(co_await transactions_.Read(worker, txn, IndexOf(Table::kCustomer), key));
  }
  co_return CustomerOfName(named[named.size() / 2].key);
}

Task<Status> Transactions::Run(Worker& worker, txn::Transaction& txn, NewOrderRequest request,
                               Answer*) {
  CO_TRY(co_await Read(worker, txn, Table::kWarehouse, WarehouseOf(request.district)));
  uint64_t number = 0;
  std::function<void(District&)> take = [&number](District& district) {
    number = district.next_order;
    ++district.next_order;
  };
  CO_TRY(co_await Change(worker, txn, Table::kDistrict, request.district, std::move(take)));
  CO_TRY(co_await Read(worker, txn, Table::kCustomer,
                       CustomerKey(request.district, request.customer)));
  const uint64_t key = OrderKey(request.district, number);
  const uint64_t home = WarehouseOf(request.district);
  const bool all_local = std::ranges::all_of(
      request.items, [home](const OrderedItem& item) { return item.supply_warehouse == home; });
  CO_TRY_ASSIGN(const auto order, ValueOf(Order{.customer = request.customer,
                                                .lines = request.items.size(),
                                                .all_local = all_local ? 1U : 0U},
                                          Table::kOrders, key));
  CO_TRY(co_await Insert(worker, txn, Table::kOrders, key, order));
  // Kept along with the order: no statement of its own.
  CO_TRY(co_await transactions_.Insert(
      worker, txn, IndexOf(Table::kOrdersCustomer),
      CustomerOrderKey(CustomerKey(request.district, request.customer), number),
      static_cast<int64_t>(key)));
  CO_TRY(co_await Insert(worker, txn, Table::kNewOrder, key, 0));
  for (size_t line = 0; line < request.items.size(); ++line) {
    const bool is_last = line + 1 == request.items.size();
    if (is_last && request.unused_item) {
      worker.Charge(statement_cost_);
      CO_TRY(co_await transactions_.Read(worker, txn, IndexOf(Table::kItem), kItems + 1));
      co_return Status();
    }
    if (line == 0 && Mutated(kOrderLineLeftOut)) continue;
    CO_TRY(co_await OrderItem(worker, txn, key, line + 1, request.items[line]));
  }
  co_return Status();
}

Task<Status> Transactions::OrderItem(Worker& worker, txn::Transaction& txn, uint64_t order_key,
                                     uint64_t line, OrderedItem item) {
  CO_TRY_ASSIGN(const auto value, co_await Read(worker, txn, Table::kItem, item.item));
  const bool remote = item.supply_warehouse != WarehouseOf(order_key >> 24);
  std::function<void(Stock&)> sell = [item, remote](Stock& stock) { Sell(stock, item, remote); };
  CO_TRY(co_await Change(worker, txn, Table::kStock, StockKey(item.supply_warehouse, item.item),
                         std::move(sell)));
  const uint64_t key = LineKey(order_key, line);
  CO_TRY_ASSIGN(const auto row,
                ValueOf(OrderLine{.item = item.item,
                                  .supply_warehouse = item.supply_warehouse,
                                  .quantity = item.quantity,
                                  .amount = item.quantity * Unpack<Item>(value).price},
                        Table::kOrderLine, key));
  co_return co_await Insert(worker, txn, Table::kOrderLine, key, row);
}

Task<Status> Transactions::Run(Worker& worker, txn::Transaction& txn, PaymentRequest request,
                               Answer*) {
  const uint64_t amount = request.amount;
  const uint64_t warehouse_key = WarehouseOf(request.district);
  uint64_t payment = 0;
  std::function<void(Warehouse&)> to_warehouse = [amount, &payment](Warehouse& warehouse) {
    warehouse.ytd += amount;
    payment = ++warehouse.payments;
  };
  CO_TRY(co_await Change(worker, txn, Table::kWarehouse, warehouse_key, std::move(to_warehouse)));
  std::function<void(District&)> to_district = [amount](District& district) {
    if (!Mutated(kPaymentHalfBooked)) district.ytd += amount;
  };
  CO_TRY(co_await Change(worker, txn, Table::kDistrict, request.district, std::move(to_district)));
  CO_TRY_ASSIGN(const auto number, co_await Choose(worker, txn, request.customer));
  std::function<void(Customer&)> of_customer = [amount](Customer& customer) {
    customer.biased_balance -= amount;
    ++customer.payments;
  };
  CO_TRY(co_await Change(worker, txn, Table::kCustomer,
                         CustomerKey(request.customer.district, number), std::move(of_customer)));
  const uint64_t key = HistoryKey(warehouse_key, payment);
  CO_TRY_ASSIGN(const auto row,
                ValueOf(History{.amount = amount,
                                .customer = number,
                                .district = (request.district - 1) % kDistricts + 1},
                        Table::kHistory, key));
  co_return co_await Insert(worker, txn, Table::kHistory, key, row);
}

Task<Status> Transactions::Run(Worker& worker, txn::Transaction& txn, OrderStatusRequest request,
                               Answer* answer) {
  CO_TRY_ASSIGN(const auto number, co_await Choose(worker, txn, request.customer));
  const uint64_t customer = CustomerKey(request.customer.district, number);
  CO_TRY(co_await Read(worker, txn, Table::kCustomer, customer));
  CO_TRY_ASSIGN(const auto orders, co_await ReadRange(worker, txn, Table::kOrdersCustomer,
                                                      CustomerOrderKey(customer, 0),
                                                      CustomerOrderKey(customer, kMaxOrders)));
  if (orders.empty()) co_return Status();
  const bool takes_first = Mutated(kFirstOrderForLast);
  const auto key = static_cast<uint64_t>(takes_first ? orders.front().value : orders.back().value);
  CO_TRY(co_await Read(worker, txn, Table::kOrders, key));
  CO_TRY_ASSIGN(const auto lines, co_await ReadRange(worker, txn, Table::kOrderLine,
                                                     LineKey(key, 1), LineKey(key, kMaxLines)));
  if (answer != nullptr) *answer = {.order = key, .lines = lines.size()};
  co_return Status();
}

Task<Status> Transactions::Run(Worker& worker, txn::Transaction& txn, DeliveryRequest request,
                               Answer*) {
  for (uint64_t district = 1; district <= kDistricts; ++district) {
    CO_TRY(
        co_await DeliverTo(worker, txn, DistrictKey(request.warehouse, district), request.carrier));
  }
  co_return Status();
}

// Two deliveries may find the same order: the second then finds it gone, and looks again.
Task<Status> Transactions::DeliverTo(Worker& worker, txn::Transaction& txn, uint64_t district,
                                     uint64_t carrier) {
  const uint64_t wanted = Mutated(kDeliveryOutOfOrder) ? 2 : 1;
  uint64_t key = 0;
  for (;;) {
    CO_TRY_ASSIGN(const auto oldest,
                  co_await ReadRange(worker, txn, Table::kNewOrder, OrderKey(district, 0),
                                     OrderKey(district, kMaxOrders), wanted));
    if (oldest.empty()) co_return Status();  // nothing to deliver
    key = oldest.back().key;
    worker.Charge(statement_cost_);
    const Status taken = co_await transactions_.Delete(worker, txn, IndexOf(Table::kNewOrder), key);
    if (taken.ok()) break;
    if (taken.error().code != ErrorCode::kNotFound) co_return taken;
  }
  uint64_t customer = 0;
  std::function<void(Order&)> carry = [carrier, &customer](Order& order) {
    order.carrier = carrier;
    customer = order.customer;
  };
  CO_TRY(co_await Change(worker, txn, Table::kOrders, key, std::move(carry)));
  CO_TRY_ASSIGN(const auto lines, co_await ReadRange(worker, txn, Table::kOrderLine,
                                                     LineKey(key, 1), LineKey(key, kMaxLines)));
  uint64_t amount = 0;
  for (const page::Row& line : lines) {
    amount += Unpack<OrderLine>(line.value).amount;
    std::function<void(OrderLine&)> deliver = [](OrderLine& row) { row.delivered = 1; };
    CO_TRY(co_await Change(worker, txn, Table::kOrderLine, line.key, std::move(deliver)));
  }
  std::function<void(Customer&)> bill = [amount](Customer& row) {
    row.biased_balance += amount;
    if (!Mutated(kDeliveryNotCounted)) ++row.deliveries;
  };
  co_return co_await Change(worker, txn, Table::kCustomer, CustomerKey(district, customer),
                            std::move(bill));
}

Task<Status> Transactions::Run(Worker& worker, txn::Transaction& txn, StockLevelRequest request,
                               Answer* answer) {
  CO_TRY_ASSIGN(const auto value, co_await Read(worker, txn, Table::kDistrict, request.district));
  const uint64_t next = Unpack<District>(value).next_order;
  const uint64_t first = next - std::min(next - 1, kRecentOrders);
  CO_TRY_ASSIGN(const auto lines,
                co_await ReadRange(worker, txn, Table::kOrderLine,
                                   LineKey(OrderKey(request.district, first), 1),
                                   LineKey(OrderKey(request.district, next - 1), kMaxLines)));
  std::vector<uint64_t> items;
  for (const page::Row& line : lines) items.push_back(Unpack<OrderLine>(line.value).item);
  std::ranges::sort(items);
  if (!Mutated(kItemsCountedTwice)) {
    items.erase(std::unique(items.begin(), items.end()), items.end());
  }
  uint64_t low = 0;
  for (const uint64_t item : items) {
    const uint64_t key = StockKey(WarehouseOf(request.district), item);
    CO_TRY_ASSIGN(const auto stock,
                  co_await transactions_.Read(worker, txn, IndexOf(Table::kStock), key));
    if (stock && Unpack<Stock>(stock->value).quantity < request.threshold) ++low;
  }
  if (answer != nullptr) *answer = {.low_stock = low};
  co_return Status();
}

Task<Status> Transactions::Perform(Worker& worker, txn::Transaction& txn, Request request,
                                   Answer* answer) {
  return std::visit(
      [&](auto&& wanted) {
        return Run(worker, txn, std::forward<decltype(wanted)>(wanted), answer);
      },
      std::move(request));
}

}  // namespace snapscope::tpcc
