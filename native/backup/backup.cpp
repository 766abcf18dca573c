#include "backup/backup.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "backup/ending.h"
#include "backup/extents.h"
#include "backup/page_places.h"
#include "base/checksum.h"
#include "base/mutation.h"
#include "page/compact.h"
#include "runtime/task_group.h"
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
MUTATION(kDamageNotNoted, "a backup that goes on after a damaged page does not say that it has one",
         NoticedBy::kTests);

namespace {

using runtime::LatchMode;
using runtime::WaitType;

constexpr uint64_t kAlmost = 999;  ///< progress of what is not over, permille

std::string CommandOf(const BackupRequest& request, const std::string& database) {
  return (request.kind == BackupKind::kLog ? "BACKUP LOG " : "BACKUP DATABASE ") + database;
}

/// What of a page of the compact form means nothing becomes zeros, which pack well.
void ClearRest(page::PageSpan page) {
  const size_t bytes = page::CompactBytes(page);
  std::fill(page.begin() + static_cast<ptrdiff_t>(bytes), page.end(), std::byte{});
}

/// One backup under way. It lives in the frame of BackUp(), and so outlives its readers.
class Backup {
 public:
  Backup(Worker& worker, BackupSource& source, const BackupRequest& request)
      : worker_(worker),
        source_(source),
        engine_(source.engine),
        request_(request),
        to_nul_(IsNul(request.files)),
        set_(NewSet(source, request.kind, request.name, worker.Now())),
        places_(std::make_shared<PagePlaces>(static_cast<uint32_t>(request.files.size()))),
        buffers_(request.buffers.value_or(UsualBuffers(
            engine_.version, static_cast<uint32_t>(request.files.size()), source.volumes))),
        readers_of_file_(ReadersOfFile(engine_.version, buffers_,
                                       static_cast<uint32_t>(request.files.size()),
                                       source.differential.size().files)),
        readers_(engine_.cpu->executor()) {
    set_.files = static_cast<uint32_t>(request.files.size());
    set_.copy_only = request.copy_only;
    set_.has_checksums = request.checksum;
  }

  Task<Status> Run() {
    if (!to_nul_) phase_ = engine_.telemetry->BeginPhase("", "backup");
    Task<Status> running = set_.kind == BackupKind::kLog ? RunLog() : RunDatabase();
    const Status done = co_await std::move(running);
    if (to_nul_) co_return done;
    engine_.telemetry->EndPhase(phase_, {{"kind", static_cast<int64_t>(set_.kind) - 1},
                                         {"pages", static_cast<int64_t>(set_.pages)},
                                         {"bytes", static_cast<int64_t>(set_.file_bytes())},
                                         {"logBytes", static_cast<int64_t>(set_.log_bytes)},
                                         {"checkpointMs", checkpoint_time_ / kMillisecond}});
    co_return done;
  }

  BackupSet& set() { return set_; }

 private:
  Task<Status> RunDatabase() {
    Step("BACKUP DATABASE started");
    // The product waits for its lock BULK_OP_BACKUP_DB. Backups of the log have turns of their own.
    const runtime::Turns::Turn turn = co_await source_.turns.Await(worker_, WaitType::kLckMU);
    set_.started = worker_.Now();
    const bool differential = set_.kind == BackupKind::kDifferential;
    if (differential && source_.differential.base().checkpoint.IsNone())
      co_return telemetry::kNoFullBackup(engine_.database);
    NoteBase();
    const snapshot::CopyOnWrite::LogEverything logged(source_.copy_on_write);
    wal::LogHold hold;
    Extents extents;
    std::optional<DifferentialMap::Pending> pending;
    CO_TRY(co_await CheckpointAndFindExtents(hold, extents, pending));
    std::vector<PageRun> runs = RunsOf(extents, source_.differential.size().file_pages);
    CO_TRY(co_await CreateWriter(ChunksOf(runs) + LogChunks()));
    if (Mutated(kBackupLogEndsEarly)) CO_TRY(co_await EndLog());
    Step("Copying data files");
    CO_TRY(co_await ReadPages(std::move(runs)));
    if (pending && Mutated(kChangesDuringFullForgotten)) {
      pending.reset();
      pending.emplace(source_.differential);
    }
    if (!Mutated(kBackupLogEndsEarly)) CO_TRY(co_await EndLog());
    CO_TRY(co_await CopyLog());
    CO_TRY(co_await Complete());
    if (set_.kind == BackupKind::kFull) CO_TRY(co_await BeginLogChain(worker_, source_, set_.last));
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
    CO_TRY(co_await CreateWriter(LogChunks()));
    if (Mutated(kLogBackupEndsBeforeFile)) CO_TRY(co_await NoteEnd());
    CO_TRY(co_await CopyLog());
    CO_TRY(co_await Complete());
    Step("BACKUP LOG finished");
    co_return co_await NoteEnd();
  }

  void NoteBase() {
    set_.base = source_.differential.base().checkpoint;
    set_.base_set = source_.differential.base().set;
  }

  /// Trace flag 3004.
  void Step(const std::string& step) {
    if (to_nul_) return;
    engine_.telemetry->Log(request_.source,
                           telemetry::BackupStep(engine_.version, engine_.database, step));
  }

  void TellProgress(uint64_t done, uint64_t all) {
    if (to_nul_) return;
    engine_.telemetry->PhaseProgress(phase_,
                                     static_cast<uint32_t>(std::min(done * 1000 / all, kAlmost)));
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
    if (!to_nul_) CO_TRY(co_await engine_.log->Flush(worker_, engine_.log->end_lsn()));
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

  /// At most: each reader may leave its last buffer half empty, and others by a run that does not
  /// fit.
  uint64_t ChunksOf(const std::vector<PageRun>& runs) const {
    uint64_t pages = 0;
    for (const PageRun& run : runs) pages += run.pages;
    const uint64_t readers = uint64_t{source_.differential.size().files} * readers_of_file_;
    return std::min<uint64_t>(runs.size(), 2 * pages / kTransferPages + readers) + 1;
  }

  /// What the log may still grow by until the reading ends is not known: it has its capacity.
  uint64_t LogChunks() const {
    const uint64_t bytes = request_.kind == BackupKind::kLog
                               ? engine_.log->BytesBetween(set_.first, set_.last)
                               : engine_.log->capacity_bytes();
    return bytes / (kTransferBytes - wal::kMaxBlockBytes) + 2;
  }

  Task<Status> CreateWriter(uint64_t chunks) {
    if (!to_nul_) TellOfFiles();
    MediaSet files = request_.files;
    CO_TRY_ASSIGN(writer_,
                  co_await BackupWriter::Create(worker_, std::move(files), set_, chunks, buffers_));
    co_return Status();
  }

  void TellOfFiles() {
    for (uint32_t file = 0; file < set_.files && request_.expect_pages; ++file) {
      request_.expect_pages(request_.files[file].path,
                            [places = places_, file](uint64_t number, PageId& page) {
                              return places->Find(file, number, page);
                            });
    }
    const telemetry::BackupConfigurationFigures figures{
        .memory_bytes = source_.memory_bytes,
        .buffers = buffers_,
        .transfer_bytes = kTransferBytes,
        .volumes = source_.volumes,
        .buffers_of_device = DeviceDepth(engine_.version)};
    engine_.telemetry->Log(request_.source,
                           telemetry::BackupConfiguration(engine_.version, figures));
  }

  // --- Pages -----------------------------------------------------------------------------------

  /// The runs of one data file, which its readers take in their order.
  struct Part {
    std::vector<PageRun> runs;
    size_t next = 0;
  };

  Task<Status> ReadPages(std::vector<PageRun> runs) {
    std::map<uint32_t, Part> of_file;
    uint64_t pages = 0;
    for (const PageRun& run : runs) {
      of_file[run.first.file()].runs.push_back(run);
      pages += run.pages;
    }
    pages_to_read_ = pages;
    for (auto& [file, part] : of_file) {
      for (uint32_t reader = 0; reader < readers_of_file_; ++reader) readers_.Add(ReadPart(&part));
    }
    const Status read = co_await readers_.Ended(worker_, WaitType::kAsyncIoCompletion);
    if (!read.ok()) CO_TRY(co_await writer_->Finish(worker_, set_));
    co_return read;
  }

  Task<Status> ReadPart(Part* part) {
    Worker reader(*engine_.cpu, engine_.telemetry, request_.source);
    co_await reader.Start();
    const Status read = co_await ReadRuns(reader, part);
    co_await reader.End();
    co_return read;
  }

  /// Takes the next runs of the part, so many that they fit into one buffer; none at its end.
  static std::vector<PageRun> TakeRuns(Part& part) {
    std::vector<PageRun> taken;
    uint64_t pages = 0;
    while (part.next < part.runs.size() && pages + part.runs[part.next].pages <= kTransferPages) {
      pages += part.runs[part.next].pages;
      taken.push_back(part.runs[part.next++]);
    }
    return taken;
  }

  Task<Status> ReadRuns(Worker& reader, Part* part) {
    while (part->next < part->runs.size()) {
      CO_TRY(readers_.status());
      CO_TRY(writer_->status());
      Transfer* const transfer = co_await writer_->Take(reader);
      ChunkHeader header;
      header.runs = TakeRuns(*part);
      uint64_t bytes = 0;
      Status read;
      for (size_t place = 0; place < header.runs.size() && read.ok(); ++place) {
        const PageRun run = header.runs[place];
        const uint64_t run_bytes = uint64_t{run.pages} * page::kPageSize;
        read = co_await ReadRun(reader, run, transfer->payload().subspan(bytes, run_bytes));
        bytes += run_bytes;
      }
      if (bytes == 0) {  // another reader was faster
        writer_->GiveBack(transfer);
        break;
      }
      if (!read.ok()) {
        writer_->GiveBack(transfer);
        co_return read;
      }
      header.payload_bytes = bytes;
      places_->Note(writer_->chunks(), header.runs);
      set_.pages += bytes / page::kPageSize;
      writer_->Submit(reader, transfer, std::move(header));
      TellProgress(set_.pages, pages_to_read_);
      co_await reader.PayCpu();
    }
    co_return Status();
  }

  Task<Status> ReadRun(Worker& reader, PageRun run, ByteSpan into) {
    reader.ChargeIo(into.size());
    if (request_.checksum) reader.Charge(runtime::CpuWork::kChecksumKiB, into.size() / 1024);
    const Status read = co_await reader.Waiting(WaitType::kIoCompletion,
                                                engine_.source->ReadRange(run.first, into));
    CO_TRY(read);
    for (uint32_t i = 0; i < run.pages; ++i) {
      const page::PageSpan page(into.data() + i * page::kPageSize, page::kPageSize);
      if (set_.form == page::PageForm::kCompact) ClearRest(page);
      // One that is zero is of an allocated extent, and was never written.
      if (request_.checksum && !page::IsZeroPage(page)) {
        CO_TRY(VerifyRead(reader, page, PageId{run.first.value + i}));
      }
    }
    co_return Status();
  }

  Status VerifyRead(const Worker& reader, page::ConstPageSpan page, PageId id) {
    const Status whole = page::VerifyPage(page, id, set_.form);
    if (whole.ok()) return Status();
    if (!request_.continue_after_error) {
      return telemetry::kDamageFound(ToString(id), whole.error().message);
    }
    if (!Mutated(kDamageNotNoted)) ++set_.damaged_pages;
    if (request_.on_damage) request_.on_damage(reader, whole.error());
    return Status();
  }

  // --- Log -------------------------------------------------------------------------------------

  Task<Status> CopyLog() {
    Step("Copying transaction log");
    const uint64_t log_bytes =
        std::max<uint64_t>(engine_.log->BytesBetween(set_.first, set_.last), 1);
    wal::LogBlockReader blocks(*engine_.log, set_.first, set_.last);
    Transfer* transfer = co_await writer_->Take(worker_);
    uint64_t used = 0;
    for (;;) {
      auto block = co_await blocks.Next(worker_);
      if (!block.ok()) {
        writer_->GiveBack(transfer);
        CO_TRY(co_await writer_->Finish(worker_, set_));
        co_return block.error();
      }
      const bool is_lost = set_.kind == BackupKind::kLog && Mutated(kLogBackupLosesItsEnd) &&
                           2 * set_.log_bytes > engine_.log->BytesBetween(set_.first, set_.last);
      const bool is_end = !block->has_value() || is_lost;
      if (used > 0 && (is_end || used + (*block)->bytes() > kTransferBytes)) {
        ChunkHeader header;
        header.kind = ChunkKind::kLog;
        header.payload_bytes = used;
        writer_->Submit(worker_, transfer, std::move(header));
        transfer = co_await writer_->Take(worker_);
        used = 0;
        if (!writer_->status().ok()) break;
      }
      if (is_end) break;
      const ConstByteSpan bytes = (*block)->whole();
      std::ranges::copy(bytes, transfer->payload().begin() + static_cast<ptrdiff_t>(used));
      used += bytes.size();
      set_.log_bytes += bytes.size();
      // A chunk that is written pays by its bytes, when it is submitted.
      if (to_nul_) worker_.Charge(runtime::CpuWork::kRecordRead, (*block)->record_count());
      if (set_.kind == BackupKind::kLog) TellProgress(set_.log_bytes, log_bytes);
      co_await worker_.PayCpu();
    }
    writer_->GiveBack(transfer);
    co_return Status();
  }

  Task<Status> Complete() {
    set_.chunks = writer_->chunks();
    set_.finished = worker_.Now();
    set_.complete = true;
    co_return co_await writer_->Finish(worker_, set_);
  }

  Worker& worker_;
  BackupSource& source_;
  const snapshot::EngineParts& engine_;
  const BackupRequest& request_;
  const bool to_nul_;  ///< told by its message alone
  BackupSet set_;
  size_t phase_ = 0;
  TimeNs checkpoint_time_ = 0;
  uint64_t pages_to_read_ = 1;
  std::shared_ptr<PagePlaces> places_;
  const uint32_t buffers_;
  const uint32_t readers_of_file_;
  std::unique_ptr<BackupWriter> writer_;
  runtime::TaskGroup readers_;
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
      IsNul(request.files) ? std::nullopt : std::optional(set.finished - set.started);
  TellOfEnd(engine, set, Ended::kBackup, PathsOf(request.files), duration);
  co_return set;
}

}  // namespace snapscope::backup
