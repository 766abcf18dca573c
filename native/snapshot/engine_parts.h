// The parts of the engine that one database is made of, for whatever works on a database as a
// whole: its snapshots, builds, checks, backups and restores.
#pragma once

#include <cstdint>
#include <string>

#include "base/engine_version.h"
#include "base/ids.h"
#include "btree/catalogue.h"
#include "buffer/buffer_pool.h"
#include "checkpoint/checkpointer.h"
#include "recovery/recovery.h"
#include "runtime/cpu.h"
#include "snapshot/source_store.h"
#include "storage/codec.h"
#include "telemetry/telemetry.h"
#include "txn/transaction.h"
#include "wal/log.h"

namespace snapscope::snapshot {

/// Filled in by the owner of the parts as it opens the database: what is not there yet is null.
/// Whoever has a reference to it lives no longer than the owner.
struct EngineParts {
  std::string database;         ///< its name
  int64_t created_unix_ms = 0;  ///< when it was created, in the time of the log
  EngineVersion version = EngineVersion::k2016;
  /// Every tree that the database may come to have. The root of one that has none here is in the
  /// boot page, if the tree is there.
  btree::Catalogue known;
  DbId db;
  runtime::CpuModel* cpu = nullptr;
  telemetry::Telemetry* telemetry = nullptr;
  buffer::BufferPool* pool = nullptr;
  SourceStore* source = nullptr;
  wal::Log* log = nullptr;
  txn::TransactionManager* transactions = nullptr;
  checkpoint::Checkpointer* checkpointer = nullptr;
  storage::Codec* codec = nullptr;  ///< of the machine, if it has one

  /// Recovery of the database from `mark` to the end of `from`, which need not be its log yet.
  recovery::RecoveryScope RecoveryFrom(wal::CheckpointMark mark, wal::Log& from) const {
    recovery::RecoveryScope scope;
    scope.pool = pool;
    scope.db = db;
    scope.log = &from;
    scope.indexes = known.trees;
    scope.checkpoint_begin = mark.begin;
    scope.oldest_active = mark.oldest_active;
    scope.end = from.end_lsn();
    return scope;
  }
};

}  // namespace snapscope::snapshot
