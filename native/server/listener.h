// What a server tells whoever runs it: the experiment's conductor, or a life of the crash
// simulator.
#pragma once

#include "base/result.h"
#include "server/backup_history.h"
#include "server/restored_copy.h"
#include "snapshot/snapshot_manager.h"
#include "txn/transaction.h"
#include "workload/reporting.h"
#include "workload/workload.h"

namespace snapscope::server {

class Listener : public snapshot::SnapshotListener, public txn::CommitListener {
 public:
  /// Users and reports are about to connect: their options may be changed.
  virtual void OnConnect(workload::WorkloadOptions& /*users*/,
                         workload::ReportingOptions& /*reports*/) {}
  /// Server::state() has changed.
  virtual void OnState() {}
  /// The server goes down. `why` is what the commands are told that it cuts off.
  virtual void OnEnd(const Error& /*why*/) {}
  /// A database under another name has been recovered: its pages can be compared.
  virtual void OnCopyRecovered(RestoredCopy& /*copy*/, RestoreAccount& /*account*/) {}
  /// A build of an index or a table has told so many rows, of so many.
  virtual void OnBuildProgress(uint64_t /*told*/, uint64_t /*all*/) {}
  /// The server cannot go on.
  virtual void OnError(const Error& error) = 0;
  /// A session that reports from a snapshot cannot go on.
  virtual void OnReportError(const Error& error) { OnError(error); }
};

}  // namespace snapscope::server
