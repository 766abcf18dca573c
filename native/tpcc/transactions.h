// The five transactions of the TPC-C-style load, statement by statement, as the specification's
// clauses 2.4 to 2.8 describe what they read and change.
//
// Where a choice was ours: one transaction delivers to all ten districts of a warehouse, though the
// specification lets it be several; a customer with bad credit is not told apart, so a Payment
// never rewrites the long text of its customer; rows of `history` have a number from the
// warehouse's row, since every table here has a key.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "base/result.h"
#include "runtime/cpu.h"
#include "tpcc/keys.h"
#include "tpcc/requests.h"
#include "txn/transaction.h"

namespace snapscope::tpcc {

using runtime::Task;
using runtime::Worker;

/// What the readers found, for whoever compares it with what they should have found.
struct Answer {
  uint64_t order = 0;      ///< Order-Status: key of the customer's last order; 0: there is none
  uint64_t lines = 0;      ///< Order-Status: lines of it
  uint64_t low_stock = 0;  ///< Stock-Level: distinct items of the last orders with too little stock
  bool operator==(const Answer&) const = default;
};

class Transactions {
 public:
  /// `statement_cost`: CPU of a server for a statement, beyond the engine's own.
  Transactions(txn::TransactionManager& transactions, TimeNs statement_cost)
      : transactions_(transactions), statement_cost_(statement_cost) {}

  /// All statements of the request within `txn`, which is then to be committed, or rolled back if a
  /// New-Order has met its unused item. `answer` may be null. Errors: those of the statements;
  /// kInvalid where a column has outgrown its place.
  Task<Status> Perform(Worker& worker, txn::Transaction& txn, Request request, Answer* answer);

 private:
  using Rows = std::vector<page::Row>;

  Task<Status> Run(Worker& worker, txn::Transaction& txn, NewOrderRequest request, Answer* answer);
  Task<Status> Run(Worker& worker, txn::Transaction& txn, PaymentRequest request, Answer* answer);
  Task<Status> Run(Worker& worker, txn::Transaction& txn, OrderStatusRequest request,
                   Answer* answer);
  Task<Status> Run(Worker& worker, txn::Transaction& txn, DeliveryRequest request, Answer* answer);
  Task<Status> Run(Worker& worker, txn::Transaction& txn, StockLevelRequest request,
                   Answer* answer);

  Task<Status> OrderItem(Worker& worker, txn::Transaction& txn, uint64_t order_key, uint64_t line,
                         OrderedItem item);
  Task<Status> DeliverTo(Worker& worker, txn::Transaction& txn, uint64_t district,
                         uint64_t carrier);
  /// The customer's number in the district.
  Task<Result<uint64_t>> Choose(Worker& worker, txn::Transaction& txn, CustomerChoice choice);

  /// One statement each. kNotFound where the row is not there.
  Task<Result<int64_t>> Read(Worker& worker, txn::Transaction& txn, Table table, uint64_t key);
  /// At most `most` rows with keys from `first` to `last`.
  Task<Result<Rows>> ReadRange(Worker& worker, txn::Transaction& txn, Table table, uint64_t first,
                               uint64_t last, uint64_t most = UINT64_MAX);
  Task<Status> Insert(Worker& worker, txn::Transaction& txn, Table table, uint64_t key,
                      int64_t value);
  /// `apply` changes the row's columns.
  template <typename Columns>
  Task<Status> Change(Worker& worker, txn::Transaction& txn, Table table, uint64_t key,
                      std::function<void(Columns&)> apply);

  txn::TransactionManager& transactions_;
  const TimeNs statement_cost_;
};

}  // namespace snapscope::tpcc
