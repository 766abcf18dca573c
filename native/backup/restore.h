// RESTORE DATABASE and RESTORE LOG: a database put together from a full backup, a differential one
// and backups of its log, up to a point in time.
//
// Pages first, then the log of each backup: its blocks go where they were in the log that they come
// from, and its records are redone. At the end what was in flight is rolled back. Nobody else uses
// the files meanwhile. Rolling back is not logged: the owner of the files builds a new log
// afterwards, whose LSNs are above all that the files can have.
//
// Owning thread: the engine thread.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "backup/array_set.h"
#include "backup/backup_reader.h"
#include "page/page_bitmap.h"
#include "recovery/recovery.h"
#include "snapshot/engine_parts.h"
#include "wal/log_blocks.h"

namespace snapscope::backup {

/// What the chain of backups must reach: its end, where neither is set.
struct StopPoint {
  std::optional<TimeNs> at;     ///< STOPAT: what was committed by then, engine time
  std::optional<Lsn> before{};  ///< STOPBEFOREMARK: records below; STOPATMARK: Lsn{mark + 1}
};

/// How a chain ends.
enum class ChainEnd : uint8_t {
  kRecovery,    ///< its stop must be in it
  kNoRecovery,  ///< backups of the log may follow
};

/// Whether the sets, in this order, restore one database up to the stop: a full backup, at most one
/// differential that goes with it, backups of the log without a gap. The first `restored` of them
/// have been restored already. kRefused, with the product's number.
Status CheckChain(const std::vector<BackupSet>& sets, const StopPoint& stop,
                  ChainEnd end = ChainEnd::kRecovery, size_t restored = 0);

/// Which of these sets a restore up to `stop` takes, in their order: the last full backup
/// that was complete by then, the last differential that goes with it, and the backups of the log
/// from there on. Where some are `restored`, those that follow them, which may be none. kRefused
/// where there is no such chain.
Result<std::vector<BackupSet>> ChooseChain(const std::vector<BackupSet>& sets,
                                           const StopPoint& stop,
                                           ChainEnd end = ChainEnd::kRecovery,
                                           const std::vector<BackupSet>& restored = {});

struct RestoreFigures {
  uint64_t pages = 0;
  uint64_t log_bytes = 0;
  uint64_t log_records = 0;
  uint64_t suspect_pages = 0;  ///< damaged in the backups, and restored as they are there
  recovery::UndoResult undone;
  Lsn end;                     ///< what committed below is in the database, and nothing else
  TimeNs stopped_at = kNever;  ///< of the first commit that is not; kNever if none was left out
  TxnId next_txn;
};

/// What RESTORE ... WITH NORECOVERY have made of a database so far.
struct RestoreState {
  const snapshot::EngineParts& engine;
  storage::File& log_file;
  const std::string source;
  const bool beside;
  const std::optional<ArraySet> array;  ///< that it begins with
  std::vector<BackupSet> restored{};
  std::unique_ptr<wal::LogRestoration> log{};
  std::optional<page::PageSet> known{};
  bool continues_after_error = false;
  std::set<PageId> suspect{};  ///< damaged pages, which no record is redone on
  wal::CheckpointMark mark{};
  std::optional<Lsn> stopped{};
  RestoreFigures figures{};
  bool broken = false;
  std::optional<size_t> open_phase{};  ///< that has begun and not ended
};

/// A database that is being restored.
class Restoration {
 public:
  /// Restores the database `engine`. Its store is attached to its pool without a log; the lazy
  /// writer runs. Its files have the size of the source's. `source`: spid of who asks. `beside`: it
  /// is not the run's own database, and phases name it.
  /// `array`: what its first chain begins with, in front of the backups.
  Restoration(const snapshot::EngineParts& engine, storage::File& log_file, std::string source,
              bool beside, std::optional<ArraySet> array = std::nullopt)
      : state_{engine, log_file, std::move(source), beside, std::move(array)} {}

  /// Opens the backups, checks that they go on from what was restored before, and restores them.
  /// Until the first chain has been checked nothing of the target has changed; from then on its log
  /// cannot be opened, until its owner builds a new one. A backup with damaged pages is refused
  /// (3182) unless the restore continues after an error: those pages are put where they belong as
  /// they are, and nothing is redone on them. Errors: kRefused, kNotFound, kInvalid, kCorruptPage,
  /// kCorruptLog, kIo; after one that is_broken() the restore begins anew.
  Task<Status> Add(Worker& worker, std::vector<MediaSet> backups, StopPoint stop, ChainEnd end,
                   bool continue_after_error = false);
  /// WITH RECOVERY: rolls back what was in flight.
  Task<Result<RestoreFigures>> Recover(Worker& worker);

  const std::vector<BackupSet>& restored() const { return state_.restored; }
  const RestoreFigures& figures() const { return state_.figures; }
  /// Pages that it has written, or that a record has made, and that are not zeros; all of an array
  /// set.
  const page::PageSet& known() const { return state_.known.value(); }
  /// True once an error has cut the restore off amid its work.
  bool is_broken() const { return state_.broken; }

 private:
  static Task<Status> UndoBy(Worker& worker, RestoreState& state);

  RestoreState state_;
};

/// kRefused (3182) for a set with damaged pages.
Status CheckDamage(const BackupSet& set);

/// RESTORE VERIFYONLY: reads the backup and checks all of it, with the checksums of its chunks if
/// it has some. WITH CHECKSUM it has to have some (3187), and each page is verified as well (3189).
Task<Result<BackupSet>> Verify(Worker& worker, MediaSet files,
                               std::function<void(uint32_t permille)> on_progress = nullptr,
                               bool with_checksum = false, storage::Codec* codec = nullptr);

}  // namespace snapscope::backup
