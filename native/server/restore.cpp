// RESTORE of the run's own database, over its files.
//
// A restore lets the users finish what they do, takes a backup of the tail of the log if it is
// asked to, and then closes the database as a revert does: the server opens it again from its
// backups, and its users come back. What was committed later is a branch of the history then, to
// which another restore may come back: so the oracle has to know every state from the first backup
// on, of whichever branch. Its history is kept as long as it fits.
#include <utility>

#include "base/mutation.h"
#include "server/scenario_options.h"
#include "server/server.h"
#include "telemetry/sql_errors.h"

namespace snapscope::server {

MUTATION(kStopTimeLost, "a restore in place goes on beyond the time to stop at");

namespace {

Error NotLogged(Lsn stop, Lsn end) {
  return Error{ErrorCode::kRefused, "The mark to stop at is beyond the log, which ends at " +
                                        ToString(end) + "; the records up to " + ToString(stop) +
                                        " are not there."};
}

}  // namespace

Task<Status> Server::Run(Session& session, scenario::Restore command) {
  if (!command.restored_as.empty()) co_return co_await RestoreBeside(session, std::move(command));
  CO_TRY(CheckRestore(command));
  session.TellBegin(command.array_snapshot.empty() ? "" : NeighboursOf(command.array_snapshot));
  life_ = Closing{telemetry::kInRestore(scenario().database)};
  const Status closed = co_await CloseForRestore(session, std::move(command));
  // Its users are gone by now: they come back with the server.
  if (!closed.ok()) session.next = Starting{closed};
  co_return closed;
}

// What can be known before anybody is thrown out.
Status Server::CheckRestore(const scenario::Restore& command) const {
  const BackupHistory& backups = journal().backups;
  TRY(backups.CheckHistory(command.stop_at, Now()));
  TRY(database_->BeginRestore({}, {}, {}));
  if (!command.closes_connections && HasConnections())
    return telemetry::kInUseByUsers(scenario().database);
  const bool tail = database_->HasTail();
  if (tail && !command.back_up_tail && !command.replace) {
    return telemetry::kTailNotBackedUp(scenario().database);
  }
  const Lsn end = database_->log().end_lsn();
  const backup::StopPoint stop = StopOf(command);
  if (stop.before && *stop.before > end) return NotLogged(*stop.before, end);
  std::vector<backup::BackupSet> sets = backups.Complete(command.continue_after_error);
  if (tail && command.back_up_tail && !sets.empty()) sets.push_back(TailToCome(sets.back()));
  if (!command.array_snapshot.empty()) TRY(CheckRoomToKeep(command.array_snapshot));
  TRY(ChainOf(command, sets));
  return Status();
}

backup::BackupSet Server::TailToCome(backup::BackupSet of) const {
  of.kind = backup::BackupKind::kLog;
  of.name = NextTail();
  of.first = database_->log().backed_up();
  of.last = oracle::History::kNewest;
  of.reached = of.finished = kNever;
  return of;
}

Result<std::vector<backup::BackupSet>> Server::ChainOf(
    const scenario::Restore& command, const std::vector<backup::BackupSet>& sets) const {
  if (!command.array_snapshot.empty()) return ChainAfterArraySet(command, sets);
  const backup::StopPoint stop = StopOf(command);
  if (command.backups.empty()) return backup::ChooseChain(sets, stop);
  auto named = journal().backups.Named(command.backups, command.continue_after_error);
  TRY(named);
  TRY(backup::CheckChain(*named, stop));
  return named;
}

Task<Status> Server::CloseForRestore(Session& session, scenario::Restore command) {
  BackupHistory& backups = journal().backups;
  RestoreAccount account{.started = Now(), .stop = StopOf(command)};
  const bool takes_tail = command.back_up_tail && database_->HasTail();
  if (takes_tail) {
    co_await Quiesce(session.worker);
    CO_TRY(co_await BackUpTail(*session.worker));
  }
  const auto chain = ChainOf(command, backups.Complete(command.continue_after_error));
  CO_TRY(chain);
  backup::StopPoint stop = account.stop;
  if (Mutated(kStopTimeLost)) stop.at.reset();
  auto restore =
      database_->BeginRestore(backups.FilesOf(*chain, account.from), stop, session.spid());
  CO_TRY(restore);
  restore->continue_after_error = command.continue_after_error;
  account.with_tail =
      takes_tail && !chain->empty() && chain->back().id == backups.backups.back().set.id;
  if (!command.array_snapshot.empty()) {
    restore->array = ArrayRestoreOf(command.array_snapshot);
    account.array_snapshot = command.array_snapshot;
    account.kept = restore->array->kept;
  }
  session.next = Restoring{std::move(restore).value(), backups.restores.size()};
  backups.restores.push_back(std::move(account));
  co_return Status();
}

}  // namespace snapscope::server
