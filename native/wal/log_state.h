// What the parts of the log share: the blocks in memory, space, waiters, the index of blocks.
//
// A block passes through open (records are appended) - closed (waits for the log writer) - writing
// - durable (written, but maybe behind a block that is not); it leaves memory when every block
// before it is durable. Blocks lie in `blocks` in log order; only the last may be open.
//
// Private to wal/.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "base/aligned_buffer.h"
#include "runtime/sync.h"
#include "runtime/turns.h"
#include "runtime/wait_queue.h"
#include "wal/format.h"
#include "wal/log.h"

namespace snapscope::wal {

inline constexpr uint32_t kBufferBlocks = 128;

enum class BlockPhase : uint8_t { kOpen, kClosed, kWriting, kDurable, kFailed };

struct Block {
  AlignedBuffer buffer{kMaxBlockBytes};
  Lsn lsn;
  uint32_t used = 0;   ///< bytes, block header included
  uint32_t limit = 0;  ///< bytes it may use: the maximum or what is left of the VLF
  uint32_t records = 0;
  BlockPhase phase = BlockPhase::kOpen;
  bool early = false;  ///< closed for a commit before it was full

  uint32_t payload() const { return used - kBlockHeaderBytes; }
  uint32_t bytes() const { return BlockUnits(payload()) * kUnitBytes; }
  Lsn end() const { return Lsn::Of(lsn.vlf(), lsn.block() + BlockUnits(payload()), 0); }
};

/// A closed block of the untruncated log.
struct IndexEntry {
  Lsn lsn;
  uint64_t bytes_before;
  uint64_t records_before;
  uint32_t bytes;
  uint32_t records;

  Lsn end() const { return Lsn::Of(lsn.vlf(), lsn.block() + bytes / kUnitBytes, 0); }
};

/// Log from the beginning of what is indexed.
struct LogDistance {
  uint64_t bytes = 0;
  uint64_t records = 0;
};

struct FlushWaiter : runtime::Waiter {
  Lsn upto;
};

struct SpaceWaiter : runtime::Waiter {
  uint32_t bytes = 0;
  LogUse use = LogUse::kWork;
  std::optional<Result<Reservation>> outcome;
};

/// A block that ReadRecord() has read.
struct CachedBlock {
  AlignedBuffer buffer{kMaxBlockBytes};
  Lsn lsn;
  uint32_t bytes = 0;
  uint64_t last_use = 0;
};

/// What of the header is to change.
struct HeaderChange {
  std::optional<CheckpointMark> mark{};
  std::optional<Lsn> backed_up{};
};

/// The newest valid header of the file. kCorruptLog if there is none.
Task<Result<LogHeader>> ReadHeader(Worker& worker, storage::File& file);

struct LogState : std::enable_shared_from_this<LogState> {
  LogState(storage::File& file_in, runtime::CpuModel& cpu, telemetry::Telemetry& telemetry_in,
           LogOptions options_in);

  // --- Appending (log.cpp) ---
  Lsn EndLsn() const { return open == nullptr ? next : Lsn{open->lsn.value + open->records}; }
  /// The open block with room for `bytes` of framed record.
  Block& BlockFor(uint32_t bytes);
  void CloseOpenBlock(bool early);
  LogDistance DistanceOf(Lsn lsn) const;
  /// The closed block that holds `lsn`, or the first one after it; null at the end.
  const IndexEntry* EntryAtOrAfter(Lsn lsn) const;
  Block* BlockInMemory(Lsn lsn);

  // --- Space (log_space.cpp) ---
  uint64_t UsedBytes() const;
  bool HasSpace(uint32_t bytes, LogUse use) const;
  /// Units that work must leave free.
  uint64_t ReliefUnits() const;
  /// kLogFull
  Error Full() const;
  bool HasBuffer(uint32_t bytes) const;
  Task<Result<Reservation>> ReserveInTurn(Worker& worker, uint32_t bytes, LogUse use);
  /// A reservation, or kLogFull, or nothing: wait.
  std::optional<Result<Reservation>> TryReserve(uint32_t bytes, LogUse use);
  void EnqueueSpace(SpaceWaiter& waiter);
  bool MustQueue(LogUse use) const;
  void ServeSpaceWaiters();
  void Unreserve(uint32_t bytes);
  void AdvanceTruncation();
  void CheckPressure();

  // --- Durability (log_writer.cpp) ---
  void StartWriter();
  void WakeWriter() { writer_event.NotifyAll(); }
  bool CanTakeBlock();
  /// Returns once nothing holds the log's writes, billed to DISKIO_SUSPEND.
  Task<void> AwaitWrites(Worker& worker);
  Task<void> AwaitEndOfHold(Worker& worker);
  Block* TakeBlock();
  void Seal(Block& block);
  void OnWritten(Block& block, Status status);
  Task<Status> WaitForFlush(Worker& worker, Lsn upto, WaitType wait);
  void EnqueueFlush(FlushWaiter& waiter);
  void WakeFlushed();
  void Fail(Error error);
  /// Writes the header as `change` leaves it; changes do not get lost to each other.
  Task<Status> WriteHeader(Worker& worker, HeaderChange change);

  storage::File& file;
  runtime::Executor& executor;
  telemetry::Telemetry& telemetry;
  const LogOptions options;
  Worker writer;
  runtime::Event writer_event;
  storage::WriteGate writes;  ///< of blocks and header
  runtime::Turns header_turns;
  runtime::Turns backup_turns;  // of backups of the log
  LogGeometry geometry;
  LogHeader header;
  std::optional<Error> failure;
  bool closing = false;
  bool writer_alive = false;

  Lsn next;  ///< where the block after the last closed one begins, at the earliest
  Lsn durable;
  Lsn flush_wanted;                              ///< highest LSN that somebody waits for
  uint64_t last_checksum = kNoPreviousChecksum;  ///< of the last sealed block
  std::deque<std::unique_ptr<Block>> blocks;
  std::vector<std::unique_ptr<Block>> free_blocks;
  Block* open = nullptr;
  uint32_t in_flight = 0;
  uint32_t early_in_flight = 0;
  size_t closed_blocks = 0;

  std::deque<IndexEntry> index;
  LogDistance indexed;  ///< up to `next`

  Lsn restart_from;  ///< of SetTruncation()
  Lsn truncation;    ///< what lies before may be gone
  struct Held {
    Lsn from;
    LogHolder holder;
  };
  std::map<uint64_t, Held> holds;
  uint64_t next_hold = 1;
  uint64_t reserved_units = 0;
  uint64_t reserved_bytes = 0;
  bool under_pressure = false;
  std::function<void()> on_pressure;
  std::function<uint64_t()> undo_space;
  std::function<const char*()> reuse_wait;
  std::function<void(const Worker&)> on_full;

  runtime::WaitQueue<FlushWaiter> flush_waiters;  ///< by LSN, then arrival
  runtime::WaitQueue<SpaceWaiter> space_waiters;  ///< kRelief first, then arrival

  std::vector<std::unique_ptr<CachedBlock>> read_cache;
  uint64_t read_clock = 0;
};

/// Where restart reads from when there is a checkpoint.
inline Lsn FirstOf(const CheckpointMark& mark) {
  return mark.oldest_active.IsNone() ? mark.begin : std::min(mark.begin, mark.oldest_active);
}

/// First LSN that restart needs.
inline Lsn FirstOfRestart(const LogHeader& header) {
  return header.mark.begin.IsNone() ? header.first : FirstOf(header.mark);
}

/// First LSN that restart or the next log backup needs.
inline Lsn FirstNeeded(const LogHeader& header) {
  const Lsn restart = FirstOfRestart(header);
  return header.backed_up.IsNone() ? restart : std::min(restart, header.backed_up);
}

}  // namespace snapscope::wal
