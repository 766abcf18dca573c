/** Changes of when an entry of the timeline is carried out, and of the name that others refer to. */
import type { Scenario } from "../../contract/scenario.ts";
import type { AfterTrigger, TimelineEntry, WhenTrigger } from "../../contract/timeline.ts";
import { orderOf, type TriggerKind, triggersOf } from "../../contract/timeline-order.ts";
import { change, type Draft, withValue } from "./draft.ts";
import { setTimeline } from "./edits.ts";

/** An entry has one trigger; of a draft that was opened with more, the first is the one to show. */
export const triggerOf = (entry: TimelineEntry): TriggerKind => triggersOf(entry)[0] ?? "atSeconds";

/** Another trigger, with values that make sense for it. */
export function setTrigger(draft: Draft, index: number, kind: TriggerKind): Draft {
  const { scenario } = draft.present;
  const entry = scenario.timeline[index];
  if (entry === undefined || triggerOf(entry) === kind) return draft;
  const others = { name: entry.name, command: entry.command };
  switch (kind) {
    case "atSeconds":
      return withEntry(draft, index, { ...others, atSeconds: timeNow(scenario, index) });
    case "when": {
      const when: WhenTrigger = { counter: "percentLogUsed", above: 50, fromSeconds: 0 };
      return withEntry(draft, index, { ...others, when });
    }
    case "after": {
      const awaited = stepsToAwait(scenario, index);
      // The entry before it is most likely what it follows.
      const target = awaited.findLast((step) => step < index) ?? awaited[0];
      return target === undefined ? draft : awaitStep(draft, index, target);
    }
  }
}

/** Entries that this one may wait for: none that waits for it. */
export function stepsToAwait({ timeline, warmupSeconds }: Scenario, index: number): number[] {
  const order = orderOf(timeline, warmupSeconds);
  return [...timeline.keys()].filter(
    (other) => other !== index && order.eventAwaited(other, index) === null,
  );
}

/** Waits for the entry `target`, which gets a name if it has none. */
export function awaitStep(draft: Draft, index: number, target: number): Draft {
  const { timeline } = draft.present.scenario;
  const awaited = timeline[target];
  const entry = timeline[index];
  if (awaited === undefined || entry === undefined) return draft;
  const step = awaited.name ?? freeStepName(timeline, awaited.command.kind);
  const { event, delaySeconds } = entry.after ?? {
    event: "completed" as const,
    delaySeconds: 0,
  };
  const after: AfterTrigger = { step, event, delaySeconds };
  const entries = timeline.with(target, { name: step, ...awaited });
  return setTimeline(
    draft,
    entries.with(index, cleaned({ name: entry.name, after, command: entry.command })),
  );
}

/** The other side of its bound, at the same value. */
export function setBound(draft: Draft, index: number, side: "above" | "below"): Draft {
  const entry = draft.present.scenario.timeline[index];
  if (entry?.when === undefined) return draft;
  const { counter, above, below, fromSeconds } = entry.when;
  const when = { counter, [side]: above ?? below ?? 0, fromSeconds };
  return withEntry(draft, index, { ...entry, when });
}

/** Those that wait for the entry follow its name; typing it is one step. */
export function renameStep(draft: Draft, index: number, name: string): Draft {
  const { timeline } = draft.present.scenario;
  const before = timeline[index]?.name;
  if (before === undefined) return draft;
  // While two entries have the same name, whom the others wait for could not be told.
  const shared = timeline.some((entry, other) => other !== index && entry.name === before);
  const awaited = !shared && timeline.some(({ after }) => after?.step === before);
  const entries = timeline.map((entry, other) => {
    const renamed =
      other === index ? { ...entry, name: name === "" && !awaited ? undefined : name } : entry;
    return awaited && renamed.after?.step === before
      ? { ...renamed, after: { ...renamed.after, step: name } }
      : cleaned(renamed);
  });
  const content = withValue(draft.present, ["timeline"], entries);
  return change(draft, content, `timeline.${index}.name`);
}

function withEntry(draft: Draft, index: number, entry: TimelineEntry): Draft {
  return setTimeline(draft, draft.present.scenario.timeline.with(index, cleaned(entry)));
}

/** Keys that say nothing are left out, as in a file. */
function cleaned(entry: TimelineEntry): TimelineEntry {
  const said = Object.entries(entry).filter(([, value]) => value !== undefined);
  return Object.fromEntries(said) as TimelineEntry;
}

function timeNow({ timeline, warmupSeconds, durationSeconds }: Scenario, index: number): number {
  const earliest = orderOf(timeline, warmupSeconds).earliest(index);
  return Math.min(durationSeconds, Number.isFinite(earliest) ? earliest : warmupSeconds);
}

function freeStepName(timeline: Scenario["timeline"], kind: string): string {
  const used = new Set(timeline.map(({ name }) => name));
  let number = 1;
  while (used.has(`${kind}_${number}`)) number += 1;
  return `${kind}_${number}`;
}
