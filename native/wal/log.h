// The write-ahead log: one file, circular over virtual log files (VLFs), group commit.
//
// File: a header page (two 512-byte slots written in turn: newest valid one wins; it holds the LSNs
// of the last complete checkpoint), then VLFs of equal size. A VLF is filled with log blocks of
// 512 B to 60 KB; a block starts on a 512-byte boundary and carries its own LSN, the checksum of
// the block before it (so that stale blocks left by an earlier life of the VLF, or beyond a torn
// tail, never chain) and its own checksum. A record lies in one block; its LSN is VLF:block:slot.
// What a record says is opaque here.
//
// Invariants
// 1. LSNs grow. A record's bytes are durable iff its LSN < durable_lsn().
// 2. Append never suspends: what it needs was reserved.
// 3. The durable end only ever advances over a contiguous run of blocks.
// 4. A VLF is reused only when nothing at or after the truncation LSN lies in it, where the
//    truncation LSN is the least of SetTruncation(), the checkpoint mark in the header (restart
//    begins there), the end of the last log backup (in a chain of them) and all holds.
// 5. A failed log write is final: every waiter and every later call gets its error.
//
// Owning thread: the engine thread. The executor's tasks are destroyed before the log, the file,
// the CPU model or the telemetry.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/ids.h"
#include "base/result.h"
#include "runtime/cpu.h"
#include "runtime/turns.h"
#include "storage/file.h"
#include "telemetry/telemetry.h"

namespace snapscope::wal {

using runtime::Task;
using runtime::WaitType;
using runtime::Worker;

inline constexpr uint32_t kMaxRecordBytes = 32 * 1024;
inline constexpr uint32_t kMaxBlockBytes = 60 * 1024;

struct LogOptions {
  uint32_t vlf_count = 16;
  uint64_t bytes = 0;      ///< of the VLFs of a new log; 0: all that the file has
  uint32_t first_vlf = 1;  ///< of a new log; a rebuilt one goes on above the LSNs of its database
  bool restoring = false;  ///< of Open(): for the restore that has built the log in the file
};

/// Where restart begins; kept in the log's header.
struct CheckpointMark {
  Lsn begin;          ///< of the checkpoint-begin record: redo starts here
  Lsn oldest_active;  ///< first record of the oldest transaction active then; analysis reads from
                      ///< min(begin, oldest_active)
};

/// What a record is for. A tenth of the log, and what rolling back would take, are reserved for
/// kRelief, so that a full log can still be relieved: by checkpoint records, by the compensation
/// records of a rollback, and by the record that ends a transaction.
enum class LogUse : uint8_t { kWork, kRelief };

struct LogState;

/// Space in the log and its buffer for one record, held until appended or destroyed.
class Reservation {
 public:
  Reservation() = default;
  /// For the log itself: takes over space that it has set aside.
  Reservation(LogState& log, uint32_t bytes) : log_(&log), bytes_(bytes) {}
  Reservation(Reservation&& other) noexcept
      : log_(std::exchange(other.log_, nullptr)), bytes_(other.bytes_) {}
  Reservation& operator=(Reservation&& other) noexcept;
  ~Reservation() {
    if (log_ != nullptr) Release();
  }

  /// True if it is for a record of so many bytes in that log.
  bool Covers(const LogState& log, uint32_t bytes) const { return log_ == &log && bytes <= bytes_; }

 private:
  void Release();

  LogState* log_ = nullptr;
  uint32_t bytes_ = 0;
};

/// Space that a record takes at most: that of a block of its own.
uint64_t SpaceOf(uint32_t record_bytes);
/// Space that a small record takes as one of many that nobody waits for one by one: its frame, and
/// an eighth more for what their blocks lose to headers, padding and records that do not fit.
uint64_t SpaceAmongMany(uint32_t record_bytes);

/// For what log is held: log_reuse_wait of sys.databases tells them apart.
enum class LogHolder : uint8_t { kSnapshotCreation, kBackup };

/// Keeps the log from `lsn` on; released by destruction.
class LogHold {
 public:
  LogHold() = default;
  /// For the log itself: takes over its hold of that id.
  LogHold(std::shared_ptr<LogState> log, uint64_t id) : log_(std::move(log)), id_(id) {}
  LogHold(LogHold&& other) noexcept;
  LogHold& operator=(LogHold&& other) noexcept;
  ~LogHold();

 private:
  std::shared_ptr<LogState> log_;
  uint64_t id_ = 0;
};

struct LogRecordView {
  Lsn lsn;
  std::vector<std::byte> bytes;
};

class Log {
 public:
  /// Formats `file` (pre-zeroed) as an empty log and starts the log writer.
  static Task<Result<std::unique_ptr<Log>>> Create(Worker& worker, storage::File& file,
                                                   runtime::CpuModel& cpu,
                                                   telemetry::Telemetry& telemetry,
                                                   LogOptions options);
  /// Opens after a restart: finds the header and, reading from its mark on, the end of the durable
  /// log (a torn tail is cut off there). The log in the file decides about VLFs, not the options.
  /// Errors: kCorruptLog, kIo.
  static Task<Result<std::unique_ptr<Log>>> Open(Worker& worker, storage::File& file,
                                                 runtime::CpuModel& cpu,
                                                 telemetry::Telemetry& telemetry,
                                                 LogOptions options);
  ~Log();

  /// Takes the whole file into use, in `vlf_count` VLFs; what is new is written with zeros before,
  /// billed to ASYNC_IO_COMPLETION. Nothing to do when it is in use. Only while the log is empty.
  Task<Status> Grow(Worker& worker, uint32_t vlf_count);

  /// Log space for one record of `bytes`, and a place for it in the buffer, which is waited for,
  /// first in, first out (kRelief before kWork), billed to LOGBUFFER. kLogFull if there is no
  /// space: nobody waits for a checkpoint, since who asks may hold a latch that the checkpoint
  /// needs. The full log callback hears of it.
  Task<Result<Reservation>> Reserve(Worker& worker, uint32_t bytes, LogUse use = LogUse::kWork);
  /// What Reserve gives where it neither waits nor fails; else nothing.
  std::optional<Reservation> TryReserve(uint32_t bytes, LogUse use = LogUse::kWork);
  /// Appends the reserved record; never suspends. Returns its LSN.
  Lsn Append(Reservation reservation, ConstByteSpan record);

  /// LSN that the next record will get at the earliest: every record so far is below it.
  Lsn end_lsn() const;
  Lsn durable_lsn() const;

  /// Returns when every record with an LSN < `upto` is durable; `upto` must not exceed end_lsn().
  Task<Status> Flush(Worker& worker, Lsn upto, WaitType wait = WaitType::kWritelog);

  /// Bytes of log (blocks as written, records as appended in the open block) in [from, to). Within
  /// a block bytes are shared out evenly to its records, so that ranges add up. What has been
  /// truncated counts as nothing, here and below.
  uint64_t BytesBetween(Lsn from, Lsn to) const;
  /// Records appended in [from, to); the caller must hold the log from `from` on.
  uint64_t RecordsBetween(Lsn from, Lsn to) const;

  /// The log before `lsn` is no longer needed by restart recovery.
  void SetTruncation(Lsn lsn);
  LogHold Hold(Lsn from, LogHolder holder);
  /// The least LSN that is held for that; none if there is no such hold.
  std::optional<Lsn> held_from(LogHolder holder) const;
  /// Where the next log backup begins: the log from there on is held. None outside a chain.
  Lsn backed_up() const;
  /// Backups of the log come one after the other, each from the end of the one before: as the
  /// product's, which wait for the lock of BULKOP_BACKUP_LOG (LCK_M_U).
  Task<runtime::Turns::Turn> AwaitBackupTurn(Worker& worker);
  /// Begins the chain of log backups, or continues it after a backup up to `lsn`; durable before
  /// the log below it may be reused.
  Task<Status> WriteBackedUp(Worker& worker, Lsn lsn);
  /// The least LSN that is held: what lies before it may be gone.
  Lsn truncation_lsn() const;

  /// Reads the first unit of every VLF from the file, as a start-up does before its analysis: many
  /// VLFs make it slow (9017). Waits on IO_COMPLETION.
  Task<Status> ReadVlfHeaders(Worker& worker);

  /// Returns once no write of the log is under way; none begins until the hold is destroyed, so
  /// that nothing more becomes durable. Whoever waits for that is billed as ever, the log writer
  /// and who writes the header to DISKIO_SUSPEND.
  Task<storage::WriteGate::Hold> HoldWrites();

  /// Makes the checkpoint durable in the header (and first the records it names).
  Task<Status> WriteCheckpointMark(Worker& worker, CheckpointMark mark);
  CheckpointMark checkpoint_mark() const;

  uint64_t capacity_bytes() const;
  uint64_t used_bytes() const;  ///< from the truncation LSN to the end
  /// Called when used_bytes() first passes 70 % of the capacity after a truncation, from within
  /// Append() and others: it may only take note.
  void SetPressureCallback(std::function<void()> callback);
  /// Asked how many bytes of log it would take to roll back whatever is active: SpaceAmongMany()
  /// of each compensation record, SpaceOf() the record that ends a transaction.
  void SetUndoSpaceCallback(std::function<uint64_t()> callback);
  /// Asked for log_reuse_wait_desc when a reservation fails with kLogFull, for its message.
  void SetReuseWaitCallback(std::function<const char*()> callback);
  /// Called with the worker whose reservation has just failed with kLogFull.
  void SetFullCallback(std::function<void(const Worker&)> callback);

  storage::File& file();

  /// Opaque state shared with the reader.
  LogState& state() { return *state_; }

 private:
  explicit Log(std::shared_ptr<LogState> state);
  std::shared_ptr<LogState> state_;
};

/// Reads durable records in order from the log file, with 512 KB read-ahead; every byte comes from
/// the file (log reads are part of what a creation costs).
class LogReader {
 public:
  /// Reads records with from <= LSN < to; `to` must not exceed the durable end.
  LogReader(Log& log, Lsn from, Lsn to);
  ~LogReader();

  /// The next record, nothing at the end. Reads wait on IO_COMPLETION. kCorruptLog if the log was
  /// truncated beyond `from`, or cannot be read.
  Task<Result<std::optional<LogRecordView>>> Next(Worker& worker);
  /// Bytes of log passed so far, for progress.
  uint64_t bytes_read() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Reads one record by LSN (undo chains): from memory while its block is there, else from the file,
/// with a small cache of blocks. The record must not be truncated. kCorruptLog if there is no such
/// record.
Task<Result<LogRecordView>> ReadRecord(Worker& worker, Log& log, Lsn lsn);

}  // namespace snapscope::wal
