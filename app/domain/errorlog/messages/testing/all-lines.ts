/** Examples of every kind of message, by their subjects. */
import { availabilityLines, deadlockLines, fileFailureLines } from "./availability-lines.ts";
import { backupLines } from "./backup-lines.ts";
import { backupTraceLines } from "./backup-trace-lines.ts";
import { clusterLines, measuringLines } from "./cluster-lines.ts";
import { ioLines, spaceLines } from "./io-lines.ts";
import type { Line } from "./line.ts";
import { checkpointLines, recoveryLines } from "./recovery-lines.ts";
import { serverLines } from "./server-lines.ts";
import { sessionLines } from "./session-lines.ts";
import { integrityLines, snapshotLines } from "./snapshot-lines.ts";
import { startFailureLines } from "./start-failure-lines.ts";

export const lineGroups: Readonly<Record<string, readonly Line[]>> = {
  server: serverLines,
  availability: availabilityLines,
  cluster: clusterLines,
  measuring: measuringLines,
  deadlock: deadlockLines,
  fileFailure: fileFailureLines,
  startFailure: startFailureLines,
  recovery: recoveryLines,
  checkpoint: checkpointLines,
  snapshot: snapshotLines,
  integrity: integrityLines,
  io: ioLines,
  space: spaceLines,
  backup: backupLines,
  backupTrace: backupTraceLines,
  session: sessionLines,
};

export const lines = Object.values(lineGroups).flat();
