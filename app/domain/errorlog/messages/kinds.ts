/**
 * Facts about each kind of message. The table is exhaustive by its type: a new kind does not compile
 * until it stands here.
 */
import type { PhaseName } from "../../../contract/phase.ts";
import type { Message, MessageKind } from "./message.ts";

type MessageOf<Kind extends MessageKind> = Extract<Message, { kind: Kind }>;
type PhaseOf<Kind extends MessageKind> =
  | PhaseName
  | null
  | ((message: MessageOf<Kind>) => PhaseName | null);

const backupOrRestore = (operation: string): PhaseName =>
  operation.toUpperCase().startsWith("RESTORE") ? "restore" : "backup";

/** "Phase 2 of 3": analysis is the first. */
const phaseByNumber = (number: number): PhaseName =>
  number === 1 ? "analysis" : number === 2 ? "redo" : "undo";

/** What a message tells of, by its kind. The order of the kinds is that of lists and of ids. */
const phases: { readonly [Kind in MessageKind]: PhaseOf<Kind> } = {
  serverBanner: "serverStart",
  utcAdjustment: "serverStart",
  serverName: "serverStart",
  serverProcess: "serverStart",
  startupParameters: "serverStart",
  processorsDetected: "serverStart",
  memoryDetected: "serverStart",
  serverReady: "serverStart",
  serverStopping: null,
  serverEnding: null,
  startFailed: null,
  databaseNotStarted: null,
  logCycled: null,
  startingUp: "startup",
  startSkipped: null,
  recoveryStarting: "startup",
  analysisStarting: "analysis",
  analysisProgress: "analysis",
  redoStarting: "redo",
  recoveryEstimate: "redo",
  parallelRedo: "redo",
  primaryConnection: null,
  recoveryProgress: (message) => phaseByNumber(message.phase),
  rolledForward: "recovery",
  rolledBack: "recovery",
  recoveryCheckpoint: "recovery",
  recoveryFigures: "recovery",
  allRecovered: "recovery",
  recoveryCompleted: "complete",
  flushCache: "checkpoint",
  flushThroughput: "checkpoint",
  flushWriteRate: "checkpoint",
  flushTarget: "checkpoint",
  checkpointStarted: "checkpoint",
  checkpointBeginLogged: "checkpoint",
  checkpointPhase1Ended: "checkpoint",
  checkpointEndLogged: "checkpoint",
  checkpointComplete: "checkpoint",
  creatingFile: "files",
  closingFile: "files",
  openingFile: "open",
  snapshotSuspect: null,
  sparseFileFull: null,
  snapshotNotStarted: null,
  reverting: "revert",
  consistencyChecked: "consistencyCheck",
  consistencyCheckAborted: "consistencyCheck",
  lastCleanCheck: null,
  ioError: null,
  logicalIoError: null,
  readRetried: null,
  longIo: "longIo",
  osError: null,
  misalignedLogIo: null,
  longSyncIo: null,
  countersDisabled: null,
  fileNotOpened: null,
  fileSystemLimit: null,
  latchTimeout: "latchTimeout",
  ioFrozen: "ioFreeze",
  ioResumed: "ioFreeze",
  suspension: "ioFreeze",
  backedUp: "backup",
  restored: "restore",
  markedRestoring: "restore",
  restoreComplete: "restore",
  backupProcessed: (message) => backupOrRestore(message.operation),
  backupProgress: null,
  backupTerminated: (message) => backupOrRestore(message.operation),
  backupFailed: (message) => backupOrRestore(message.command),
  backupDeviceFailed: null,
  sectorSizeMismatch: null,
  backupSetValid: null,
  logChainBroken: "backup",
  backupStep: (message) => (message.restore ? "restore" : "backup"),
  backupSetting: null,
  zeroing: null,
  logFull: null,
  logSpace: null,
  filegroupFull: null,
  slowGrowth: null,
  memoryPagedOut: null,
  memoryExhausted: null,
  cacheFlushed: null,
  nonYielding: null,
  deadlockedSchedulers: null,
  noThread: null,
  clusterFailed: null,
  databaseClosed: null,
  leaseExpired: null,
  replicaStateChanged: null,
  databaseRoleChanged: null,
  replicaConnectionLost: null,
  dataMovement: null,
  deadlock: null,
  deadlockResource: null,
  logonFailed: null,
  logonSucceeded: null,
  configurationChanged: null,
  databaseOption: null,
  traceFlags: null,
  stackDump: "stackDump",
  dumpLine: "stackDump",
  debugHelp: null,
  exception: "stackDump",
  errorHeader: null,
  errorText: null,
  other: null,
};

/** Every kind, in a fixed order: its position is the id of a kind in columns of records. */
export const messageKinds = Object.keys(phases) as readonly MessageKind[];

const kindIds: ReadonlyMap<MessageKind, number> = new Map(
  messageKinds.map((kind, id) => [kind, id]),
);

/** Position in `messageKinds`. */
export const kindIdOf = (kind: MessageKind): number => kindIds.get(kind) ?? 0;

/** Phase or activity that a message tells of; null where it tells of none by itself. */
export function phaseOfKind(message: Message): PhaseName | null {
  // Looked up by the message's own kind, so the entry takes this message.
  const phase = phases[message.kind] as PhaseOf<MessageKind>;
  return typeof phase === "function" ? phase(message as never) : phase;
}

/** The phase where the kind alone tells it; "byText" where it depends on what the message says. */
export function phaseByKind(kind: MessageKind): PhaseName | null | "byText" {
  const phase = phases[kind];
  return typeof phase === "function" ? "byText" : phase;
}

/** Database or snapshot that a message names. */
export function databaseOf(message: Message): string | null {
  if ("database" in message) return message.database;
  return message.kind === "snapshotSuspect" ? message.snapshot : null;
}
