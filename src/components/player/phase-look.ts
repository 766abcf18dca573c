/** How phases are named and coloured in charts. */
import type { PhaseName } from "../../../app/contract/phase.ts";
import { phaseTerms } from "../../../app/domain/glossary/phases.ts";
import type { Band, BandRow } from "../../../app/domain/timeline/timeline.ts";
import { cssVar, type ThemedToken } from "../../theme/tokens.ts";

const tokens: Readonly<Record<PhaseName, ThemedToken>> = {
  files: "phase-files",
  checkpoint: "phase-checkpoint",
  open: "phase-files",
  startup: "phase-files",
  analysis: "phase-analysis",
  redo: "phase-redo",
  undo: "phase-undo",
  complete: "ok",
};

export const phaseColour = (phase: PhaseName): string => cssVar(tokens[phase]);

export const phaseTitle = (phase: PhaseName): string => phaseTerms[phase].title;

export const rowTitles: Readonly<Record<BandRow, string>> = {
  command: "Commands",
  files: "Files",
  checkpoint: "Checkpoint",
  startup: "Start-up",
  analysis: "Analysis",
  redo: "Redo",
  undo: "Undo",
  normalCheckpoint: "Normal checkpoints",
};

/** "Redo of before_batch", "Normal checkpoint", "CREATE DATABASE … AS SNAPSHOT before_batch". */
export function bandTitle({ phase, snapshot }: Band): string {
  if (phase === null) return `Creation of ${snapshot ?? "a snapshot"}`;
  if (snapshot === null) return phase === "checkpoint" ? "Normal checkpoint" : phaseTitle(phase);
  return `${phaseTitle(phase)} of ${snapshot}`;
}
