// What a run shows against what was committed, by the oracle, outside engine time: a snapshot when
// it is complete, when it is dropped and at the end; the source after each start of the server; a
// copy that was restored beside it.
//
// Owning thread: the engine thread.
#pragma once

#include <functional>
#include <optional>

#include "base/rng.h"
#include "database/database.h"
#include "database/initial_database.h"
#include "database/machine.h"
#include "experiment/command_queue.h"
#include "experiment/run_record.h"
#include "page/page_bitmap.h"
#include "server/journal.h"
#include "server/server.h"
#include "verification/verification.h"

namespace snapscope::experiment {

/// All of it outlives the verifier.
struct VerifierParts {
  const scenario::Scenario& scenario;
  const database::InitialDatabase& initial;
  database::Machine& machine;
  const CommandQueue& queue;  ///< a cancel ends a comparison, which then counts for nothing
  server::Journal& journal;
  server::Server& server;
};

class RunVerifier {
 public:
  explicit RunVerifier(const VerifierParts& parts)
      : parts_(parts), sample_seeds_(parts.scenario.seed, "verification") {}

  /// Compares a snapshot. Before the end of the run damage done by a command counts for nothing.
  void VerifySnapshot(snapshot::Snapshot& snapshot, bool is_at_end = false);
  /// The database has been opened again: the point that it has come to must be the right one. The
  /// journal forks there, or forgets what a crash took. kCorruptLog.
  Status CheckStart(const database::RestartFigures& figures);
  /// Compares the source, which has been written to its files, and its snapshots: after
  /// CheckStart() and before users come.
  void VerifyStart(const database::RestartFigures& figures);
  /// Compares a database that was recovered under another name. kCorruptLog: to a wrong point.
  Status VerifyCopy(server::RestoredCopy& copy, server::RestoreAccount& account);
  /// Compares each snapshot, what was committed, and damage that is left, at the end of the run.
  void VerifyEnd();

  const Comparisons& found() const { return found_; }

 private:
  void VerifyOnlineSnapshots(bool is_at_end);
  /// Compares pages with the oracle; nothing where that was cancelled. `changed_pages` are those
  /// that must be compared where the database is too large to be compared whole.
  std::optional<verification::Verification> Compare(
      const verification::PageReader& read, Lsn split,
      const std::function<page::PageSet()>& changed_pages);
  /// What users have committed, by the oracle: at the end of a run pages of the source need not be
  /// on its disks.
  tpcc::Consistency CommittedConsistency() const;
  /// What is wrong with the point that a restore has come to.
  Status CheckPoint(const server::RestoreAccount& restore, Lsn end) const;
  /// The restore in place with which the server has started; null if it started with none.
  server::RestoreAccount* RestoreInPlace() const;

  const VerifierParts parts_;
  Rng sample_seeds_;  ///< one for each verification by sampling
  Comparisons found_;
};

}  // namespace snapscope::experiment
