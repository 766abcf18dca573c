#include "backup/restore.h"

#include <algorithm>

#include "backup/ending.h"
#include "backup/restored_log.h"
#include "base/mutation.h"
#include "checkpoint/dirty_page_sweep.h"
#include "runtime/task_group.h"
#include "telemetry/backup_messages.h"
#include "telemetry/sql_errors.h"

namespace snapscope::backup {

MUTATION(kPagesNotVerified, "VERIFYONLY WITH CHECKSUM takes the pages of a backup for good",
         NoticedBy::kTests);
MUTATION(kSuspectPageRedone, "a restore redoes the log on a page that is damaged in its backup",
         NoticedBy::kTests);
MUTATION(kRollForwardTooEarly, "a restore rolls forward while its last pages are being written",
         NoticedBy::kTests);

namespace {

using runtime::WaitType;

constexpr Lsn kEverything{UINT64_MAX};
constexpr uint32_t kWritesInFlight = 8;
constexpr uint32_t kMostProgress = 999;  ///< progress of what is not over, permille

Error Truncated(const BackupSet& set, const std::string& what) {
  return Error{ErrorCode::kCorruptPage,
               "backup " + set.name + " is not whole: " + what + " (3203)"};
}

/// What was read to its end must have all that the header says.
Status CheckPages(const BackupSet& set, uint64_t pages) {
  if (pages == set.pages) return Status();
  return Truncated(set, "it has " + std::to_string(pages) +
                            " pages of data files, and should have " + std::to_string(set.pages));
}

Status CheckLogEnd(const BackupSet& set, const wal::BlockChain& log) {
  if (set.first == set.last || (!log.end().IsNone() && log.Reaches(set.last))) return Status();
  return Truncated(
      set, "its log ends at " + ToString(log.end()) + ", and should reach " + ToString(set.last));
}

size_t BeginPhaseOf(RestoreState& state, std::string_view name) {
  state.open_phase =
      state.engine.telemetry->BeginDatabasePhase(state.beside ? state.engine.database : "", name);
  return *state.open_phase;
}

/// Ends the phase that is open, if one is.
void EndPhaseOf(RestoreState& state, telemetry::Figures figures = {}) {
  if (!state.open_phase) return;
  state.engine.telemetry->EndPhase(*std::exchange(state.open_phase, std::nullopt),
                                   std::move(figures));
}

/// Trace flag 3004.
void Step(const RestoreState& state, const std::string& step) {
  const snapshot::EngineParts& engine = state.engine;
  engine.telemetry->Log(state.source,
                        telemetry::RestoreStep(engine.version, engine.database, step));
}

/// What one RESTORE does with backups that have been checked.
class RestoreStep {
 public:
  RestoreStep(Worker& worker, RestoreState& state, const StopPoint& stop,
              std::vector<std::unique_ptr<SetReader>> readers)
      : worker_(worker),
        state_(state),
        engine_(state.engine),
        stop_(stop),
        readers_(std::move(readers)),
        writes_(engine_.cpu->executor(), kWritesInFlight) {}

  Task<Status> Run() {
    if (HasPages(0)) {
      CO_TRY(co_await BeginData());
      if (CopiesPages()) {
        Step(state_, "Transferring data");
        CO_TRY(co_await RestoreData());
      }
    }
    CO_TRY(co_await RollForward());
    BeginPhaseOf(state_, "restoreFlush");
    CO_TRY_ASSIGN(const auto written, co_await WriteDirty(worker_, state_));
    EndPhaseOf(state_, {{"pages", static_cast<int64_t>(written.buffers)},
                        {"writes", static_cast<int64_t>(written.writes)}});
    co_return Status();
  }

  static Task<Result<checkpoint::SweepFigures>> WriteDirty(Worker& worker, RestoreState& state) {
    const snapshot::EngineParts& engine = state.engine;
    checkpoint::DirtyPageSweep sweep(*engine.cpu, *engine.pool,
                                     {.db = engine.db,
                                      .before = kEverything,
                                      .reason = buffer::WriteReason::kCheckpoint,
                                      .writes_in_flight = 32,
                                      .latency_target = std::nullopt,
                                      .wait = WaitType::kIoCompletion});
    co_return co_await sweep.Run(worker);
  }

 private:
  // --- Pages -----------------------------------------------------------------------------------

  bool HasPages(size_t place) const { return readers_[place]->set().kind != BackupKind::kLog; }
  /// False where an array has put all pages in place.
  bool CopiesPages() const {
    return !readers_.front()->has_pages_in_place() || (readers_.size() > 1 && HasPages(1));
  }

  /// Pages go around the pool, and what their backup has of the log need not go on from the log
  /// that is there: of what a full backup WITH NORECOVERY left there, neither counts any more.
  Task<Status> BeginData() {
    const BackupSet& first = readers_.front()->set();
    if (!state_.known) state_.known.emplace(first.size());
    if (state_.log) {
      co_await engine_.pool->Detach(worker_, engine_.db);
      engine_.pool->Attach(engine_.db, *engine_.source);
    }
    CO_TRY_ASSIGN(state_.log,
                  co_await wal::LogRestoration::Begin(worker_, state_.log_file, first.log));
    state_.mark = {};
    if (readers_.front()->has_pages_in_place()) {
      AddAllPages(*state_.known);
      if (!first.checkpoint.IsNone()) state_.mark = {first.checkpoint, first.first};
    }
    co_return Status();
  }

  static void AddAllPages(page::PageSet& pages) {
    const page::DatabaseSize size = pages.size();
    for (uint32_t position = 0; position < size.files; ++position) {
      for (uint32_t number = 0; number < size.file_pages; ++number) {
        pages.Add(PageId::Of(page::DataFileId(position), number));
      }
    }
  }

  Task<Status> RestoreData() {
    phase_of_data_ = BeginPhaseOf(state_, "restoreData");
    const uint64_t before = state_.figures.pages;
    for (size_t place = 0; place < readers_.size() && HasPages(place); ++place) {
      if (place > 0) {  // of which only pages are needed
        TellOfStart();
        const SetReader& former = *readers_[place - 1];
        TellOfEnd(engine_, former.set(), Ended::kRestore, former.paths(), time_of_data_);
      }
      const TimeNs began = Now();
      const Status read = co_await RestorePagesOf(place);
      // Also those that an error has overtaken.
      if (Mutated(kRollForwardTooEarly)) {
        writes_.SetLimit(2);
        co_await writes_.AwaitRoom(worker_, WaitType::kIoCompletion);
      } else {
        (void)co_await writes_.Ended(worker_, WaitType::kIoCompletion);
      }
      CO_TRY(read);
      CO_TRY(writes_.status());
      with_pages_ = place;
      time_of_data_ = Now() - began;
    }
    EndPhaseOf(state_, {{"pages", static_cast<int64_t>(state_.figures.pages - before)}});
    co_return Status();
  }

  Task<Status> RestorePagesOf(size_t place) {
    SetReader& reader = *readers_[place];
    const uint64_t before = state_.figures.pages;
    for (;;) {
      CO_TRY_ASSIGN(auto chunk, co_await reader.Next(worker_));
      if (!chunk.has_value() || chunk->header.kind == ChunkKind::kLog) {
        first_log_ = std::move(chunk);
        co_return CheckPages(reader.set(), state_.figures.pages - before);
      }
      uint64_t at = 0;
      for (const PageRun& run : chunk->header.runs) {
        const uint64_t bytes = uint64_t{run.pages} * page::kPageSize;
        co_await writes_.AwaitRoom(worker_, WaitType::kIoCompletion);
        CO_TRY(writes_.status());
        WriteRun(run, chunk->payload.subspan(at, bytes), chunk->memory);
        at += bytes;
      }
      engine_.telemetry->PhaseProgress(phase_of_data_, std::min(reader.permille(), kMostProgress));
    }
  }

  static Task<Status> Write(storage::File* file, uint64_t offset, ConstByteSpan pages,
                            std::shared_ptr<const void> /*memory*/) {
    std::vector<ConstByteSpan> buffers{pages};
    co_return co_await file->WriteDurable(offset, std::move(buffers));
  }

  void WriteRun(PageRun run, ConstByteSpan pages, std::shared_ptr<const void> memory) {
    for (uint32_t i = 0; i < run.pages; ++i) {
      const PageId page{run.first.value + i};
      const page::ConstPageSpan bytes(pages.data() + i * page::kPageSize, page::kPageSize);
      // What an allocated extent has that was never written is of no history.
      if (page::IsZeroPage(bytes)) continue;
      state_.known->Add(page);
      if (state_.continues_after_error) NoteIfDamaged(page, bytes);
    }
    storage::File& file = *engine_.source->files()[page::DataFilePosition(run.first.file())];
    worker_.ChargeIo(pages.size());
    engine_.telemetry->AddTotal(telemetry::CounterId::kBackupRestoreBytesPerSecond, pages.size());
    writes_.Add(
        Write(&file, uint64_t{run.first.number()} * page::kPageSize, pages, std::move(memory)));
    state_.figures.pages += run.pages;
  }

  void NoteIfDamaged(PageId page, page::ConstPageSpan bytes) {
    worker_.Charge(runtime::CpuWork::kChecksumKiB, page::kPageSize / 1024);
    if (page::VerifyPage(bytes, page, engine_.source->form()).ok()) {
      state_.suspect.erase(page);
    } else if (!Mutated(kSuspectPageRedone)) {
      state_.suspect.insert(page);
    }
  }

  // --- Log -------------------------------------------------------------------------------------

  Task<Status> RollForward() {
    for (size_t place = with_pages_; place < readers_.size() && !state_.stopped; ++place) {
      CO_TRY(co_await RollForward(place));
    }
    const Lsn last = readers_.back()->set().last;  // of a set without a block of log
    const Lsn end = state_.log->end().IsNone() ? last : state_.log->end();
    state_.figures.end = state_.stopped.value_or(end);
    co_return Status();
  }

  Task<Status> RollForward(size_t place) {
    SetReader& reader = *readers_[place];
    const TimeNs began = Now() - std::exchange(time_of_data_, 0);
    Step(state_, "Restore-Redo begins");
    TellOfStart();
    const size_t phase = BeginPhaseOf(state_, "restoreLog");
    RestoredLog records(reader, *state_.log, std::exchange(first_log_, std::nullopt), stop_,
                        state_.mark, state_.suspect);
    const auto redone = co_await recovery::RollForward(
        worker_, *engine_.pool, engine_.db, *state_.known, records,
        [this, phase](uint32_t permille) { engine_.telemetry->PhaseProgress(phase, permille); });
    CO_TRY(redone);
    if (!records.stopped()) CO_TRY(CheckLogEnd(reader.set(), records.chain()));
    state_.stopped = records.stopped();
    state_.figures.stopped_at = records.stopped_at();
    state_.figures.log_bytes += records.bytes();
    state_.figures.log_records += redone->records;
    state_.figures.suspect_pages = state_.suspect.size();
    EndPhaseOf(state_, {{"records", static_cast<int64_t>(redone->records)},
                        {"bytes", static_cast<int64_t>(records.bytes())}});
    Step(state_, "Rollforward complete");
    TellOfEnd(engine_, reader.set(), Ended::kRestore, reader.paths(), Now() - began);
    co_return Status();
  }

  // For each backup of a chain the ERRORLOG has what the product tells of the command that restores
  // it WITH NORECOVERY: the chain is the script of those commands.

  void TellOfStart() {
    engine_.telemetry->Log(state_.source, telemetry::StartingUpDatabase(engine_.database));
    engine_.telemetry->Log(state_.source, telemetry::MarkedRestoring(engine_.database));
  }

  TimeNs Now() const { return engine_.cpu->executor().Now(); }

  Worker& worker_;
  RestoreState& state_;
  const snapshot::EngineParts& engine_;
  const StopPoint& stop_;
  std::vector<std::unique_ptr<SetReader>> readers_;
  /// Writes of runs to the data files, while further chunks are read.
  runtime::TaskGroup writes_;
  size_t with_pages_ = 0;
  size_t phase_of_data_ = 0;
  TimeNs time_of_data_ = 0;  ///< that the pages of the last backup that has some took
  std::optional<Chunk> first_log_;
};

Status CheckFiles(const std::vector<storage::File*>& files, const BackupSet& full) {
  const uint64_t bytes = uint64_t{full.file_pages} * page::kPageSize;
  for (const storage::File* file : files) {
    if (file->size() == bytes && files.size() == full.data_files) continue;
    return Error{ErrorCode::kRefused, "The backup " + full.name + " has " +
                                          std::to_string(full.data_files) + " data files of " +
                                          std::to_string(bytes) + " bytes; " + file->path() +
                                          " is one of " + std::to_string(files.size()) + ", of " +
                                          std::to_string(file->size()) + " bytes."};
  }
  return Status();
}

}  // namespace

Status CheckDamage(const BackupSet& set) {
  if (!set.is_damaged()) return Status();
  return telemetry::kSetIsDamaged(std::string(NameOf(set.kind)) + " backup " + set.name);
}

Task<Status> Restoration::Add(Worker& worker, std::vector<MediaSet> backups, StopPoint stop,
                              ChainEnd end, bool continue_after_error) {
  RestoreState& state = state_;
  state.continues_after_error = continue_after_error;
  CHECK(!state.broken, "a restore goes on from what an error has left");
  std::vector<BackupSet> chain = state.restored;
  std::vector<std::unique_ptr<SetReader>> readers;
  Step(state, "RESTORE DATABASE started");
  Step(state, "Opening backup set");
  if (state.array && state.restored.empty()) {
    CO_TRY_ASSIGN(auto reader, co_await OpenArraySet(worker, *state.array));
    chain.push_back(reader->set());
    readers.push_back(std::move(reader));
  }
  for (const MediaSet& files : backups) {
    CO_TRY_ASSIGN(auto reader, co_await BackupReader::Open(worker, files, state_.engine.codec));
    if (!continue_after_error) CO_TRY(CheckDamage(reader->set()));
    chain.push_back(reader->set());
    readers.push_back(std::move(reader));
  }
  if (state.stopped && !readers.empty()) {
    co_return Error{ErrorCode::kRefused,
                    state.engine.database +
                        " has been restored to the point to stop at: nothing can follow. Recover "
                        "it."};
  }
  CO_TRY(CheckChain(chain, stop, end, state.restored.size()));
  CO_TRY(CheckFiles(state.engine.source->files(), chain.front()));
  if (readers.empty()) co_return Status();
  Step(state, "Planning begins");
  state.broken = true;
  RestoreStep step(worker, state, stop, std::move(readers));
  const Status done = co_await step.Run();
  if (!done.ok()) EndPhaseOf(state);
  CO_TRY(done);
  state.broken = false;
  state.restored = std::move(chain);
  if (end == ChainEnd::kNoRecovery) Step(state, "RESTORE DATABASE finished");
  co_return Status();
}

Task<Result<RestoreFigures>> Restoration::Recover(Worker& worker) {
  state_.broken = true;
  BeginPhaseOf(state_, "restoreRecovery");
  const Status undone = co_await UndoBy(worker, state_);
  if (!undone.ok()) EndPhaseOf(state_);
  CO_TRY(undone);
  EndPhaseOf(state_,
             {{"transactions", static_cast<int64_t>(state_.figures.undone.user_transactions)},
              {"records", static_cast<int64_t>(state_.figures.undone.records)}});
  Step(state_, "RESTORE DATABASE finished");
  co_return state_.figures;
}

/// By the log that was restored.
Task<Status> Restoration::UndoBy(Worker& worker, RestoreState& state) {
  const snapshot::EngineParts& engine = state.engine;
  if (state.log->end().IsNone()) co_return Status();  // nothing has ever been logged
  CO_TRY(co_await state.log->Finish(worker, state.mark));
  CO_TRY_ASSIGN(auto log,
                co_await wal::Log::Open(worker, state.log_file, *engine.cpu, *engine.telemetry,
                                        wal::LogOptions{.restoring = true}));
  const recovery::RecoveryScope scope = engine.RecoveryFrom(state.mark, *log);
  CO_TRY_ASSIGN(auto analysis, co_await recovery::Analyse(worker, scope, nullptr));
  state.figures.next_txn = analysis.next_txn;
  CO_TRY_ASSIGN(state.figures.undone,
                co_await recovery::Undo(worker, scope, std::move(analysis), nullptr));
  CO_TRY(co_await RestoreStep::WriteDirty(worker, state));
  co_return Status();
}

namespace {

/// The damaged pages of a backup.
struct DamageInSet {
  uint64_t pages = 0;
  PageId first{};

  void Look(const Chunk& chunk, page::PageForm form) {
    size_t at = 0;
    for (const PageRun& run : chunk.header.runs) {
      for (uint32_t i = 0; i < run.pages; ++i, at += page::kPageSize) {
        const page::ConstPageSpan page(chunk.payload.data() + at, page::kPageSize);
        const PageId id{run.first.value + i};
        if (page::IsZeroPage(page) || page::VerifyPage(page, id, form).ok()) continue;
        if (pages++ == 0) first = id;
      }
    }
  }
};

}  // namespace

Task<Result<BackupSet>> Verify(Worker& worker, MediaSet files,
                               std::function<void(uint32_t permille)> on_progress,
                               bool with_checksum, storage::Codec* codec) {
  CO_TRY_ASSIGN(auto reader, co_await BackupReader::Open(worker, std::move(files), codec));
  if (with_checksum && !reader->set().has_checksums) co_return telemetry::kNoChecksumsToVerify();
  uint64_t pages = 0;
  DamageInSet damage;
  wal::BlockChain log;
  for (;;) {
    CO_TRY_ASSIGN(auto chunk, co_await reader->Next(worker));
    if (!chunk.has_value()) break;
    for (const PageRun& run : chunk->header.runs) pages += run.pages;
    if (with_checksum && !Mutated(kPagesNotVerified)) {
      worker.Charge(runtime::CpuWork::kChecksumKiB, chunk->payload.size() / 1024);
      damage.Look(*chunk, reader->set().form);
    }
    if (on_progress) on_progress(std::min(reader->permille(), kMostProgress));
    if (chunk->header.kind != ChunkKind::kLog) continue;
    ConstByteSpan rest = chunk->payload;
    while (!rest.empty() && Load<wal::BlockHeader>(rest, 0).magic != 0) {
      CO_TRY_ASSIGN(const wal::BlockView block, wal::BlockAtFrontOf(rest));
      CO_TRY(log.Follow(block));
      rest = rest.subspan(block.bytes());
    }
  }
  const BackupSet& set = reader->set();
  CO_TRY(CheckPages(set, pages));
  CO_TRY(CheckLogEnd(set, log));
  if (damage.pages > 0) {
    co_return telemetry::kDamageInSet(set.name, std::to_string(damage.pages),
                                      ToString(damage.first));
  }
  co_return set;
}

}  // namespace snapscope::backup
