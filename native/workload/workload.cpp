#include "workload/workload.h"

#include <algorithm>
#include <utility>
#include <variant>
#include <vector>

#include "base/check.h"
#include "base/mutation.h"
#include "base/rng.h"
#include "tpcc/transactions.h"

namespace snapscope::workload {

MUTATION(kReadersPush, "a user who reads waits for the snapshots as one who changes what it reads",
         NoticedBy::kFigures);

using runtime::Task;
using runtime::Worker;

namespace {

constexpr uint32_t kFirstUserSpid = 51;
constexpr const char* kWitnessName = "spid50";

struct Session {
  Session(runtime::CpuModel& cpu, telemetry::Telemetry& telemetry, std::string name, Rng rng_in)
      : worker(cpu, &telemetry, std::move(name)), rng(rng_in) {}

  Worker worker;
  Rng rng;
  uint64_t number = 0;   // of its user, from 0
  size_t next_type = 0;  // of the transaction that comes next, with the profile tpcc
  bool leaving = false;
};

std::shared_ptr<RowSet> RowsOf(const WorkloadOptions& options) {
  if (options.profile == Profile::kTpcc || options.rows) return options.rows;
  return std::make_shared<RowSet>(options.accounts);
}

// Outcomes that a statement may have in a healthy database.
bool IsNormal(const Status& status) {
  return status.ok() || status.error().code == ErrorCode::kNotFound ||
         status.error().code == ErrorCode::kDuplicateKey;
}

}  // namespace

struct Workload::State {
  bool IsTpcc() const { return options.profile == Profile::kTpcc; }
  void StartUser();
  void CountConnections(int change);
  void Report(const Error& error);

  /// The pause before a user's first transaction, and before the one that follows `type`.
  TimeNs FirstPause(Session& session) const;
  TimeNs PauseAfter(Session& session, telemetry::TransactionType type) const;
  TransactionPlan Draw(Session& session);
  Task<void> RunUser(Session& session);
  Task<void> RunWitness();
  Task<Status> Execute(Session& session, TransactionPlan plan, TimeNs asked);
  Task<Status> Attempt(Session& session, TransactionPlan plan, TimeNs asked);
  Task<Status> Perform(Worker& worker, txn::Transaction& txn, Step step, int64_t value);
  static Task<Status> FinishRead(Task<Result<std::optional<page::Row>>> reading);
  Task<Status> InsertWitness(Worker& worker, uint64_t sequence);
  Task<Status> GiveUp(Worker& worker, txn::Transaction& txn, Error error);

  runtime::CpuModel& cpu;
  txn::TransactionManager& transactions;
  telemetry::Telemetry& telemetry;
  const WorkloadOptions options;
  const std::function<void(Error)> on_error;
  const std::shared_ptr<RowSet> rows;  // null with the profile tpcc
  tpcc::Transactions requests;

  std::vector<std::unique_ptr<Session>> sessions{};  // of users, all that ever lived
  std::vector<Session*> users{};                     // current ones, by number - 1
  std::vector<uint32_t> lives{};                     // sessions that user number - 1 has had
  std::unique_ptr<Worker> witness{};
  uint64_t next_witness = 1;
  int64_t connections = 0;
  uint32_t wanted = 0;  // users, once the workload has stopped as well
  uint32_t busy = 0;    // sessions in a transaction
  bool started = false;
  bool stop_requested = false;
  bool error_reported = false;
  TransactionCounts counts{};
};

void Workload::State::StartUser() {
  const size_t number = users.size();
  if (lives.size() == number) lives.push_back(0);
  const uint32_t life = ++lives[number];
  const std::string name = "spid" + std::to_string(kFirstUserSpid + number);
  const std::string actor = life == 1 ? name : name + " life " + std::to_string(life);
  sessions.push_back(
      std::make_unique<Session>(cpu, telemetry, name, Rng(options.seed, "workload " + actor)));
  Session& session = *sessions.back();
  session.number = number;
  users.push_back(&session);
  CountConnections(+1);
  cpu.executor().Spawn(name, RunUser(session));
}

void Workload::State::CountConnections(int change) {
  connections += change;
  telemetry.SetGauge(telemetry::CounterId::kUserConnections, connections);
}

void Workload::State::Report(const Error& error) {
  if (error_reported) return;
  error_reported = true;
  if (on_error) on_error(error);
}

// Users who start together are spread over two mean think times.
TimeNs Workload::State::FirstPause(Session& session) const {
  if (IsTpcc()) session.next_type = tpcc::DrawType(session.rng);
  return options.think_mean == 0 ? 0 : session.rng.Between(0, 2 * options.think_mean - 1);
}

TimeNs Workload::State::PauseAfter(Session& session, telemetry::TransactionType type) const {
  if (!IsTpcc()) return session.rng.Exponential(options.think_mean);
  const TimeNs mean = tpcc::MeanThinkTime(static_cast<size_t>(type), options.think_mean);
  session.next_type = tpcc::DrawType(session.rng);
  return session.rng.Exponential(mean) + tpcc::KeyingTime(session.next_type, options.think_mean);
}

TransactionPlan Workload::State::Draw(Session& session) {
  if (!IsTpcc()) {
    return DrawTransaction(session.rng, options.profile, *rows,
                           {options.rollback_percent, options.access_order});
  }
  TransactionPlan plan;
  plan.type = static_cast<telemetry::TransactionType>(session.next_type);
  plan.request = tpcc::DrawRequest(session.rng, session.next_type,
                                   tpcc::HomeOf(session.number, options.warehouses),
                                   {.warehouses = options.warehouses,
                                    .rollback_percent = options.rollback_percent,
                                    .sorted = options.access_order == AccessOrder::kAscending});
  const auto* order = std::get_if<tpcc::NewOrderRequest>(&*plan.request);
  plan.rolls_back = order != nullptr && order->unused_item;
  return plan;
}

Task<void> Workload::State::RunUser(Session& session) {
  Worker& worker = session.worker;
  co_await worker.Start();
  TimeNs think = FirstPause(session);
  for (;;) {
    co_await worker.PayCpu();
    const TimeNs asked = worker.Now() + think;  // the queue for a scheduler is part of the response
    co_await ThinkFor(worker, think);
    if (session.leaving) break;
    TransactionPlan plan = Draw(session);
    think = PauseAfter(session, plan.type);
    ++busy;
    const Status status = co_await Execute(session, std::move(plan), asked);
    --busy;
    if (!status.ok()) {
      Report(status.error());
      break;
    }
    if (session.leaving) break;
  }
  co_await worker.End();
  CountConnections(-1);
}

// A deadlock's victim is run again, as its message asks for; its response time goes on.
Task<Status> Workload::State::Execute(Session& session, TransactionPlan plan, TimeNs asked) {
  Status status = co_await Attempt(session, plan, asked);
  while (!status.ok() && status.error().code == ErrorCode::kDeadlock) {
    ++counts.deadlocked;
    status = co_await Attempt(session, plan, asked);
  }
  for (const Step& step : plan.steps) {
    if (step.Exchanges()) rows->Release(step.key);
  }
  co_return status;
}

Task<Status> Workload::State::Attempt(Session& session, TransactionPlan plan, TimeNs asked) {
  Worker& worker = session.worker;
  auto begun = co_await transactions.Begin(worker);
  if (!begun.ok()) co_return begun.error();
  txn::Transaction& txn = *begun;
  if (plan.request) {
    const Status performed = co_await requests.Perform(worker, txn, *plan.request, nullptr);
    if (!performed.ok()) co_return co_await GiveUp(worker, txn, performed.error());
  }
  for (const Step& step : plan.steps) {
    const int64_t value = session.rng.Between(0, 1'000'000);
    const Status status = co_await Perform(worker, txn, step, value);
    if (!IsNormal(status)) co_return co_await GiveUp(worker, txn, status.error());
  }
  if (plan.rolls_back) {
    CO_TRY(co_await transactions.Rollback(worker, txn));
    ++counts.rolled_back;
    co_return Status();
  }
  const Status committed = co_await transactions.Commit(worker, txn);
  if (!committed.ok()) co_return co_await GiveUp(worker, txn, committed.error());
  for (const Step& step : plan.steps) {
    if (step.Exchanges()) rows->SetPresent(step.key, step.action == Action::kInsert);
  }
  ++counts.committed;
  telemetry.RecordTransaction(plan.type, worker.Now() - asked);
  co_return Status();
}

Task<Status> Workload::State::Perform(Worker& worker, txn::Transaction& txn, Step step,
                                      int64_t value) {
  const IndexId index = options.accounts.index;
  worker.Charge(options.statement_cost);
  switch (step.action) {
    case Action::kRead: {
      if (Mutated(kReadersPush)) {
        return transactions.Rewrite(worker, txn, index, step.key);
      }
      auto reading = transactions.Read(worker, txn, index, step.key);
      if (!reading.ready()) return FinishRead(std::move(reading));
      const auto& row = reading.outcome();
      return row.ok() ? Task<Status>::Ready() : Task<Status>::Ready(row.error());
    }
    case Action::kUpdate:
      return transactions.Update(worker, txn, index, step.key, value);
    case Action::kInsert:
      return transactions.Insert(worker, txn, index, step.key, value);
    case Action::kDelete:
      return transactions.Delete(worker, txn, index, step.key);
  }
  return Task<Status>::Ready();
}

Task<Status> Workload::State::FinishRead(Task<Result<std::optional<page::Row>>> reading) {
  const auto row = co_await std::move(reading);
  if (!row.ok()) co_return row.error();
  co_return Status();
}

// A failed transaction must not keep its locks, if there is a way to let them go: others wait. When
// only the log or the filegroup was full, that is all there is to do: the session goes on. So it
// does where a page is damaged, unless rolling back needs that page.
Task<Status> Workload::State::GiveUp(Worker& worker, txn::Transaction& txn, Error error) {
  const bool damaged = error.code == ErrorCode::kCorruptPage && options.on_damage &&
                       options.on_damage(worker, error);
  if (txn.active()) {
    const Status rolled_back = co_await transactions.Rollback(worker, txn);
    // Its own failure says nothing that `error` does not, but where the session would go on.
    const bool goes_on = error.code == ErrorCode::kDeadlock || error.code == ErrorCode::kLogFull ||
                         error.code == ErrorCode::kDatabaseFull ||
                         error.code == ErrorCode::kRefused || damaged;
    if (goes_on) CO_TRY(rolled_back);
  }
  if (error.code == ErrorCode::kLogFull) {
    ++counts.log_full;
  } else if (error.code == ErrorCode::kDatabaseFull) {
    ++counts.no_room;
  } else if (error.code == ErrorCode::kRefused) {
    ++counts.read_only;
  } else if (damaged) {
    ++counts.damaged;
  } else {
    co_return error;
  }
  co_return Status();
}

Task<void> Workload::State::RunWitness() {
  Worker& worker = *witness;
  co_await worker.Start();
  TimeNs next = worker.Now();
  while (!stop_requested) {
    co_await ThinkFor(worker, next - worker.Now());
    if (stop_requested) break;
    ++busy;
    const Status status = co_await InsertWitness(worker, next_witness++);
    --busy;
    if (!status.ok()) {
      Report(status.error());
      break;
    }
    co_await worker.PayCpu();
    next = std::max(next + options.witness_interval, worker.Now());
  }
  co_await worker.End();
}

Task<Status> Workload::State::InsertWitness(Worker& worker, uint64_t sequence) {
  auto begun = co_await transactions.Begin(worker);
  if (!begun.ok()) co_return begun.error();
  txn::Transaction& txn = *begun;
  worker.Charge(options.statement_cost);
  const Status inserted =
      co_await transactions.Insert(worker, txn, options.witness, sequence, worker.Now());
  if (!IsNormal(inserted)) co_return co_await GiveUp(worker, txn, inserted.error());
  const Status committed = co_await transactions.Commit(worker, txn);
  if (!committed.ok()) co_return co_await GiveUp(worker, txn, committed.error());
  co_return Status();
}

Workload::Workload(runtime::CpuModel& cpu, txn::TransactionManager& transactions,
                   telemetry::Telemetry& telemetry, WorkloadOptions options,
                   std::function<void(Error)> on_error)
    : state_(new State{.cpu = cpu,
                       .transactions = transactions,
                       .telemetry = telemetry,
                       .options = options,
                       .on_error = std::move(on_error),
                       .rows = RowsOf(options),
                       .requests = tpcc::Transactions(transactions, options.statement_cost)}) {
  if (state_->rows) state_->rows->ReleaseAll();
}

Workload::~Workload() = default;

void Workload::Start() {
  State& state = *state_;
  CHECK(!state.started, "the workload was started twice");
  state.started = true;
  state.next_witness = state.options.witness_from;
  if (state.options.witness_interval > 0) {
    // It observes: what it does must not look like what the server does.
    state.witness = std::make_unique<Worker>(state.cpu, nullptr, kWitnessName);
    state.cpu.executor().Spawn(kWitnessName, state.RunWitness());
  }
  SetUsers(state.options.users);
}

void Workload::SetUsers(uint32_t users) {
  State& state = *state_;
  CHECK(state.started, "users come after the start");
  state.wanted = users;
  if (state.stop_requested) return;
  while (state.users.size() > users) {
    state.users.back()->leaving = true;
    state.users.pop_back();
  }
  while (state.users.size() < users) state.StartUser();
}

uint32_t Workload::users() const { return state_->wanted; }

void Workload::RequestStop() {
  state_->stop_requested = true;
  for (const auto& session : state_->sessions) session->leaving = true;
}

std::shared_ptr<RowSet> Workload::rows() const { return state_->rows; }

uint64_t Workload::next_witness() const { return state_->next_witness; }

bool Workload::stopped() const { return state_->stop_requested && state_->busy == 0; }

TransactionCounts& TransactionCounts::operator+=(const TransactionCounts& other) {
  committed += other.committed;
  rolled_back += other.rolled_back;
  deadlocked += other.deadlocked;
  log_full += other.log_full;
  no_room += other.no_room;
  damaged += other.damaged;
  read_only += other.read_only;
  return *this;
}

TransactionCounts Workload::counts() const { return state_->counts; }

SessionTotals Workload::TotalsAt(TimeNs now) const {
  SessionTotals totals;
  for (const auto& session : state_->sessions) {
    totals.Add(session->worker.AccountAt(now));
  }
  if (state_->witness != nullptr) {
    totals.each_adds_up &= AddsUp(state_->witness->AccountAt(now));
  }
  return totals;
}

}  // namespace snapscope::workload
