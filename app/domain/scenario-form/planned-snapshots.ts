/** How many snapshots an experiment creates, and when: the timeline, as far as a question goes. */
import { maxDurationSeconds } from "../../contract/fields.ts";
import type { Scenario } from "../../contract/scenario.ts";
import type { Path } from "../../contract/schema-path.ts";
import { plannedCopies } from "./array-snapshots.ts";
import { change, type Draft, type DraftContent, withValue } from "./draft.ts";
import { newCommand } from "./edits.ts";
import { triggerText } from "./trigger-text.ts";

export interface PlannedSnapshot {
  /** The place of its entry in the timeline. */
  readonly index: number;
  /** Engine time of its creation, s; null where it waits for something else than a time. */
  readonly atSeconds: number | null;
  /** "at 30 s", "after first completed". */
  readonly when: string;
}

export function plannedSnapshots({ timeline }: Scenario): PlannedSnapshot[] {
  return timeline.flatMap((entry, index) =>
    entry.command.kind === "createSnapshot"
      ? [{ index, atSeconds: entry.atSeconds ?? null, when: triggerText(entry) }]
      : [],
  );
}

export const timePath = ({ index }: PlannedSnapshot): Path => ["timeline", index, "atSeconds"];

/** Times of the creations that have one, s, the earliest first. */
const creationTimes = (scenario: Scenario): number[] =>
  plannedSnapshots(scenario)
    .flatMap(({ atSeconds }) => atSeconds ?? [])
    .toSorted((a, b) => a - b);

/**
 * A run goes on for as long after its last creation as it did before the change, because that is where
 * a snapshot costs. It never ends before another entry of its timeline, nor within its warm-up.
 */
function withSameEnd(before: Scenario, content: DraftContent): DraftContent {
  const planned = creationTimes(content.scenario);
  const next = planned.at(-1);
  // Where there was none, what comes after the first is what the run has to be longer for.
  const last = creationTimes(before).at(-1) ?? planned[0];
  if (last === undefined || next === undefined || last === next) return content;
  const { timeline, warmupSeconds } = content.scenario;
  const times = timeline.flatMap(({ atSeconds }) => atSeconds ?? []);
  const wanted = Math.max(before.durationSeconds + next - last, warmupSeconds + 1, ...times);
  const duration = Math.round(Math.min(wanted, maxDurationSeconds) * 1000) / 1000;
  return withValue(content, ["durationSeconds"], duration);
}

/** A time that is being typed: one step of the history, with the end of the run that follows it. */
export function typeSnapshotTime(draft: Draft, snapshot: PlannedSnapshot, seconds: number): Draft {
  const path = timePath(snapshot);
  const content = withValue(draft.present, path, seconds);
  return change(draft, withSameEnd(draft.present.scenario, content), path.join("."));
}

/**
 * Further snapshots come as far apart as the last two, the second halfway from the first to the end;
 * fewer leave out those that stand last, with what is done with them. Nothing else of the timeline changes.
 */
export function setSnapshotCount(draft: Draft, count: number): Draft {
  const before = draft.present.scenario;
  const planned = plannedSnapshots(before);
  if (count === planned.length) return draft;
  const kept = new Set(planned.slice(0, count).map(({ index }) => index));
  const created = new Set([
    ...before.timeline.flatMap((entry, at) => (kept.has(at) ? nameOf(entry) : [])),
    ...plannedCopies(before),
  ]);
  let timeline = before.timeline.filter((entry, index) => {
    if (entry.command.kind === "createSnapshot") return kept.has(index);
    return !ofSnapshots.has(entry.command.kind) || nameOf(entry).every((name) => created.has(name));
  });
  while (timeline.filter(({ command }) => command.kind === "createSnapshot").length < count) {
    const scenario = { ...before, timeline };
    const atSeconds = nextCreation(scenario);
    timeline = [...timeline, { atSeconds, command: newCommand("createSnapshot", scenario) }];
  }
  const content = withValue(draft.present, ["timeline"], timeline);
  return change(draft, withSameEnd(before, content));
}

const ofSnapshots: ReadonlySet<string> = new Set([
  "dropSnapshot",
  "revertSnapshot",
  "setReportUsers",
]);

const nameOf = ({ command }: Scenario["timeline"][number]): string[] =>
  "name" in command ? [command.name] : [];

function nextCreation(scenario: Scenario): number {
  const { warmupSeconds, durationSeconds } = scenario;
  const times = creationTimes(scenario);
  const last = times.at(-1);
  if (last === undefined) return Math.round(warmupSeconds + (durationSeconds - warmupSeconds) / 4);
  const previous = times.at(-2);
  const apart = previous === undefined ? Math.round((durationSeconds - last) / 2) : last - previous;
  return Math.round((last + Math.max(1, apart)) * 1000) / 1000;
}
