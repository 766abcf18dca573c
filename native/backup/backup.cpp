#include "backup/backup.h"

#include <algorithm>
#include <utility>

#include "backup/ending.h"
#include "backup/extents.h"
#include "backup/set_writing.h"
#include "base/checksum.h"
#include "base/mutation.h"
#include "telemetry/backup_messages.h"
#include "telemetry/sql_errors.h"
#include "wal/log_blocks.h"

namespace snapscope::backup {

MUTATION(kBackupLogEndsEarly,
         "what changes while the pages of a backup are read is not in its log");
MUTATION(kChangesDuringFullForgotten,
         "what is written while a full backup reads its pages is not noted for differential ones",
         NoticedBy::kTests);
MUTATION(kLogBackupEndsBeforeFile,
         "the next log backup begins at the end of one whose file is not complete");
MUTATION(kCopyOnlyMovesChain, "the next log backup begins where a copy-only one ends",
         NoticedBy::kTests);
MUTATION(kLogChainBegunAnew,
         "every full backup begins the chain of log backups, not only the first");
MUTATION(kReachedTooFar, "a backup says that it reaches the time after its last flush, not before",
         NoticedBy::kTests);
MUTATION(kBackupLogFromCheckpoint,
         "the log of a backup begins at its checkpoint, not at the oldest transaction active then");
MUTATION(kBackupForgetsFreed, "a full backup leaves out what was freed while its checkpoint ran");
MUTATION(kDifferentialClearedByCopy,
         "a copy-only backup begins the changes for differential ones anew");
MUTATION(kNewExtentForgotten,
         "what is allocated and written while a full backup looks for extents is noted by nobody",
         NoticedBy::kTests);
MUTATION(kLogBackupLosesItsEnd, "the later half of the log is missing from its backup");
namespace {

using runtime::LatchMode;
using runtime::WaitType;

std::string CommandOf(const BackupRequest& request, const std::string& database) {
  return (request.kind == BackupKind::kLog ? "BACKUP LOG " : "BACKUP DATABASE ") + database;
}

/// One backup under way. It lives in the frame of BackUp(), and so outlives its readers.
class Backup {
 public:
  Backup(Worker& worker, BackupSource& source, const BackupRequest& request)
      : worker_(worker),
        source_(source),
        engine_(source.engine),
        request_(request),
        writing_(worker, engine_, request, NewSet(source, request.kind, request.name, worker.Now()),
                 source.volumes),
        set_(writing_.set()) {}

  Task<Status> Run() {
    writing_.BeginPhase();
    Task<Status> running = set_.kind == BackupKind::kLog ? RunLog() : RunDatabase();
    const Status done = co_await std::move(running);
    writing_.EndPhase(checkpoint_time_);
    co_return done;
  }

  const BackupSet& set() const { return set_; }

 private:
  Task<Status> RunDatabase() {
    Step("BACKUP DATABASE started");
    // The product waits for its lock BULK_OP_BACKUP_DB. Backups of the log have turns of their own.
    const runtime::Turns::Turn turn = co_await source_.turns.Await(worker_, WaitType::kLckMU);
    set_.started = worker_.Now();
    const bool differential = set_.kind == BackupKind::kDifferential;
    if (differential && source_.differential.base().IsNone())
      co_return telemetry::kNoFullBackup(engine_.database);
    NoteBase();
    const snapshot::CopyOnWrite::LogEverything logged(source_.copy_on_write);
    wal::LogHold hold;
    Extents extents;
    std::optional<DifferentialMap::Pending> pending;
    CO_TRY(co_await CheckpointAndFindExtents(hold, extents, pending));
    if (!request_.volumes.empty()) LeaveOutOthers(extents);
    std::vector<PageRun> runs = RunsOf(extents, set_.file_pages, set_.transfer_bytes);
    // What the log may still grow by until the reading ends is not known: it has its capacity.
    CO_TRY(co_await Create(PagesOf(runs), engine_.log->capacity_bytes()));
    if (Mutated(kBackupLogEndsEarly)) CO_TRY(co_await EndLog());
    Step("Copying data files");
    CO_TRY(co_await writing_.ReadPages(std::move(runs)));
    if (pending && Mutated(kChangesDuringFullForgotten)) {
      pending.reset();
      pending.emplace(source_.differential);
    }
    if (!Mutated(kBackupLogEndsEarly)) CO_TRY(co_await EndLog());
    CO_TRY(co_await CopyLog());
    CO_TRY(co_await writing_.Complete());
    const bool begins_chain = set_.kind == BackupKind::kFull && !set_.is_partial;
    if (begins_chain) CO_TRY(co_await BeginLogChain(worker_, source_, set_.last));
    Step("BACKUP DATABASE finished");
    if (pending) {
      pending->Become(set_.copy_only ? source_.differential.base()
                                     : DifferentialBase{set_.checkpoint, set_.id});
    }
    co_return Status();
  }

  Task<Status> RunLog() {
    Step("BACKUP LOG started");
    const runtime::Turns::Turn turn = co_await engine_.log->AwaitBackupTurn(worker_);
    set_.first = engine_.log->backed_up();
    NoteBase();
    if (set_.first.IsNone()) co_return telemetry::kNoLogChain();
    CO_TRY(co_await EndLog());
    CO_TRY(co_await Create(0, engine_.log->BytesBetween(set_.first, set_.last)));
    if (Mutated(kLogBackupEndsBeforeFile)) CO_TRY(co_await NoteEnd());
    CO_TRY(co_await CopyLog());
    CO_TRY(co_await writing_.Complete());
    Step("BACKUP LOG finished");
    co_return co_await NoteEnd();
  }

  void NoteBase() {
    set_.base = source_.differential.base().checkpoint;
    set_.base_set = source_.differential.base().set;
  }

  /// Trace flag 3004.
  void Step(const std::string& step) {
    if (request_.is_untold) return;
    engine_.telemetry->Log(request_.source,
                           telemetry::BackupStep(engine_.version, engine_.database, step));
  }

  /// The next log backup begins where this one ends.
  Task<Status> NoteEnd() {
    if (!set_.copy_only || Mutated(kCopyOnlyMovesChain)) {
      CO_TRY(co_await engine_.log->WriteBackedUp(worker_, set_.last));
    }
    co_return Status();
  }

  /// The log in the set ends with what is in the log now. On NUL it ends with what is durable:
  /// nobody will restore it to a time, and the next backup takes the rest.
  Task<Status> EndLog() {
    set_.reached = worker_.Now();
    if (!IsNul(request_.files))
      CO_TRY(co_await engine_.log->Flush(worker_, engine_.log->end_lsn()));
    if (Mutated(kReachedTooFar)) set_.reached = worker_.Now();
    set_.last = engine_.log->durable_lsn();
    co_return Status();
  }

  Task<Status> Checkpoint(wal::LogHold& hold) {
    Step("Writing a checkpoint");
    const TimeNs begun = worker_.Now();
    checkpoint::CheckpointRequest request{.source = request_.source,
                                          .kind = "automatic",
                                          .snapshot = {},
                                          .hold = &hold,
                                          .holder = wal::LogHolder::kBackup};
    CO_TRY_ASSIGN(const auto done, co_await engine_.checkpointer->Run(worker_, std::move(request)));
    checkpoint_time_ = worker_.Now() - begun;
    Step("Checkpoint is complete (elapsed = " + std::to_string(checkpoint_time_ / kMillisecond) +
         " ms)");
    set_.checkpoint = done.begin_lsn;
    const bool from_checkpoint = done.oldest_active.IsNone() || Mutated(kBackupLogFromCheckpoint);
    set_.first = from_checkpoint ? done.begin_lsn : std::min(done.begin_lsn, done.oldest_active);
    co_return Status();
  }

  /// What the log from the checkpoint on is about, and does not format itself. For a full backup
  /// that is not only what is allocated now: what was freed while the checkpoint ran may have
  /// records behind its begin. It was allocated before, or it has been written since.
  ///
  /// `pending` begins before the allocated extents are found: what is allocated behind the finding
  /// and written is in it.
  Task<Status> CheckpointAndFindExtents(wal::LogHold& hold, Extents& extents,
                                        std::optional<DifferentialMap::Pending>& pending) {
    const bool is_full = set_.kind == BackupKind::kFull;
    if (!is_full && !source_.differential.is_invalid()) {
      CO_TRY(co_await Checkpoint(hold));
      extents = source_.differential.Extents();
      co_return Status();
    }
    const WrittenPages written(*engine_.source, source_.differential.size());
    if (!Mutated(kBackupForgetsFreed))
      CO_TRY(co_await AddAllocated(worker_, *engine_.pool, engine_.db, source_.differential.size(),
                                   extents));
    CO_TRY(co_await Checkpoint(hold));
    if (!Mutated(kBackupForgetsFreed)) extents.merge(written.Extents());
    const bool begins_differentials =
        is_full && (!set_.copy_only || Mutated(kDifferentialClearedByCopy));
    const bool too_late = Mutated(kNewExtentForgotten);
    if (begins_differentials && !too_late) pending.emplace(source_.differential);
    CO_TRY(co_await AddAllocated(worker_, *engine_.pool, engine_.db, source_.differential.size(),
                                 extents));
    if (!is_full) extents.merge(source_.differential.Extents());
    if (begins_differentials && too_late) pending.emplace(source_.differential);
    co_return Status();
  }

  /// Of the volumes that were not asked for.
  void LeaveOutOthers(Extents& extents) {
    std::erase_if(extents, [this](const page::ExtentId& extent) {
      const uint32_t volume = page::DataFilePosition(extent.file) % source_.volumes;
      return std::ranges::count(request_.volumes, volume) == 0;
    });
  }

  Task<Status> Create(uint64_t pages, uint64_t log_bytes) {
    if (!request_.is_untold) TellOfConfiguration();
    co_return co_await writing_.Create(pages, log_bytes);
  }

  void TellOfConfiguration() {
    const telemetry::BackupConfigurationFigures figures{
        .memory_bytes = source_.memory_bytes,
        .buffers = writing_.buffers(),
        .transfer_bytes = set_.transfer_bytes,
        .sets = request_.compress ? 3U : 1U,
        .volumes = source_.volumes,
        .buffers_of_device = DeviceDepth(engine_.version)};
    engine_.telemetry->Log(request_.source,
                           telemetry::BackupConfiguration(engine_.version, figures));
  }

  Task<Status> CopyLog() {
    Step("Copying transaction log");
    wal::LogBlockReader blocks(*engine_.log, set_.first, set_.last);
    co_return co_await writing_.CopyLog([this, &blocks] { return Next(&blocks); });
  }

  Task<Result<std::optional<wal::BlockView>>> Next(wal::LogBlockReader* blocks) {
    const bool is_lost = set_.kind == BackupKind::kLog && Mutated(kLogBackupLosesItsEnd) &&
                         2 * set_.log_bytes > engine_.log->BytesBetween(set_.first, set_.last);
    if (is_lost) co_return std::optional<wal::BlockView>();
    co_return co_await blocks->Next(worker_);
  }

  Worker& worker_;
  BackupSource& source_;
  const snapshot::EngineParts& engine_;
  const BackupRequest& request_;
  SetWriting writing_;
  BackupSet& set_;
  TimeNs checkpoint_time_ = 0;
};

}  // namespace

BackupSet NewSet(const BackupSource& source, BackupKind kind, std::string name, TimeNs now) {
  const snapshot::EngineParts& engine = source.engine;
  BackupSet set;
  set.kind = kind;
  set.name = std::move(name);
  set.database = engine.database;
  set.family = source.family;
  set.form = engine.source->form();
  set.data_files = source.differential.size().files;
  set.file_pages = source.differential.size().file_pages;
  set.started = now;
  set.log = wal::GeometryOf(*engine.log);
  set.log_file_bytes = engine.log->file().size();
  set.id = Checksum(std::as_bytes(std::span(&set.started, 1)), source.family) ^
           Checksum(std::as_bytes(std::span(set.name)), set.log.vlf_bytes);
  return set;
}

Task<Status> BeginLogChain(Worker& worker, BackupSource& source, Lsn end) {
  wal::Log& log = *source.engine.log;
  if (!source.full_recovery) co_return Status();
  if (!log.backed_up().IsNone() && !Mutated(kLogChainBegunAnew)) co_return Status();
  co_return co_await log.WriteBackedUp(worker, end);
}

Task<Result<BackupSet>> BackUp(Worker& worker, BackupSource& source, BackupRequest request) {
  const snapshot::EngineParts& engine = source.engine;
  Backup backup(worker, source, request);
  const Status done = co_await backup.Run();
  if (!done.ok()) {
    engine.telemetry->Log("Backup", telemetry::BackupFailed(CommandOf(request, engine.database)));
    co_return done.error();
  }
  const BackupSet& set = backup.set();
  const std::optional<TimeNs> duration =
      request.is_untold ? std::nullopt : std::optional(set.finished - set.started);
  TellOfEnd(engine, set, Ended::kBackup, PathsOf(request.files), duration);
  co_return set;
}

}  // namespace snapscope::backup
