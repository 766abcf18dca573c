// Full and differential backups of a database come one after the other, as the product's, which
// wait for the lock of BULK_OP_BACKUP_DB (LCK_M_U). Backups of the log have a turn of their own
// (wal::Log::AwaitBackupTurn), and run beside them.
//
// Owning thread: the engine thread.
#pragma once

#include <memory>

#include "runtime/cpu.h"
#include "runtime/sync.h"

namespace snapscope::backup {

class BackupTurns {
 public:
  explicit BackupTurns(runtime::Executor& executor)
      : slot_(std::make_shared<runtime::Semaphore>(executor, 1)) {}

  /// The turn of one backup, given back by destruction. It may outlive the database.
  class Turn {
   public:
    Turn() = default;
    Turn(Turn&& other) noexcept = default;
    Turn& operator=(Turn&&) = delete;
    ~Turn() {
      if (slot_) slot_->Release();
    }

   private:
    friend class BackupTurns;
    std::shared_ptr<runtime::Semaphore> slot_;
  };

  runtime::Task<Turn> Await(runtime::Worker& worker) {
    Turn turn;
    const std::shared_ptr<runtime::Semaphore> slot = slot_;
    if (!slot->TryAcquire()) {
      co_await worker.BeginWait(runtime::WaitType::kLckMU);
      co_await slot->Acquire();
      co_await worker.EndWait();
    }
    turn.slot_ = slot;
    co_return turn;
  }

 private:
  std::shared_ptr<runtime::Semaphore> slot_;
};

}  // namespace snapscope::backup
