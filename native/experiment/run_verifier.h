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

  /// Before the end of the run damage that a command has done counts for nothing.
  void VerifySnapshot(snapshot::Snapshot& snapshot, bool is_at_end = false);
  /// The database has been opened again: the point that it has come to must be the right one. The
  /// journal forks there, or forgets what a crash took. kCorruptLog.
  Status CheckStart(const database::RestartFigures& figures);
  /// After that, and before users come: its source, which has been written to its file, and its
  /// snapshots.
  void VerifyStart(const database::RestartFigures& figures);
  /// A database under another name has been recovered. kCorruptLog: to a wrong point.
  Status VerifyCopy(server::RestoredCopy& copy, server::RestoreAccount& account);
  /// At the end of the run: each snapshot, what was committed, and damage that is left.
  void VerifyEnd();

  /// Every page that may differ from the initial one, as the snapshot shows it or, where it is
  /// null, in the source.
  page::PageSet ChangedPages(const snapshot::Snapshot* snapshot) const;
  const Comparisons& found() const { return found_; }

 private:
  void VerifyOnlineSnapshots(bool is_at_end);
  /// Nothing where it was cancelled. `changed_pages`: of a database that is too large to be
  /// compared whole, those that must be.
  std::optional<verification::Verification> Compare(
      const verification::PageReader& read, Lsn split,
      const std::function<page::PageSet()>& changed_pages);
  /// By the oracle, what users have committed: at the end of a run pages of the source need not be
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
