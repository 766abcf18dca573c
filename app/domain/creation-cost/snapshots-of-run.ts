/** All snapshots that a run takes: those of the database, and those of the array, whose cost is judged alike. */
import type { Phase } from "../../contract/phase.ts";
import type { TimelineEvent } from "../../contract/rpc/timeline-data.ts";
import type { Scenario } from "../../contract/scenario.ts";
import {
  arraySnapshotOf,
  commandsIn,
  type GivenCommand,
  lastingActs,
} from "../acts/noticed-acts.ts";
import { type CreationSpan, creationSpans } from "./creation-spans.ts";

const nsPerMs = 1e6;

/** In order of time, without what was given up. */
export function snapshotSpans(
  events: readonly TimelineEvent[],
  { storage }: Pick<Scenario, "storage">,
): CreationSpan[] {
  const phases = events.flatMap((event) => (event.kind === "phase" ? event : []));
  const ofArray = lastingActs(phases, commandsIn(events)).flatMap(
    ({ phase, given }): CreationSpan[] => {
      const snapshot = arraySnapshotOf(given);
      if (snapshot === null || isGivenUp(snapshot, phase, events)) return [];
      const { startMs, endMs } = phase;
      const array = { frozenMs: frozenWithin(phase, phases) };
      const givenMs = givenMsOf(phase, given, storage.arraySnapshotTimes);
      return [{ snapshot, startMs, endMs, asOfMs: null, givenMs, array }];
    },
  );
  return [...creationSpans(phases), ...ofArray].sort((a, b) => a.startMs - b.startMs);
}

/** What the scenario told it to wait. */
function givenMsOf(
  { figures: { volumes } }: Phase,
  given: GivenCommand | null,
  times: Scenario["storage"]["arraySnapshotTimes"],
): number {
  const freeze = given?.command.freeze;
  if (freeze === "none") return 0;
  const others = freeze === "suspend" ? 0 : times.otherDatabases * times.otherDatabaseMs;
  const commits = typeof volumes === "number" ? volumes * times.commitMsPerVolume : 0;
  return 1000 * times.prepareSeconds + others + commits;
}

/** A command that began is refused at its end. */
const isGivenUp = (snapshot: string, { startMs, endMs }: Phase, events: readonly TimelineEvent[]) =>
  events.some(
    (event) =>
      event.kind === "command" &&
      event.outcome === "refused" &&
      event.command.kind === "createArraySnapshot" &&
      event.command.name === snapshot &&
      event.atNs / nsPerMs >= startMs &&
      event.atNs / nsPerMs <= (endMs ?? startMs),
  );

/** Null: writes were not held, or the run ended while they were. */
function frozenWithin(whole: Phase, phases: readonly Phase[]): number | null {
  const freeze = phases.findLast(
    ({ name, startMs }) =>
      name === "ioFreeze" && startMs >= whole.startMs && startMs <= (whole.endMs ?? startMs),
  );
  return freeze?.endMs == null ? null : freeze.endMs - freeze.startMs;
}
