// The log of one backup set on its way into a database that is restored.
//
// Owning thread: the engine thread.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <optional>
#include <set>
#include <utility>

#include "backup/restore.h"
#include "base/mutation.h"
#include "wal/log_blocks.h"

namespace snapscope::backup {

MUTATION(kStopTimeExcluded, "a restore leaves out the commit at the very time to stop at",
         NoticedBy::kTests);
MUTATION(kRestoreStopsTooLate, "a restore goes one commit beyond the point to stop at");

/// Puts the blocks of the set into the log file, and hands its records on to redo, up to the stop.
class RestoredLog final : public recovery::RecordSource {
 public:
  /// `first`: a chunk of log that was read already. `mark` is kept at the newest checkpoint. What
  /// is said of a `suspect` page is left out until a record makes that page anew.
  RestoredLog(SetReader& reader, wal::LogRestoration& log, std::optional<Chunk> first,
              const StopPoint& stop, wal::CheckpointMark& mark, std::set<PageId>& suspect)
      : reader_(reader),
        log_(log),
        chunk_(std::move(first)),
        stop_(stop),
        mark_(mark),
        suspect_(suspect) {
    if (chunk_) rest_ = chunk_->payload;
  }

  Task<Result<std::optional<recovery::LoggedRecord>>> Next(Worker& worker) override {
    while (records_.empty() && !stopped_) {
      CO_TRY_ASSIGN(const bool more, co_await NextBlock(worker));
      if (!more) break;
    }
    if (records_.empty()) co_return std::optional<recovery::LoggedRecord>();
    recovery::LoggedRecord next = std::move(records_.front());
    records_.pop_front();
    worker.Charge(runtime::CpuWork::kRecordRedone);
    co_return std::optional(std::move(next));
  }

  uint32_t permille() const override { return reader_.permille(); }

  /// The record that comes no more, and when its transaction committed.
  std::optional<Lsn> stopped() const { return stopped_; }
  TimeNs stopped_at() const { return stopped_at_; }
  uint64_t bytes() const { return bytes_; }
  /// The blocks of the whole set, also those that the log file had before.
  const wal::BlockChain& chain() const { return chain_; }

 private:
  /// Takes the next block; false at the end of the set.
  Task<Result<bool>> NextBlock(Worker& worker) {
    // What is behind the last block of a chunk is padding.
    while (rest_.empty() || Load<wal::BlockHeader>(rest_, 0).magic == 0) {
      CO_TRY_ASSIGN(auto chunk, co_await reader_.Next(worker));
      if (!chunk.has_value()) co_return false;
      chunk_ = std::move(chunk);
      rest_ = chunk_->payload;
      if (chunk_->header.kind != ChunkKind::kLog) {
        co_return Error{ErrorCode::kCorruptPage,
                        "backup " + reader_.set().name + " has pages behind its log (3203)"};
      }
    }
    CO_TRY_ASSIGN(const wal::BlockView block, wal::BlockAtFrontOf(rest_));
    rest_ = rest_.subspan(block.bytes());
    bytes_ += block.bytes();
    CO_TRY(chain_.Follow(block));
    const Lsn reached = log_.end();
    if (!reached.IsNone() && block.end() <= reached) co_return true;  // of the set before, too
    CO_TRY_ASSIGN(const uint32_t taken, Decode(block));
    if (taken == 0) co_return true;
    if (reader_.has_log_in_place()) {
      CHECK(taken == block.record_count(), "a set in place is never restored in part");
      CO_TRY(log_.Keep(block));
    } else {
      CO_TRY(co_await log_.Add(worker, block, taken));
    }
    co_await worker.PayCpu();
    co_return true;
  }

  /// Returns how many records of the block come before the stop.
  Result<uint32_t> Decode(const wal::BlockView& block) {
    wal::RecordCursor cursor(block.payload());
    for (uint32_t slot = 0; slot < block.record_count(); ++slot) {
      const Lsn lsn{block.lsn().value + slot};
      TRY_ASSIGN(auto record, page::Decode(cursor.Take()));
      if (StopsAt(lsn, record)) {
        stopped_ = lsn;
        stopped_at_ = record.time;
        return slot;
      }
      TRY(NoteCheckpoint(lsn, record));
      // Before the checkpoint of a backup its pages have everything.
      if (lsn >= redo_from() && !IsOfSuspect(record)) records_.push_back({lsn, std::move(record)});
    }
    return block.record_count();
  }

  Lsn redo_from() const { return reader_.set().checkpoint; }

  bool StopsAt(Lsn lsn, const page::LogRecord& record) {
    const bool commits = record.CommitsRows();
    const TimeNs excluded = Mutated(kStopTimeExcluded) ? 0 : 1;
    const bool is_beyond = stop_.before
                               ? lsn >= *stop_.before
                               : stop_.at && commits && record.time >= *stop_.at + excluded;
    if (!is_beyond || !Mutated(kRestoreStopsTooLate)) return is_beyond;
    return commits && ++passed_ > 1;
  }

  bool IsOfSuspect(const page::LogRecord& record) {
    if (suspect_.empty() || !record.ChangesPage()) return false;
    if (record.type == page::RecordType::kFormatPage) suspect_.erase(record.page);
    return suspect_.contains(record.page);
  }

  Status NoteCheckpoint(Lsn lsn, const page::LogRecord& record) {
    if (record.type != page::RecordType::kCheckpointBegin) return Status();
    TRY_ASSIGN(const auto begin, page::DecodeCheckpointBegin(record.after));
    mark_ = {.begin = lsn, .oldest_active = begin.oldest_active};
    return Status();
  }

  SetReader& reader_;
  wal::LogRestoration& log_;
  std::optional<Chunk> chunk_;
  ConstByteSpan rest_;
  const StopPoint& stop_;
  wal::CheckpointMark& mark_;
  std::set<PageId>& suspect_;
  std::deque<recovery::LoggedRecord> records_;
  wal::BlockChain chain_;
  std::optional<Lsn> stopped_;
  TimeNs stopped_at_ = kNever;
  uint64_t bytes_ = 0;
  uint32_t passed_ = 0;  ///< commits beyond the stop
};

}  // namespace snapscope::backup
