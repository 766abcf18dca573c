#include "simulator/coverage.h"

#include "base/check.h"

namespace snapscope::simulator {

const char* NameOf(RarePath path) {
  switch (path) {
    case RarePath::kCutDuringRecovery:
      return "cutDuringRecovery";
    case RarePath::kCutDuringCreation:
      return "cutDuringCreation";
    case RarePath::kCutWhileQuiescing:
      return "cutWhileQuiescing";
    case RarePath::kRecoveryRedid:
      return "recoveryRedid";
    case RarePath::kRecoveryUndid:
      return "recoveryUndid";
    case RarePath::kSystemTransactionUndone:
      return "systemTransactionUndone";
    case RarePath::kUnfinishedSnapshotRemoved:
      return "unfinishedSnapshotRemoved";
    case RarePath::kSnapshotSurvivedRestart:
      return "snapshotSurvivedRestart";
    case RarePath::kPushedBeforeSplit:
      return "pushedBeforeSplit";
    case RarePath::kPulledByRedo:
      return "pulledByRedo";
    case RarePath::kPulledByUndo:
      return "pulledByUndo";
    case RarePath::kUndoneInSnapshot:
      return "undoneInSnapshot";
    case RarePath::kPushedToSeveral:
      return "pushedToSeveral";
    case RarePath::kPushMetPull:
      return "pushMetPull";
    case RarePath::kPushedAlong:
      return "pushedAlong";
    case RarePath::kPushDeferred:
      return "pushDeferred";
    case RarePath::kNoRoomForPreImage:
      return "noRoomForPreImage";
    case RarePath::kWriteAwaitedPreImage:
      return "writeAwaitedPreImage";
    case RarePath::kPreImageLost:
      return "preImageLost";
    case RarePath::kReadThroughSnapshot:
      return "readThroughSnapshot";
    case RarePath::kReadOfCopiedPage:
      return "readOfCopiedPage";
    case RarePath::kSuspectByFullDisk:
      return "suspectByFullDisk";
    case RarePath::kSuspectByDevice:
      return "suspectByDevice";
    case RarePath::kSuspectAfterRestart:
      return "suspectAfterRestart";
    case RarePath::kSnapshotDropped:
      return "snapshotDropped";
    case RarePath::kDamageDetected:
      return "damageDetected";
    case RarePath::kSparsePageOverwritten:
      return "sparsePageOverwritten";
    case RarePath::kEngineMetDeviceError:
      return "engineMetDeviceError";
    case RarePath::kLazyWrites:
      return "lazyWrites";
    case RarePath::kAutomaticCheckpoint:
      return "automaticCheckpoint";
    case RarePath::kLogWrapped:
      return "logWrapped";
    case RarePath::kStatementMetFullLog:
      return "statementMetFullLog";
    case RarePath::kLogBackedUp:
      return "logBackedUp";
    case RarePath::kDeadlock:
      return "deadlock";
    case RarePath::kSuspectByFileLimit:
      return "suspectByFileLimit";
    case RarePath::kShutDown:
      return "shutDown";
    case RarePath::kProcessDied:
      return "processDied";
    case RarePath::kReverted:
      return "reverted";
    case RarePath::kCutDuringRevert:
      return "cutDuringRevert";
    case RarePath::kRevertRefused:
      return "revertRefused";
    case RarePath::kTableUpdated:
      return "tableUpdated";
    case RarePath::kIndexRebuilt:
      return "indexRebuilt";
    case RarePath::kCutDuringRebuild:
      return "cutDuringRebuild";
    case RarePath::kRebuildMetFullFile:
      return "rebuildMetFullFile";
    case RarePath::kStatementMetFullFile:
      return "statementMetFullFile";
    case RarePath::kDatabaseChecked:
      return "databaseChecked";
    case RarePath::kCheckedDuringFaults:
      return "checkedDuringFaults";
    case RarePath::kCheckLostItsSnapshot:
      return "checkLostItsSnapshot";
    case RarePath::kRowReported:
      return "rowReported";
    case RarePath::kReportDisconnected:
      return "reportDisconnected";
    case RarePath::kDropRefused:
      return "dropRefused";
    case RarePath::kSuspectByStrayWrite:
      return "suspectByStrayWrite";
    case RarePath::kStepAfterStep:
      return "stepAfterStep";
    case RarePath::kStepWhenPushed:
      return "stepWhenPushed";
    case RarePath::kCameToRest:
      return "cameToRest";
    case RarePath::kCount:
      break;
  }
  CHECK(false, "not a path");
  return "";
}

}  // namespace snapscope::simulator
