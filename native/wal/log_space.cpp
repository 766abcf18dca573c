// Space in the log: reservations, truncation, holds, pressure.
//
// A reservation counts as if its record got a block of its own, and every VLF as if its tail were
// lost to the largest record; so what is granted fits, however the blocks fall. What rollbacks will
// reserve counts by its bytes: there are too many of these records for a block each. Blocks that
// are closed early meanwhile, since a page is written whose change they hold, lose part of the
// tenth that is reserved for relief.
#include <algorithm>

#include "telemetry/errorlog_writer.h"
#include "wal/log_state.h"

namespace snapscope::wal {

namespace {

constexpr uint64_t kPressurePercent = 70;
constexpr uint64_t kReliefShare = 10;  // one part in ten is reserved for LogUse::kRelief
constexpr uint64_t kBufferBytes = uint64_t{kBufferBlocks} * kMaxBlockBytes;

uint64_t UnitsFor(uint32_t bytes) { return BlockUnits(kRecordFrameBytes + bytes); }

}  // namespace

uint64_t SpaceOf(uint32_t record_bytes) { return UnitsFor(record_bytes) * kUnitBytes; }

uint64_t SpaceAmongMany(uint32_t record_bytes) {
  const uint64_t framed = kRecordFrameBytes + record_bytes;
  return framed + (framed + 7) / 8;
}

Reservation& Reservation::operator=(Reservation&& other) noexcept {
  if (this != &other) {
    if (log_ != nullptr) Release();
    log_ = std::exchange(other.log_, nullptr);
    bytes_ = other.bytes_;
  }
  return *this;
}

void Reservation::Release() { std::exchange(log_, nullptr)->Unreserve(bytes_); }

LogHold::LogHold(LogHold&& other) noexcept
    : log_(std::move(other.log_)), id_(std::exchange(other.id_, 0)) {}

LogHold& LogHold::operator=(LogHold&& other) noexcept {
  if (this != &other) {
    LogHold released(std::move(*this));
    log_ = std::move(other.log_);
    id_ = std::exchange(other.id_, 0);
  }
  return *this;
}

LogHold::~LogHold() {
  if (log_ == nullptr) return;
  log_->holds.erase(id_);
  log_->AdvanceTruncation();
}

uint64_t LogState::UsedBytes() const {
  const Lsn end = open == nullptr ? next : open->end();
  return (geometry.PositionOf(end) - geometry.PositionOf(truncation)) * kUnitBytes;
}

bool LogState::HasSpace(uint32_t bytes, LogUse use) const {
  const Lsn end = open == nullptr ? next : open->end();
  const uint64_t vlf_units = geometry.vlf_units();
  const uint64_t left = vlf_units - end.block();
  const uint64_t free_vlfs = truncation.vlf() + geometry.vlf_count - 1 - end.vlf();
  uint64_t available = free_vlfs * (vlf_units - kMaxTailUnits);
  if (left > kMaxTailUnits) available += left - kMaxTailUnits;
  const uint64_t wanted = reserved_units + UnitsFor(bytes);
  if (use == LogUse::kRelief) return wanted <= available;
  // What is reserved now will have to be undone, perhaps, once it is written.
  return 2 * wanted + ReliefUnits() <= available;
}

uint64_t LogState::ReliefUnits() const {
  const uint64_t undo = undo_space ? (undo_space() + kUnitBytes - 1) / kUnitBytes : 0;
  return uint64_t{geometry.vlf_units()} * geometry.vlf_count / kReliefShare + undo;
}

Error LogState::Full() const {
  const telemetry::LogSpaceFigures figures{.capacity = geometry.capacity_bytes(),
                                           .used = UsedBytes(),
                                           .for_rollbacks = undo_space ? undo_space() : 0,
                                           .held_by = reuse_wait ? reuse_wait() : "NOTHING",
                                           .held_from = truncation};
  return Error{ErrorCode::kLogFull,
               "The transaction log is full (9002): " + telemetry::LogSpaceText(figures) +
                   " Give database.logSizeMiB a larger value."};
}

bool LogState::HasBuffer(uint32_t bytes) const {
  return blocks.size() * kMaxBlockBytes + reserved_bytes + bytes <= kBufferBytes;
}

std::optional<Result<Reservation>> LogState::TryReserve(uint32_t bytes, LogUse use) {
  if (failure.has_value()) return Result<Reservation>(*failure);
  if (!HasSpace(bytes, use)) return Result<Reservation>(Full());
  if (!HasBuffer(bytes)) return std::nullopt;
  reserved_units += UnitsFor(bytes);
  reserved_bytes += bytes;
  return Result<Reservation>(Reservation(*this, bytes));
}

bool LogState::MustQueue(LogUse use) const {
  return !space_waiters.empty() &&
         (use == LogUse::kWork || space_waiters.first()->use == LogUse::kRelief);
}

void LogState::EnqueueSpace(SpaceWaiter& waiter) {
  space_waiters.EnterBehind(waiter, [&waiter](const SpaceWaiter& other) {
    return waiter.use == LogUse::kWork || other.use == LogUse::kRelief;
  });
}

void LogState::ServeSpaceWaiters() {
  while (!space_waiters.empty()) {
    SpaceWaiter& waiter = *space_waiters.first();
    waiter.outcome = TryReserve(waiter.bytes, waiter.use);
    if (!waiter.outcome.has_value()) return;
    waiter.Wake(executor, executor.Now());
  }
}

void LogState::Unreserve(uint32_t bytes) {
  reserved_units -= UnitsFor(bytes);
  reserved_bytes -= bytes;
  if (!space_waiters.empty()) ServeSpaceWaiters();
}

void LogState::AdvanceTruncation() {
  Lsn least = std::min({restart_from, FirstNeeded(header), EndLsn()});
  for (const auto& [id, held] : holds) least = std::min(least, held.from);
  if (least > truncation) {
    truncation = least;
    while (!index.empty() && index.front().end() <= truncation) index.pop_front();
    under_pressure = false;
  }
  CheckPressure();
  ServeSpaceWaiters();
}

void LogState::CheckPressure() {
  const uint64_t percent = UsedBytes() * 100 / geometry.capacity_bytes();
  telemetry.SetGauge(telemetry::CounterId::kPercentLogUsed, static_cast<int64_t>(percent));
  if (percent < kPressurePercent || under_pressure) return;
  under_pressure = true;
  if (on_pressure) on_pressure();
}

Task<Result<Reservation>> LogState::ReserveInTurn(Worker& worker, uint32_t bytes, LogUse use) {
  SpaceWaiter waiter;
  waiter.bytes = bytes;
  waiter.use = use;
  if (failure.has_value() || !MustQueue(use)) waiter.outcome = TryReserve(bytes, use);
  if (!waiter.outcome.has_value()) {
    co_await worker.BeginWait(WaitType::kLogbuffer);
    EnqueueSpace(waiter);
    ServeSpaceWaiters();
    co_await waiter;
    co_await worker.EndWait();
  }
  const bool full = !waiter.outcome->ok() && waiter.outcome->error().code == ErrorCode::kLogFull;
  if (full && on_full) on_full(worker);
  co_return std::move(*waiter.outcome);
}

std::optional<Reservation> Log::TryReserve(uint32_t bytes, LogUse use) {
  CHECK(bytes > 0 && bytes <= kMaxRecordBytes, "a record of %u bytes", bytes);
  if (state_->MustQueue(use)) return std::nullopt;
  std::optional<Result<Reservation>> reserved = state_->TryReserve(bytes, use);
  if (!reserved || !reserved->ok()) return std::nullopt;
  return std::move(**reserved);
}

Task<Result<Reservation>> Log::Reserve(Worker& worker, uint32_t bytes, LogUse use) {
  if (std::optional<Reservation> reserved = TryReserve(bytes, use)) {
    return Task<Result<Reservation>>::Ready(std::move(*reserved));
  }
  return state_->ReserveInTurn(worker, bytes, use);
}

void Log::SetTruncation(Lsn lsn) {
  LogState& log = *state_;
  CHECK(lsn <= log.durable, "log up to %s is let go, and durable up to %s", ToString(lsn).c_str(),
        ToString(log.durable).c_str());
  log.restart_from = std::max(log.restart_from, lsn);
  log.AdvanceTruncation();
}

LogHold Log::Hold(Lsn from, LogHolder holder) {
  LogState& log = *state_;
  CHECK(from >= log.truncation, "the log at %s is truncated already", ToString(from).c_str());
  const uint64_t id = log.next_hold++;
  log.holds.emplace(id, LogState::Held{from, holder});
  return LogHold(state_, id);
}

std::optional<Lsn> Log::held_from(LogHolder holder) const {
  std::optional<Lsn> least;
  for (const auto& [id, held] : state_->holds) {
    if (held.holder == holder && (!least || held.from < *least)) least = held.from;
  }
  return least;
}

Task<runtime::Turns::Turn> Log::AwaitBackupTurn(Worker& worker) {
  return state_->backup_turns.Await(worker, WaitType::kLckMU);
}

Lsn Log::backed_up() const { return state_->header.backed_up; }
Lsn Log::truncation_lsn() const { return state_->truncation; }

uint64_t Log::used_bytes() const { return state_->UsedBytes(); }

void Log::SetPressureCallback(std::function<void()> callback) {
  state_->on_pressure = std::move(callback);
}

void Log::SetUndoSpaceCallback(std::function<uint64_t()> callback) {
  state_->undo_space = std::move(callback);
}

void Log::SetReuseWaitCallback(std::function<const char*()> callback) {
  state_->reuse_wait = std::move(callback);
}

void Log::SetFullCallback(std::function<void(const Worker&)> callback) {
  state_->on_full = std::move(callback);
}

}  // namespace snapscope::wal
