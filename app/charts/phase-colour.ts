/** How phases are coloured in charts, on the page and in a report. */
import type { PhaseName } from "../contract/phase.ts";
import { type Band, innerRows } from "../domain/timeline/timeline.ts";
import { cssVar, type ThemedToken } from "../theme/tokens.ts";

const tokens: Readonly<Record<PhaseName, ThemedToken>> = {
  files: "phase-files",
  checkpointWait: "phase-files",
  checkpoint: "phase-checkpoint",
  secondPass: "phase-checkpoint",
  openWait: "phase-files",
  open: "phase-files",
  arming: "phase-redo",
  startupWait: "phase-files",
  startup: "phase-files",
  analysis: "phase-analysis",
  redo: "phase-redo",
  undo: "phase-undo",
  flush: "phase-flush",
  complete: "ok",
  serverStart: "phase-files",
  recovery: "data-log-reads",
  backup: "data-data-writes",
  verifyBackup: "data-log-reads",
  restore: "data-snapshot-writes",
  arrayRestore: "data-snapshot-writes",
  restoreFiles: "phase-files",
  restoreData: "data-snapshot-writes",
  restoreLog: "phase-redo",
  restoreFlush: "phase-flush",
  restoreRecovery: "phase-undo",
  consistencyCheck: "data-index-build",
  revert: "phase-undo",
  logGrowth: "data-log-reads",
  tableUpdate: "data-transactions",
  tableScan: "data-transactions",
  indexRebuild: "data-index-build",
  indexCreation: "data-index-build",
  selectInto: "data-transactions",
  dropTable: "data-transactions",
  pageDamage: "error",
  arraySnapshot: "data-snapshot-writes",
  ioFreeze: "data-snapshot-reads",
  longIo: "data-response",
  latchTimeout: "warn",
  stackDump: "error",
};

export const phaseColour = (phase: PhaseName): string => cssVar(tokens[phase]);

export const bandColour = ({ phase }: Band): string =>
  phase === null ? "none" : phaseColour(phase);

/** Steps of a recovery or a restore lie in it, and it has its own stripe. */
export const isSpan = ({ phase, instant, row }: Band): boolean =>
  phase !== null && !instant && !innerRows.has(row);
