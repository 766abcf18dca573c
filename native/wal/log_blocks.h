// Log blocks as they are: taken from a log for a backup, and put into a log file again by a
// restore.
//
// A restored block lies where it lay in the log that it comes from: the file has that log's
// geometry. So records keep their LSNs, and undo finds them. What a range of log needs of the file
// was in the source's file at one time, so no block lands on one that is needed still.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "base/aligned_buffer.h"
#include "wal/format.h"
#include "wal/log.h"

namespace snapscope::wal {

/// The geometry of an open log.
LogGeometry GeometryOf(Log& log);

/// Reads the blocks that hold the records of [from, to), whole and in order, from the file.
class LogBlockReader {
 public:
  /// The log is held from `from` on; `to` must not exceed its durable end.
  LogBlockReader(Log& log, Lsn from, Lsn to);
  ~LogBlockReader();

  /// The next block, nothing at the end; valid until the next call. Reads wait on IO_COMPLETION.
  /// kCorruptLog if the log was truncated beyond `from`, or cannot be read.
  Task<Result<std::optional<BlockView>>> Next(Worker& worker);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Reads the log of a file on which no log is open, as a restart would: from where it begins to the
/// end of the chain of blocks.
class LogFileReader {
 public:
  /// kCorruptLog if the file has no header.
  static Task<Result<std::unique_ptr<LogFileReader>>> Open(Worker& worker, storage::File& file);
  ~LogFileReader();

  LogGeometry geometry() const;
  /// The newest complete checkpoint; none where there was none yet.
  CheckpointMark mark() const;
  /// The block that a restart would begin with.
  Lsn first() const;
  /// Where the next block is looked for: the end of the chain so far.
  Lsn next() const;
  /// The next block, nothing at the end; valid until the next call. Reads wait on IO_COMPLETION.
  Task<Result<std::optional<BlockView>>> Next(Worker& worker);

 private:
  struct State;
  explicit LogFileReader(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// A verified block of a backup at the beginning of `bytes`. kCorruptLog.
Result<BlockView> BlockAtFrontOf(ConstByteSpan bytes);

/// Blocks of one history, of which each follows the one before.
class BlockChain {
 public:
  /// kCorruptLog if the block does not follow the last one: another LSN, or another history.
  Status Follow(const BlockView& block);

  /// Where the next block begins at the earliest; none before the first.
  Lsn end() const { return end_; }
  uint32_t generation() const { return generation_; }
  /// True if there is no log between the last block and `lsn`.
  bool Reaches(Lsn lsn) const { return end_ >= lsn || lsn == Lsn::Of(end_.vlf() + 1, 0, 0); }

 private:
  Lsn end_;
  uint64_t last_checksum_ = kNoPreviousChecksum;
  uint32_t generation_ = 0;
};

/// A log file that is put together from the blocks of backups.
///
/// Its header says from the beginning that the database is being restored: one whose restore was
/// cut off cannot be opened. Finish() makes a log of it, for the restore alone.
class LogRestoration {
 public:
  static Task<Result<std::unique_ptr<LogRestoration>>> Begin(Worker& worker, storage::File& file,
                                                             LogGeometry geometry);

  /// Appends the first `records` > 0 of a block; the log ends there if the block has more. One that
  /// was added already is passed over, since backups overlap. kCorruptLog if it does not follow the
  /// last one: another LSN, or another history.
  Task<Status> Add(Worker& worker, BlockView block, uint32_t records);
  /// Appends a block that lies in its place in the file. kCorruptLog as Add().
  Status Keep(const BlockView& block);

  /// Where the next block begins at the earliest; none before the first.
  Lsn end() const { return cut_at_.value_or(chain_.end()); }

  /// Makes all of it durable, with a header from which Log::Open finds it that is told so
  /// (LogOptions::restoring). kCorruptLog if the file lacks log that a start from `mark` needs:
  /// what an earlier life of the file left there counts for nothing.
  Task<Status> Finish(Worker& worker, CheckpointMark mark);

 private:
  LogRestoration(storage::File& file, LogGeometry geometry) : file_(file), geometry_(geometry) {}

  Task<Status> Put(Worker& worker, Lsn lsn, ConstByteSpan bytes);
  Task<Status> WriteHeader(Worker& worker, LogHeader header);
  Task<Status> WriteGathered(Worker& worker);
  Task<Status> WriteAt(Worker& worker, uint64_t offset, ConstByteSpan bytes);
  /// What an earlier life of the file left behind the end must not be taken for more of this log.
  Task<Status> CutOff(Worker& worker, Lsn first);

  static constexpr size_t kGatherBytes = 512 * 1024;

  storage::File& file_;
  const LogGeometry geometry_;
  AlignedBuffer gathered_{kGatherBytes};
  uint64_t gathered_at_ = 0;
  size_t gathered_bytes_ = 0;
  Lsn begin_;
  BlockChain chain_;
  std::optional<Lsn> cut_at_;  ///< a part of a block came last
  uint64_t sequence_ = 1;      ///< of the newest header
};

}  // namespace snapscope::wal
