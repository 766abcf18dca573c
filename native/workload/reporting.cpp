#include "workload/reporting.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/mutation.h"
#include "base/rng.h"
#include "btree/scan.h"
#include "telemetry/sql_errors.h"
#include "txn/transaction.h"

namespace snapscope::workload {

MUTATION(kReportReadsSource, "a report reads the source instead of its snapshot");

using runtime::Task;
using runtime::Worker;
using telemetry::CounterId;

namespace {

/// Beyond every user and every command there may be.
constexpr uint32_t kFirstReportSpid = 20'001;

struct KeyRange {
  uint64_t from = 0;
  uint64_t end = 0;   ///< the first that is not in it
  uint64_t rows = 0;  ///< at most so many are wanted
};

struct ReportSession {
  ReportSession(runtime::CpuModel& cpu, telemetry::Telemetry& telemetry, std::string name,
                Rng rng_in)
      : worker(cpu, &telemetry, std::move(name)), rng(rng_in) {}

  Worker worker;
  Rng rng;
  /// Null once it is not connected any more.
  std::shared_ptr<snapshot::ReadOnlyDatabase> database;
  bool querying = false;
  bool leaving = false;
};

}  // namespace

struct Reporting::State {
  Result<std::shared_ptr<snapshot::ReadOnlyDatabase>> FindRestored(const std::string& name) const;
  Status Connect(const std::string& name);
  void Disconnect(ReportSession& session);
  void Leave(ReportSession& session);
  void OnFailure(ReportSession& session, const Error& error);

  Task<void> RunSession(ReportSession& session);
  Task<Result<uint64_t>> Query(ReportSession& session);
  Task<Result<uint64_t>> LookUp(ReportSession& session, btree::BTree& tree);
  Task<Result<uint64_t>> Scan(ReportSession& session, btree::BTree& tree);
  Task<Result<uint64_t>> ScanRange(ReportSession& session, btree::BTree& tree, KeyRange range);
  uint64_t DrawKey(Rng& rng) const;

  runtime::CpuModel& cpu;
  buffer::BufferPool& pool;
  snapshot::SnapshotManager& snapshots;
  telemetry::Telemetry& telemetry;
  const ReportingOptions options;
  const std::function<void(Error)> on_error;

  std::vector<std::unique_ptr<ReportSession>> sessions{};  // all that ever lived: their time counts
  std::map<std::string, std::vector<ReportSession*>> users{};  // who is to stay, by database
  std::map<std::string, uint32_t> wanted_after_stop{};
  int64_t connections = 0;
  uint32_t querying = 0;
  bool stop_requested = false;
  bool error_reported = false;
  ReportCounts counts{};
};

Result<std::shared_ptr<snapshot::ReadOnlyDatabase>> Reporting::State::FindRestored(
    const std::string& name) const {
  if (!options.find_restored) return telemetry::kNoSuchDatabase(name);
  return options.find_restored(name);
}

Status Reporting::State::Connect(const std::string& name) {
  std::shared_ptr<snapshot::ReadOnlyDatabase> connected;
  if (snapshots.Find(name) != nullptr) {
    TRY_ASSIGN(connected, snapshots.Connect(name));
  } else {
    TRY_ASSIGN(connected, FindRestored(name));
    connected->Connect();
  }
  const std::string spid = "spid" + std::to_string(kFirstReportSpid + sessions.size());
  sessions.push_back(
      std::make_unique<ReportSession>(cpu, telemetry, spid, Rng(options.seed, "report " + spid)));
  ReportSession& session = *sessions.back();
  session.database = std::move(connected);
  users[name].push_back(&session);
  telemetry.SetGauge(CounterId::kReportUsers, ++connections);
  cpu.executor().Spawn(spid, RunSession(session));
  return Status();
}

void Reporting::State::Disconnect(ReportSession& session) {
  session.database->Disconnect();
  session.database.reset();
  telemetry.SetGauge(CounterId::kReportUsers, --connections);
}

void Reporting::State::Leave(ReportSession& session) {
  session.leaving = true;
  if (!session.querying && session.database != nullptr) Disconnect(session);
}

void Reporting::State::OnFailure(ReportSession& session, const Error& error) {
  if (error.code == ErrorCode::kSnapshotSuspect) {
    ++counts.disconnected;
    telemetry.Log(session.worker.name(), telemetry::CannotOpenSuspect(session.database->name()));
    return;
  }
  if (error.code == ErrorCode::kCorruptPage && options.on_damage &&
      options.on_damage(session.worker, error)) {
    ++counts.disconnected;
    return;
  }
  if (error_reported) return;
  error_reported = true;
  if (on_error) on_error(error);
}

Task<void> Reporting::State::RunSession(ReportSession& session) {
  Worker& worker = session.worker;
  co_await worker.Start();
  // Who comes together is spread over two mean think times.
  TimeNs think = options.think_mean == 0 ? 0 : session.rng.Between(0, 2 * options.think_mean - 1);
  while (session.database != nullptr) {
    co_await worker.PayCpu();
    const TimeNs asked = worker.Now() + think;  // the queue for a scheduler is part of the response
    co_await ThinkFor(worker, think);
    if (session.database == nullptr) break;
    think = session.rng.Exponential(options.think_mean);
    session.querying = true;
    ++querying;
    const Result<uint64_t> rows = co_await Query(session);
    --querying;
    session.querying = false;
    if (rows.ok()) {
      counts.rows += *rows;
      telemetry.AddTotal(CounterId::kReportQueriesPerSecond);
      telemetry.RecordReport(worker.Now() - asked);
    } else {
      OnFailure(session, rows.error());
    }
    if (!rows.ok()) std::erase(users[session.database->name()], &session);
    if (!rows.ok() || session.leaving) Disconnect(session);
  }
  co_await worker.End();
}

Task<Result<uint64_t>> Reporting::State::Query(ReportSession& session) {
  Worker& worker = session.worker;
  worker.Charge(options.statement_cost);
  const DbId db = Mutated(kReportReadsSource) ? snapshots.source_db() : session.database->db();
  btree::BTree tree(pool, db, options.index);
  Task<Result<uint64_t>> query =
      options.query == ReportQuery::kScan ? Scan(session, tree) : LookUp(session, tree);
  const Result<uint64_t> read = co_await std::move(query);
  CO_TRY(read);
  co_await worker.PayCpu();
  // Pages that it had buffers of told nothing of the snapshot's end.
  if (session.database->suspect()) {
    co_return telemetry::kReadOfSuspect(session.database->name());
  }
  co_return read;
}

Task<Result<uint64_t>> Reporting::State::LookUp(ReportSession& session, btree::BTree& tree) {
  Worker& worker = session.worker;
  uint64_t found = 0;
  for (uint64_t row = 0; row < options.rows_per_query; ++row) {
    co_await worker.GiveWay();
    worker.Charge(runtime::CpuWork::kRowRead);
    const uint64_t key = DrawKey(session.rng);
    CO_TRY_ASSIGN(auto position, co_await tree.Find(worker, key, runtime::LatchMode::kShared));
    std::optional<page::Row> read;
    if (position.found) read = page::PeekRow(position.leaf.view().row_at(position.slot));
    if (read && read->ghost) read.reset();
    if (read) ++found;
    if (options.on_row) options.on_row(*session.database, key, read);
  }
  co_return found;
}

// A range that would reach beyond the last row goes on with the first; no row is read twice.
Task<Result<uint64_t>> Reporting::State::Scan(ReportSession& session, btree::BTree& tree) {
  const uint64_t from = DrawKey(session.rng);
  const Result<uint64_t> upper =
      co_await ScanRange(session, tree, {from, UINT64_MAX, options.rows_per_query});
  CO_TRY(upper);
  if (*upper == options.rows_per_query) co_return upper;
  CO_TRY_ASSIGN(const uint64_t lower,
                co_await ScanRange(session, tree, {0, from, options.rows_per_query - *upper}));
  co_return *upper + lower;
}

Task<Result<uint64_t>> Reporting::State::ScanRange(ReportSession& session, btree::BTree& tree,
                                                   KeyRange range) {
  Worker& worker = session.worker;
  btree::Scan scan(tree, range.from);
  uint64_t seen = 0;
  while (seen < range.rows) {
    CO_TRY_ASSIGN(const auto stretch, co_await scan.Next(worker, range.rows - seen));
    const auto end = std::ranges::lower_bound(stretch, range.end, {}, &page::Row::key);
    const auto rows = static_cast<uint64_t>(end - stretch.begin());
    if (options.on_row) {
      for (auto row = stretch.begin(); row != end; ++row) {
        options.on_row(*session.database, row->key, *row);
      }
    }
    co_await worker.PayCpu();
    seen += rows;
    if (rows == 0 || end != stretch.end()) break;
  }
  co_return seen;
}

uint64_t Reporting::State::DrawKey(Rng& rng) const {
  return (1 + rng.Below(options.accounts.rows)) * options.accounts.stride;
}

Reporting::Reporting(runtime::CpuModel& cpu, buffer::BufferPool& pool,
                     snapshot::SnapshotManager& snapshots, telemetry::Telemetry& telemetry,
                     ReportingOptions options, std::function<void(Error)> on_error)
    : state_(new State{.cpu = cpu,
                       .pool = pool,
                       .snapshots = snapshots,
                       .telemetry = telemetry,
                       .options = options,
                       .on_error = std::move(on_error)}) {
  CHECK(options.rows_per_query > 0, "a report that reads nothing");
  telemetry.SetGauge(CounterId::kReportUsers, 0);  // what a server before it had is gone
}

Reporting::~Reporting() = default;

Status Reporting::SetUsers(const std::string& database, uint32_t users) {
  State& state = *state_;
  std::vector<ReportSession*>& sessions = state.users[database];
  if (sessions.empty() && state.snapshots.Find(database) == nullptr) {
    TRY(state.FindRestored(database));
  }
  if (state.stop_requested) {
    state.wanted_after_stop[database] = users;
    return Status();
  }
  while (sessions.size() > users) {
    ReportSession* session = sessions.back();
    sessions.pop_back();
    state.Leave(*session);
  }
  while (sessions.size() < users) TRY(state.Connect(database));
  return Status();
}

std::map<std::string, uint32_t> Reporting::users() const {
  std::map<std::string, uint32_t> counts = state_->wanted_after_stop;
  for (const auto& [database, sessions] : state_->users) {
    if (!sessions.empty()) counts.try_emplace(database, static_cast<uint32_t>(sessions.size()));
  }
  return counts;
}

void Reporting::RequestStop() {
  state_->stop_requested = true;
  for (const auto& session : state_->sessions) state_->Leave(*session);
}

bool Reporting::stopped() const { return state_->stop_requested && state_->querying == 0; }

ReportCounts& ReportCounts::operator+=(const ReportCounts& other) {
  rows += other.rows;
  disconnected += other.disconnected;
  return *this;
}

ReportCounts Reporting::counts() const { return state_->counts; }

SessionTotals Reporting::TotalsAt(TimeNs now) const {
  SessionTotals totals;
  for (const auto& session : state_->sessions) totals.Add(session->worker.AccountAt(now));
  return totals;
}

}  // namespace snapscope::workload
