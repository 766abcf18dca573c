// What a simulation came through: how often each listed rare path was visited. A long series of
// runs that never visits one of them does not test what it claims to, so that counts as a failure.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace snapscope::crash_simulator {

enum class RarePath : uint8_t {
  kCutDuringRecovery,
  kCutDuringCreation,
  kCutWhileQuiescing,
  kCutOfDiskToFlush,
  kCutOfCompactPages,
  kFileCreationLost,
  kFileRemovalLost,
  kRecoveryRedid,
  kRecoveryUndid,
  kSystemTransactionUndone,
  kUnfinishedSnapshotRemoved,
  kSnapshotSurvivedRestart,
  kPushedBeforeSplit,
  kPulledByRedo,
  kPulledByUndo,
  kUndoneInSnapshot,
  kPushedToSeveral,
  kPushMetPull,
  kPushedAlong,
  kPushDeferred,
  kNoRoomForPreImage,
  kWriteAwaitedPreImage,
  kPreImageLost,
  kReadThroughSnapshot,
  kReadOfCopiedPage,
  kSuspectByFullDisk,
  kSuspectByDevice,
  kSuspectAfterRestart,
  kSnapshotDropped,
  kDamageDetected,
  kSparsePageOverwritten,
  kEngineMetDeviceError,
  kLazyWrites,
  kAutomaticCheckpoint,
  kLogWrapped,
  kStatementMetFullLog,
  kLogBackedUp,
  kLogKeptForBackup,
  kDeadlock,
  kSuspectByFileLimit,
  kShutDown,
  kProcessDied,
  kReverted,
  kCutDuringRevert,
  kRevertRefused,
  kTableUpdated,
  kIndexRebuilt,
  kChangesBroughtIn,
  kCutDuringRebuild,
  kIndexCreated,
  kCutDuringIndexCreation,
  kCreatedIndexKept,
  kSortSpilledToDataFiles,
  kSortSpilledToTempdb,
  kCrashInSpilledSort,
  kTableSelectedInto,
  kCutDuringSelectInto,
  kSelectedTableKept,
  kTableDropped,
  kCutDuringDropTable,
  kBuildMetFullFile,
  kBuildRefused,
  kStatementMetFullFile,
  kDatabaseChecked,
  kCheckedDuringFaults,
  kCheckLostItsSnapshot,
  kRowReported,
  kReportDisconnected,
  kDropRefused,
  kSuspectByStrayWrite,
  kStepAfterStep,
  kStepWhenPushed,
  kGhostsCleanedUp,
  kLeafRemoved,
  kVerifiedBySampling,
  kCameToRest,
  kCutDuringBackup,
  kBackupFailed,
  kIncompleteBackupRefused,
  kDifferentialRefused,
  kTailBackedUp,
  kDatabaseRestored,
  kDifferentialRestored,
  kLogsOfSeveralLivesRestored,
  kRestoreStoppedInLog,
  kRestoreStoppedByTime,
  kRestoreCutAndBegunAgain,
  kRestoreFailedAndBegunAgain,
  kRestoredInSteps,
  kDamagedBackupRefused,
  kGapRefused,
  kRestoredInPlace,
  kRestoreInPlaceCut,
  kRestoreRefused,
  kCount,
};

inline constexpr size_t kRarePaths = static_cast<size_t>(RarePath::kCount);

/// The name in reports: "cutDuringRecovery".
const char* NameOf(RarePath path);

class Coverage {
 public:
  void Visit(RarePath path, uint64_t times = 1) { counts_[static_cast<size_t>(path)] += times; }
  uint64_t count(RarePath path) const { return counts_[static_cast<size_t>(path)]; }

 private:
  std::array<uint64_t, kRarePaths> counts_{};
};

}  // namespace snapscope::crash_simulator
