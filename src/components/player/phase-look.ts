/** How phases are named and coloured in charts. */
import type { PhaseName } from "../../../app/contract/phase.ts";
import { phaseTerms } from "../../../app/domain/glossary/phases.ts";
import type { Band } from "../../../app/domain/timeline/timeline.ts";
import { cssVar, type ThemedToken } from "../../../app/theme/tokens.ts";
import type { ChartRow } from "./phase-geometry.ts";

const tokens: Readonly<Record<PhaseName, ThemedToken>> = {
  files: "phase-files",
  checkpoint: "phase-checkpoint",
  open: "phase-files",
  startup: "phase-files",
  analysis: "phase-analysis",
  redo: "phase-redo",
  undo: "phase-undo",
  complete: "ok",
  serverStart: "phase-files",
  recovery: "data-log-reads",
  backup: "data-data-writes",
  restore: "data-snapshot-writes",
  consistencyCheck: "data-index-build",
  revert: "phase-undo",
  tableUpdate: "data-transactions",
  indexRebuild: "data-index-build",
  indexCreation: "data-index-build",
  selectInto: "data-transactions",
  ioFreeze: "data-snapshot-reads",
  longIo: "data-response",
  latchTimeout: "warn",
  stackDump: "error",
};

export const phaseColour = (phase: PhaseName): string => cssVar(tokens[phase]);

export const phaseTitle = (phase: PhaseName): string => phaseTerms[phase].title;

export const rowTitles: Readonly<Record<ChartRow, string>> = {
  command: "Commands",
  files: "Files",
  checkpoint: "Checkpoint",
  startup: "Start-up",
  analysis: "Analysis",
  redo: "Redo",
  undo: "Undo",
  normalCheckpoint: "Normal checkpoints",
  serverStart: "Server starts",
  recovery: "Recovery",
  recoverySteps: "Phases of recovery",
  backup: "Backups",
  restore: "Restores",
  consistencyCheck: "Consistency checks",
  revert: "Reverts",
  tableUpdate: "Table updates",
  indexRebuild: "Index rebuilds",
  indexCreation: "Index creations",
  selectInto: "SELECT INTO",
  ioFreeze: "Frozen I/O (VSS)",
  longIo: "I/O longer than 15 s",
  latchTimeout: "Latch time-outs",
  stackDump: "Stack dumps",
  marks: "Errors and events",
};

/** "Redo of before_batch", "Backup of Sales", "CREATE DATABASE … AS SNAPSHOT before_batch". */
export function bandTitle({ phase, snapshot, database = null }: Band): string {
  if (phase === null) return `Creation of ${snapshot ?? "a snapshot"}`;
  const title =
    snapshot === null && phase === "checkpoint" ? "Normal checkpoint" : phaseTitle(phase);
  const of = snapshot ?? database;
  return of === null ? title : `${title} of ${of}`;
}
