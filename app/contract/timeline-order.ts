/** What is known, before a run, of when the entries of a timeline are carried out. */

/** The part of an entry that its time depends on; structural, so that drafts and schemas have it. */
export interface TimedEntry {
  readonly name?: string | undefined;
  readonly atSeconds?: number | undefined;
  readonly after?:
    | { readonly step: string; readonly event: string; readonly delaySeconds: number }
    | undefined;
  readonly when?: { readonly fromSeconds: number } | undefined;
}

export const triggerKinds = ["atSeconds", "after", "when"] as const;
export type TriggerKind = (typeof triggerKinds)[number];

export const triggersOf = (entry: TimedEntry): readonly TriggerKind[] =>
  triggerKinds.filter((kind) => entry[kind] !== undefined);

export interface TimelineOrder {
  /** The entry that `index` waits for; null if it waits for none, or for one that is not there. */
  readonly awaited: (index: number) => number | null;
  /** Entries that wait for each other in a ring have no order: none of them is ever carried out. */
  readonly inRing: (index: number) => boolean;
  /** Engine time before which the entry cannot be carried out, s; infinite for what never can be. */
  readonly earliest: (index: number) => number;
  /** When it is carried out, s, where that does not depend on the run; else null. */
  readonly fixed: (index: number) => number | null;
  /** The event of `other` that `index` waits for, directly or through others; null if it does not. */
  readonly eventAwaited: (index: number, other: number) => string | null;
}

/** Names that are used twice mean the first that has it. */
export function orderOf(timeline: readonly TimedEntry[], warmupSeconds: number): TimelineOrder {
  const named = new Map<string, number>();
  timeline.forEach(({ name }, index) => {
    if (name !== undefined && !named.has(name)) named.set(name, index);
  });
  const awaited = (index: number): number | null =>
    named.get(timeline[index]?.after?.step ?? "") ?? null;
  const chains = new Map<number, readonly number[]>();
  /** The entry, what it waits for, and so on; an entry is there once, in a ring as well. */
  const chain = (index: number): readonly number[] => {
    const known = chains.get(index);
    if (known !== undefined) return known;
    const steps = new Set<number>();
    for (let at: number | null = index; at !== null && !steps.has(at); at = awaited(at)) {
      steps.add(at);
    }
    const found = [...steps];
    chains.set(index, found);
    return found;
  };
  const endsInRing = (steps: readonly number[]): boolean => awaited(steps.at(-1) ?? -1) !== null;

  return {
    awaited,
    inRing: (index) => {
      const last = chain(index).at(-1);
      return last !== undefined && awaited(last) === index;
    },
    earliest: (index) => {
      const steps = chain(index);
      if (endsInRing(steps)) return Number.POSITIVE_INFINITY;
      const times = steps.map((step) => {
        const { atSeconds, after, when } = timeline[step] ?? {};
        const from = when === undefined ? 0 : Math.max(when.fromSeconds, warmupSeconds);
        return (atSeconds ?? 0) + (after?.delaySeconds ?? 0) + from;
      });
      return inMilliseconds(times.reduce((sum, time) => sum + time, 0));
    },
    fixed: (index) => {
      const steps = chain(index);
      const root = timeline[steps.at(-1) ?? -1];
      if (endsInRing(steps) || root?.atSeconds === undefined) return null;
      const waits = steps.slice(0, -1).map((step) => timeline[step]?.after);
      if (waits.some((after) => after?.event !== "started")) return null;
      const delays = waits.map((after) => after?.delaySeconds ?? 0);
      return inMilliseconds(delays.reduce((sum, delay) => sum + delay, root.atSeconds));
    },
    eventAwaited: (index, other) => {
      const steps = chain(index);
      const place = steps.indexOf(other, 1);
      return place === -1 ? null : (timeline[steps[place - 1] ?? -1]?.after?.event ?? null);
    },
  };
}

/** Times have three decimals; their sum must not have more. */
const inMilliseconds = (seconds: number): number => Math.round(seconds * 1000) / 1000;
