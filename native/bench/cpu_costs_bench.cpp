// What each kind of work costs a processor in this engine, in real mode: the figures behind
// app/contract/cpu-costs.json, each beside the one that is charged.
//
// A kind is measured by doing it many times on a database in memory, or on its files, and taking
// the processor time of all threads. What lies within it and is charged apart (I/O, checksums,
// pages visited) is taken off, at its own figure. All kinds are measured in turn, in many rounds,
// and of each the cheapest round counts: what else runs on the machine takes caches and cores away,
// and only ever adds. Where threads hand work to each other a round is long: how often one finds
// another asleep is a matter of luck, which a short round may have.
#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <utility>

#include "base/aligned_buffer.h"
#include "base/rng.h"
#include "bench/benchmark.h"
#include "bench/database_server.h"
#include "bench/file_pages.h"
#include "bench/work_meter.h"
#include "btree/scan.h"
#include "machine/real_machine.h"
#include "ops/consistency_check.h"
#include "ops/entry_sort.h"
#include "ops/tempdb.h"
#include "recovery/recovery.h"
#include "runtime/task_group.h"
#include "snapshot/pre_image.h"
#include "txn/deadlock_monitor.h"

namespace snapscope::bench {
namespace {

using runtime::CpuWork;
using runtime::LatchMode;

constexpr DatabaseSize kSize{.data_bytes = 64 << 20, .log_bytes = 512 << 20};
constexpr uint32_t kReaders = 16;
constexpr uint32_t kCommitters = 32;
constexpr size_t kRounds = 20;
constexpr size_t kQuickRounds = 2;

class Measuring {
 public:
  Measuring(DatabaseServer& server, uint64_t seed, size_t rounds)
      : server_(server), rng_(seed, "cpu costs"), rounds_(rounds) {}

  Task<Status> Run(Worker& worker) {
    co_await worker.Start();
    CO_TRY(co_await Prepare(worker));
    for (const Kinds& kinds : kTurns) {
      for (size_t i = 0; i < rounds_ * kinds.size(); ++i) {
        const auto& [work, round] = kinds[i % kinds.size()];
        CO_TRY(co_await FindRows(worker));  // the caches are as the table leaves them
        CO_TRY_ASSIGN(WorkSample sample, co_await (this->*round)(worker));
        samples_[work].push_back(std::move(sample));
      }
    }
    co_await worker.End();
    co_return Status();
  }

  /// Nanoseconds of one, in each round, by kind.
  std::map<CpuWork, std::vector<double>> Settle() const {
    std::map<CpuWork, std::vector<double>> settled;
    for (const Kinds& kinds : kTurns) {
      for (const auto& [work, round] : kinds) {
        for (const WorkSample& sample : samples_.at(work)) {
          double ns = sample.ns;
          for (const auto& [part, count] : sample.within) {
            ns -= count * std::ranges::min(settled.at(part));
          }
          settled[work].push_back(std::max(0.0, ns / sample.count));
        }
      }
    }
    return settled;
  }

 private:
  using Round = Task<Result<WorkSample>> (Measuring::*)(Worker& worker);
  using Kinds = std::vector<std::pair<CpuWork, Round>>;
  /// Those that others are made of come first; those that change the table come after all others.
  static const std::vector<Kinds> kTurns;

  double Visits(uint64_t descents) const { return static_cast<double>(descents * levels_); }
  uint64_t DrawKey() {
    const uint64_t leaf = rng_.Below(server_.leaves());
    const uint64_t row = rng_.Below(server_.rows_per_leaf());
    return server_.KeyOn(leaf, row);
  }
  btree::BTree& table() { return server_.transactions().tree(database::kAccounts); }
  wal::Log& log() { return server_.database().log(); }

  /// The pages of a buffer, filled with noise.
  Task<Status> Prepare(Worker& worker) {
    for (uint64_t offset = 0; offset < noise_.size(); offset += sizeof(uint64_t)) {
      Store(noise_.span(), offset, rng_.Next());
    }
    CO_TRY_ASSIGN(auto root,
                  co_await server_.database().pool().Fetch(
                      worker, database::kSourceDb, table().info().root, LatchMode::kShared));
    levels_ = root.view().level() + 1U;
    co_return Status();
  }

  page::PageSpan NoisePage(uint64_t number) {
    return page::PageSpan(noise_.data() + number % kNoisePages * page::kPageSize, page::kPageSize);
  }

  Task<Result<WorkSample>> ChecksumKiB(Worker& /*worker*/) {
    constexpr uint64_t kPages = 20'000;
    const ProcessorTime time;
    for (uint64_t i = 0; i < kPages; ++i) page::SealPage(NoisePage(i), page::PageForm::kFull);
    co_return WorkSample{.ns = time.Seconds() * 1e9,
                         .count = double{kPages * page::kPageSize / 1024}};
  }

  Task<Result<WorkSample>> PageCopy(Worker& /*worker*/) {
    constexpr uint64_t kPages = 20'000;
    const ProcessorTime time;
    for (uint64_t i = 0; i < kPages; ++i) {
      const auto image = snapshot::PreImage::Of(NoisePage(i), page::PageForm::kFull,
                                                snapshot::PushCause::kWorkload);
    }
    WorkSample copied{.ns = time.Seconds() * 1e9, .count = double{kPages}};
    copied.within[CpuWork::kChecksumKiB] = double{kPages * page::kPageSize / 1024};
    co_return copied;
  }

  static Task<Status> ReadPages(Measuring& all, uint64_t count) {
    AlignedBuffer buffer(page::kPageSize);
    storage::File& file = *all.server_.database().data_files().front();
    const uint64_t pages = file.size() / page::kPageSize;
    for (uint64_t i = 0; i < count; ++i) {
      CO_TRY(co_await file.Read(all.rng_.Below(pages) * page::kPageSize, buffer.span()));
    }
    co_return Status();
  }

  Task<Result<WorkSample>> IoRequest(Worker& /*worker*/) {
    constexpr uint64_t kReads = 400;
    runtime::TaskGroup readers(server_.executor());
    const ProcessorTime time;
    for (uint32_t i = 0; i < kReaders; ++i) readers.Add(ReadPages(*this, kReads));
    CO_TRY(co_await readers.Ended());
    co_return WorkSample{.ns = time.Seconds() * 1e9, .count = double{kReads * kReaders}};
  }

  Task<Status> FindRows(Worker& worker) {
    for (uint64_t i = 0; i < kRows; ++i) {
      CO_TRY(co_await table().Find(worker, DrawKey(), LatchMode::kShared));
    }
    co_return Status();
  }

  Task<Result<WorkSample>> PageVisit(Worker& worker) {
    const WorkMeter finding(server_.database());
    CO_TRY(co_await FindRows(worker));
    co_return finding.Of(kRows * levels_);
  }

  Task<Result<WorkSample>> TransactionBegin(Worker& worker) {
    const WorkMeter beginning(server_.database());
    for (uint64_t i = 0; i < kRows; ++i) {
      CO_TRY(co_await server_.transactions().Begin(worker));
    }
    co_return beginning.Of(kRows);
  }

  Task<Result<WorkSample>> RowRead(Worker& worker) {
    txn::TransactionManager& transactions = server_.transactions();
    CO_TRY_ASSIGN(txn::Transaction txn, co_await transactions.Begin(worker));
    const WorkMeter reading(server_.database());
    for (uint64_t i = 0; i < kRows; ++i) {
      CO_TRY(co_await transactions.Read(worker, txn, database::kAccounts, DrawKey()));
    }
    WorkSample read = reading.Of(kRows);
    read.within[CpuWork::kPageVisit] = Visits(kRows);
    CO_TRY(co_await transactions.Commit(worker, txn));
    co_return read;
  }

  /// Records of nobody's transaction, which change a row to what it is.
  Task<Result<WorkSample>> PageChange(Worker& worker) {
    buffer::BufferPool& pool = server_.database().pool();
    CO_TRY_ASSIGN(btree::LeafPosition position,
                  co_await table().Find(worker, server_.KeyOn(0, 0), LatchMode::kExclusive));
    const WorkMeter changing(server_.database());
    for (uint64_t i = 0; i < kRows; ++i) {
      page::LogRecord record;
      record.type = page::RecordType::kUpdateRow;
      record.index = database::kAccounts;
      record.page = position.leaf.id();
      record.slot = position.slot;
      const ByteSpan row = position.leaf.view().row_at(position.slot);
      record.before.assign(row.begin(), row.begin() + page::kRowHeaderSize);
      record.after = record.before;
      CO_TRY(co_await pool.Change(worker, position.leaf, std::move(record)));
    }
    co_return changing.Of(kRows);
  }

  Task<Status> UpdateRows(Worker& worker, txn::Transaction& txn, uint64_t rows) {
    for (uint64_t i = 0; i < rows; ++i) {
      const auto value = static_cast<int64_t>(rng_.Next() >> 1);
      CO_TRY(co_await server_.transactions().Update(worker, txn, database::kAccounts, DrawKey(),
                                                    value));
    }
    co_return Status();
  }

  Task<Result<WorkSample>> RowChange(Worker& worker) {
    CO_TRY_ASSIGN(txn::Transaction txn, co_await server_.transactions().Begin(worker));
    const WorkMeter changing(server_.database());
    CO_TRY(co_await UpdateRows(worker, txn, kRows));
    WorkSample changed = changing.Of(kRows);
    changed.within[CpuWork::kPageVisit] = Visits(kRows);
    changed.within[CpuWork::kPageChange] = double{kRows};
    CO_TRY(co_await server_.transactions().Commit(worker, txn));
    co_return changed;
  }

  Task<Result<WorkSample>> RowScanned(Worker& worker) {
    uint64_t rows = 0;
    const WorkMeter scanning(server_.database());
    btree::Scan scan(table());
    for (;;) {
      CO_TRY_ASSIGN(const auto stretch, co_await scan.Next(worker));
      if (stretch.empty()) break;
      rows += stretch.size();
    }
    WorkSample scanned = scanning.Of(rows);
    scanned.within[CpuWork::kPageVisit] = static_cast<double>(server_.leaves());
    co_return scanned;
  }

  Task<Result<WorkSample>> RowChecked(Worker& worker) {
    ops::CheckScope scope;
    scope.pool = &server_.database().pool();
    scope.db = database::kSourceDb;
    scope.size = server_.initial().size();
    scope.known = server_.initial().known();
    const WorkMeter checking(server_.database());
    const ops::CheckFigures figures = co_await ops::CheckConsistency(worker, std::move(scope));
    if (figures.errors > 0) co_return Error{ErrorCode::kCorruptPage, figures.problem};
    WorkSample checked = checking.Of(figures.rows);
    checked.within[CpuWork::kPageVisit] = static_cast<double>(figures.pages);
    co_return checked;
  }

  Task<Result<WorkSample>> SortComparison(Worker& worker) {
    constexpr size_t kPiece = 1'000;
    constexpr uint64_t kPieces = 100;
    ops::EntrySort sort(
        {.memory_bytes = uint64_t{1} << 40},
        std::make_unique<ops::TempdbSortSpace>(server_.database().index_builds().tempdb()));
    std::vector<std::vector<uint64_t>> keys(kPieces);
    for (std::vector<uint64_t>& piece : keys) {
      for (size_t i = 0; i < kPiece; ++i) piece.push_back(rng_.Next());
    }
    const WorkMeter sorting(server_.database());
    for (std::vector<uint64_t>& piece : keys) CO_TRY(co_await sort.Add(worker, std::move(piece)));
    for (;;) {
      CO_TRY_ASSIGN(const auto sorted, co_await sort.Next(worker, kPiece));
      if (sorted.empty()) break;
    }
    const WorkSample all_sorted = sorting.Of(kPieces * kPiece * sort.comparisons());
    CO_TRY(co_await sort.Release(worker));
    co_return all_sorted;
  }

  static Task<Status> CommitRows(Measuring& all, uint64_t count) {
    Worker worker(all.server_.cpu(), &all.server_.telemetry(), "committer");
    co_await worker.Start();
    Status updated;
    for (uint64_t i = 0; i < count && updated.ok(); ++i) {
      const auto value = static_cast<int64_t>(all.rng_.Next() >> 1);
      updated = co_await UpdateRow(worker, all.server_.transactions(), all.DrawKey(), value);
    }
    co_await worker.End();
    co_return updated;
  }

  Task<Result<WorkSample>> TransactionEnd(Worker& /*worker*/) {
    constexpr uint64_t kCommits = 100;
    runtime::TaskGroup committers(server_.executor());
    const WorkMeter committing(server_.database());
    for (uint32_t i = 0; i < kCommitters; ++i) committers.Add(CommitRows(*this, kCommits));
    CO_TRY(co_await committers.Ended());
    constexpr uint64_t kAll = kCommits * kCommitters;
    WorkSample committed = committing.Of(kAll);
    committed.within[CpuWork::kPageVisit] = Visits(kAll);
    for (const CpuWork part :
         {CpuWork::kTransactionBegin, CpuWork::kRowChange, CpuWork::kPageChange}) {
      committed.within[part] = double{kAll};
    }
    co_return committed;
  }

  /// Sessions that wait in a row, each for the one before it: there is no deadlock.
  Task<Result<WorkSample>> DeadlockSearch(Worker& /*worker*/) {
    constexpr uint64_t kWaiting = 1'000;
    constexpr uint64_t kSearches = 20;
    txn::WaitGraph graph;
    for (uint64_t txn = 2; txn < kWaiting + 2; ++txn) graph[txn] = {TxnId{txn - 1}};
    const ProcessorTime time;
    for (uint64_t i = 0; i < kSearches; ++i) {
      const auto victims = txn::ChooseVictims(graph, [](TxnId) { return uint64_t{0}; });
      CHECK(victims.empty(), "a deadlock of a row");
    }
    co_return WorkSample{.ns = time.Seconds() * 1e9, .count = double{kSearches * kWaiting}};
  }

  recovery::RecoveryScope LogSoFar() {
    return server_.database().engine().RecoveryFrom(log().checkpoint_mark(), log());
  }

  Task<Result<WorkSample>> RecordRead(Worker& worker) {
    CO_TRY(co_await log().Flush(worker, log().end_lsn()));
    const recovery::RecoveryScope scope = LogSoFar();
    const WorkMeter reading(server_.database());
    wal::LogReader reader(log(), scope.checkpoint_begin, scope.end);
    uint64_t records = 0;
    for (;; ++records) {
      CO_TRY_ASSIGN(const auto next, co_await reader.Next(worker));
      if (!next.has_value()) break;
    }
    co_return reading.Of(records);
  }

  Task<Result<WorkSample>> RecordAnalysed(Worker& worker) {
    return Recover(worker, CpuWork::kRecordAnalysed);
  }
  Task<Result<WorkSample>> RecordRedone(Worker& worker) {
    return Recover(worker, CpuWork::kRecordRedone);
  }
  Task<Result<WorkSample>> RecordUndone(Worker& worker) {
    return Recover(worker, CpuWork::kRecordUndone);
  }

  /// The log so far, and a transaction that is not committed, on pages as the files have them.
  Task<Result<WorkSample>> Recover(Worker& worker, CpuWork work) {
    txn::TransactionManager& transactions = server_.transactions();
    CO_TRY_ASSIGN(txn::Transaction txn, co_await transactions.Begin(worker));
    CO_TRY(co_await UpdateRows(worker, txn, 2'000));
    CO_TRY(co_await log().Flush(worker, log().end_lsn()));
    recovery::RecoveryScope scope = LogSoFar();
    FilePages files(*server_.database().data_files().front());
    buffer::BufferPoolOptions options;
    options.frames = static_cast<uint32_t>(kSize.data_bytes / page::kPageSize);
    buffer::BufferPool pool(server_.cpu(), server_.telemetry(), options);
    pool.Attach(scope.db, files);
    scope.pool = &pool;
    WorkSample sample;
    const WorkMeter analysing(server_.database());
    CO_TRY_ASSIGN(const auto analysis, co_await recovery::Analyse(worker, scope, nullptr));
    if (work == CpuWork::kRecordAnalysed) {
      sample = analysing.Of(analysis.records);
    } else {
      const WorkMeter redoing(server_.database());
      CO_TRY_ASSIGN(const auto redone, co_await recovery::Redo(worker, scope, nullptr));
      sample = redoing.Of(redone.records);
    }
    if (work == CpuWork::kRecordUndone) {
      const WorkMeter undoing(server_.database());
      CO_TRY_ASSIGN(const auto undone, co_await recovery::Undo(worker, scope, analysis, nullptr));
      sample = undoing.Of(undone.records);
      sample.within[CpuWork::kPageVisit] = Visits(undone.records);
      sample.within[CpuWork::kPageChange] = static_cast<double>(undone.records);
    }
    CO_TRY(co_await transactions.Commit(worker, txn));
    co_return sample;
  }

  /// Deletes half of the rows of leaves that no round before has touched.
  Task<Result<WorkSample>> GhostPurged(Worker& worker) {
    txn::TransactionManager& transactions = server_.transactions();
    const uint64_t end = next_leaf_ + server_.leaves() / (2 * kRounds);
    const uint64_t deleted = server_.rows_per_leaf() / 2;
    CO_TRY_ASSIGN(txn::Transaction txn, co_await transactions.Begin(worker));
    for (uint64_t leaf = next_leaf_; leaf < end; ++leaf) {
      for (uint64_t row = 0; row < deleted; ++row) {
        const uint64_t key = server_.KeyOn(leaf, row);
        CO_TRY(co_await transactions.Delete(worker, txn, database::kAccounts, key));
      }
    }
    CO_TRY(co_await transactions.Commit(worker, txn));
    const WorkMeter cleaning(server_.database());
    const uint64_t leaves = end - next_leaf_;
    uint64_t purged = 0;
    for (; next_leaf_ < end; ++next_leaf_) {
      const auto cleaned = co_await table().CleanLeaf(worker, server_.KeyOn(next_leaf_, 0),
                                                      transactions, [](uint64_t) { return true; });
      CO_TRY(cleaned);
      purged += cleaned->rows_purged;
    }
    WorkSample sample = cleaning.Of(purged);
    sample.within[CpuWork::kPageVisit] = Visits(leaves);
    sample.within[CpuWork::kPageChange] = static_cast<double>(leaves);
    co_return sample;
  }

  Task<Result<WorkSample>> RowBuilt(Worker& worker) {
    database::Database& database = server_.database();
    ops::IndexBuildOptions options;
    options.table = database::kAccounts;
    options.minimally_logged = true;
    options.write_latency_target = kSecond;
    const WorkMeter building(server_.database());
    CO_TRY_ASSIGN(const auto built, co_await database.index_builds().Rebuild(
                                        worker, options, database::kAccounts, nullptr));
    WorkSample sample = building.Of(built.rows);
    sample.within[CpuWork::kRowScanned] = static_cast<double>(built.rows);
    co_return sample;
  }

  static constexpr uint64_t kRows = 10'000;
  static constexpr uint64_t kNoisePages = 512;

  DatabaseServer& server_;
  Rng rng_;
  const size_t rounds_;
  AlignedBuffer noise_{kNoisePages * page::kPageSize};
  uint64_t levels_ = 1;
  uint64_t next_leaf_ = 0;  ///< from here on all rows are there
  std::map<CpuWork, std::vector<WorkSample>> samples_;
};

const std::vector<Measuring::Kinds> Measuring::kTurns = {
    {{CpuWork::kChecksumKiB, &Measuring::ChecksumKiB},
     {CpuWork::kPageCopy, &Measuring::PageCopy},
     {CpuWork::kIoRequest, &Measuring::IoRequest},
     {CpuWork::kPageVisit, &Measuring::PageVisit},
     {CpuWork::kTransactionBegin, &Measuring::TransactionBegin},
     {CpuWork::kRowRead, &Measuring::RowRead},
     {CpuWork::kPageChange, &Measuring::PageChange},
     {CpuWork::kRowChange, &Measuring::RowChange},
     {CpuWork::kRowScanned, &Measuring::RowScanned},
     {CpuWork::kRowChecked, &Measuring::RowChecked},
     {CpuWork::kSortComparison, &Measuring::SortComparison},
     {CpuWork::kTransactionEnd, &Measuring::TransactionEnd},
     {CpuWork::kDeadlockSearch, &Measuring::DeadlockSearch},
     {CpuWork::kRecordRead, &Measuring::RecordRead},
     {CpuWork::kRecordAnalysed, &Measuring::RecordAnalysed},
     {CpuWork::kRecordRedone, &Measuring::RecordRedone},
     {CpuWork::kRecordUndone, &Measuring::RecordUndone}},
    {{CpuWork::kGhostPurged, &Measuring::GhostPurged}, {CpuWork::kRowBuilt, &Measuring::RowBuilt}}};

Result<Measurement> Measure(const Settings& settings) {
  TRY_ASSIGN(scenario::Scenario scenario, RealScenario(kSize, settings.seed, settings.scratch));
  scenario.filled_percent = 40;  // the index that is rebuilt needs room beside itself
  machine::RealMachine machine;
  DatabaseServer server(machine, std::move(scenario));
  TRY(server.Open());
  Worker worker(server.cpu(), &server.telemetry(), "spid51");
  Measuring measuring(server, settings.seed, settings.quick ? kQuickRounds : kRounds);
  TRY(server.Run(measuring.Run(worker)));

  const auto settled = measuring.Settle();
  Measurement measured;
  measured.configuration = {{"mode", "real"}, {"databaseBytes", kSize.data_bytes}};
  for (size_t kind = 0; kind < runtime::kCpuWorkCount; ++kind) {
    const auto work = static_cast<CpuWork>(kind);
    const runtime::CpuCost& charged = runtime::kCpuCosts[kind];
    const double ns = std::ranges::min(settled.at(work));
    const double median = Median(settled.at(work));
    measured.results[charged.id] = {
        {"leastNs", ns}, {"medianNs", median}, {"chargedNs", charged.ns}};
    char text[128];
    std::snprintf(text, sizeof text, "\n  %-18s %8.1f ns at least, median %8.1f, charged %lld",
                  charged.id, ns, median, static_cast<long long>(charged.ns));
    measured.headline += text;
  }
  return measured;
}

}  // namespace

std::vector<Benchmark> CpuCostBenchmarks() {
  return {{.name = "cpu-costs", .needs_folder = true, .run = Measure}};
}

}  // namespace snapscope::bench
