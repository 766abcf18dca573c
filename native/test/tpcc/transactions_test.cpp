// The transactions of the TPC-C-style load on a database: what readers tell is what was committed,
// by the oracle.
#include "test/tpcc/transactions_fixture.h"

namespace snapscope::tpcc::transactions_test {
namespace {

class TransactionsTest : public TransactionsFixture {
 protected:
  runtime::Task<void> PayToAFullWarehouse() {
    co_await Session(0, 0);
    txn::TransactionManager& transactions = database_->transactions();
    auto begun = co_await transactions.Begin(worker_);
    const auto full = Pack(Warehouse{.ytd = 1, .payments = (uint64_t{1} << 22) - 1});
    const Status set =
        co_await transactions.Update(worker_, *begun, IndexOf(Table::kWarehouse), 1, *full);
    EXPECT_TRUE(set.ok());
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

TEST_F(TransactionsTest, AColumnThatIsFullIsToldAndNotCutOff) {
  executor_.Spawn("spid51", PayToAFullWarehouse());
  executor_.Run();
}

}  // namespace
}  // namespace snapscope::tpcc::transactions_test
