// What each kind of work costs a processor in this engine, in real mode: the figures behind
// app/contract/cpu-costs.json, each beside the one that is charged.
//
// A kind is measured by doing it many times on a database in memory, or on its files, and taking
// the processor time of all threads. What lies within it and is charged apart (I/O, checksums,
// pages visited) is measured before, and taken off.
#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <utility>

#include "base/rng.h"
#include "bench/benchmark.h"
#include "bench/database_server.h"
#include "btree/scan.h"
#include "machine/real_machine.h"
#include "ops/consistency_check.h"
#include "ops/entry_sort.h"
#include "ops/tempdb.h"
#include "recovery/recovery.h"
#include "snapshot/pre_image.h"
#include "txn/deadlock_monitor.h"
#include "wal/aligned_buffer.h"

namespace snapscope::bench {
namespace {

using runtime::CpuWork;
using runtime::LatchMode;

constexpr DatabaseSize kSize{.data_bytes = 64 << 20, .log_bytes = 512 << 20};
constexpr uint32_t kReaders = 16;
constexpr uint32_t kCommitters = 32;

/// Pages as they are in the files, without a log: what redo and undo work on as a restart does.
class FilePages final : public buffer::PageStore {
 public:
  explicit FilePages(storage::File& file) : file_(file) {}

  Task<Status> ReadPage(PageId page, page::PageSpan into) override {
    CO_TRY(co_await file_.Read(uint64_t{page.number()} * page::kPageSize, into));
    co_return page::VerifyPage(into, page, page::PageForm::kFull);
  }
  Task<Status> WritePages(PageId, std::vector<ConstByteSpan>) override {
    CHECK(false, "the pool holds every page");
    co_return Status();
  }
  wal::Log* log() override { return nullptr; }
  bool NeedsPush(PageId) override { return false; }
  Task<Status> Push(Worker&, PageId, page::ConstPageSpan) override { co_return Status(); }

 private:
  storage::File& file_;
};

class Measuring {
 public:
  Measuring(DatabaseServer& server, uint64_t seed, uint64_t scale)
      : server_(server), rng_(seed, "cpu costs"), scale_(scale) {}

  Task<Status> Run(Worker& worker) {
    co_await worker.Start();
    MeasureBytes();
    CO_TRY(co_await MeasureReads());
    CO_TRY(co_await MeasureRows(worker));
    CO_TRY(co_await MeasureScans(worker));
    CO_TRY(co_await MeasureSort(worker));
    CO_TRY(co_await MeasureCommits());
    MeasureDeadlockSearch();
    CO_TRY(co_await MeasureRecovery(worker));
    CO_TRY(co_await MeasureGhosts(worker));
    CO_TRY(co_await MeasureBuild(worker));
    co_await worker.End();
    co_return Status();
  }

  double of(CpuWork work) const { return measured_.at(work); }

 private:
  /// Processor time since it was made, without I/O and checksums.
  class Meter {
   public:
    explicit Meter(const Measuring& all) : all_(all), io_(all.Io()) {}

    double Ns() const {
      const double used = time_.Seconds() * 1e9;
      const storage::FileStatistics now = all_.Io();
      const auto ios = static_cast<double>(now.reads + now.writes - io_.reads - io_.writes);
      const uint64_t bytes =
          now.bytes_read + now.bytes_written - io_.bytes_read - io_.bytes_written;
      return used - ios * all_.of(CpuWork::kIoRequest) -
             static_cast<double>(bytes) / 1024 * all_.of(CpuWork::kChecksumKiB);
    }

   private:
    const Measuring& all_;
    const storage::FileStatistics io_;
    const ProcessorTime time_;
  };

  void Set(CpuWork work, double ns) { measured_[work] = std::max(0.0, ns); }
  double Visits(uint64_t descents) const {
    return static_cast<double>(descents * levels_) * of(CpuWork::kPageVisit);
  }
  uint64_t DrawKey() {
    const uint64_t leaf = rng_.Below(server_.leaves());
    const uint64_t row = rng_.Below(server_.rows_per_leaf());
    return server_.KeyOn(leaf, row);
  }
  btree::BTree& table() { return server_.transactions().tree(engine::kAccounts); }
  wal::Log& log() { return server_.database().log(); }
  storage::FileStatistics Io() const {
    storage::FileStatistics io;
    for (const storage::File* file : server_.database().source_files()) io += file->statistics();
    return io;
  }

  void MeasureBytes() {
    constexpr uint64_t kPages = 512;
    const uint64_t rounds = 20 * scale_;
    wal::AlignedBuffer buffer(kPages * page::kPageSize);
    const auto page = [&buffer](uint64_t number) {
      return page::PageSpan(buffer.data() + number * page::kPageSize, page::kPageSize);
    };
    for (uint64_t number = 0; number < kPages; ++number) {
      for (std::byte& byte : page(number)) byte = static_cast<std::byte>(rng_.Below(256));
    }
    const ProcessorTime sealing;
    for (uint64_t i = 0; i < rounds * kPages; ++i) {
      page::SealPage(page(i % kPages), page::PageForm::kFull);
    }
    const double sealed = sealing.Seconds() * 1e9 / static_cast<double>(rounds * kPages);
    Set(CpuWork::kChecksumKiB, sealed / 8);
    const ProcessorTime copying;
    for (uint64_t i = 0; i < rounds * kPages; ++i) {
      const auto image = snapshot::PreImage::Of(page(i % kPages), page::PageForm::kFull);
    }
    const double copied = copying.Seconds() * 1e9 / static_cast<double>(rounds * kPages);
    Set(CpuWork::kPageCopy, copied - sealed);
  }

  struct Sessions {
    explicit Sessions(runtime::Executor& executor) : ended(executor) {}
    uint32_t running = 0;
    Status status;
    runtime::Event ended;
  };

  static Task<void> ReadPages(Measuring& all, Sessions& sessions, uint64_t count) {
    wal::AlignedBuffer buffer(page::kPageSize);
    storage::File& file = *all.server_.database().data_files().front();
    const uint64_t pages = file.size() / page::kPageSize;
    for (uint64_t i = 0; i < count && sessions.status.ok(); ++i) {
      const Status read =
          co_await file.Read(all.rng_.Below(pages) * page::kPageSize, buffer.span());
      if (!read.ok()) sessions.status = read;
    }
    if (--sessions.running == 0) sessions.ended.NotifyAll();
  }

  Task<Status> MeasureReads() {
    const uint64_t reads = 500 * scale_;
    Sessions sessions(server_.executor());
    const ProcessorTime time;
    for (; sessions.running < kReaders; ++sessions.running) {
      server_.executor().Spawn("read", ReadPages(*this, sessions, reads));
    }
    while (sessions.running > 0) co_await sessions.ended.Wait();
    Set(CpuWork::kIoRequest, time.Seconds() * 1e9 / static_cast<double>(reads * kReaders));
    co_return sessions.status;
  }

  Task<Status> MeasureRows(Worker& worker) {
    txn::TransactionManager& transactions = server_.transactions();
    const uint64_t rows = 10'000 * scale_;
    const auto count = static_cast<double>(rows);
    {
      auto root = co_await server_.database().pool().Fetch(worker, engine::kSourceDb,
                                                           table().info().root, LatchMode::kShared);
      CO_TRY(root);
      levels_ = root->view().level() + 1U;
    }
    const Meter finding(*this);
    for (uint64_t i = 0; i < rows; ++i) {
      const auto found = co_await table().Find(worker, DrawKey(), LatchMode::kShared);
      CO_TRY(found);
    }
    Set(CpuWork::kPageVisit, finding.Ns() / count / levels_);

    const Meter beginning(*this);
    for (uint64_t i = 0; i < rows; ++i) {
      auto begun = co_await transactions.Begin(worker);
      CO_TRY(begun);
    }
    Set(CpuWork::kTransactionBegin, beginning.Ns() / count);

    auto begun = co_await transactions.Begin(worker);
    CO_TRY(begun);
    txn::Transaction txn = std::move(begun).value();
    const Meter reading(*this);
    for (uint64_t i = 0; i < rows; ++i) {
      const auto row = co_await transactions.Read(worker, txn, engine::kAccounts, DrawKey());
      CO_TRY(row);
    }
    Set(CpuWork::kRowRead, (reading.Ns() - Visits(rows)) / count);

    CO_TRY(co_await MeasurePageChanges(worker));
    const Meter changing(*this);
    for (uint64_t i = 0; i < rows; ++i) {
      const auto value = static_cast<int64_t>(rng_.Next() >> 1);
      CO_TRY(co_await transactions.Update(worker, txn, engine::kAccounts, DrawKey(), value));
    }
    Set(CpuWork::kRowChange, (changing.Ns() - Visits(rows)) / count - of(CpuWork::kPageChange));
    co_return co_await transactions.Commit(worker, txn);
  }

  /// Records of nobody's transaction, which change a row to what it is.
  Task<Status> MeasurePageChanges(Worker& worker) {
    const uint64_t changes = 10'000 * scale_;
    buffer::BufferPool& pool = server_.database().pool();
    auto found = co_await table().Find(worker, server_.KeyOn(0, 0), LatchMode::kExclusive);
    CO_TRY(found);
    btree::LeafPosition position = std::move(found).value();
    const Meter changing(*this);
    for (uint64_t i = 0; i < changes; ++i) {
      page::LogRecord record;
      record.type = page::RecordType::kUpdateRow;
      record.index = engine::kAccounts;
      record.page = position.leaf.id();
      record.slot = position.slot;
      position.leaf.view().CopyRows(position.slot, 1, record.before);
      record.after = record.before;
      const auto changed = co_await pool.Change(worker, position.leaf, std::move(record));
      CO_TRY(changed);
    }
    Set(CpuWork::kPageChange, changing.Ns() / static_cast<double>(changes));
    co_return Status();
  }

  Task<Status> MeasureScans(Worker& worker) {
    uint64_t rows = 0;
    const Meter scanning(*this);
    for (uint64_t round = 0; round < scale_; ++round) {
      btree::Scan scan(table());
      for (;;) {
        const auto stretch = co_await scan.Next(worker);
        CO_TRY(stretch);
        if (stretch->empty()) break;
        rows += stretch->size();
      }
    }
    const double visits = static_cast<double>(scale_ * server_.leaves());
    Set(CpuWork::kRowScanned,
        (scanning.Ns() - visits * of(CpuWork::kPageVisit)) / static_cast<double>(rows));

    ops::CheckScope scope;
    scope.pool = &server_.database().pool();
    scope.db = engine::kSourceDb;
    scope.size = server_.initial().size();
    scope.known = server_.initial().known();
    const Meter checking(*this);
    const ops::CheckFigures figures = co_await ops::CheckConsistency(worker, std::move(scope));
    if (figures.errors > 0) co_return Error{ErrorCode::kCorruptPage, figures.problem};
    const double pages = static_cast<double>(figures.pages) * of(CpuWork::kPageVisit);
    Set(CpuWork::kRowChecked, (checking.Ns() - pages) / static_cast<double>(figures.rows));
    co_return Status();
  }

  Task<Status> MeasureSort(Worker& worker) {
    constexpr size_t kPiece = 1'000;
    const uint64_t pieces = 100 * scale_;
    ops::EntrySort sort(
        {.memory_bytes = uint64_t{1} << 40},
        std::make_unique<ops::TempdbSortSpace>(server_.database().build_environment().tempdb));
    std::vector<std::vector<uint64_t>> keys(pieces);
    for (std::vector<uint64_t>& piece : keys) {
      for (size_t i = 0; i < kPiece; ++i) piece.push_back(rng_.Next());
    }
    const Meter sorting(*this);
    for (std::vector<uint64_t>& piece : keys) CO_TRY(co_await sort.Add(worker, std::move(piece)));
    for (;;) {
      const auto sorted = co_await sort.Next(worker, kPiece);
      CO_TRY(sorted);
      if (sorted->empty()) break;
    }
    const auto comparisons = static_cast<double>(pieces * kPiece * sort.comparisons());
    Set(CpuWork::kSortComparison, sorting.Ns() / comparisons);
    co_return co_await sort.Release(worker);
  }

  static Task<void> CommitRows(Measuring& all, Sessions& sessions, uint64_t count) {
    Worker worker(all.server_.cpu(), &all.server_.telemetry(), "committer");
    co_await worker.Start();
    for (uint64_t i = 0; i < count && sessions.status.ok(); ++i) {
      const auto value = static_cast<int64_t>(all.rng_.Next() >> 1);
      const Status updated =
          co_await UpdateRow(worker, all.server_.transactions(), all.DrawKey(), value);
      if (!updated.ok()) sessions.status = updated;
    }
    co_await worker.End();
    if (--sessions.running == 0) sessions.ended.NotifyAll();
  }

  Task<Status> MeasureCommits() {
    const uint64_t commits = 100 * scale_;
    Sessions sessions(server_.executor());
    const Meter committing(*this);
    for (; sessions.running < kCommitters; ++sessions.running) {
      server_.executor().Spawn("commit", CommitRows(*this, sessions, commits));
    }
    while (sessions.running > 0) co_await sessions.ended.Wait();
    const uint64_t all = commits * kCommitters;
    const double others =
        of(CpuWork::kTransactionBegin) + of(CpuWork::kRowChange) + of(CpuWork::kPageChange);
    Set(CpuWork::kTransactionEnd,
        (committing.Ns() - Visits(all)) / static_cast<double>(all) - others);
    co_return sessions.status;
  }

  /// Sessions that wait in a row, each for the one before it: there is no deadlock.
  void MeasureDeadlockSearch() {
    constexpr uint64_t kWaiting = 1'000;
    txn::WaitGraph graph;
    for (uint64_t txn = 2; txn < kWaiting + 2; ++txn) graph[txn] = {TxnId{txn - 1}};
    const uint64_t searches = 20 * scale_;
    const ProcessorTime time;
    for (uint64_t i = 0; i < searches; ++i) {
      const auto victims = txn::ChooseVictims(graph, [](TxnId) { return uint64_t{0}; });
      CHECK(victims.empty(), "a deadlock of a row");
    }
    Set(CpuWork::kDeadlockSearch, time.Seconds() * 1e9 / static_cast<double>(searches * kWaiting));
  }

  /// The log so far, and a transaction that is not committed, on pages as the files have them.
  Task<Status> MeasureRecovery(Worker& worker) {
    txn::TransactionManager& transactions = server_.transactions();
    auto begun = co_await transactions.Begin(worker);
    CO_TRY(begun);
    txn::Transaction txn = std::move(begun).value();
    for (uint64_t i = 0; i < 2'000 * scale_; ++i) {
      const auto value = static_cast<int64_t>(rng_.Next() >> 1);
      CO_TRY(co_await transactions.Update(worker, txn, engine::kAccounts, DrawKey(), value));
    }
    CO_TRY(co_await log().Flush(worker, log().end_lsn()));
    recovery::RecoveryScope scope;
    scope.db = engine::kSourceDb;
    scope.log = &log();
    scope.indexes = server_.initial().known().trees;
    scope.checkpoint_begin = log().checkpoint_mark().begin;
    scope.oldest_active = log().checkpoint_mark().oldest_active;
    scope.end = log().durable_lsn();
    {
      const Meter reading(*this);
      wal::LogReader reader(log(), scope.checkpoint_begin, scope.end);
      uint64_t records = 0;
      for (;; ++records) {
        const auto next = co_await reader.Next(worker);
        CO_TRY(next);
        if (!next->has_value()) break;
      }
      Set(CpuWork::kRecordRead, reading.Ns() / static_cast<double>(records));
    }
    FilePages files(*server_.database().data_files().front());
    buffer::BufferPoolOptions options;
    options.frames = static_cast<uint32_t>(kSize.data_bytes / page::kPageSize);
    buffer::BufferPool pool(server_.cpu(), server_.telemetry(), options);
    pool.Attach(scope.db, files);
    scope.pool = &pool;
    const Meter analysing(*this);
    const auto analysis = co_await recovery::Analyse(worker, scope, nullptr);
    CO_TRY(analysis);
    Set(CpuWork::kRecordAnalysed, analysing.Ns() / static_cast<double>(analysis->records));
    const Meter redoing(*this);
    const auto redone = co_await recovery::Redo(worker, scope, nullptr);
    CO_TRY(redone);
    Set(CpuWork::kRecordRedone, redoing.Ns() / static_cast<double>(redone->records));
    const Meter undoing(*this);
    const auto undone = co_await recovery::Undo(worker, scope, *analysis, nullptr);
    CO_TRY(undone);
    const auto records = static_cast<double>(undone->records);
    Set(CpuWork::kRecordUndone,
        (undoing.Ns() - Visits(undone->records)) / records - of(CpuWork::kPageChange));
    co_return co_await transactions.Commit(worker, txn);
  }

  Task<Status> MeasureGhosts(Worker& worker) {
    txn::TransactionManager& transactions = server_.transactions();
    const uint64_t leaves = std::min<uint64_t>(server_.leaves(), 200 * scale_);
    const uint64_t deleted = server_.rows_per_leaf() / 2;
    auto begun = co_await transactions.Begin(worker);
    CO_TRY(begun);
    txn::Transaction txn = std::move(begun).value();
    for (uint64_t leaf = 0; leaf < leaves; ++leaf) {
      for (uint64_t row = 0; row < deleted; ++row) {
        const uint64_t key = server_.KeyOn(leaf, row);
        CO_TRY(co_await transactions.Delete(worker, txn, engine::kAccounts, key));
      }
    }
    CO_TRY(co_await transactions.Commit(worker, txn));
    const Meter cleaning(*this);
    uint64_t purged = 0;
    for (uint64_t leaf = 0; leaf < leaves; ++leaf) {
      const auto cleaned = co_await table().CleanLeaf(worker, server_.KeyOn(leaf, 0), transactions,
                                                      [](uint64_t) { return true; });
      CO_TRY(cleaned);
      purged += cleaned->rows_purged;
    }
    const double pages = static_cast<double>(leaves) * of(CpuWork::kPageChange);
    Set(CpuWork::kGhostPurged,
        (cleaning.Ns() - Visits(leaves) - pages) / static_cast<double>(purged));
    co_return Status();
  }

  Task<Status> MeasureBuild(Worker& worker) {
    engine::Database& database = server_.database();
    ops::IndexBuildOptions options;
    options.db = engine::kSourceDb;
    options.table = engine::kAccounts;
    options.minimally_logged = true;
    options.write_latency_target = kSecond;
    const Meter building(*this);
    const auto built = co_await database.index_builds().Rebuild(
        worker, database.build_environment(), options, engine::kAccounts, nullptr);
    CO_TRY(built);
    const double scanned = static_cast<double>(built->rows) * of(CpuWork::kRowScanned);
    Set(CpuWork::kRowBuilt, (building.Ns() - scanned) / static_cast<double>(built->rows));
    co_return Status();
  }

  DatabaseServer& server_;
  Rng rng_;
  const uint64_t scale_;
  uint64_t levels_ = 1;
  std::map<CpuWork, double> measured_;
};

Result<Measurement> Measure(const Settings& settings) {
  Result<engine::Scenario> scenario = RealScenario(kSize, settings.seed, settings.scratch);
  TRY(scenario);
  scenario->filled_percent = 40;  // the index that is rebuilt needs room beside itself
  machine::RealMachine machine;
  DatabaseServer server(machine, std::move(scenario).value());
  TRY(server.Open());
  Worker worker(server.cpu(), &server.telemetry(), "spid51");
  Measuring measuring(server, settings.seed, settings.quick ? 1 : 5);
  TRY(server.Run(measuring.Run(worker)));

  Measurement measured;
  measured.configuration = {{"mode", "real"}, {"databaseBytes", kSize.data_bytes}};
  for (size_t kind = 0; kind < runtime::kCpuWorkCount; ++kind) {
    const double ns = measuring.of(static_cast<CpuWork>(kind));
    const runtime::CpuCost& charged = runtime::kCpuCosts[kind];
    measured.results[charged.id] = {{"measuredNs", ns}, {"chargedNs", charged.ns}};
    char text[96];
    std::snprintf(text, sizeof text, "\n  %-18s %8.1f ns, charged %lld", charged.id, ns,
                  static_cast<long long>(charged.ns));
    measured.headline += text;
  }
  return measured;
}

}  // namespace

std::vector<Benchmark> CpuCostBenchmarks() {
  return {{.name = "cpu-costs", .needs_folder = true, .run = Measure}};
}

}  // namespace snapscope::bench
