/** What a run is going to do, and when: the timeline to come as it is drawn, and how it is changed where it is drawn. */
import { maxDurationSeconds } from "../../contract/fields.ts";
import type { Scenario } from "../../contract/scenario.ts";
import { scenarioField } from "../../contract/scenario-form.ts";
import { orderOf } from "../../contract/timeline-order.ts";
import { labelOf } from "../timeline/acts.ts";
import { sameValue } from "./differences.ts";
import { type Draft, typeValue } from "./draft.ts";
import { plannedClock, printTime } from "./moments.ts";
import { triggerText } from "./trigger-text.ts";

type TimelineEntry = Scenario["timeline"][number];

export interface PlannedMoment {
  /** The place of its entry in the timeline. */
  readonly index: number;
  readonly kind: TimelineEntry["command"]["kind"];
  /** "create snapshot sales_snapshot_1". */
  readonly label: string;
  /** "at 30 s (21:48:37)", "5 s after create_1 completed". */
  readonly when: string;
  readonly seconds: number;
  /** Whether it happens then; else then at the earliest, if at all. */
  readonly isCertain: boolean;
  /** Whether it has a time of its own; else it waits for another entry, or for a counter. */
  readonly isMovable: boolean;
}

export interface SpanSeconds {
  readonly from: number;
  readonly to: number;
}

/** A time in which as many snapshots are there, or in creation. */
interface SnapshotSpan extends SpanSeconds {
  readonly count: number;
}

export interface PlannedTimeline {
  readonly durationSeconds: number;
  /** Within the duration. */
  readonly warmupSeconds: number;
  /** The load alone: from the warm-up to the first moment; null where something is planned before it ends. */
  readonly baseline: SpanSeconds | null;
  /** While there are snapshots, up to where what is there depends on the run. */
  readonly withSnapshots: readonly SnapshotSpan[];
  /** In order of time. */
  readonly moments: readonly PlannedMoment[];
  /** Times of the commands of a recorded run, which are given again, s. */
  readonly recorded: readonly number[];
}

/** `durationSeconds`: what is drawn as the whole, which `drawnDuration` finds. */
export function plannedTimeline(scenario: Scenario, durationSeconds: number): PlannedTimeline {
  const moments = momentsOf(scenario);
  const within = (seconds: number) => Math.min(durationSeconds, Math.max(0, seconds));
  const warmupSeconds = within(scenario.warmupSeconds);
  const first = within(moments[0]?.seconds ?? durationSeconds);
  return {
    durationSeconds,
    warmupSeconds,
    baseline: first > warmupSeconds ? { from: warmupSeconds, to: first } : null,
    withSnapshots: snapshotSpans(scenario, moments, durationSeconds),
    moments,
    recorded: scenario.commands.map(({ atNs }) => atNs / 1e9),
  };
}

/** Runs of the preset as it is, here, and what their first creation took. */
export interface KnownCreation {
  readonly preset: Scenario;
  readonly creationMs: number | null;
}

/** How long the first creation takes, where runs of this very scenario have told: from when to when, s. */
export function creationSpan(scenario: Scenario, known: KnownCreation | null): SpanSeconds | null {
  if (known === null || known.creationMs === null) return null;
  if (!sameValue(known.preset, scenario)) return null;
  const first = momentsOf(scenario).find(({ kind }) => kind === "createSnapshot");
  if (first === undefined || !first.isCertain) return null;
  return { from: first.seconds, to: first.seconds + known.creationMs / 1000 };
}

function snapshotSpans(
  { timeline }: Scenario,
  moments: readonly PlannedMoment[],
  durationSeconds: number,
): SnapshotSpan[] {
  const there = new Set<string>();
  const spans: SnapshotSpan[] = [];
  let from = 0;
  const endAt = (to: number): void => {
    if (there.size > 0 && to > from) spans.push({ from, to, count: there.size });
    from = to;
  };
  for (const { index, seconds, isCertain } of moments) {
    const command = timeline[index]?.command;
    if (command?.kind !== "createSnapshot" && command?.kind !== "dropSnapshot") continue;
    endAt(Math.min(Math.max(0, seconds), durationSeconds));
    if (!isCertain) return spans;
    if (command.kind === "createSnapshot") there.add(command.name.toLowerCase());
    else there.delete(command.name.toLowerCase());
  }
  endAt(durationSeconds);
  return spans;
}

function momentsOf(scenario: Scenario): PlannedMoment[] {
  const { timeline, warmupSeconds } = scenario;
  const order = orderOf(timeline, warmupSeconds);
  return timeline
    .map(
      (entry, index): PlannedMoment => ({
        index,
        kind: entry.command.kind,
        label: labelOf(entry.command),
        when: whenOf(entry, scenario),
        // Entries that wait for each other are an error; here they stand at the end.
        seconds: Math.min(order.earliest(index), Number.MAX_SAFE_INTEGER),
        isCertain: order.fixed(index) !== null,
        isMovable: entry.atSeconds !== undefined,
      }),
    )
    .toSorted((a, b) => a.seconds - b.seconds);
}

/** Times as an axis has them. */
function whenOf(entry: TimelineEntry, scenario: Scenario): string {
  if (entry.atSeconds === undefined) return triggerText(entry);
  const clock = plannedClock(scenario, entry.atSeconds);
  return `at ${printTime(entry.atSeconds)}${clock === null ? "" : ` (${clock})`}`;
}

export interface DrawnDuration {
  readonly seconds: number;
  /** Whether it is what the form says; else the last that was allowed. */
  readonly isPresent: boolean;
}

/** A run's length gives the picture its scale: one that is not allowed gives none, and the last that was allowed stays. */
export function drawnDuration({ present, past, base }: Draft): DrawnDuration {
  const field = scenarioField(["durationSeconds"], present.scenario);
  const [least, most] = [field?.minimum ?? 0, field?.maximum ?? maxDurationSeconds];
  const isAllowed = (seconds: number) => seconds > 0 && seconds >= least && seconds <= most;
  const now = present.scenario.durationSeconds;
  const isPresent = isAllowed(now) && present.unreadable.durationSeconds === undefined;
  if (isAllowed(now)) return { seconds: now, isPresent };
  const before = [base, ...past.map(({ scenario }) => scenario)];
  const seconds = before.map(({ durationSeconds }) => durationSeconds).findLast(isAllowed) ?? least;
  return { seconds, isPresent };
}

/** Steps as fine as a picture of some hundred pixels can tell. */
const steps = [0.1, 1, 5, 10, 30, 60, 300, 600, 3600];
const mostSteps = 600;
/** Shorter runs are planned by tenths of a second. */
const shortSeconds = 20;

/** By how much a moment moves at least, s. */
export const momentStep = (durationSeconds: number): number =>
  steps.find(
    (step) => durationSeconds / step <= mostSteps && (step >= 1 || durationSeconds <= shortSeconds),
  ) ?? 3600;

/** The multiple of the step that is nearest, within the run. */
export function nearestMoment(seconds: number, durationSeconds: number): number {
  const step = momentStep(durationSeconds);
  return withinRun(Math.round(seconds / step) * step, durationSeconds);
}

/** So many steps on from where it is. */
export const steppedMoment = (seconds: number, by: number, durationSeconds: number): number =>
  withinRun(seconds + by * momentStep(durationSeconds), durationSeconds);

/** Seconds have three decimals at most. */
const withinRun = (seconds: number, durationSeconds: number): number =>
  Math.round(Math.min(durationSeconds, Math.max(0, seconds)) * 1000) / 1000;

/** Moves an entry as if its time was typed into the field; one that has none stays as it is. */
export function moveMoment(draft: Draft, index: number, seconds: number): Draft {
  const atSeconds = draft.present.scenario.timeline[index]?.atSeconds;
  if (atSeconds === undefined || atSeconds === seconds) return draft;
  return typeValue(draft, ["timeline", index, "atSeconds"], seconds);
}
