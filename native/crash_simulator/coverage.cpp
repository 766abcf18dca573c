#include "crash_simulator/coverage.h"

#include <array>

namespace snapscope::crash_simulator {

namespace {

struct NamedPath {
  RarePath path{};
  const char* name = nullptr;
};

/// In the order of the paths.
constexpr std::array<NamedPath, kRarePaths> kNames = {{
    {RarePath::kCutDuringRecovery, "cutDuringRecovery"},
    {RarePath::kCutDuringCreation, "cutDuringCreation"},
    {RarePath::kCutWhileQuiescing, "cutWhileQuiescing"},
    {RarePath::kCutOfDiskToFlush, "cutOfDiskToFlush"},
    {RarePath::kCutOfCompactPages, "cutOfCompactPages"},
    {RarePath::kFileCreationLost, "fileCreationLost"},
    {RarePath::kFileRemovalLost, "fileRemovalLost"},
    {RarePath::kRecoveryRedid, "recoveryRedid"},
    {RarePath::kRecoveryUndid, "recoveryUndid"},
    {RarePath::kSystemTransactionUndone, "systemTransactionUndone"},
    {RarePath::kUnfinishedSnapshotRemoved, "unfinishedSnapshotRemoved"},
    {RarePath::kSnapshotSurvivedRestart, "snapshotSurvivedRestart"},
    {RarePath::kPushedBeforeSplit, "pushedBeforeSplit"},
    {RarePath::kPulledByRedo, "pulledByRedo"},
    {RarePath::kPulledByUndo, "pulledByUndo"},
    {RarePath::kUndoneInSnapshot, "undoneInSnapshot"},
    {RarePath::kPushedToSeveral, "pushedToSeveral"},
    {RarePath::kPushMetPull, "pushMetPull"},
    {RarePath::kPushedAlong, "pushedAlong"},
    {RarePath::kPushDeferred, "pushDeferred"},
    {RarePath::kNoRoomForPreImage, "noRoomForPreImage"},
    {RarePath::kWriteAwaitedPreImage, "writeAwaitedPreImage"},
    {RarePath::kPreImageLost, "preImageLost"},
    {RarePath::kReadThroughSnapshot, "readThroughSnapshot"},
    {RarePath::kReadOfCopiedPage, "readOfCopiedPage"},
    {RarePath::kSuspectByFullDisk, "suspectByFullDisk"},
    {RarePath::kSuspectByDevice, "suspectByDevice"},
    {RarePath::kSuspectAfterRestart, "suspectAfterRestart"},
    {RarePath::kSnapshotDropped, "snapshotDropped"},
    {RarePath::kDamageDetected, "damageDetected"},
    {RarePath::kSparsePageOverwritten, "sparsePageOverwritten"},
    {RarePath::kEngineMetDeviceError, "engineMetDeviceError"},
    {RarePath::kLazyWrites, "lazyWrites"},
    {RarePath::kAutomaticCheckpoint, "automaticCheckpoint"},
    {RarePath::kLogWrapped, "logWrapped"},
    {RarePath::kStatementMetFullLog, "statementMetFullLog"},
    {RarePath::kLogBackedUp, "logBackedUp"},
    {RarePath::kLogKeptForBackup, "logKeptForBackup"},
    {RarePath::kDeadlock, "deadlock"},
    {RarePath::kSuspectByFileLimit, "suspectByFileLimit"},
    {RarePath::kShutDown, "shutDown"},
    {RarePath::kProcessDied, "processDied"},
    {RarePath::kReverted, "reverted"},
    {RarePath::kCutDuringRevert, "cutDuringRevert"},
    {RarePath::kRevertRefused, "revertRefused"},
    {RarePath::kTableUpdated, "tableUpdated"},
    {RarePath::kIndexRebuilt, "indexRebuilt"},
    {RarePath::kChangesBroughtIn, "changesBroughtIn"},
    {RarePath::kCutDuringRebuild, "cutDuringRebuild"},
    {RarePath::kIndexCreated, "indexCreated"},
    {RarePath::kCutDuringIndexCreation, "cutDuringIndexCreation"},
    {RarePath::kCreatedIndexKept, "createdIndexKept"},
    {RarePath::kSortSpilledToDataFiles, "sortSpilledToDataFiles"},
    {RarePath::kSortSpilledToTempdb, "sortSpilledToTempdb"},
    {RarePath::kCrashInSpilledSort, "crashInSpilledSort"},
    {RarePath::kTableSelectedInto, "tableSelectedInto"},
    {RarePath::kCutDuringSelectInto, "cutDuringSelectInto"},
    {RarePath::kSelectedTableKept, "selectedTableKept"},
    {RarePath::kTableDropped, "tableDropped"},
    {RarePath::kCutDuringDropTable, "cutDuringDropTable"},
    {RarePath::kBuildMetFullFile, "buildMetFullFile"},
    {RarePath::kBuildRefused, "buildRefused"},
    {RarePath::kStatementMetFullFile, "statementMetFullFile"},
    {RarePath::kDatabaseChecked, "databaseChecked"},
    {RarePath::kCheckedDuringFaults, "checkedDuringFaults"},
    {RarePath::kCheckLostItsSnapshot, "checkLostItsSnapshot"},
    {RarePath::kRowReported, "rowReported"},
    {RarePath::kReportDisconnected, "reportDisconnected"},
    {RarePath::kDropRefused, "dropRefused"},
    {RarePath::kSuspectByStrayWrite, "suspectByStrayWrite"},
    {RarePath::kStepAfterStep, "stepAfterStep"},
    {RarePath::kStepWhenPushed, "stepWhenPushed"},
    {RarePath::kGhostsCleanedUp, "ghostsCleanedUp"},
    {RarePath::kLeafRemoved, "leafRemoved"},
    {RarePath::kVerifiedBySampling, "verifiedBySampling"},
    {RarePath::kCameToRest, "cameToRest"},
    {RarePath::kCutDuringBackup, "cutDuringBackup"},
    {RarePath::kBackupFailed, "backupFailed"},
    {RarePath::kIncompleteBackupRefused, "incompleteBackupRefused"},
    {RarePath::kDifferentialRefused, "differentialRefused"},
    {RarePath::kTailBackedUp, "tailBackedUp"},
    {RarePath::kDatabaseRestored, "databaseRestored"},
    {RarePath::kDifferentialRestored, "differentialRestored"},
    {RarePath::kLogsOfSeveralLivesRestored, "logsOfSeveralLivesRestored"},
    {RarePath::kRestoreStoppedInLog, "restoreStoppedInLog"},
    {RarePath::kRestoreStoppedByTime, "restoreStoppedByTime"},
    {RarePath::kRestoreCutAndBegunAgain, "restoreCutAndBegunAgain"},
    {RarePath::kRestoreFailedAndBegunAgain, "restoreFailedAndBegunAgain"},
    {RarePath::kRestoredInSteps, "restoredInSteps"},
    {RarePath::kDamagedBackupRefused, "damagedBackupRefused"},
    {RarePath::kGapRefused, "gapRefused"},
    {RarePath::kRestoredInPlace, "restoredInPlace"},
    {RarePath::kRestoreInPlaceCut, "restoreInPlaceCut"},
    {RarePath::kRestoreRefused, "restoreRefused"},
}};

constexpr bool IsInOrder() {
  for (size_t i = 0; i < kNames.size(); ++i) {
    if (static_cast<size_t>(kNames.at(i).path) != i || kNames.at(i).name == nullptr) return false;
  }
  return true;
}
static_assert(IsInOrder());

}  // namespace

const char* NameOf(RarePath path) { return kNames.at(static_cast<size_t>(path)).name; }

}  // namespace snapscope::crash_simulator
