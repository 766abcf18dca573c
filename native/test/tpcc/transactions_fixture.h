// The transactions of the TPC-C-style load by one session, and what its readers should tell by the
// oracle.
#pragma once

#include <set>
#include <span>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "oracle/oracle.h"
#include "server/committed_rows.h"
#include "test/support/outcomes.h"
#include "test/support/run_support.h"
#include "test/support/simulated_server.h"
#include "tpcc/columns.h"
#include "tpcc/transactions.h"

namespace snapscope::tpcc {

inline test::Json OneWarehouse() {
  test::Json scenario = test::SmallScenario();
  scenario["workload"]["profile"] = "tpcc";
  scenario["database"]["sizeMiB"] = 128;
  return scenario;
}

/// One session on a server, whose commits the oracle hears of.
class TransactionsFixture : public testing::Test, public txn::CommitListener {
 protected:
  TransactionsFixture()
      : scenario_(scenario::ParseScenario(OneWarehouse().dump()).value()),
        initial_(database::InitialDatabase::Plan(scenario_).value()),
        oracle_(initial_),
        worker_(server_.cpu, &server_.telemetry, "spid51") {}
  ~TransactionsFixture() override { server_.executor.DestroyTasks(); }

  void OnCommit(TxnId txn, Lsn lsn, std::span<const txn::CommittedChange> changes) override {
    oracle_.Commit(txn, lsn, server::CommittedRows(changes));
  }
  void OnAcknowledged(TxnId, Lsn) override {}

  /// `count` transactions of the mix, then `readers` of each kind of reader.
  void Play(int count, int readers) {
    server_.executor.Spawn("spid51", Session(count, readers));
    server_.executor.Run();
  }

  runtime::Task<void> Session(int count, int readers) {
    co_await worker_.Start();
    const Status created = co_await server_.Create(worker_);
    EXPECT_TRUE(created.ok());
    if (!created.ok()) co_return;
    server_.database->Start([](Error error) { ADD_FAILURE() << error.message; });
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
    server_.executor.Stop();
  }

  runtime::Task<void> Carry(Request request, Answer* answer) {
    Transactions transactions(server_.database->transactions(), 0);
    auto begun = co_await server_.database->transactions().Begin(worker_);
    test::ExpectOk(co_await transactions.Perform(worker_, *begun, request, answer));
    const auto* order = std::get_if<NewOrderRequest>(&request);
    if (order != nullptr && order->unused_item) {
      test::ExpectOk(co_await server_.database->transactions().Rollback(worker_, *begun));
    } else {
      const Status committed = co_await server_.database->transactions().Commit(worker_, *begun);
      EXPECT_TRUE(committed.ok());
    }
  }

  /// Rows as they are committed, without the indexes that the transactions go by.
  template <typename Visit>
  void ForEach(Table table, uint64_t first, uint64_t last, Visit visit) {
    oracle::Oracle::Cursor cursor(oracle_, IndexOf(table), oracle::Oracle::kNewest, first);
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
      const auto stock =
          oracle_.At(IndexOf(Table::kStock), StockKey(1, item), oracle::Oracle::kNewest);
      if (Unpack<Stock>(stock->value).quantity < request.threshold) ++answer.low_stock;
    }
    return answer;
  }

  const scenario::Scenario scenario_;
  const database::InitialDatabase initial_;
  oracle::Oracle oracle_;
  sim::Disk disk_{1};
  test::SimulatedServer server_{disk_, scenario_, initial_, this};
  runtime::Worker worker_;
  Rng rng_{7, "session"};
  int compared_ = 0;
  int wrong_ = 0;
};

}  // namespace snapscope::tpcc
