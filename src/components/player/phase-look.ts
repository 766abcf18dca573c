/** How phases are named in charts. */
import type { PhaseName } from "../../../app/contract/phase.ts";
import { phaseTerms } from "../../../app/domain/glossary/phases.ts";
import type { Band } from "../../../app/domain/timeline/timeline.ts";
import type { ChartRow } from "./phase-geometry.ts";

export const phaseTitle = (phase: PhaseName): string => phaseTerms[phase].title;

export const rowTitles: Readonly<Record<ChartRow, string>> = {
  command: "Commands",
  files: "Files",
  checkpoint: "Checkpoint",
  startup: "Start-up",
  analysis: "Analysis",
  redo: "Redo",
  undo: "Undo",
  flush: "Final flush",
  normalCheckpoint: "Normal checkpoints",
  serverStart: "Server starts",
  recovery: "Recovery",
  recoverySteps: "Phases of recovery",
  backup: "Backups",
  restore: "Restores",
  restoreSteps: "Steps of restores",
  consistencyCheck: "Consistency checks",
  revert: "Reverts",
  logGrowth: "Growth of the log",
  tableUpdate: "Table updates",
  tableScan: "Table scans",
  indexRebuild: "Index rebuilds",
  indexCreation: "Index creations",
  selectInto: "SELECT INTO",
  dropTable: "DROP TABLE",
  pageDamage: "Damaged pages",
  arraySnapshot: "Array snapshots",
  ioFreeze: "Frozen I/O",
  longIo: "I/O over 15 s",
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
