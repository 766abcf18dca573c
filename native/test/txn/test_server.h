// A small server over simulated storage, and the machine under it that survives its crashes.
//
// Pages are atomic here: a data page that a power cut tore gets its former content back at restart,
// as if the write had been lost. Log writes do tear.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "btree/btree.h"
#include "btree/initial_pages.h"
#include "btree/nonclustered.h"
#include "buffer/buffer_pool.h"
#include "checkpoint/checkpointer.h"
#include "oracle/oracle.h"
#include "page/layout.h"
#include "page/page_buffer.h"
#include "recovery/recovery.h"
#include "server/committed_rows.h"
#include "sim/sim_volume.h"
#include "sim/virtual_clock.h"
#include "telemetry/telemetry.h"
#include "test/support/outcomes.h"
#include "txn/transaction.h"
#include "wal/log.h"

namespace snapscope::test {

using runtime::Task;
using runtime::Worker;

inline constexpr DbId kDb{5};
inline constexpr IndexId kAccounts{1};
inline constexpr IndexId kWitness{2};
/// An index of the accounts, if the machine's options ask for it.
inline constexpr IndexId kNonclustered{3};
inline constexpr uint16_t kRowWidth = 256;
inline constexpr const char* kDataFile = "sales.mdf";
inline constexpr const char* kLogFile = "sales_log.ldf";

struct MachineOptions {
  uint64_t seed = 1;
  uint64_t rows = 1000;
  uint64_t stride = 100;
  uint32_t data_pages = 2048;
  uint64_t log_bytes = 8 << 20;
  uint32_t frames = 512;
  bool nonclustered = false;  ///< the accounts have an index of their own
  storage::FaultPlan faults{};
};

/// Initial rows of the test database, for the oracle.
class InitialRows final : public oracle::InitialState {
 public:
  InitialRows(uint64_t rows, uint64_t stride) : rows_(rows), stride_(stride) {}
  uint64_t Count(IndexId index) const override { return index == kAccounts ? rows_ : 0; }
  uint64_t KeyAt(IndexId, uint64_t position) const override { return (position + 1) * stride_; }
  std::optional<oracle::RowState> Initial(IndexId index, uint64_t key) const override {
    if (index != kAccounts || key == 0 || key % stride_ != 0 || key / stride_ > rows_) return {};
    return oracle::RowState{btree::InitialValue(key), 1, true};
  }

 private:
  const uint64_t rows_;
  const uint64_t stride_;
};

/// Disk, clock and oracle: what a crash of the server leaves alone.
class Machine final : public txn::CommitListener {
 public:
  explicit Machine(MachineOptions options_in)
      : options(std::move(options_in)),
        disk(options.seed, options.faults),
        pages({.file_pages = options.data_pages,
               .indexes = static_cast<uint16_t>(options.nonclustered ? 3 : 2)}),
        accounts(btree::PlanIndex(kAccounts, kRowWidth, options.rows, options.stride, 90,
                                  pages.layout(), 0)),
        initial(options.rows, options.stride),
        oracle(initial) {
    pages.Add(accounts);
    witness = btree::PlanIndex(kWitness, kRowWidth, 0, 1, 90, pages.layout(), pages.next_page());
    pages.Add(witness);
    if (options.nonclustered) AddNonclustered();
    oracle.RetainFrom(Lsn{1});
    disk.SetBase(kDataFile, [this](uint64_t number, ByteSpan into) { BuildPage(number, into); });
  }

  std::vector<btree::IndexInfo> Indexes() const {
    std::vector<btree::IndexInfo> indexes{accounts.info, witness.info};
    for (const btree::NonclusteredIndex& index : nonclustered) indexes.push_back(index.info);
    return indexes;
  }

  void OnCommit(TxnId txn, Lsn lsn, std::span<const txn::CommittedChange> changes) override {
    oracle.Commit(txn, lsn, server::CommittedRows(changes));
    EXPECT_EQ(oracle.lost_update(), std::nullopt);
  }
  void OnRead(TxnId txn, const txn::RowRead& read) override {
    if (on_read) on_read(txn, read);
  }
  void OnAcknowledged(TxnId txn, Lsn lsn) override {
    oracle.Acknowledge(txn, lsn);
    if (on_acknowledged) on_acknowledged(lsn);
  }

  const MachineOptions options;
  sim::VirtualClock clock;
  sim::Disk disk;
  btree::InitialPages pages;
  const btree::InitialIndex accounts;
  btree::InitialIndex witness;
  std::vector<btree::NonclusteredIndex> nonclustered;
  const InitialRows initial;
  oracle::Oracle oracle;
  std::function<void(Lsn)> on_acknowledged;
  std::function<void(TxnId, const txn::RowRead&)> on_read;
  std::map<uint64_t, std::unique_ptr<page::PageBuffer>>
      in_flight;  // former content of pages being written

 private:
  void AddNonclustered() {
    const btree::InitialIndex entries =
        btree::PlanNonclustered(kNonclustered, accounts, 0, 90, pages.next_page());
    pages.Add(entries);
    nonclustered.push_back({entries.info, kAccounts, 0, options.stride});
  }
  void BuildPage(uint64_t number, ByteSpan into) const {
    pages.Build(PageId::Of(1, static_cast<uint32_t>(number)),
                page::PageSpan(into.data(), page::kPageSize));
  }
};

/// The data file behind the buffer pool.
class TestStore final : public buffer::PageStore {
 public:
  TestStore(Machine& machine, storage::File& file) : machine_(machine), file_(file) {}

  Task<Status> ReadPage(PageId page, page::PageSpan into) override {
    CO_TRY(co_await file_.Read(uint64_t{page.number()} * page::kPageSize, into));
    co_return page::VerifyPage(into, page);
  }
  Task<Status> WritePages(PageId first, std::vector<ConstByteSpan> pages) override {
    const uint64_t number = first.number();
    for (size_t i = 0; i < pages.size(); ++i) {
      auto former = std::make_unique<page::PageBuffer>();
      CO_TRY(file_.ReadNow((number + i) * page::kPageSize, former->bytes));
      machine_.in_flight[number + i] = std::move(former);
    }
    const size_t count = pages.size();
    CO_TRY(co_await file_.WriteDurable(number * page::kPageSize, std::move(pages)));
    for (size_t i = 0; i < count; ++i) machine_.in_flight.erase(number + i);
    co_return Status();
  }
  wal::Log* log() override { return log_; }

  void set_log(wal::Log* log) { log_ = log; }

  /// Gives torn pages their former content back; before anything is read.
  Task<Status> Repair() {
    while (!machine_.in_flight.empty()) {
      const auto& [number, former] = *machine_.in_flight.begin();
      auto found = std::make_unique<page::PageBuffer>();
      const uint64_t offset = number * page::kPageSize;
      CO_TRY(file_.ReadNow(offset, found->bytes));
      const PageId page = PageId::Of(1, static_cast<uint32_t>(number));
      if (!page::VerifyPage(found->bytes, page).ok()) {
        std::vector<ConstByteSpan> buffers{former->bytes};
        CO_TRY(co_await file_.WriteDurable(offset, std::move(buffers)));
      }
      machine_.in_flight.erase(machine_.in_flight.begin());
    }
    co_return Status();
  }

 private:
  Machine& machine_;
  storage::File& file_;
  wal::Log* log_ = nullptr;
};

struct RecoveryOutcome {
  recovery::AnalysisResult analysis;
  recovery::RedoResult redo;
  recovery::UndoResult undo;
};

/// One life of the server.
class TestServer {
 public:
  explicit TestServer(Machine& machine_in)
      : machine(machine_in),
        executor(machine.clock),
        // So slow that transactions last: some are under way whenever the power goes.
        cpu(executor, runtime::CpuOptions{.schedulers = 4, .core_speed_percent = 20}),
        telemetry(executor, {}, [](std::vector<std::byte>) {}),
        volume("D", executor, machine.disk, DeviceIn(), machine.options.seed),
        pool(cpu, telemetry, {.frames = machine.options.frames, .gather_pages = 32}) {
    machine.disk.OnPowerCut([this] { executor.Stop(); });
  }
  ~TestServer() {
    machine.disk.OnPowerCut(nullptr);
    executor.DestroyTasks();
  }
  TestServer(const TestServer&) = delete;
  TestServer& operator=(const TestServer&) = delete;

  /// Creates the database and takes the first checkpoint.
  Task<Status> Create(Worker& worker) {
    storage::FileOptions options{.size = uint64_t{machine.options.data_pages} * page::kPageSize,
                                 .sparse = false,
                                 .zeroed = false};
    auto data = co_await volume.Create(kDataFile, options);
    if (!data.ok()) co_return data.error();
    options.size = machine.options.log_bytes;
    options.zeroed = true;
    auto log_file = co_await volume.Create(kLogFile, options);
    if (!log_file.ok()) co_return log_file.error();
    TakeFiles(std::move(*data), std::move(*log_file));
    auto created = co_await wal::Log::Create(worker, *log_file_, cpu, telemetry, {});
    if (!created.ok()) co_return created.error();
    TakeLog(std::move(*created));
    auto first = co_await Checkpoint(worker);
    if (!first.ok()) co_return first.error();
    co_return Status();
  }

  /// Opens the files and the log after a crash; the oracle learns how far the log reaches.
  Task<Status> Open(Worker& worker) {
    auto data = co_await volume.Open(kDataFile, {});
    if (!data.ok()) co_return data.error();
    auto log_file = co_await volume.Open(kLogFile, {});
    if (!log_file.ok()) co_return log_file.error();
    TakeFiles(std::move(*data), std::move(*log_file));
    CO_TRY(co_await store->Repair());
    auto opened = co_await wal::Log::Open(worker, *log_file_, cpu, telemetry, {});
    if (!opened.ok()) co_return opened.error();
    TakeLog(std::move(*opened));
    const auto lost = machine.oracle.CheckAcknowledged(log->end_lsn());
    EXPECT_FALSE(lost) << *lost;
    machine.oracle.DiscardFrom(log->end_lsn());
    co_return Status();
  }

  /// Recovers the database that Open() has opened.
  Task<Result<RecoveryOutcome>> Recover(Worker& worker, recovery::RecoveryScope scope) {
    RecoveryOutcome outcome;
    auto analysis = co_await recovery::Analyse(worker, scope, progress);
    if (!analysis.ok()) co_return analysis.error();
    outcome.analysis = *analysis;
    if (scope.log_undo) transactions->SetNextId(outcome.analysis.next_txn);
    auto redo = co_await recovery::Redo(worker, scope, progress);
    if (!redo.ok()) co_return redo.error();
    outcome.redo = *redo;
    auto undo = co_await recovery::Undo(worker, scope, outcome.analysis, progress);
    if (!undo.ok()) co_return undo.error();
    outcome.undo = *undo;
    co_return outcome;
  }

  recovery::RecoveryScope RestartScope() {
    recovery::RecoveryScope scope;
    scope.pool = &pool;
    scope.db = kDb;
    scope.log = log.get();
    scope.indexes = machine.Indexes();
    scope.checkpoint_begin = log->checkpoint_mark().begin;
    scope.oldest_active = log->checkpoint_mark().oldest_active;
    scope.end = log->end_lsn();
    scope.log_undo = true;
    return scope;
  }

  Task<Result<checkpoint::CheckpointFigures>> Checkpoint(Worker& worker) {
    // Named, because g++ 12 copies aggregates in a co_await expression bit by bit.
    checkpoint::CheckpointRequest request{.source = "spid9s", .kind = "automatic", .hold = nullptr};
    co_return co_await checkpointer->Run(worker, std::move(request));
  }

  /// Every row of the index that is not a ghost, in key order, each byte checked.
  Task<Result<std::vector<page::Row>>> AllRows(Worker& worker, btree::BTree& tree) {
    std::vector<page::Row> rows;
    auto position = co_await tree.Find(worker, 0, runtime::LatchMode::kShared);
    if (!position.ok()) co_return position.error();
    buffer::PageGuard leaf = std::move(position->leaf);
    for (;;) {
      page::PageView view = leaf.view();
      for (uint16_t slot = 0; slot < view.row_count(); ++slot) {
        auto row = page::DecodeRow(tree.info().id, view.row_at(slot));
        if (!row.ok()) co_return row.error();
        if (!row->ghost) rows.push_back(*row);
      }
      const PageId next = view.right_sibling();
      if (next == PageId{}) co_return rows;
      auto guard = co_await pool.Fetch(worker, tree.db(), next, runtime::LatchMode::kShared);
      if (!guard.ok()) co_return guard.error();
      leaf = std::move(*guard);
    }
  }

  Machine& machine;
  runtime::Executor executor;
  runtime::CpuModel cpu;
  telemetry::Telemetry telemetry;
  sim::SimVolume volume;
  buffer::BufferPool pool;
  std::unique_ptr<TestStore> store;
  std::unique_ptr<wal::Log> log;
  std::unique_ptr<txn::TransactionManager> transactions;
  std::unique_ptr<checkpoint::Checkpointer> checkpointer;
  recovery::Progress progress = [this](uint32_t permille) {
    EXPECT_LE(permille, 1000u);
    last_permille = permille;
  };
  uint32_t last_permille = 0;

 private:
  static sim::DeviceOptions DeviceIn() {
    sim::DeviceOptions options;
    options.parallelism = 8;
    options.read_service = 300 * kMicrosecond;
    options.write_service = 300 * kMicrosecond;
    options.spread = sim::Spread::kExponential;
    return options;
  }

  void TakeFiles(std::unique_ptr<storage::File> data, std::unique_ptr<storage::File> log_file) {
    data_file_ = std::move(data);
    log_file_ = std::move(log_file);
    store = std::make_unique<TestStore>(machine, *data_file_);
    pool.Attach(kDb, *store);
    pool.Start();
  }

  void TakeLog(std::unique_ptr<wal::Log> opened) {
    log = std::move(opened);
    store->set_log(log.get());
    transactions = std::make_unique<txn::TransactionManager>(
        pool, kDb, *log, machine.Indexes(), telemetry, &machine, machine.nonclustered);
    checkpointer = std::make_unique<checkpoint::Checkpointer>(
        cpu, pool, kDb, *log, *transactions, telemetry, checkpoint::CheckpointOptions{});
  }

  std::unique_ptr<storage::File> data_file_;
  std::unique_ptr<storage::File> log_file_;
};

/// Compares every row with the oracle at `split`; the empty string if they agree.
inline std::string Difference(const Machine& machine, IndexId index, Lsn split,
                              const std::vector<page::Row>& rows) {
  oracle::Oracle::Cursor expected(machine.oracle, index, split);
  for (const page::Row& row : rows) {
    const std::string found = "row " + std::to_string(row.key) + " value " +
                              std::to_string(row.value) + " version " + std::to_string(row.version);
    if (!expected.Next()) return found + " should not be there";
    const oracle::RowState& state = expected.row();
    if (expected.key() != row.key || state.value != row.value || state.version != row.version) {
      return found + ", but the oracle has row " + std::to_string(expected.key()) + " value " +
             std::to_string(state.value) + " version " + std::to_string(state.version);
    }
  }
  if (expected.Next()) return "row " + std::to_string(expected.key()) + " is missing";
  return "";
}

/// A test's body: runs on a worker of its own.
using Scenario = Task<void> (*)(TestServer&, Worker&);

inline Task<void> RunScenario(TestServer& server, Worker& worker, Scenario scenario, bool& done) {
  co_await worker.Start();
  co_await scenario(server, worker);
  co_await worker.End();
  done = true;
}

/// Runs `scenario` to its end.
inline void Run(TestServer& server, Scenario scenario) {
  Worker worker(server.cpu, &server.telemetry, "test");
  bool done = false;
  server.executor.Spawn("test", RunScenario(server, worker, scenario, done));
  server.executor.Run();
  ASSERT_TRUE(done) << "the scenario did not end";
}

/// A server in its first life, with a database.
struct CreatedServer : TestServer {
  explicit CreatedServer(Machine& on) : TestServer(on) { Run(*this, CreateScenario); }

 private:
  static Task<void> CreateScenario(TestServer& server, Worker& worker) {
    ExpectOk(co_await server.Create(worker));
  }
};

inline Task<txn::Transaction> Begin(TestServer& server, Worker& worker) {
  auto begun = co_await server.transactions->Begin(worker);
  ExpectOk(begun);
  co_return std::move(begun).value();
}

/// The rows are those that the oracle expects now; nothing is pinned or locked.
inline Task<void> ExpectAsTheOracle(TestServer& server, Worker& worker) {
  for (const IndexId index : {kAccounts, kWitness}) {
    auto rows = co_await server.AllRows(worker, server.transactions->tree(index));
    ExpectOk(rows);
    if (!rows.ok()) continue;
    EXPECT_EQ(Difference(server.machine, index, oracle::Oracle::kNewest, *rows), "");
  }
}

}  // namespace snapscope::test
