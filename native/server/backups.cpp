// BACKUP DATABASE, BACKUP LOG and RESTORE VERIFYONLY.
#include <algorithm>
#include <bit>
#include <utility>

#include "base/mutation.h"
#include "database/file_names.h"
#include "server/scenario_options.h"
#include "server/server.h"
#include "telemetry/sql_errors.h"

namespace snapscope::server {

MUTATION(kFailedBackupCounted, "a backup that has failed counts as complete");
MUTATION(kNoTruncateMovesChain, "a log backup WITH NO_TRUNCATE is none that is copy-only");
MUTATION(kOverwrittenKept, "a backup whose file was overwritten counts as there");
MUTATION(kTailNamedTwice, "each backup of the tail of the log gets the name of the first");

namespace {
/// What a server has of memory beside its buffer pool: of that are the buffers of a backup.
constexpr uint64_t kMemoryBesidePool = 256 * kMiB;
}  // namespace

Task<Result<backup::BackupSet>> Server::TakeBackup(Worker& worker, backup::BackupRequest request,
                                                   bool is_tail) {
  const size_t number = BeginBackup(request, is_tail);
  auto done = co_await database_->BackUp(worker, std::move(request));
  EndBackup(number, done);
  co_return done;
}

size_t Server::BeginBackup(backup::BackupRequest& request, bool is_tail) {
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
  const size_t number = backups.backups.size();
  backups.backups.push_back(std::move(account));
  request.on_overwriting = [&backups, number] {
    return Mutated(kOverwrittenKept) ? Status() : backups.GiveUpFor(backups.backups[number]);
  };
  return number;
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
  request.copy_only = command.copy_only || !command.filegroups.empty() ||
                      !command.array_snapshot.empty() ||
                      (command.no_truncate && !Mutated(kNoTruncateMovesChain));
  request.checksum = command.checksum;
  request.continue_after_error = command.continue_after_error || command.no_truncate;
  request.buffers = command.buffers;
  request.transfer_bytes = command.transfer_bytes;
  request.block_bytes = command.block_bytes;
  request.compress = command.compress;
  if (command.init) request.overwriting = backup::Overwriting::kOfSameBlocks;
  if (command.format) request.overwriting = backup::Overwriting::kAlways;
  request.name = command.name;
  request.files = {backup::NulDevice()};
  if (!command.to_nul) {
    request.files =
        database::BackupFilePlaces(parts_.machine, scenario(), command.name,
                                   request.kind == backup::BackupKind::kLog, command.files);
  }
  for (const std::string& name : command.filegroups) {
    const std::vector<std::string>& volumes = scenario().data_volumes;
    request.volumes.push_back(
        static_cast<uint32_t>(std::ranges::find(volumes, name) - volumes.begin()));
  }
  request.source = std::move(spid);
  return request;
}

Status Server::CheckBackup(const scenario::Backup& command) const {
  if (command.files > backup::kMaxBackupFiles) {
    return telemetry::kTooManyDevices(std::to_string(backup::kMaxBackupFiles));
  }
  const uint32_t transfer = command.transfer_bytes;
  if (transfer == 0 || transfer % backup::kLeastTransferBytes != 0 ||
      transfer > backup::kMostTransferBytes) {
    return telemetry::kNotWithinRange(std::to_string(transfer), "MAXTRANSFERSIZE");
  }
  if (!std::has_single_bit(command.block_bytes)) return telemetry::kNoPowerOfTwo();
  if (command.block_bytes < backup::kUsualBlockBytes ||
      command.block_bytes > backup::kMostBlockBytes) {
    return telemetry::kNotWithinRange(std::to_string(command.block_bytes), "BLOCKSIZE");
  }
  for (const std::string& name : command.filegroups) {
    if (std::ranges::count(scenario().data_volumes, name) == 0) {
      return Error{ErrorCode::kNotFound, "There is no filegroup '" + name +
                                             "': one is the data files of a volume, and has its "
                                             "name."};
    }
  }
  if (command.compress && scenario().real && parts_.machine.codec() == nullptr) {
    return telemetry::kNoCodec();
  }
  return CheckBufferMemory(command);
}

/// What the server takes of its own accord is never too much.
Status Server::CheckBufferMemory(const scenario::Backup& command) const {
  if (!command.buffers) return Status();
  const uint64_t sets = command.compress ? 3 : 1;
  const uint64_t wanted = sets * *command.buffers * command.transfer_bytes;
  const uint64_t there = parts_.machine.AvailableMemoryBytes().value_or(
      scenario().buffer_pool_bytes + kMemoryBesidePool);
  if (wanted <= there) return Status();
  return telemetry::kNoMemoryForBuffers(std::to_string(*command.buffers),
                                        std::to_string(command.transfer_bytes),
                                        std::to_string(wanted), std::to_string(there));
}

/// What follows the error of a statement that ends early.
Error Server::Terminated(Error error, const scenario::Backup& command) {
  if (error.number == 0) return error;
  const char* statement =
      command.type == scenario::BackupType::kLog ? "BACKUP LOG" : "BACKUP DATABASE";
  error.message += " " + telemetry::kTerminatesAbnormally(statement).message;
  return error;
}

Task<Status> Server::Run(Session& session, scenario::Backup command) {
  const Status done = co_await BackUp(session, command);
  if (!done.ok()) co_return Terminated(done.error(), command);
  co_return Status();
}

Task<Status> Server::BackUp(Session& session, scenario::Backup command) {
  CO_TRY(CheckBackup(command));
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
  if (found == nullptr || found->to_nul()) co_return backups.NoSuchBackup(command.name);
  session.TellBegin();
  const size_t phase = telemetry().BeginPhase("", "verifyBackup");
  backup::MediaSet files = found->files;
  const auto verified = co_await backup::Verify(
      *session.worker, std::move(files),
      [this, phase](uint32_t permille) { telemetry().PhaseProgress(phase, permille); },
      command.checksum, parts_.machine.codec());
  telemetry::Figures figures;
  if (verified.ok()) figures = {{"pages", static_cast<int64_t>(verified->pages)}};
  telemetry().EndPhase(phase, std::move(figures));
  CO_TRY(verified);
  co_return Status();
}

}  // namespace snapscope::server
