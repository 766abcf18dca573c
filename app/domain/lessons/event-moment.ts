/** When an event of a lesson happened in a run; null: it did not. */

import type { LessonEvent } from "../../contract/lesson.ts";
import { pushCauses } from "../../contract/telemetry-catalog.ts";
import { type PushLog, timeAt } from "../page-map/push-log.ts";
import type { Span } from "../timeline/span.ts";
import type { Band, Timeline } from "../timeline/timeline.ts";
import type { LessonRun } from "./lesson-run.ts";

const msPerSecond = 1000;

export function momentOfEvent(run: LessonRun, event: LessonEvent): number | null {
  const atMs = exactMoment(run, event);
  if (atMs === null) return null;
  const shiftedMs = atMs + event.seconds * msPerSecond;
  return Math.min(Math.max(shiftedMs, 0), run.timeline.endMs);
}

/** Null: one of its ends is not there. */
export function spanOfEvents(
  run: LessonRun,
  { from, to }: { readonly from: LessonEvent; readonly to: LessonEvent },
): Span | null {
  const [startMs, endMs] = [momentOfEvent(run, from), momentOfEvent(run, to)];
  return startMs === null || endMs === null || endMs < startMs ? null : { startMs, endMs };
}

function exactMoment({ timeline, pushes }: LessonRun, event: LessonEvent): number | null {
  if ("end" in event) return timeline.endMs;
  if ("command" in event) {
    const given = timeline.acts.filter(({ kind }) => kind === event.command);
    return given[event.nth - 1]?.atMs ?? null;
  }
  if ("asOf" in event) {
    const name = snapshotName(timeline, event.asOf);
    return timeline.asOf.find(({ snapshot }) => snapshot === name)?.atMs ?? null;
  }
  if ("push" in event) {
    const index = pushOfEvent(pushes, event);
    return index === null ? null : timeAt(pushes, index);
  }
  const name = event.snapshot === undefined ? null : snapshotName(timeline, event.snapshot);
  const bands = timeline.bands.filter(
    ({ phase, snapshot }) => phase === event.phase && snapshot === (name ?? null),
  );
  const band = bands[event.nth - 1];
  return (event.edge === "begin" ? band?.startMs : band?.endMs) ?? null;
}

const isCreation = ({ row, phase, snapshot }: Band): boolean =>
  row === "command" && phase === null && snapshot !== null;

/** The band of the nth creation, in order of time; null: there was none. */
export const creationAt = ({ bands }: Timeline, nth: number): Band | null =>
  bands.filter(isCreation).toSorted((a, b) => a.startMs - b.startMs)[nth - 1] ?? null;

const snapshotName = (timeline: Timeline, nth: number): string | null =>
  creationAt(timeline, nth)?.snapshot ?? null;

/** Positions of the sparse files of the nth snapshot that is in lists. */
export function targetsOf({ snapshots, sparseFiles }: PushLog, nth: number): ReadonlySet<number> {
  const listed = snapshots.flatMap(({ hidden }, at) => (hidden ? [] : at));
  const of = listed[nth - 1];
  return new Set(sparseFiles.flatMap(({ snapshot }, target) => (snapshot === of ? target : [])));
}

/** Position in the push log; null: fewer pages were copied. */
export function pushOfEvent(
  log: PushLog,
  { push, snapshot, cause }: Extract<LessonEvent, { push: number }>,
): number | null {
  const targets = targetsOf(log, snapshot);
  const wanted = cause === undefined ? null : pushCauses.indexOf(cause);
  let seen = 0;
  for (let index = 0; index < log.count; ++index) {
    if (!targets.has(log.targets[index] ?? -1)) continue;
    if (wanted !== null && log.causes[index] !== wanted) continue;
    seen += 1;
    if (seen === push) return index;
  }
  return null;
}
