// BACKUP DATABASE, BACKUP LOG and RESTORE VERIFYONLY.
#include <utility>

#include "base/mutation.h"
#include "database/file_names.h"
#include "server/scenario_options.h"
#include "server/server.h"

namespace snapscope::server {

MUTATION(kFailedBackupCounted, "a backup that has failed counts as complete");
MUTATION(kNoTruncateMovesChain, "a log backup WITH NO_TRUNCATE is none that is copy-only");
MUTATION(kTailNamedTwice, "each backup of the tail of the log gets the name of the first");

Task<Result<backup::BackupSet>> Server::TakeBackup(Worker& worker, backup::BackupRequest request,
                                                   bool is_tail) {
  const size_t number = BeginBackup(request, is_tail);
  auto done = co_await database_->BackUp(worker, std::move(request));
  EndBackup(number, done);
  co_return done;
}

size_t Server::BeginBackup(const backup::BackupRequest& request, bool is_tail) {
  BackupHistory& backups = journal().backups;
  // A restore may go back to the end of any backup from here on.
  if (!backups.history_from) backups.history_from = database_->log().durable_lsn();
  BackupAccount account;
  account.files = request.files;
  account.server = journal().starts;
  account.is_tail = is_tail;
  account.set.kind = request.kind;
  account.set.copy_only = request.copy_only;
  account.set.has_checksums = request.checksum;
  account.set.name = request.name;
  account.set.started = Now();
  backups.backups.push_back(std::move(account));
  return backups.backups.size() - 1;
}

void Server::EndBackup(size_t number, const Result<backup::BackupSet>& done) {
  BackupAccount& ended = journal().backups.backups[number];
  ended.state = done.ok() ? BackupState::kComplete : BackupState::kFailed;
  if (Mutated(kFailedBackupCounted)) ended.state = BackupState::kComplete;
  if (done.ok()) ended.set = *done;
  ended.set.finished = Now();
}

backup::BackupRequest Server::RequestOf(const scenario::Backup& command, std::string spid) const {
  backup::BackupRequest request;
  request.kind = KindOf(command.type);
  request.copy_only = command.copy_only || !command.array_snapshot.empty() ||
                      (command.no_truncate && !Mutated(kNoTruncateMovesChain));
  request.checksum = command.checksum;
  request.continue_after_error = command.continue_after_error || command.no_truncate;
  request.buffers = command.buffers;
  request.name = command.name;
  request.files =
      database::BackupFilePlaces(parts_.machine, scenario(), command.name,
                                 request.kind == backup::BackupKind::kLog, command.files);
  request.source = std::move(spid);
  return request;
}

Task<Status> Server::Run(Session& session, scenario::Backup command) {
  if (!command.array_snapshot.empty()) {
    co_return co_await BackUpByOtherHost(session, std::move(command));
  }
  session.TellBegin();
  backup::BackupRequest request = RequestOf(command, session.spid());
  request.on_damage = [this](const Worker& worker, const Error& damage) {
    TellDamage(worker, damage);
  };
  const auto done = co_await TakeBackup(*session.worker, std::move(request), /*is_tail=*/false);
  CO_TRY(done);
  co_return Status();
}

storage::FilePlace Server::FileOfTail(const std::string& name) const {
  return database::BackupFilePlaces(parts_.machine, scenario(), name, true, 1).front();
}

std::string Server::NextTail() const {
  for (uint32_t number = 1;; ++number) {
    std::string name = "tail_" + std::to_string(number);
    const bool is_free = journal().backups.Find(name) == nullptr && !FileOfTail(name).Exists();
    if (is_free || Mutated(kTailNamedTwice)) return name;
  }
}

Task<Status> Server::BackUpTail(Worker& worker) {
  backup::BackupRequest request;
  request.kind = backup::BackupKind::kLog;
  request.name = NextTail();
  request.files = {FileOfTail(request.name)};
  request.source = worker.name();
  const auto done = co_await TakeBackup(worker, std::move(request), /*is_tail=*/true);
  CO_TRY(done);
  co_return Status();
}

// A file that is not whole, or damaged, fails the command: nothing else of the run depends on it.
Task<Status> Server::Run(Session& session, scenario::VerifyBackup command) {
  const BackupHistory& backups = journal().backups;
  const BackupAccount* found = backups.Find(command.name);
  if (found == nullptr) co_return backups.NoSuchBackup(command.name);
  session.TellBegin();
  const size_t phase = telemetry().BeginPhase("", "verifyBackup");
  backup::MediaSet files = found->files;
  const auto verified = co_await backup::Verify(
      *session.worker, std::move(files),
      [this, phase](uint32_t permille) { telemetry().PhaseProgress(phase, permille); },
      command.checksum);
  telemetry::Figures figures;
  if (verified.ok()) figures = {{"pages", static_cast<int64_t>(verified->pages)}};
  telemetry().EndPhase(phase, std::move(figures));
  CO_TRY(verified);
  co_return Status();
}

}  // namespace snapscope::server
