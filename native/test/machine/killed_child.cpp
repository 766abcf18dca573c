#include "test/machine/killed_child.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>

#include "base/check.h"
#include "database/database.h"
#include "machine/real_machine.h"
#include "workload/workload.h"

namespace snapscope::test {

namespace {

struct Header {
  ChildEvent::Kind kind;
  uint32_t changes;
  uint64_t number;
  uint64_t lsn;
};

struct Change {
  uint64_t index;
  uint64_t key;
  int64_t value;
  uint32_t version;
  uint32_t present;
};

/// The engine in the child. Nothing of it is ever torn down.
class ChildEngine final : public snapshot::SnapshotListener, public txn::CommitListener {
 public:
  ChildEngine(const scenario::Scenario& scenario, int pipe)
      : scenario_(scenario),
        initial_(database::InitialDatabase::Plan(scenario).value()),
        pipe_(pipe),
        executor_(machine_.clock()),
        cpu_(executor_, scenario.schedulers),
        telemetry_(executor_, {}, [](std::vector<std::byte>) {}) {
    CHECK(machine_.Prepare(executor_, scenario_).ok(), "no volumes");
  }

  void Run(bool creates, uint64_t first_snapshot, uint64_t last_snapshot) {
    executor_.Spawn("work", Work(creates, first_snapshot, last_snapshot));
    executor_.Run();
  }

  void OnSplit(const snapshot::Snapshot& snapshot) override {
    Tell({ChildEvent::Kind::kSplit, NumberOf(snapshot), snapshot.split()});
  }
  void OnComplete(snapshot::Snapshot& snapshot) override {
    Tell({ChildEvent::Kind::kComplete, NumberOf(snapshot), Lsn{}});
  }
  void OnDrop(snapshot::Snapshot&) override {}
  void OnPhase(const std::string&, const std::string&) override {}
  void OnAcknowledged(TxnId txn, Lsn lsn) override {
    Tell({ChildEvent::Kind::kAcknowledged, txn.value, lsn});
  }
  void OnCommit(TxnId txn, Lsn lsn, std::span<const txn::CommittedChange> changes) override {
    ChildEvent event{ChildEvent::Kind::kCommit, txn.value, lsn};
    for (const txn::CommittedChange& change : changes) {
      event.changes.push_back({change.index,
                               change.after.key,
                               {change.after.value, change.after.version, !change.after.ghost}});
    }
    Tell(event);
  }

 private:
  static uint64_t NumberOf(const snapshot::Snapshot& snapshot) {
    return std::strtoull(snapshot.name().c_str() + std::strlen("snap_"), nullptr, 10);
  }

  void Tell(const ChildEvent& event) {
    std::vector<std::byte> message(sizeof(Header) + event.changes.size() * sizeof(Change));
    const Header header{event.kind, static_cast<uint32_t>(event.changes.size()), event.number,
                        event.lsn.value};
    std::memcpy(message.data(), &header, sizeof header);
    for (size_t i = 0; i < event.changes.size(); ++i) {
      const oracle::RowChange& row = event.changes[i];
      const Change change{row.index.value, row.key, row.after.value, row.after.version,
                          row.after.present};
      std::memcpy(message.data() + sizeof header + i * sizeof change, &change, sizeof change);
    }
    for (size_t sent = 0; sent < message.size();) {
      const ssize_t put = write(pipe_, message.data() + sent, message.size() - sent);
      if (put <= 0) _exit(3);
      sent += static_cast<size_t>(put);
    }
  }

  void Fail(const Error& error) {
    std::fprintf(stderr, "the child's engine failed: %s\n", error.message.c_str());
    Tell({ChildEvent::Kind::kFailed, 0, Lsn{}});
    _exit(4);
  }

  runtime::Task<void> Work(bool creates, uint64_t first_snapshot, uint64_t last_snapshot) {
    runtime::Worker worker(cpu_, &telemetry_, "spid7s");
    co_await worker.Start();
    co_await Open(worker, creates);
    const auto on_error = [this](Error error) { Fail(error); };
    database_->Start(on_error);
    workload::WorkloadOptions options;
    options.users = scenario_.users;
    options.think_mean = scenario_.think_time;
    options.rollback_percent = scenario_.rollback_percent;
    options.accounts = {database::kAccounts, initial_.accounts().rows, database::kAccountKeyStride};
    options.witness = database::kWitness;
    options.witness_interval = 0;
    options.seed = Mix64(scenario_.seed + last_snapshot);
    workload_ = std::make_unique<workload::Workload>(cpu_, database_->transactions(), telemetry_,
                                                     options, on_error);
    workload_->Start();
    for (uint64_t number = last_snapshot + 1;; ++number) {
      const std::string name = SnapshotName(number);
      snapshot::CreateRequest request{
          .name = name, .files = database_->SnapshotFiles(name), .source = "spid51"};
      Tell({ChildEvent::Kind::kCreating, number, Lsn{}});
      const auto created = co_await database_->snapshots().Create(worker, std::move(request));
      if (!created.ok()) Fail(created.error());
      if (number < first_snapshot + 2) continue;  // two stay
      // Told before it is asked for: it may be durable, and the child dead, before the listener is
      // told of it.
      Tell({ChildEvent::Kind::kDropping, first_snapshot, Lsn{}});
      const Status dropped =
          co_await database_->snapshots().Drop(worker, SnapshotName(first_snapshot++), "spid51");
      if (!dropped.ok() && dropped.error().code != ErrorCode::kNotFound) Fail(dropped.error());
    }
  }

  runtime::Task<void> Open(runtime::Worker& worker, bool creates) {
    database::DatabaseOptions options{.scenario = &scenario_,
                                      .initial = &initial_,
                                      .machine = &machine_,
                                      .cpu = &cpu_,
                                      .telemetry = &telemetry_,
                                      .commits = this,
                                      .snapshots = this};
    database::RestartFigures figures;
    if (creates) {
      auto created = co_await database::Database::Create(worker, options);
      if (!created.ok()) Fail(created.error());
      database_ = std::move(created).value();
      figures.end = database_->log().durable_lsn();
    } else {
      auto restarted = co_await database::Database::Restart(worker, options, &figures);
      if (!restarted.ok()) Fail(restarted.error());
      database_ = std::move(restarted).value();
    }
    Tell({ChildEvent::Kind::kOpened, 0, figures.end});
  }

  const scenario::Scenario scenario_;
  const database::InitialDatabase initial_;
  const int pipe_;
  machine::RealMachine machine_;
  runtime::Executor executor_;
  runtime::CpuModel cpu_;
  telemetry::Telemetry telemetry_;
  std::unique_ptr<database::Database> database_;
  std::unique_ptr<workload::Workload> workload_;
};

}  // namespace

std::string SnapshotName(uint64_t number) { return "snap_" + std::to_string(number); }

KilledChild::KilledChild(const scenario::Scenario& scenario, bool creates, uint64_t first_snapshot,
                         uint64_t last_snapshot) {
  int ends[2];
  CHECK(pipe(ends) == 0, "no pipe");
  pid_ = fork();
  CHECK(pid_ >= 0, "no child process");
  if (pid_ == 0) {
    close(ends[0]);
    ChildEngine engine(scenario, ends[1]);
    engine.Run(creates, first_snapshot, last_snapshot);
    _exit(5);  // it ends by being killed, not by itself
  }
  close(ends[1]);
  pipe_ = ends[0];
}

KilledChild::~KilledChild() {
  Kill();
  close(pipe_);
}

void KilledChild::Kill() {
  if (pid_ < 0) return;
  kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
  pid_ = -1;
}

bool KilledChild::ReadAll(void* into, size_t length) {
  auto* at = static_cast<std::byte*>(into);
  while (length > 0) {
    const ssize_t got = read(pipe_, at, length);
    if (got <= 0) return false;  // a message cut short was never said
    at += got;
    length -= static_cast<size_t>(got);
  }
  return true;
}

bool KilledChild::Next(ChildEvent& event) {
  Header header{};
  if (!ReadAll(&header, sizeof header)) return false;
  event = {header.kind, header.number, Lsn{header.lsn}};
  for (uint32_t i = 0; i < header.changes; ++i) {
    Change change{};
    if (!ReadAll(&change, sizeof change)) return false;
    event.changes.push_back({IndexId{static_cast<uint16_t>(change.index)},
                             change.key,
                             {change.value, change.version, change.present != 0}});
  }
  return true;
}

}  // namespace snapscope::test
