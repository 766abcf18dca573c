// Deliberate defects for the tests that prove the verification can fail. Compiled in only in the
// test-only build (SNAPSCOPE_MUTATIONS); everywhere else the question is a constant false.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>

namespace snapscope {
inline namespace base {

enum class Mutation : uint8_t {
  kNone,
  kPushAfterChange,
  kRedoSkipsUnpushed,
  kUndoSkipped,
  kIndexEntryKept,
  kRedoSkipsPushed,
  kCommitBeforeFlush,
  kPageBeforeLog,
  kPushNotAwaited,
  kPushToFirstOnly,
  kBitmapNotRebuilt,
  kChecksumNotChecked,
  kMarkBeforeFlush,
  kRollbackKeepsRow,
  kMapsNotPushed,
  kExtentGivenTwice,
  kExtentPushedWhole,
  kPageBeforePreImage,
  kLogBeforePreImage,
  kBuildNotWritten,
  kBuildNotPushed,
  kTreeEnteredFirst,
  kBuildNotFlushed,
  kOldTreeFreedFirst,
  kDroppedTreeFreedFirst,
  kBackupChainForgotten,
  kReportReadsSource,
  kAllSuspect,
  kGhostPurgedEarly,
  kChangesNotBroughtIn,
  kSortRunsKept,
  kBlankPushed,
  kGateLeftEarly,
  kUpdateLost,
  kDirtyRead,
  kFilesBeforeCatalog,
  kChangedByteNotLogged,
  kReserveTooSmall,
  kArmingLeavesOneOut,
  kPushFree,
  kReplicaWaitAlone,
  kRedoSkipped,
  kBackupLogFromCheckpoint,
  kBackupLogEndsEarly,
  kDifferentialExtentLost,
  kDifferentialClearedByFailure,
  kRestoreStopsTooLate,
  kLogBackupLosesItsEnd,
  kOrderLineLeftOut,
  kPaymentHalfBooked,
  kDeliveryOutOfOrder,
  kFirstOrderForLast,
  kItemsCountedTwice,
  kReadersPush,
  kBackupGapAccepted,
  kDifferentialClearedByCopy,
  kBackupNotVerified,
  kBackupCompleteTooEarly,
  kLogBackupEndsBeforeFile,
  kBackupForgetsFreed,
  kLogChainBegunAnew,
  kWriteNotedEarly,
  kLogRestartsTooLow,
  kCommandTakenWhileClosing,
  kSuspicionForgotten,
  kNewestCopyForgotten,
  kClosingKept,
  kFirstDistrictsChosen,
  kDeliveryNotCounted,
  kBranchForgotten,
  kChangesDuringFullForgotten,
  kNewExtentForgotten,
  kStopTimeExcluded,
  kRollForwardTooEarly,
  kCopyOnlyMovesChain,
  kReachedTooFar,
  kRolledBackNotChosen,
  kMixShifted,
  kCheckIgnoresOrder,
  kCheckIgnoresSiblings,
  kCheckIgnoresIam,
  kCheckIgnoresAllocation,
  kCheckIgnoresEntries,
};

struct NamedMutation {
  Mutation mutation{};
  std::string_view name;
  std::string_view defect;
};

inline constexpr std::array<NamedMutation, 38> kMutations = {{
    {Mutation::kPushAfterChange, "pushAfterChange",
     "the pre-image is taken after the page has changed"},
    {Mutation::kRedoSkipsUnpushed, "redoSkipsUnpushed", "redo leaves out pages whose bit is clear"},
    {Mutation::kUndoSkipped, "undoSkipped", "what was in flight stays"},
    {Mutation::kIndexEntryKept, "indexEntryKept",
     "a change leaves the row's old entries in nonclustered indexes"},
    {Mutation::kRedoSkipsPushed, "redoSkipsPushed",
     "redo of a snapshot leaves out pages that were pushed"},
    {Mutation::kCommitBeforeFlush, "commitBeforeFlush",
     "a commit is acknowledged before its log is durable"},
    {Mutation::kPageBeforeLog, "pageBeforeLog", "a page is written before the log of its changes"},
    {Mutation::kPushNotAwaited, "pushNotAwaited",
     "a page changes, and its bit is set, before its pre-image is durable"},
    {Mutation::kPushToFirstOnly, "pushToFirstOnly",
     "only the first of several snapshots gets the pre-image"},
    {Mutation::kBitmapNotRebuilt, "bitmapNotRebuilt",
     "after a restart a snapshot does not know what it has copied"},
    {Mutation::kChecksumNotChecked, "checksumNotChecked", "a damaged page is read as good"},
    {Mutation::kMarkBeforeFlush, "markBeforeFlush",
     "a snapshot is marked complete before what it recovered is durable"},
    {Mutation::kRollbackKeepsRow, "rollbackKeepsRow",
     "a rollback leaves the transaction's first change"},
    {Mutation::kMapsNotPushed, "mapsNotPushed",
     "an allocation map changes without a copy of it for the snapshots"},
    {Mutation::kExtentGivenTwice, "extentGivenTwice",
     "an extent that an index gets stays free in the GAM"},
    {Mutation::kExtentPushedWhole, "extentPushedWhole",
     "the push of an extent copies again what was copied before"},
    {Mutation::kPageBeforePreImage, "pageBeforePreImage",
     "a page is written while its pre-image is in memory alone"},
    {Mutation::kLogBeforePreImage, "logBeforePreImage",
     "log is truncated that could redo a page whose pre-image is in memory alone"},
    {Mutation::kBuildNotWritten, "buildNotWritten",
     "an index that was built takes its place before its unlogged pages are written"},
    {Mutation::kBuildNotPushed, "buildNotPushed",
     "an unlogged page is formatted without a copy of it for the snapshots"},
    {Mutation::kTreeEnteredFirst, "treeEnteredFirst",
     "a tree that was built takes its place, durably, and then its unlogged pages are written"},
    {Mutation::kBuildNotFlushed, "buildNotFlushed",
     "an index or table is told created before the record that enters it is durable"},
    {Mutation::kBackupChainForgotten, "backupChainForgotten",
     "a restart keeps the log from the checkpoint on, not what the next log backup needs"},
    {Mutation::kOldTreeFreedFirst, "oldTreeFreedFirst",
     "a rebuild frees the extents of the old tree before the new one has taken its place"},
    {Mutation::kDroppedTreeFreedFirst, "droppedTreeFreedFirst",
     "the extents of a table are freed, durably, before the record with which it goes"},
    {Mutation::kReportReadsSource, "reportReadsSource",
     "a report reads the source instead of its snapshot"},
    {Mutation::kAllSuspect, "allSuspect", "a push that fails makes every snapshot suspect"},
    {Mutation::kGhostPurgedEarly, "ghostPurgedEarly",
     "the ghost of a deleted row is purged before its transaction has ended"},
    {Mutation::kChangesNotBroughtIn, "changesNotBroughtIn",
     "what users change while an index is built online is missing from it"},
    {Mutation::kSortRunsKept, "sortRunsKept",
     "a sort leaves the extents of its runs to the index that it sorted for"},
    {Mutation::kBlankPushed, "blankPushed",
     "a page that is to be formatted is pushed without having been read"},
    {Mutation::kGateLeftEarly, "gateLeftEarly",
     "the gate of a page is left before its pre-image is durable"},
    {Mutation::kUpdateLost, "updateLost",
     "an update goes on from what its row was before it waited for it"},
    {Mutation::kDirtyRead, "dirtyRead", "a read does not wait for the lock of its row"},
    {Mutation::kFilesBeforeCatalog, "filesBeforeCatalog",
     "the files of a snapshot are made before the catalogue knows of it"},
    {Mutation::kChangedByteNotLogged, "changedByteNotLogged",
     "the log record of an update lacks a byte that the update changes"},
    {Mutation::kReserveTooSmall, "reserveTooSmall",
     "less log is kept for rolling a transaction back than that takes"},
    {Mutation::kArmingLeavesOneOut, "armingLeavesOneOut",
     "one of the dirty pages is not copied when a snapshot is armed"},
}};

/// Effects that are taken away, or told where there are none: what they change are the figures of
/// papers (scripts/figure-mutations.mjs), whatever else they spoil.
inline constexpr std::array<NamedMutation, 4> kFigureMutations = {{
    {Mutation::kPushFree, "pushFree", "a push takes no time, no processor and no I/O"},
    {Mutation::kReplicaWaitAlone, "replicaWaitAlone",
     "with one snapshot, too, a push waits as for the writes of further ones"},
    {Mutation::kRedoSkipped, "redoSkipped",
     "a snapshot is recovered without redo, and without undo of what redo would have made again"},
    {Mutation::kReadersPush, "readersPush",
     "a user who reads waits for the snapshots as one who changes what it reads"},
}};

/// Of backups and restores.
inline constexpr std::array<NamedMutation, 13> kBackupMutations = {{
    {Mutation::kBackupLogFromCheckpoint, "backupLogFromCheckpoint",
     "the log of a backup begins at its checkpoint, not at the oldest transaction active then"},
    {Mutation::kBackupLogEndsEarly, "backupLogEndsEarly",
     "what changes while the pages of a backup are read is not in its log"},
    {Mutation::kDifferentialExtentLost, "differentialExtentLost",
     "a differential backup leaves out an extent that has changed"},
    {Mutation::kDifferentialClearedByFailure, "differentialClearedByFailure",
     "a full backup that fails begins the changes for differential ones anew"},
    {Mutation::kRestoreStopsTooLate, "restoreStopsTooLate",
     "a restore goes one commit beyond the point to stop at"},
    {Mutation::kLogBackupLosesItsEnd, "logBackupLosesItsEnd",
     "the later half of the log is missing from its backup"},
    {Mutation::kBackupGapAccepted, "backupGapAccepted",
     "a backup of the log is restored though the one before it is missing"},
    {Mutation::kDifferentialClearedByCopy, "differentialClearedByCopy",
     "a copy-only backup begins the changes for differential ones anew"},
    {Mutation::kBackupNotVerified, "backupNotVerified",
     "what a restore reads from a backup is taken for good"},
    {Mutation::kBackupCompleteTooEarly, "backupCompleteTooEarly",
     "a backup is marked complete before its pages and its log are durable"},
    {Mutation::kLogBackupEndsBeforeFile, "logBackupEndsBeforeFile",
     "the next log backup begins at the end of one whose file is not complete"},
    {Mutation::kBackupForgetsFreed, "backupForgetsFreed",
     "a full backup leaves out what was freed while its checkpoint ran"},
    {Mutation::kLogChainBegunAnew, "logChainBegunAnew",
     "every full backup begins the chain of log backups, not only the first"},
}};

/// Of the TPC-C-style load's transactions: the oracle follows what was committed, so that the
/// consistency conditions and answers of readers are what tells.
inline constexpr std::array<NamedMutation, 5> kLoadMutations = {{
    {Mutation::kOrderLineLeftOut, "orderLineLeftOut", "an order lacks its first line"},
    {Mutation::kPaymentHalfBooked, "paymentHalfBooked",
     "a payment is not added to its district's year to date"},
    {Mutation::kDeliveryOutOfOrder, "deliveryOutOfOrder",
     "the second oldest new order is delivered, not the oldest"},
    {Mutation::kFirstOrderForLast, "firstOrderForLast",
     "an Order-Status tells of the customer's first order"},
    {Mutation::kItemsCountedTwice, "itemsCountedTwice",
     "a Stock-Level counts an item once for each order line"},
}};

/// What random plans meet too rarely: a test names each of them, in test/known_defects or in
/// another folder, where native/CMakeLists.txt says which.
inline constexpr std::array<NamedMutation, 22> kRareMutations = {{
    {Mutation::kWriteNotedEarly, "writeNotedEarly",
     "a page counts as changed since a full backup when its write is asked for, not when it "
     "begins"},
    {Mutation::kLogRestartsTooLow, "logRestartsTooLow",
     "the log after a restore begins in the last VLF of the one before it"},
    {Mutation::kCommandTakenWhileClosing, "commandTakenWhileClosing",
     "a statement is taken while the tail of the log is backed up for a restore"},
    {Mutation::kSuspicionForgotten, "suspicionForgotten",
     "a snapshot that only the catalogue calls suspect is online after a restart"},
    {Mutation::kNewestCopyForgotten, "newestCopyForgotten",
     "after a start the catalogue of snapshots is written over its only newest copy"},
    {Mutation::kClosingKept, "closingKept",
     "a snapshot whose drop has failed cannot be used any more"},
    {Mutation::kFirstDistrictsChosen, "firstDistrictsChosen",
     "of many districts the first are checked for consistency, not some of all warehouses"},
    {Mutation::kDeliveryNotCounted, "deliveryNotCounted",
     "a customer's deliveries are not counted"},
    {Mutation::kBranchForgotten, "branchForgotten",
     "of a history that a restore has left its commits are forgotten, to which another goes back"},
    {Mutation::kChangesDuringFullForgotten, "changesDuringFullForgotten",
     "what is written while a full backup reads its pages is not noted for differential ones"},
    {Mutation::kNewExtentForgotten, "newExtentForgotten",
     "what is allocated and written while a full backup looks for extents is noted by nobody"},
    {Mutation::kStopTimeExcluded, "stopTimeExcluded",
     "a restore leaves out the commit at the very time to stop at"},
    {Mutation::kRollForwardTooEarly, "rollForwardTooEarly",
     "a restore rolls forward while its last pages are being written"},
    {Mutation::kCopyOnlyMovesChain, "copyOnlyMovesChain",
     "the next log backup begins where a copy-only one ends"},
    {Mutation::kReachedTooFar, "reachedTooFar",
     "a backup says that it reaches the time after its last flush, not before"},
    {Mutation::kRolledBackNotChosen, "rolledBackNotChosen",
     "of a large database pages that only rollbacks have changed are not compared"},
    {Mutation::kMixShifted, "mixShifted",
     "of a hundred transactions one new order too many is drawn, and one payment too few"},
    {Mutation::kCheckIgnoresOrder, "checkIgnoresOrder",
     "a consistency check does not look at the order of keys"},
    {Mutation::kCheckIgnoresSiblings, "checkIgnoresSiblings",
     "a consistency check does not look at links to siblings"},
    {Mutation::kCheckIgnoresIam, "checkIgnoresIam",
     "a consistency check does not look where a chain of IAM pages leads"},
    {Mutation::kCheckIgnoresAllocation, "checkIgnoresAllocation",
     "a consistency check does not compare the pages of indexes with those allocated"},
    {Mutation::kCheckIgnoresEntries, "checkIgnoresEntries",
     "a consistency check does not compare the entries of nonclustered indexes with the rows"},
}};

constexpr std::optional<Mutation> MutationNamed(std::string_view name) {
  const std::initializer_list<std::span<const NamedMutation>> lists = {
      kMutations, kFigureMutations, kBackupMutations, kLoadMutations, kRareMutations};
  for (const std::span<const NamedMutation> list : lists) {
    for (const NamedMutation& mutation : list) {
      if (mutation.name == name) return mutation.mutation;
    }
  }
  return std::nullopt;
}

#ifdef SNAPSCOPE_MUTATIONS
inline thread_local Mutation active_mutation = Mutation::kNone;
inline bool Mutated(Mutation mutation) { return active_mutation == mutation; }

/// Gives this thread's engine the defect of that name; false if this build has no such.
inline bool SwitchOnMutation(std::string_view name) {
  const std::optional<Mutation> named = MutationNamed(name);
  if (named) active_mutation = *named;
  return named.has_value();
}
#else
constexpr bool Mutated(Mutation) { return false; }
constexpr bool SwitchOnMutation(std::string_view) { return false; }
#endif

}  // namespace base
}  // namespace snapscope
