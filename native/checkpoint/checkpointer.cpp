#include "checkpoint/checkpointer.h"

#include <utility>

#include "base/check.h"
#include "checkpoint/log_reuse.h"
#include "telemetry/checkpoint_messages.h"
#include "telemetry/system_sources.h"

namespace snapscope::checkpoint {

using runtime::WaitType;

namespace {
constexpr TimeNs kDueCheckInterval = kSecond;

/// What trace flag 3502 prints in parentheses: 8 is what the product shows when a session asks for
/// a checkpoint; that 0 is the background's is our reading.
constexpr int kReasonBackground = 0;
constexpr int kReasonSession = 8;

/// How often the worker has waited so far.
uint64_t WaitsOf(Worker& worker) {
  uint64_t waits = 0;
  for (const runtime::WaitTotals& wait : worker.AccountAt(worker.Now()).waits) waits += wait.tasks;
  return waits;
}

}  // namespace

Checkpointer::Checkpointer(runtime::CpuModel& cpu, buffer::BufferPool& pool, DbId db, wal::Log& log,
                           txn::TransactionManager& transactions, telemetry::Telemetry& telemetry,
                           CheckpointOptions options)
    : cpu_(cpu),
      pool_(pool),
      db_(db),
      log_(log),
      transactions_(transactions),
      telemetry_(telemetry),
      options_(options),
      turns_(cpu.executor()),
      last_begin_(log.end_lsn()) {}

void Checkpointer::Start(std::function<void(Error)> on_error) {
  on_error_ = std::move(on_error);
  worker_ = std::make_unique<Worker>(cpu_, &telemetry_, telemetry::kCheckpointSource);
  log_.SetPressureCallback([this] { NoteLogPressure(); });
  cpu_.executor().Spawn("checkpoint", RunAutomatic());
  if (options_.target_recovery_time == 0) return;
  recovery_writer_ = std::make_unique<Worker>(cpu_, &telemetry_, telemetry::kRecoveryWriterSource);
  cpu_.executor().Spawn("recovery-writer", RunRecoveryWriter());
}

void Checkpointer::Resume() {
  CHECK(suspended_ > 0, "checkpoints resumed more often than suspended");
  --suspended_;
}

bool Checkpointer::IsDue() const {
  if (suspended_ > 0) return false;
  // A checkpoint that could free nothing would only use up what is left.
  if (log_pressure_ && LogReuseWaitOf(log_, transactions_) == LogReuseWait::kCheckpoint) {
    return true;
  }
  if (options_.target_recovery_time > 0) return false;
  const TimeNs now = cpu_.executor().Now();
  const bool is_soon = !history_.empty() && now - history_.back().start < options_.least_distance();
  if (is_soon) return false;
  const auto seconds = static_cast<uint64_t>(options_.recovery_interval / kSecond);
  return log_.RecordsBetween(last_begin_, log_.end_lsn()) >= seconds * kRecordsRedonePerSecond;
}

Task<void> Checkpointer::RunAutomatic() {
  Worker& worker = *worker_;
  co_await worker.Start();
  for (;;) {
    co_await worker.Sleep(WaitType::kCheckpointQueue, kDueCheckInterval);
    if (!IsDue()) continue;
    log_pressure_ = false;
    CheckpointRequest request{.source = telemetry::kCheckpointSource,
                              .kind = "automatic",
                              .snapshot = {},
                              .hold = nullptr};
    const Result<CheckpointFigures> result = co_await Run(worker, std::move(request));
    if (!result.ok()) {
      if (on_error_) on_error_(result.error());
      co_return;
    }
  }
}

Task<Result<CheckpointFigures>> Checkpointer::Run(Worker& worker, CheckpointRequest request) {
  std::optional<size_t> wait;
  if (!request.snapshot.empty() && turns_.taken()) {
    wait = telemetry_.BeginPhase(request.snapshot, "checkpointWait");
  }
  const runtime::Turns::Turn turn = co_await turns_.Await(worker, WaitType::kSleepBpoolFlush);
  if (wait) telemetry_.EndPhase(*wait);
  co_return co_await RunExclusive(worker, std::move(request), {});
}

Task<Result<CheckpointFigures>> Checkpointer::RunExclusive(Worker& worker,
                                                           CheckpointRequest request,
                                                           std::optional<Rung> rung) {
  CheckpointFigures figures;
  figures.kind = request.kind;
  figures.start = worker.Now();
  const uint64_t waits_before = WaitsOf(worker);
  const int reason = request.snapshot.empty() ? kReasonBackground : kReasonSession;
  const size_t phase = telemetry_.BeginPhase(request.snapshot, "checkpoint");
  telemetry_.Log(request.source, telemetry::CheckpointStarted(db_.value, reason));
  telemetry_.Log(request.source, telemetry::CheckpointBeginLogged());
  CO_TRY(co_await AppendBegin(worker, request.hold, request.holder, figures));
  telemetry_.Log(request.source, telemetry::CheckpointPhase1Ended(db_.value, reason));
  const Rung restart = rung.value_or(Rung{figures.begin_lsn, figures.oldest_active});
  DirtyPageSweep sweep(cpu_, pool_,
                       SweepBefore(restart.begin, rung ? buffer::WriteReason::kBackgroundWriter
                                                       : buffer::WriteReason::kCheckpoint));
  CO_TRY_ASSIGN(figures.written, co_await sweep.Run(worker));
  figures.avoided = pool_.DirtySince(db_, figures.begin_lsn);
  telemetry_.Log(request.source, telemetry::CheckpointEndLogged());
  CO_TRY(co_await AppendEnd(worker));
  CO_TRY(co_await MoveMark(worker, restart));
  last_begin_ = figures.begin_lsn;
  figures.end = worker.Now();
  figures.context_switches = WaitsOf(worker) - waits_before;
  LogFlushCache(request.source, figures);
  telemetry_.EndPhase(phase, {{"buffers", static_cast<int64_t>(figures.written.buffers)},
                              {"writes", static_cast<int64_t>(figures.written.writes)},
                              {"durationMs", (figures.end - figures.start) / kMillisecond},
                              {"avoided", static_cast<int64_t>(figures.avoided)}});
  telemetry_.Log(request.source, telemetry::CheckpointComplete(db_.value));
  history_.push_back(figures);
  co_return figures;
}

SweepOptions Checkpointer::SweepBefore(Lsn before, buffer::WriteReason reason) const {
  return {.db = db_,
          .before = before,
          .reason = reason,
          .writes_in_flight = options_.writes_in_flight,
          .latency_target = options_.latency_target()};
}

Task<Result<SweepFigures>> Checkpointer::WriteDirty(Worker& worker) {
  DirtyPageSweep sweep(cpu_, pool_, SweepBefore(log_.end_lsn(), buffer::WriteReason::kCheckpoint));
  co_return co_await sweep.Run(worker);
}

Task<Status> Checkpointer::MoveMark(Worker& worker, Rung rung) {
  // Else a restart would redo from behind changes that were let go, or undo to behind its log.
  CHECK(rung.begin > log_.checkpoint_mark().begin, "the checkpoint's mark goes back to %s",
        ToString(rung.begin).c_str());
  CO_TRY(co_await log_.Flush(worker, log_.end_lsn()));
  const wal::CheckpointMark mark{.begin = rung.begin, .oldest_active = rung.oldest_active};
  CO_TRY(co_await log_.WriteCheckpointMark(worker, mark));
  log_.SetTruncation(rung.oldest_active.IsNone() ? rung.begin
                                                 : std::min(rung.begin, rung.oldest_active));
  while (!rungs_.empty() && rungs_.front().begin <= rung.begin) rungs_.pop_front();
  co_return Status();
}

void Checkpointer::LogFlushCache(const std::string& source, const CheckpointFigures& figures) {
  const TimeNs duration = figures.end - figures.start;
  const SweepFigures& written = figures.written;
  const auto writes = static_cast<TimeNs>(std::max<uint64_t>(written.writes, 1));
  telemetry_.Log(source, telemetry::FlushCache(
                             options_.version,
                             {.buffers = written.buffers,
                              .writes = written.writes,
                              .duration_ms = duration / kMillisecond,
                              .avoided = figures.avoided,
                              .database = db_.value,
                              .saturations = written.saturations,
                              .context_switches = figures.context_switches,
                              .last_target = written.last_target,
                              .average_latency_ms = written.write_time / writes / kMillisecond,
                              .beyond_interval = duration > options_.recovery_interval}));
}

Task<Result<Lsn>> Checkpointer::AppendBegin(Worker& worker, wal::LogHold* hold,
                                            wal::LogHolder holder, CheckpointFigures& figures) {
  page::LogRecord record;
  record.type = page::RecordType::kCheckpointBegin;
  record.after.resize(page::kCheckpointBeginSize);
  CO_TRY_ASSIGN(wal::Reservation reserved,
                co_await log_.Reserve(worker, record.EncodedSize(), wal::LogUse::kRelief));

  // Oldest transaction, hold and record belong to one instant: nothing suspends from here on.
  figures.oldest_active = transactions_.OldestActive().value_or(Lsn{});
  record.after = page::EncodeCheckpointBegin(
      {.oldest_active = figures.oldest_active, .next_txn = transactions_.next_id()});
  if (hold != nullptr) {
    *hold =
        log_.Hold(figures.oldest_active.IsNone() ? log_.end_lsn() : figures.oldest_active, holder);
  }
  std::vector<std::byte> bytes;
  page::Encode(record, bytes);
  figures.begin_lsn = log_.Append(std::move(reserved), bytes);
  const Lsn oldest = figures.oldest_active;
  CHECK(oldest.IsNone() || (oldest >= log_.truncation_lsn() && oldest < figures.begin_lsn),
        "the oldest transaction at %s began at %s, in a log from %s",
        ToString(figures.begin_lsn).c_str(), ToString(oldest).c_str(),
        ToString(log_.truncation_lsn()).c_str());
  co_return figures.begin_lsn;
}

Task<Result<Lsn>> Checkpointer::AppendEnd(Worker& worker) {
  page::LogRecord record;
  record.type = page::RecordType::kCheckpointEnd;
  CO_TRY_ASSIGN(wal::Reservation reserved,
                co_await log_.Reserve(worker, record.EncodedSize(), wal::LogUse::kRelief));
  std::vector<std::byte> bytes;
  page::Encode(record, bytes);
  co_return log_.Append(std::move(reserved), bytes);
}

}  // namespace snapscope::checkpoint
