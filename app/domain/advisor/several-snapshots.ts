/** Each snapshot that is there costs a write more for every first change of a page. */
import type { Scenario } from "../../contract/scenario.ts";
import type { TimelineEntry } from "../../contract/timeline.ts";
import { isOverseersWait, isSnapshotWait } from "../waits/wait-purpose.ts";
import type { WaitShare } from "../waits/waits-in-span.ts";
import { creationOf, isNeeded, triggerOf } from "./planned.ts";
import { responsesFall } from "./promises.ts";
import type { Rule } from "./rule.ts";
import { type SnapshotLife, snapshotLives } from "./snapshot-lives.ts";

/** A share of the time that is measured: what is there for a moment only, while one takes over from another, costs nothing. */
const leastShare = 0.1;
/** What is less of all that is waited for, no change of snapshots is felt by: the paper saw no effect at low load. */
const leastWaitShare = 0.1;

export const severalSnapshots: Rule = ({ scenario, summary, measured }) => {
  const { warmupMs, engineMs } = summary.run;
  const lives = snapshotLives(summary).toSorted((a, b) => a.askedMs - b.askedMs);
  const { mostAtOnce, severalMs } = together(lives, { startMs: warmupMs, endMs: engineMs });
  const waitShare = snapshotShare(measured.waits);
  if (severalMs < leastShare * (engineMs - warmupMs) || waitShare < leastWaitShare) return null;
  const changed = oneAtATime(scenario, lives);
  if (changed === null) return null;
  const pushed = summary.snapshots.reduce((sum, { pagesPushed }) => sum + pagesPushed, 0);
  return {
    rule: "severalSnapshots",
    title: "Keep one snapshot at a time while users work.",
    reason:
      "The first change of a page writes the old page to every snapshot that lacks it, one after the other, and each creation competes with the pushes into the snapshots before it.",
    evidence: [
      { label: `Time with ${countsText(mostAtOnce)} at once`, value: severalMs, unit: "duration" },
      { label: "Pages pushed, by all", value: pushed, unit: { name: "pages" } },
      ...creationTimes(lives),
      { label: "Share of all waiting that is for snapshots", value: waitShare, unit: "share" },
    ],
    change: "Each snapshot is dropped before the next is created.",
    promise: responsesFall,
    changed,
  };
};

const countsText = (most: number): string => (most === 2 ? "two" : `two to ${most}`);

function creationTimes(lives: readonly SnapshotLife[]) {
  const [first, last] = [lives[0], lives.at(-1)];
  return first === undefined || last === undefined
    ? []
    : [
        { label: `Creation of ${first.name}`, value: first.creationMs, unit: "duration" as const },
        { label: `Creation of ${last.name}`, value: last.creationMs, unit: "duration" as const },
      ];
}

function together(
  lives: readonly SnapshotLife[],
  measured: { readonly startMs: number; readonly endMs: number },
): { readonly mostAtOnce: number; readonly severalMs: number } {
  const within = ({ startMs, endMs }: SnapshotLife) => ({
    startMs: Math.max(startMs, measured.startMs),
    endMs: Math.min(endMs, measured.endMs),
  });
  const changes = lives
    .map(within)
    .filter(({ startMs, endMs }) => endMs > startMs)
    .flatMap(({ startMs, endMs }) => [
      { atMs: startMs, by: 1 },
      { atMs: endMs, by: -1 },
    ])
    .toSorted((a, b) => a.atMs - b.atMs || a.by - b.by);
  let [present, mostAtOnce, severalMs, sinceMs] = [0, 0, 0, 0];
  for (const { atMs, by } of changes) {
    if (present > 1) severalMs += atMs - sinceMs;
    present += by;
    mostAtOnce = Math.max(mostAtOnce, present);
    sinceMs = atMs;
  }
  return { mostAtOnce, severalMs };
}

/** Null where an older one is needed later on, or is no plain entry of the timeline. */
function oneAtATime(scenario: Scenario, lives: readonly SnapshotLife[]): Scenario | null {
  let timeline: readonly TimelineEntry[] = scenario.timeline;
  for (const [at, { name, endMs }] of lives.entries()) {
    const newer = lives[at + 1];
    if (newer === undefined || endMs <= newer.askedMs) continue;
    const next = creationOf(scenario, newer.name);
    if (next === null || creationOf(scenario, name) === null) return null;
    if (isNeeded(scenario, name)) return null;
    // A drop waits for a creation that is under way.
    const drop = { ...triggerOf(next), command: { kind: "dropSnapshot" as const, name } };
    timeline = timeline.flatMap((entry): TimelineEntry[] => {
      const isLaterDrop = entry.command.kind === "dropSnapshot" && entry.command.name === name;
      return isLaterDrop ? [] : entry === next ? [drop, entry] : [entry];
    });
  }
  return { ...scenario, timeline: [...timeline] };
}

function snapshotShare(waits: readonly WaitShare[]): number {
  const sum = (of: readonly WaitShare[]) => of.reduce((total, { waitMs }) => total + waitMs, 0);
  const counted = waits.filter(({ waitType }) => !isOverseersWait(waitType));
  const all = sum(counted);
  return all > 0 ? sum(counted.filter(({ waitType }) => isSnapshotWait(waitType))) / all : 0;
}
