// Snapshots that commands create, drop and go back to, and the consistency check, which reads
// through a hidden one.
#include "base/mutation.h"
#include "server/server.h"
#include "telemetry/sql_errors.h"

namespace snapscope::server {

MUTATION(kFailedCreationTold, "a creation of a snapshot that fails is told done");
MUTATION(kRefusedDropTold, "a drop of a snapshot that is refused is told done");
MUTATION(kRefusedRevertCloses, "a server that has refused a revert stays closed");
MUTATION(kCheckLeftOut, "a consistency check is told done without looking at anything");

Task<Status> Server::Run(Session& session, scenario::CreateSnapshot command) {
  const std::string& name = command.name;
  if (CopyNamed(name) != nullptr) co_return telemetry::kDatabaseExists(name);
  session.TellBegin();
  ++creating_;
  parts_.listener.OnState();
  snapshot::CreateRequest request{
      .name = name, .files = database_->SnapshotFiles(name), .source = session.spid()};
  const auto created = co_await database_->snapshots().Create(*session.worker, std::move(request));
  --creating_;
  parts_.listener.OnState();
  if (Mutated(kFailedCreationTold)) co_return Status();
  CO_TRY(created);
  co_return Status();
}

Task<Status> Server::Run(Session& session, scenario::DropSnapshot command) {
  if (RestoredCopy* copy = CopyNamed(command.name)) co_return co_await DropCopy(session, copy);
  const Status dropped =
      co_await database_->snapshots().Drop(*session.worker, command.name, session.spid());
  if (Mutated(kRefusedDropTold)) co_return Status();
  co_return dropped;
}

// A revert throws everybody out, as with ROLLBACK IMMEDIATE: what they had under way is not in the
// snapshot. The database then starts as after a crash that cut the revert off: it completes it.
Task<Status> Server::Run(Session& session, scenario::RevertSnapshot command) {
  bool closes = false;
  const auto close = [this, &command, &closes]() -> Status {
    const bool is_in_use = !command.closes_connections && HasConnections();
    if (!Is<Open>() || is_in_use) return telemetry::kNoExclusiveAccess();
    closes = true;
    life_ = Closing{};
    return Status();
  };
  const Status begun = co_await database_->snapshots().BeginRevert(*session.worker, command.name,
                                                                   session.spid(), close);
  if (begun.ok()) {
    session.next = Reverting{command.name, {}};
  } else if (closes && !Mutated(kRefusedRevertCloses)) {
    life_ = Open{};
  }
  co_return begun;
}

Task<Status> Server::Run(Session& session, scenario::CheckDatabase command) {
  if (!command.database.empty() && command.database != scenario().database) {
    co_return co_await CheckCopy(session, std::move(command));
  }
  session.TellBegin();
  if (Mutated(kCheckLeftOut)) co_return Status();
  co_return co_await database_->Check(*session.worker, session.spid());
}

}  // namespace snapscope::server
