/** Rows of the timeline figure: one for each creation, one for each kind of activity that there was. */
import type { CapturedPhase, CaptureReport } from "../../contract/capture-report.ts";
import { activityNames, type PhaseName, phaseNames } from "../../contract/phase.ts";
import { phaseTerm } from "../../domain/glossary/glossary.ts";

export interface TimelineRow {
  /** Stands left of the row, so it is short. */
  readonly label: string;
  /** The whole of it, for a reader who cannot see the figure. */
  readonly title: string;
  readonly phases: readonly CapturedPhase[];
}

/** More creations than these share the last of their rows. */
const creationRows = 6;
const labelLength = 11;

const ofCreation: ReadonlySet<string> = new Set(phaseNames);

const cut = (text: string): string =>
  text.length > labelLength ? `${text.slice(0, labelLength - 1)}…` : text;

/** Where the term's own title does not fit. */
const shortLabels: Partial<Readonly<Record<PhaseName, string>>> = {
  consistencyCheck: "Check",
  serverStart: "Start",
  latchTimeout: "Latch",
  stackDump: "Dump",
  ioFreeze: "I/O freeze",
  longIo: "Long I/O",
};

/** A creation that breaks off before the snapshot starts up has files, and no name. */
const isOfUnnamed = ({ name, database }: CapturedPhase): boolean =>
  database === null && name !== "checkpoint" && ofCreation.has(name);

export function timelineRows({ phases, creations }: CaptureReport): TimelineRow[] {
  const drawn = phases.filter(({ name }) => name !== "complete" && name !== "open");
  const inCreations = drawn.filter(
    ({ snapshot, name }) => snapshot !== null && ofCreation.has(name),
  );
  const names = [...new Set(creations.map(({ snapshot }) => snapshot))];
  const own = names.slice(0, creationRows);
  const others = inCreations.filter(({ snapshot }) => snapshot !== null && !own.includes(snapshot));
  const inCreation = new Set(inCreations);
  const activities = drawn.filter((phase) => !inCreation.has(phase));
  return [
    ...own.map((name) => ({
      label: cut(name),
      title: `Creation of ${name}`,
      phases: inCreations.filter(({ snapshot }) => snapshot === name),
    })),
    { label: "Creations", title: "Other creations", phases: others },
    {
      label: "Unnamed",
      title: "Creations whose snapshot the log does not name",
      phases: activities.filter(isOfUnnamed),
    },
    ...(["checkpoint", ...activityNames] as const).map((name) => ({
      label: cut(shortLabels[name] ?? phaseTerm(name).title),
      title: phaseTerm(name).title,
      phases: activities.filter((phase) => phase.name === name),
    })),
  ].filter((row) => row.phases.length > 0);
}
