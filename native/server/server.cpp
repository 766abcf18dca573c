#include "server/server.h"

#include <algorithm>
#include <string>

#include "base/check.h"
#include "server/committed_rows.h"
#include "server/refusal.h"
#include "server/scenario_options.h"

namespace snapscope::server {

namespace {

const char* NameOf(storage::ReserveEvent::Kind kind) {
  using enum storage::ReserveEvent::Kind;
  switch (kind) {
    case kWarning:
      return "warning";
    case kDeleted:
      return "deleted";
    case kOffline:
      return "offline";
    case kOnline:
      return "online";
  }
  return "";
}

}  // namespace

Server::Server(ServerParts parts, ServerLife life)
    : parts_(parts),
      cpu_(std::in_place, parts.executor, CpuOf(parts.scenario)),
      life_(std::move(life)),
      users_(parts.scenario.users) {
  ++journal().starts;
  if (storage::SnapshotArray* array = parts_.machine.array()) {
    journal().backups.OnStart(array->snapshots(), Now());
    array->SetListener([this](const storage::ReserveEvent& event) {
      journal().backups.OnReserve(event, Now());
      telemetry().AddReserveEvent(NameOf(event.kind), event.volume, event.snapshot);
    });
  }
}

Server::~Server() {
  if (storage::SnapshotArray* array = parts_.machine.array()) array->SetListener(nullptr);
}

// --- Users ---------------------------------------------------------------------------------------

void Server::GoOnline() {
  database_->Start([this](const Error& error) {
    // The ghost clean-up: without it ghosts stay until the next start.
    if (!NamesDamage(error.message)) parts_.listener.OnError(error);
  });
  const auto on_damage = [this](const Worker& worker, const Error& error) {
    return TellDamage(worker, error);
  };
  workload::WorkloadOptions users = UsersOf(scenario(), parts_.initial);
  users.users = users_;
  users.on_damage = on_damage;
  users.witness_from = journal().next_witness;
  users.rows = journal().rows;
  // After a restart the users are the same, what they draw is not.
  if (journal().starts > 1) {
    const std::string restart = "restart " + std::to_string(journal().starts - 1);
    users.seed = Rng(scenario().seed, restart).Next();
  }
  workload::ReportingOptions reports = ReportsOf(scenario(), parts_.initial);
  reports.seed = users.seed;
  reports.on_damage = on_damage;
  reports.find_restored =
      [this](const std::string& name) -> Result<std::shared_ptr<snapshot::ReadOnlyDatabase>> {
    TRY_ASSIGN(std::shared_ptr<snapshot::ReadOnlyDatabase> copy, ReadableCopy(name));
    return copy;
  };
  parts_.listener.OnConnect(users, reports);
  workload_ = std::make_unique<workload::Workload>(
      *cpu_, database_->transactions(), telemetry(), users,
      [this](const Error& error) { parts_.listener.OnError(error); });
  workload_->Start();
  reporting_ = std::make_unique<workload::Reporting>(
      *cpu_, database_->pool(), database_->snapshots(), telemetry(), reports,
      [this](const Error& error) { parts_.listener.OnReportError(error); });
  // Who read a snapshot that did not come back stays away.
  for (const auto& [snapshot, count] : report_users_) (void)reporting_->SetUsers(snapshot, count);
  life_ = Open{};
}

Task<Status> Server::Run(Session& /*session*/, scenario::SetUsers command) {
  workload_->SetUsers(command.users);
  co_return Status();
}

Task<Status> Server::Run(Session& /*session*/, scenario::SetReportUsers command) {
  co_return reporting_->SetUsers(command.name, command.users);
}

bool Server::HasConnections() const {
  if (workload_->users() > 0) return true;
  return std::ranges::any_of(reporting_->users(), [this](const auto& reports) {
    return reports.second > 0 && database_->snapshots().Find(reports.first) != nullptr;
  });
}

// --- Commands ------------------------------------------------------------------------------------

namespace {

/// What has no session of its own, which would ask for a scheduler when the command begins.
template <typename Kind>
constexpr bool kHasSession = !scenario::kIsOneOf<Kind, scenario::SetUsers, scenario::SetReportUsers,
                                                 scenario::RestartServer>;

}  // namespace

Task<CommandEnd> Server::CarryOut(scenario::Command command) {
  const bool has_session =
      std::visit([]<typename Kind>(const Kind&) { return kHasSession<Kind>; }, command.kind);
  Session session(command.json, telemetry());
  under_way_.push_back(&command);
  std::optional<Error> refused = Refusal(command, life_, scenario());
  if (!refused && has_session) {
    session.worker = &NewAdminWorker();
    co_await session.worker->Start();
    refused = Refusal(command, life_, scenario());  // it may have waited for its scheduler
  }
  const auto run = [&]<typename Kind>(const Kind& kind) -> Task<Status> {
    if constexpr (scenario::kSteers<Kind>) {
      CHECK(false, "'%s' is no command for a server", Kind::kKind);
    } else {
      return Run(session, kind);
    }
  };
  Status done;
  if (refused) {
    done = *refused;
  } else {
    done = co_await std::visit(run, command.kind);
  }
  session.TellEnd(done);
  if (session.worker != nullptr) co_await session.worker->End();
  std::erase(under_way_, &command);
  if (!session.next) co_return done;
  life_ = *std::move(session.next);
  co_return std::nullopt;
}

bool Server::TakesCommands() const {
  return AnswerTo(scenario::SetUsers::kKind, life_) != Answer::kWaits;
}

const char* Server::state() const {
  if (Is<Reverting>()) return "reverting";
  if (Is<Restoring>()) return "restoring";
  if (Is<Starting>()) return "restarting";
  return creating_ > 0 ? "creating" : nullptr;
}

Worker& Server::NewAdminWorker() {
  // Users are spid 51 and up; commands come from sessions beyond every user there may be.
  const uint64_t number = std::max<uint64_t>(1001, scenario().users + 101) + admin_workers_.size();
  admin_workers_.push_back(
      std::make_unique<Worker>(*cpu_, &telemetry(), "spid" + std::to_string(number)));
  return *admin_workers_.back();
}

// --- What has committed --------------------------------------------------------------------------

void Server::OnCommit(TxnId txn, Lsn commit_lsn, std::span<const txn::CommittedChange> changes) {
  if (scans_under_way_ > 0) NoteRows(changes);
  journal().oracle.Commit(txn, commit_lsn, CommittedRows(changes));
  // A page's split changes no row, and the run itself writes the witness: neither is a user's.
  const bool is_users = std::ranges::any_of(
      changes, [](const auto& change) { return change.index != database::kWitness; });
  NoteCommit(commit_lsn, is_users);
}

void Server::OnTableDropped(TxnId txn, Lsn commit_lsn, IndexId table) {
  journal().oracle.CommitDrop(txn, commit_lsn, table);
  NoteCommit(commit_lsn, true);
}

void Server::OnAcknowledged(TxnId txn, Lsn commit_lsn) {
  journal().oracle.Acknowledge(txn, commit_lsn);
  KeepHistory();
}

void Server::OnSplit(const snapshot::Snapshot& snapshot) {
  journal().oracle.Pin(snapshot.split());
  journal().commit_count.OnSplit(snapshot.split());
}

void Server::NoteCommit(Lsn commit_lsn, bool is_users) {
  if (is_users) journal().commit_count.OnCommit(commit_lsn, database_->log().durable_lsn());
  BackupHistory& backups = journal().backups;
  if (backups.KeepsHistory()) backups.commits.push_back({Now(), commit_lsn, is_users});
}

void Server::KeepHistory() {
  BackupHistory& backups = journal().backups;
  // What is being restored will be checked against it.
  const bool is_restoring =
      Is<Closing>() || std::ranges::any_of(copies_, [](const auto& copy) { return copy->busy; });
  const size_t most = scenario().restore_history_bytes / BackupHistory::kBytesOfVersion;
  if (backups.KeepsHistory() && !is_restoring && journal().oracle.versions() > most) {
    backups.forgotten = true;
    backups.commits = {};
  }
  if (backups.KeepsHistory()) return;
  // A crash may end the log anywhere from here on: every such state stays answerable.
  journal().oracle.RetainFrom(database_->log().durable_lsn());
}

}  // namespace snapscope::server
