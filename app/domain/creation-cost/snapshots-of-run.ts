/** All snapshots that a run takes: those of the database, and those of the array, whose cost is judged alike. */
import type { Phase } from "../../contract/phase.ts";
import type { TimelineEvent } from "../../contract/rpc/timeline-data.ts";
import { arraySnapshotOf, commandsIn, lastingActs } from "../acts/noticed-acts.ts";
import { type CreationSpan, creationSpans } from "./creation-spans.ts";

/** In order of time. */
export function snapshotSpans(events: readonly TimelineEvent[]): CreationSpan[] {
  const phases = events.flatMap((event) => (event.kind === "phase" ? event : []));
  const ofArray = lastingActs(phases, commandsIn(events)).flatMap(
    ({ phase, given }): CreationSpan[] => {
      const snapshot = arraySnapshotOf(given);
      if (snapshot === null) return [];
      const { startMs, endMs } = phase;
      const array = { frozenMs: frozenWithin(phase, phases) };
      return [{ snapshot, startMs, endMs, asOfMs: null, givenMs: 0, array }];
    },
  );
  return [...creationSpans(phases), ...ofArray].sort((a, b) => a.startMs - b.startMs);
}

/** Null: writes were not held, or the run ended while they were. */
function frozenWithin(whole: Phase, phases: readonly Phase[]): number | null {
  const freeze = phases.findLast(
    ({ name, startMs }) =>
      name === "ioFreeze" && startMs >= whole.startMs && startMs <= (whole.endMs ?? startMs),
  );
  return freeze?.endMs == null ? null : freeze.endMs - freeze.startMs;
}
