// What a simulation came through: how often each listed rare path was visited. A long series of
// runs that never visits one of them does not test what it claims to, so that counts as a failure.
#pragma once

#include <array>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <string>

namespace snapscope::crash_simulator {

/// The one list of them. A report has the name with a small letter first: "cutDuringRecovery".
#define SNAPSCOPE_RARE_PATHS(PATH) \
  PATH(CutDuringRecovery)          \
  PATH(CutDuringCreation)          \
  PATH(CutWhileQuiescing)          \
  PATH(CutOfDiskToFlush)           \
  PATH(CutOfCompactPages)          \
  PATH(FileCreationLost)           \
  PATH(FileRemovalLost)            \
  PATH(RecoveryRedid)              \
  PATH(RecoveryUndid)              \
  PATH(SystemTransactionUndone)    \
  PATH(UnfinishedSnapshotRemoved)  \
  PATH(SnapshotSurvivedRestart)    \
  PATH(PushedBeforeSplit)          \
  PATH(PulledByRedo)               \
  PATH(PulledByUndo)               \
  PATH(UndoneInSnapshot)           \
  PATH(PushedToSeveral)            \
  PATH(PushMetPull)                \
  PATH(PushedAlong)                \
  PATH(PushDeferred)               \
  PATH(NoRoomForPreImage)          \
  PATH(WriteAwaitedPreImage)       \
  PATH(PreImageLost)               \
  PATH(ReadThroughSnapshot)        \
  PATH(ReadOfCopiedPage)           \
  PATH(SuspectByFullDisk)          \
  PATH(SuspectByDevice)            \
  PATH(SuspectAfterRestart)        \
  PATH(SnapshotDropped)            \
  PATH(DamageDetected)             \
  PATH(SparsePageOverwritten)      \
  PATH(EngineMetDeviceError)       \
  PATH(LazyWrites)                 \
  PATH(AutomaticCheckpoint)        \
  PATH(LogWrapped)                 \
  PATH(StatementMetFullLog)        \
  PATH(LogBackedUp)                \
  PATH(LogKeptForBackup)           \
  PATH(Deadlock)                   \
  PATH(SuspectByFileLimit)         \
  PATH(ShutDown)                   \
  PATH(ProcessDied)                \
  PATH(Reverted)                   \
  PATH(CutDuringRevert)            \
  PATH(RevertRefused)              \
  PATH(TableUpdated)               \
  PATH(TableScanned)               \
  PATH(SnapshotScanned)            \
  PATH(CompressedTableKept)        \
  PATH(IndexRebuilt)               \
  PATH(ChangesBroughtIn)           \
  PATH(CutDuringRebuild)           \
  PATH(IndexCreated)               \
  PATH(CutDuringIndexCreation)     \
  PATH(CreatedIndexKept)           \
  PATH(SortSpilledToDataFiles)     \
  PATH(SortSpilledToTempdb)        \
  PATH(CrashInSpilledSort)         \
  PATH(TableSelectedInto)          \
  PATH(CutDuringSelectInto)        \
  PATH(SelectedTableKept)          \
  PATH(TableDropped)               \
  PATH(CutDuringDropTable)         \
  PATH(BuildMetFullFile)           \
  PATH(BuildRefused)               \
  PATH(StatementMetFullFile)       \
  PATH(DatabaseChecked)            \
  PATH(CheckedDuringFaults)        \
  PATH(CheckLostItsSnapshot)       \
  PATH(RowReported)                \
  PATH(ReportDisconnected)         \
  PATH(DropRefused)                \
  PATH(SuspectByStrayWrite)        \
  PATH(StepAfterStep)              \
  PATH(StepWhenPushed)             \
  PATH(GhostsCleanedUp)            \
  PATH(LeafRemoved)                \
  PATH(VerifiedBySampling)         \
  PATH(CameToRest)                 \
  PATH(CutDuringBackup)            \
  PATH(BackupFailed)               \
  PATH(BackedUpWithoutChecksums)   \
  PATH(BackedUpNoTruncate)         \
  PATH(BackedUpCompressed)         \
  PATH(BackedUpToNul)              \
  PATH(BackupOverwritten)          \
  PATH(OverwritingRefused)         \
  PATH(OverwritingMetUse)          \
  PATH(FilegroupRefused)           \
  PATH(RestoredWithoutChecksums)   \
  PATH(ChecksumsRefused)           \
  PATH(IncompleteBackupRefused)    \
  PATH(DifferentialRefused)        \
  PATH(TailBackedUp)               \
  PATH(DatabaseRestored)           \
  PATH(DifferentialRestored)       \
  PATH(LogsOfSeveralLivesRestored) \
  PATH(RestoreStoppedInLog)        \
  PATH(RestoreStoppedByTime)       \
  PATH(RestoreCutAndBegunAgain)    \
  PATH(RestoreFailedAndBegunAgain) \
  PATH(RestoredInSteps)            \
  PATH(DamagedBackupRefused)       \
  PATH(GapRefused)                 \
  PATH(RestoredInPlace)            \
  PATH(RestoredToAnotherBranch)    \
  PATH(RestoreInPlaceCut)          \
  PATH(RestoreRefused)             \
  PATH(RestoredToSecondPoint)      \
  PATH(RestoredWithManyOpen)       \
  PATH(RestoredBeside)             \
  PATH(RestoredBesideSnapshot)     \
  PATH(RestoredBesideBackup)       \
  PATH(CopyRolledForward)          \
  PATH(CutDuringRestoreBeside)     \
  PATH(CompletionMetFullBackup)    \
  PATH(DifferentialOverCompletion) \
  PATH(ArraySnapshotTaken)         \
  PATH(ArraySnapshotUnfrozen)      \
  PATH(ArraySnapshotTorn)          \
  PATH(ArraySnapshotGivenUp)       \
  PATH(ArraySnapshotDeleted)       \
  PATH(ArraySnapshotLost)          \
  PATH(CutDuringArraySnapshot)     \
  PATH(CutDuringFreeze)            \
  PATH(ArraySetRestored)           \
  PATH(ArraySetRestoredWithLogs)   \
  PATH(ArraySetMounted)            \
  PATH(ArrayRestoreRefused)        \
  PATH(KeptSnapshotRestored)       \
  PATH(BackedUpOffHost)            \
  PATH(CopyChecked)                \
  PATH(RowOfCopyReported)          \
  PATH(SecondArraySnapshot)        \
  PATH(CommandDuringTail)          \
  PATH(SecondUpdate)               \
  PATH(SecondRebuild)              \
  PATH(SecondIndexCreation)        \
  PATH(SecondSelectInto)           \
  PATH(SecondDropTable)            \
  PATH(SecondCheck)                \
  PATH(SecondCreation)             \
  PATH(SecondDrop)                 \
  PATH(SecondBackup)               \
  PATH(SecondRestore)              \
  PATH(SecondEnd)                  \
  PATH(DroppedWhileWritten)        \
  PATH(DroppedWhileBackedUp)       \
  PATH(DroppedWhileChecked)        \
  PATH(ClosedWhileRead)            \
  PATH(ClosedWhileWritten)         \
  PATH(ClosedWhileBackedUp)        \
  PATH(ClosedWhileChecked)         \
  PATH(CancelledWhileOpen)         \
  PATH(CancelledWhileClosing)      \
  PATH(CancelledWhileReverting)    \
  PATH(CancelledWhileRestoring)    \
  PATH(CancelledWhileStarting)

enum class RarePath : uint8_t {
#define SNAPSCOPE_PATH(name) k##name,
  SNAPSCOPE_RARE_PATHS(SNAPSCOPE_PATH)
#undef SNAPSCOPE_PATH
      kCount,
};

inline constexpr size_t kRarePaths = static_cast<size_t>(RarePath::kCount);

inline std::string NameOf(RarePath path) {
  static constexpr std::array kNames = {
#define SNAPSCOPE_PATH(name) #name,
      SNAPSCOPE_RARE_PATHS(SNAPSCOPE_PATH)
#undef SNAPSCOPE_PATH
  };
  std::string name = kNames.at(static_cast<size_t>(path));
  name[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(name[0])));
  return name;
}

class Coverage {
 public:
  void Visit(RarePath path, uint64_t times = 1) { counts_[static_cast<size_t>(path)] += times; }
  uint64_t count(RarePath path) const { return counts_[static_cast<size_t>(path)]; }

 private:
  std::array<uint64_t, kRarePaths> counts_{};
};

}  // namespace snapscope::crash_simulator
