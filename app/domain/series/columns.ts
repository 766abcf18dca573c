/** Columns of samples as they are recorded and merged, before they become a Series. */
import type { Series } from "../../contract/rpc/timeline-data.ts";
import { counters } from "../../contract/telemetry-catalog.ts";
import { type Buckets, LatencyHistogram } from "./latency-histogram.ts";

export interface WaitColumns {
  readonly tasks: number[];
  readonly waitMs: number[];
  readonly signalMs: number[];
}

export interface PartColumns {
  readonly units: number;
  readonly serving: number[];
  readonly waiting: number[];
}

/** All of equal length. A point covers the time from the end of the one before it to its own. */
export interface Columns {
  readonly timeMs: number[];
  /** How many samples went into the point. */
  readonly samples: number[];
  /** In the order of the catalogue; NaN where the recording's version had no such counter. */
  readonly counters: number[][];
  /** Only types that occurred. */
  readonly waits: Map<string, WaitColumns>;
  /** Only parts that there are. */
  readonly utilisation: Map<string, PartColumns>;
  /** Null where no transaction ended. */
  readonly latency: (Buckets | null)[];
}

export const noColumns = (): Columns => ({
  timeMs: [],
  samples: [],
  counters: counters.map(() => []),
  waits: new Map(),
  utilisation: new Map(),
  latency: [],
});

/** Columns of a wait type that occurs for the first time: zero in every point so far. */
export function waitColumnsOf(columns: Columns, type: string, length: number): WaitColumns {
  const known = columns.waits.get(type);
  if (known !== undefined) return known;
  const zeros = () => new Array<number>(length).fill(0);
  const added = { tasks: zeros(), waitMs: zeros(), signalMs: zeros() };
  columns.waits.set(type, added);
  return added;
}

/** Columns of a part that is told of for the first time. */
export function partColumnsOf(
  columns: Columns,
  part: string,
  { units, length }: { readonly units: number; readonly length: number },
): PartColumns {
  const known = columns.utilisation.get(part);
  if (known !== undefined) return known;
  const zeros = () => new Array<number>(length).fill(0);
  const added = { units, serving: zeros(), waiting: zeros() };
  columns.utilisation.set(part, added);
  return added;
}

/** A half-open range of points that become one. */
export interface Group {
  readonly from: number;
  readonly to: number;
}

/** Neighbours of [from, to) in groups of at least `stride` samples; the last one may hold fewer. */
export function groupsOf(
  samples: readonly number[],
  from: number,
  to: number,
  stride: number,
): Group[] {
  const groups: Group[] = [];
  let [start, held] = [from, 0];
  for (let point = from; point < to; ++point) {
    held += samples[point] ?? 0;
    if (held < stride) continue;
    groups.push({ from: start, to: point + 1 });
    [start, held] = [point + 1, 0];
  }
  if (start < to) groups.push({ from: start, to });
  return groups;
}

/** `startMs` is where the first recorded point's span begins. */
export function mergeGroups(columns: Columns, groups: readonly Group[], startMs: number): Columns {
  const endOf = (point: number) => (point < 0 ? startMs : (columns.timeMs[point] ?? startMs));
  const spanOf = (point: number) => endOf(point) - endOf(point - 1);
  const means = (column: readonly number[]) =>
    groups.map(({ from, to }) => weightedMean(column, from, to, spanOf));
  const sums = (column: readonly number[]) => groups.map(({ from, to }) => sum(column, from, to));
  const histogram = new LatencyHistogram();
  return {
    timeMs: groups.map(({ to }) => endOf(to - 1)),
    samples: sums(columns.samples),
    counters: columns.counters.map(means),
    waits: new Map(
      [...columns.waits].map(([type, { tasks, waitMs, signalMs }]) => [
        type,
        { tasks: sums(tasks), waitMs: sums(waitMs), signalMs: sums(signalMs) },
      ]),
    ),
    utilisation: new Map(
      [...columns.utilisation].map(([part, { units, serving, waiting }]) => [
        part,
        { units, serving: means(serving), waiting: means(waiting) },
      ]),
    ),
    latency: groups.map((group) => mergedLatency(columns.latency, group, histogram)),
  };
}

function weightedMean(
  column: readonly number[],
  from: number,
  to: number,
  weightOf: (point: number) => number,
): number {
  // A point as measured keeps every digit.
  if (to - from === 1) return column[from] ?? 0;
  let [total, weight] = [0, 0];
  for (let point = from; point < to; ++point) {
    const share = weightOf(point);
    total += (column[point] ?? 0) * share;
    weight += share;
  }
  return weight > 0 ? total / weight : (column[to - 1] ?? 0);
}

function sum(column: readonly number[], from: number, to: number): number {
  let total = 0;
  for (let point = from; point < to; ++point) total += column[point] ?? 0;
  return total;
}

function mergedLatency(
  latency: readonly (Buckets | null)[],
  { from, to }: Group,
  histogram: LatencyHistogram,
): Buckets | null {
  const held = latency.slice(from, to).filter((buckets) => buckets !== null);
  if (held.length <= 1) return held[0] ?? null;
  histogram.reset();
  for (const buckets of held) histogram.add(buckets);
  return histogram.buckets();
}

/** The columns that are asked for: a question about one lane is not answered with forty. */
export function pickColumns(
  series: Series,
  { counters, waits }: { readonly counters: readonly string[]; readonly waits: boolean },
): Series {
  const wanted = new Set(counters);
  const picked = Object.entries(series.counters).filter(([id]) => wanted.has(id));
  const { utilisation: _, ...others } = series;
  return { ...others, counters: Object.fromEntries(picked), waits: waits ? series.waits : {} };
}

export function toSeries(columns: Columns): Series {
  const histogram = new LatencyHistogram();
  const responses = columns.latency.map((buckets) => {
    if (buckets === null) return { p99Ms: Number.NaN, meanMs: Number.NaN };
    histogram.reset();
    histogram.add(buckets);
    return { p99Ms: histogram.percentileMs(99), meanMs: histogram.meanMs() };
  });
  const recorded = counters.flatMap(({ id }, index): [string, Float64Array][] => {
    const column = columns.counters[index] ?? [];
    return column.every(Number.isNaN) ? [] : [[id, Float64Array.from(column)]];
  });
  const occurred = [...columns.waits].filter(([, { tasks }]) => tasks.some((count) => count !== 0));
  return {
    timeMs: Float64Array.from(columns.timeMs),
    counters: Object.fromEntries(recorded),
    waits: Object.fromEntries(
      occurred.map(([type, { tasks, waitMs, signalMs }]) => [
        type,
        {
          tasks: Float64Array.from(tasks),
          waitMs: Float64Array.from(waitMs),
          signalMs: Float64Array.from(signalMs),
        },
      ]),
    ),
    ...(columns.utilisation.size > 0 ? { utilisation: utilisationOf(columns) } : {}),
    p99Ms: Float64Array.from(responses, ({ p99Ms }) => p99Ms),
    meanMs: Float64Array.from(responses, ({ meanMs }) => meanMs),
    samplesPerPoint: columns.samples.reduce((most, count) => Math.max(most, count), 1),
  };
}

const utilisationOf = ({ utilisation }: Columns): NonNullable<Series["utilisation"]> =>
  Object.fromEntries(
    [...utilisation].map(([part, { units, serving, waiting }]) => [
      part,
      { units, serving: Float64Array.from(serving), waiting: Float64Array.from(waiting) },
    ]),
  );
