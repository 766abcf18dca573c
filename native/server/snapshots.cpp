// Snapshots that commands create, drop and go back to, and the consistency check, which reads
// through a hidden one.
#include "server/server.h"
#include "telemetry/sql_errors.h"

namespace snapscope::server {

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
  CO_TRY(created);
  co_return Status();
}

Task<Status> Server::Run(Session& session, scenario::DropSnapshot command) {
  co_return co_await database_->snapshots().Drop(*session.worker, command.name, session.spid());
}

// A revert throws everybody out, as with ROLLBACK IMMEDIATE: what they had under way is not in the
// snapshot. The database then starts as after a crash that cut the revert off: it completes it.
Task<Status> Server::Run(Session& session, scenario::RevertSnapshot command) {
  if (!command.closes_connections && HasConnections()) co_return telemetry::kNoExclusiveAccess();
  life_ = Closing{};
  const Status begun =
      co_await database_->snapshots().BeginRevert(*session.worker, command.name, session.spid());
  if (begun.ok()) {
    session.next = Reverting{command.name, {}};
  } else {
    life_ = Open{};
  }
  co_return begun;
}

Task<Status> Server::Run(Session& session, scenario::CheckDatabase /*command*/) {
  session.TellBegin();
  co_return co_await database_->Check(*session.worker, session.spid());
}

}  // namespace snapscope::server
