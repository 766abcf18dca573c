// The transactions of the TPC-C-style load on a database: what readers tell is what was committed,
// by the oracle.
#include "tpcc/transactions.h"

#include <algorithm>
#include <memory>
#include <set>

#include <gtest/gtest.h>

#include "base/mutation.h"
#include "database/database.h"
#include "experiment/committed_rows.h"
#include "experiment/users.h"
#include "machine/simulated_machine.h"
#include "oracle/oracle.h"
#include "test/support/run_support.h"
#include "tpcc/columns.h"

namespace snapscope::tpcc::transactions_test {
namespace {

using oracle::Oracle;
using test::Json;

Json OneWarehouse() {
  Json scenario = test::SmallScenario();
  scenario["workload"]["profile"] = "tpcc";
  scenario["database"]["sizeMiB"] = 128;
  return scenario;
}

/// One session on a server, whose commits the oracle hears of.
class TransactionsTest : public testing::Test, public txn::CommitListener {
 protected:
  TransactionsTest()
      : scenario_(scenario::ParseScenario(OneWarehouse().dump()).value()),
        initial_(database::InitialDatabase::Plan(scenario_).value()),
        oracle_(initial_),
        disk_(1),
        machine_(disk_),
        executor_(machine_.clock()),
        cpu_(executor_, experiment::CpuOf(scenario_)),
        telemetry_(executor_, {}, [](std::vector<std::byte>) {}),
        worker_(cpu_, &telemetry_, "spid51") {
    EXPECT_TRUE(machine_.Prepare(executor_, scenario_).ok());
  }
  ~TransactionsTest() override { executor_.DestroyTasks(); }
  void TearDown() override {
#ifdef SNAPSCOPE_MUTATIONS
    active_mutation = Mutation::kNone;
#endif
  }

  void OnCommit(TxnId txn, Lsn lsn, std::span<const txn::CommittedChange> changes) override {
    oracle_.Commit(txn, lsn, experiment::CommittedRows(changes));
  }
  void OnAcknowledged(TxnId, Lsn) override {}

  /// `count` transactions of the mix, then `readers` of each kind of reader.
  void Play(int count, int readers) {
    executor_.Spawn("spid51", Session(count, readers));
    executor_.Run();
  }

  runtime::Task<void> Session(int count, int readers) {
    co_await worker_.Start();
    database::DatabaseOptions options{.scenario = &scenario_,
                                      .initial = &initial_,
                                      .machine = &machine_,
                                      .cpu = &cpu_,
                                      .telemetry = &telemetry_,
                                      .commits = this};
    auto created = co_await database::Database::Create(worker_, options);
    EXPECT_TRUE(created.ok());
    if (!created.ok()) co_return;
    database_ = std::move(created).value();
    database_->Start([](Error error) { ADD_FAILURE() << error.message; });
    for (int i = 0; i < count; ++i) {
      const size_t type = DrawType(rng_);
      const Request request = DrawRequest(rng_, type, {}, {.warehouses = 1});
      co_await Carry(request, nullptr);
    }
    for (int i = 0; i < readers; ++i) {
      for (size_t type = 2; type <= 4; type += 2) {
        const Request request = DrawRequest(rng_, type, {}, {.warehouses = 1});
        Answer answer;
        co_await Carry(request, &answer);
        const Answer expected = type == 2 ? ExpectedOf(std::get<OrderStatusRequest>(request))
                                          : ExpectedOf(std::get<StockLevelRequest>(request));
        if (answer != expected) ++wrong_;
        ++compared_;
      }
    }
    executor_.Stop();
  }

  runtime::Task<void> Carry(Request request, Answer* answer) {
    Transactions transactions(database_->transactions(), 0);
    auto begun = co_await database_->transactions().Begin(worker_);
    const Status performed = co_await transactions.Perform(worker_, *begun, request, answer);
    EXPECT_TRUE(performed.ok());
    const auto* order = std::get_if<NewOrderRequest>(&request);
    if (order != nullptr && order->unused_item) {
      const Status undone = co_await database_->transactions().Rollback(worker_, *begun);
      EXPECT_TRUE(undone.ok());
    } else {
      const Status committed = co_await database_->transactions().Commit(worker_, *begun);
      EXPECT_TRUE(committed.ok());
    }
  }

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

  /// Rows as they are committed, without the indexes that the transactions go by.
  template <typename Visit>
  void ForEach(Table table, uint64_t first, uint64_t last, Visit visit) {
    oracle::Cursor cursor = oracle_.Cursor(IndexOf(table), Oracle::kNewest, first);
    while (cursor.Next() && cursor.key() <= last) visit(cursor.key(), cursor.row().value);
  }

  Answer ExpectedOf(const OrderStatusRequest& request) {
    const uint64_t district = request.customer.district;
    // Three customers have the name; the middle one is told of.
    const uint64_t customer = request.customer.customer != 0
                                  ? request.customer.customer
                                  : request.customer.name + 1 + kLastNames;
    Answer answer;
    ForEach(Table::kOrders, OrderKey(district, 0), OrderKey(district, kMaxOrders),
            [&](uint64_t key, int64_t value) {
              if (Unpack<Order>(value).customer != customer) return;
              answer.order = key;
              answer.lines = Unpack<Order>(value).lines;
            });
    return answer;
  }

  Answer ExpectedOf(const StockLevelRequest& request) {
    uint64_t next = 0;
    ForEach(Table::kDistrict, request.district, request.district,
            [&](uint64_t, int64_t value) { next = Unpack<District>(value).next_order; });
    std::set<uint64_t> items;
    ForEach(Table::kOrderLine, LineKey(OrderKey(request.district, next - 20), 1),
            LineKey(OrderKey(request.district, next), 0),
            [&](uint64_t, int64_t value) { items.insert(Unpack<OrderLine>(value).item); });
    Answer answer;
    for (const uint64_t item : items) {
      const auto stock = oracle_.At(IndexOf(Table::kStock), StockKey(1, item), Oracle::kNewest);
      if (Unpack<Stock>(stock->value).quantity < request.threshold) ++answer.low_stock;
    }
    return answer;
  }

  const scenario::Scenario scenario_;
  const database::InitialDatabase initial_;
  Oracle oracle_;
  sim::Disk disk_;
  machine::SimulatedMachine machine_;
  runtime::Executor executor_;
  runtime::CpuModel cpu_;
  telemetry::Telemetry telemetry_;
  runtime::Worker worker_;
  Rng rng_{7, "session"};
  std::unique_ptr<database::Database> database_;
  int compared_ = 0;
  int wrong_ = 0;
};

TEST_F(TransactionsTest, ReadersTellWhatWasCommitted) {
  Play(2000, 100);
  EXPECT_EQ(compared_, 200);
  EXPECT_EQ(wrong_, 0);
}

#ifdef SNAPSCOPE_MUTATIONS

TEST_F(TransactionsTest, AReaderOfTheFirstOrderIsNoticed) {
  active_mutation = Mutation::kFirstOrderForLast;
  Play(2000, 100);
  EXPECT_GT(wrong_, 0);
}

TEST_F(TransactionsTest, AReaderThatCountsItemsTwiceIsNoticed) {
  active_mutation = Mutation::kItemsCountedTwice;
  Play(2000, 100);
  EXPECT_GT(wrong_, 0);
}

#endif

TEST_F(TransactionsTest, AColumnThatIsFullIsToldAndNotCutOff) {
  executor_.Spawn("spid51", PayToAFullWarehouse());
  executor_.Run();
}

}  // namespace
}  // namespace snapscope::tpcc::transactions_test
