/** The phases of a report, in order of time. */
import type { Phase } from "../contract/phase.ts";
import type { ReportPhase } from "../contract/report.ts";
import { untold } from "./phase-text.ts";
import type { ReportInput } from "./report-input.ts";

const instants: ReadonlySet<string> = new Set(["open", "complete"]);

export function phasesOf(input: ReportInput): ReportPhase[] {
  const { told, exact } = toldOf(input);
  return told.map((phase) => phaseOf(phase, exact)).toSorted((a, b) => a.startMs - b.startMs);
}

/** Phases of an engine's summary, or as far as the events of a run without one tell; else of the log. */
function toldOf({ run, log, timeline }: ReportInput): {
  readonly told: readonly Phase[];
  readonly exact: boolean;
} {
  if (run?.summary) return { told: run.summary.phases, exact: true };
  if (run === null && log !== null) return { told: log.overview.phases, exact: false };
  const told = timeline.bands.flatMap(({ phase, figures, ...band }) =>
    phase === null ? [] : { ...band, name: phase, figures: { ...figures } },
  );
  return { told, exact: true };
}

/** What takes time and has no length in a log was logged at its end alone: `exact` times are true. */
const phaseOf = (
  { snapshot, database = null, name, startMs, endMs, startSource, endSource, figures }: Phase,
  exact: boolean,
): ReportPhase => ({
  snapshot,
  database,
  name,
  startMs,
  endMs,
  durationMs: endMs === null ? null : endMs - startMs,
  instant: instants.has(name) || (!exact && endMs === startMs && untold.has(name)),
  startSource: startSource ?? "logged",
  endSource: endSource ?? (endMs === null ? null : "logged"),
  figures: { ...figures },
});
