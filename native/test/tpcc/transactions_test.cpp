// The transactions of the TPC-C-style load on a database: what readers tell is what was committed,
// by the oracle.
#include "test/tpcc/transactions_fixture.h"
#include "tpcc/initial_rows.h"
#include "tpcc/tables.h"

namespace snapscope::tpcc::transactions_test {
namespace {

class TransactionsTest : public TransactionsFixture {
 protected:
  runtime::Task<void> PayToAFullWarehouse() {
    co_await Session(0, 0);
    txn::TransactionManager& transactions = server_.database->transactions();
    auto begun = co_await transactions.Begin(worker_);
    const auto full = Pack(Warehouse{.ytd = 1, .payments = (uint64_t{1} << 22) - 1});
    test::ExpectOk(
        co_await transactions.Update(worker_, *begun, IndexOf(Table::kWarehouse), 1, *full));
    const Request payment =
        PaymentRequest{.district = 1, .customer = {.district = 1, .customer = 1}, .amount = 100};
    Transactions load(transactions, 0);
    const Status performed = co_await load.Perform(worker_, *begun, payment, nullptr);
    EXPECT_FALSE(performed.ok());
    if (performed.ok()) co_return;
    EXPECT_NE(performed.error().message.find("dbo.warehouse with key 1"), std::string::npos);
  }
};

TEST_F(TransactionsTest, ReadersTellWhatWasCommitted) {
  Play(2000, 100);
  EXPECT_EQ(compared_, 200);
  EXPECT_EQ(wrong_, 0);
}

TEST_F(TransactionsTest, CustomersCountWhatTheyPaidAndWhatWasDelivered) {
  Play(2000, 0);
  uint64_t payments = 0;
  uint64_t deliveries = 0;
  ForEach(Table::kCustomer, 0, UINT64_MAX, [&](uint64_t, int64_t value) {
    payments += Unpack<Customer>(value).payments;
    deliveries += Unpack<Customer>(value).deliveries;
  });
  uint64_t paid = 0;
  ForEach(Table::kHistory, 0, UINT64_MAX, [&](uint64_t, int64_t) { ++paid; });
  uint64_t delivered = 0;
  ForEach(Table::kOrders, 0, UINT64_MAX, [&](uint64_t, int64_t value) {
    if (Unpack<Order>(value).carrier != 0) ++delivered;
  });
  // What customers have counted at first are their payments alone.
  const btree::InitialRows orders = ContentsOf(Table::kOrders);
  for (uint64_t position = 0; position < RowsOf(Table::kOrders, 1); ++position) {
    if (Unpack<Order>(orders.value_at(position)).carrier != 0) --delivered;
  }
  EXPECT_GT(deliveries, 100U);
  EXPECT_EQ(deliveries, delivered);
  EXPECT_EQ(payments, paid);
}

TEST_F(TransactionsTest, AColumnThatIsFullIsToldAndNotCutOff) {
  server_.executor.Spawn("spid51", PayToAFullWarehouse());
  server_.executor.Run();
}

}  // namespace
}  // namespace snapscope::tpcc::transactions_test
