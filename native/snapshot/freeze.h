// The freeze of a database: its files stay as they are, data and log, for a snapshot that the
// storage takes beneath them. Reads go on, and so do changes in memory, as far as they need neither
// a durable log nor a page written.
//
// Owning thread: the engine thread.
#pragma once

#include "base/mutation.h"
#include "snapshot/engine_parts.h"

namespace snapscope::snapshot {

MUTATION(kLogNotFrozen, "the data of a database are frozen without its log");

/// While it lives, no write of the database begins; those that were under way have ended.
class Freeze {
 public:
  /// The data first: what is written of them needs no more of the log.
  static Task<Freeze> Begin(Worker& worker, SourceStore& data, wal::Log& log) {
    Freeze freeze;
    freeze.data_ = co_await worker.Waiting(runtime::WaitType::kIoCompletion, data.Freeze());
    if (!Mutated(kLogNotFrozen)) {
      freeze.log_ = co_await worker.Waiting(runtime::WaitType::kIoCompletion, log.HoldWrites());
    }
    co_return std::move(freeze);
  }

 private:
  storage::WriteGate::Hold data_;
  storage::WriteGate::Hold log_;
};

}  // namespace snapscope::snapshot
