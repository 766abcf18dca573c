/**
 * Phases from what a log says of a creation. The rules, with where each time comes from, are in
 * docs/formats/errorlog.md.
 */
import type { Phase } from "../../../contract/phase.ts";
import type { Creation } from "./creation.ts";
import { type Edge, logged, makePhase } from "./edges.ts";
import { recoveryPhases } from "./recovery-phases.ts";

export function phasesOfCreation(creation: Creation): Phase[] {
  const { snapshot } = creation;
  // The files are another database's; the checkpoint, if there is one, is somebody's all the same.
  if (creation.ordinary) return creation.checkpoints;
  const of = { snapshot };
  return [
    makePhase("files", of, logged(creation.filesStartMs), loggedOrNull(creation.filesEndMs), {
      files: [...creation.files],
    }),
    ...creation.checkpoints.map((checkpoint) => ({ ...checkpoint, snapshot })),
    ...moment("open", creation, creation.openedMs, { files: creation.openedFiles }),
    ...startup(creation),
    ...recoveryPhases(of, creation.recovery, creation.startupMs ?? creation.filesStartMs),
    ...moment("complete", creation, creation.recovery.completedMs, {}),
  ];
}

const loggedOrNull = (atMs: number | null): Edge | null => (atMs === null ? null : logged(atMs));

function moment(
  name: "open" | "complete",
  { snapshot }: Creation,
  atMs: number | null,
  figures: Phase["figures"],
): Phase[] {
  if (atMs === null) return [];
  return [makePhase(name, { snapshot }, logged(atMs), logged(atMs), figures)];
}

function startup({ snapshot, startupMs, recovery }: Creation): Phase[] {
  if (startupMs === null) return [];
  return [makePhase("startup", { snapshot }, logged(startupMs), recovery.analysisStart)];
}
