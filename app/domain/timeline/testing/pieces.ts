/** Small pieces of runs, for tests. */
import type { PhaseName } from "../../../contract/phase.ts";
import type { Series, TimelineEvent } from "../../../contract/rpc/timeline-data.ts";
import { counters } from "../../../contract/telemetry-catalog.ts";
import { RunTimeline } from "../run-timeline.ts";
import type { Timeline } from "../timeline.ts";

/** Every counter holds `value(index)` at the sample of that index. */
export function seriesOf(
  timeMs: readonly number[],
  value: (index: number) => number = (index) => index,
): Series {
  const column = () => Float64Array.from(timeMs, (_, index) => value(index));
  return {
    timeMs: Float64Array.from(timeMs),
    counters: Object.fromEntries(counters.map(({ id }) => [id, column()])),
    waits: {},
    p99Ms: column(),
    samplesPerPoint: 1,
  };
}

export const noSamples: Series = seriesOf([]);

interface PhaseOptions {
  readonly snapshot?: string | null;
  readonly progress?: number;
  readonly figures?: Record<string, unknown>;
}

export function phaseEvent(
  name: PhaseName,
  startMs: number,
  endMs: number | null,
  { snapshot = "s1", progress = endMs === null ? 0 : 1, figures = {} }: PhaseOptions = {},
): TimelineEvent {
  return {
    kind: "phase",
    snapshot,
    name,
    startMs,
    endMs,
    startSource: "logged",
    endSource: endMs === null ? null : "logged",
    figures,
    progress,
  };
}

/** A whole creation, a second for each of its phases. */
export function creationEvents(snapshot: string, startMs: number): TimelineEvent[] {
  const at = (seconds: number): number => startMs + seconds * 1000;
  const of = (name: PhaseName, start: number, end: number) =>
    phaseEvent(name, at(start), at(end), { snapshot });
  return [
    of("files", 0, 1),
    of("checkpoint", 1, 2),
    of("open", 2, 2),
    of("startup", 2, 3),
    of("analysis", 3, 4),
    of("redo", 4, 5),
    of("undo", 5, 6),
    of("complete", 6, 6),
  ];
}

export const logEvent = (atMs: number, text: string, source = "spid51"): TimelineEvent => {
  const time = new Date(Date.UTC(2006, 9, 23, 21, 48, 7) + atMs);
  const printed = time.toISOString().slice(0, -2).replace("T", " ");
  return { kind: "errorlog", atMs, line: `${printed} ${source.padEnd(12)}${text}` };
};

export const newRun = (plannedEndMs: number | null = 60_000): RunTimeline =>
  new RunTimeline({ origin: "2006-10-23T21:48:07.000", plannedEndMs, warmupEndMs: 5000 });

export function timelineOf(
  events: readonly TimelineEvent[],
  series: Series = noSamples,
  plannedEndMs: number | null = null,
): Timeline {
  const run = newRun(plannedEndMs);
  run.take({ series, events });
  return run.timeline;
}

/** Something that was asked of the run, and done. */
export const actEvent = (atMs: number): TimelineEvent => ({
  kind: "command",
  atNs: atMs * 1e6,
  command: { kind: "setUsers", users: 1 },
  outcome: "applied",
  message: null,
});
