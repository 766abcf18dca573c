/**
 * Counters of several Perfmon files on one time axis. Perfmon's sample is of the time since the one
 * before it, and so is a point of a series: at a moment that another file was sampled at, a counter
 * has the value of its own sample that covers the moment. Where a recording pauses there is no value.
 */
import type { Series } from "../../contract/rpc/timeline-data.ts";
import { counterSources } from "./counter-lanes.ts";
import type { PerfmonTable } from "./perfmon-table.ts";

export interface PerfmonSeriesRequest {
  /** ms since 1970 of the clock without zones that the times of the answer count from. */
  readonly originMs: number;
  /** By `CapturedCounter.id`; ids that no file has are NaN throughout. */
  readonly counters: readonly string[];
  /** Most points of the answer, at least 2. */
  readonly points: number;
  /** Span, ms from origin; a point before and one that ends after it are part of the answer. */
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
}

/** Lane whose column a series keeps apart from the counters. */
const responseLane = "p99Ms";

export function perfmonSeries(
  tables: readonly PerfmonTable[],
  request: PerfmonSeriesRequest,
): Series {
  const sources = new Map(counterSources(tables).map((source) => [source.id, source]));
  const placesOf = (id: string) => sources.get(id)?.places ?? [];
  const used = [...new Set(request.counters.flatMap(placesOf).map(({ table }) => table))];
  const axes = new Map(used.flatMap((table) => entryOf(table, tables[table], request)));
  const axis = union([...axes.values()].map(({ times }) => times));
  const groups = groupsOf(axis.length, request.points);
  const column = (id: string): Float64Array => {
    const values = new Float64Array(axis.length).fill(Number.NaN);
    for (const place of placesOf(id)) {
      const own = axes.get(place.table);
      if (own !== undefined) spread(own, place.column.values, axis, values);
    }
    return merge(axis, values, groups, typicalStep(axes));
  };
  const columns = new Map(request.counters.map((id) => [id, column(id)]));
  const response = columns.get(responseLane);
  columns.delete(responseLane);
  return {
    timeMs: Float64Array.from(groups, ({ to }) => (axis[to - 1] ?? 0) - request.originMs),
    counters: Object.fromEntries(columns),
    waits: {},
    p99Ms: response ?? new Float64Array(groups.length).fill(Number.NaN),
    samplesPerPoint: largestGroup(groups) * mostPerRow(used.map((table) => tables[table])),
  };
}

const mostPerRow = (tables: readonly (PerfmonTable | undefined)[]): number =>
  tables.reduce((most, table) => Math.max(most, table?.samplesPerRow ?? 1), 1);

/** A table's part of the span. */
interface Axis {
  readonly timeMs: Float64Array;
  /** Rows [from, to) of it. */
  readonly from: number;
  readonly to: number;
  /** Usual distance of its rows, ms. */
  readonly step: number;
  /** The times of the rows, and of the ends of pauses between them. */
  readonly times: Float64Array;
}

function entryOf(
  key: number,
  table: PerfmonTable | undefined,
  { originMs, fromMs, toMs }: PerfmonSeriesRequest,
): [number, Axis][] {
  if (table === undefined) return [];
  const { timeMs } = table;
  const step = stepOf(timeMs);
  const first = fromMs === undefined ? 0 : firstAfter(timeMs, originMs + fromMs) - 1;
  const from = Math.max(first, 0);
  const last = toMs === undefined ? timeMs.length : firstFrom(timeMs, originMs + toMs) + 1;
  const to = Math.max(Math.min(last, timeMs.length), from);
  const times = withPauses({ timeMs, from, to, step }, originMs + (fromMs ?? 0));
  return [[key, { timeMs, from, to, step, times }]];
}

/** Samples of a busy server are late at times; what is longer is a pause. */
const latestSample = 3;

/** From when on a row counts: the time of the row before it, or a usual distance where there was a pause. */
export const coveredFrom = (timeMs: Float64Array, row: number, step: number): number => {
  const [time, before] = [timeMs[row] ?? 0, timeMs[row - 1] ?? Number.NEGATIVE_INFINITY];
  return time - before > latestSample * step ? time - step : before;
};

/**
 * Rows of the span, and the moment at which the capture begins within it or a pause ends, from which on a sample
 * counts. `firstMs`: where the span begins.
 */
function withPauses(
  { timeMs, from, to, step }: Omit<Axis, "times">,
  firstMs: number,
): Float64Array {
  const times: number[] = [];
  for (let row = from; row < to; ++row) {
    const start = coveredFrom(timeMs, row, step);
    if (start > (timeMs[row - 1] ?? firstMs)) times.push(start);
    times.push(timeMs[row] ?? 0);
  }
  return Float64Array.from(times);
}

/** The median distance of neighbours. */
export function stepOf(timeMs: Float64Array): number {
  const steps = Float64Array.from(
    { length: Math.max(timeMs.length - 1, 0) },
    (_, row) => (timeMs[row + 1] ?? 0) - (timeMs[row] ?? 0),
  ).sort();
  return steps[steps.length >>> 1] ?? 0;
}

const typicalStep = (axes: ReadonlyMap<number, Axis>): number =>
  [...axes.values()].reduce((least, { step }) => Math.min(least, step), Number.POSITIVE_INFINITY);

/** First row after a time; the number of rows when none is. */
function firstAfter(timeMs: Float64Array, time: number): number {
  let [low, high] = [0, timeMs.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((timeMs[middle] ?? 0) > time) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** First row at or after a time. */
const firstFrom = (timeMs: Float64Array, time: number): number => {
  const after = firstAfter(timeMs, time);
  return timeMs[after - 1] === time ? after - 1 : after;
};

function union(axes: readonly Float64Array[]): Float64Array {
  const [only] = axes;
  if (axes.length <= 1) return only ?? new Float64Array();
  const all = new Float64Array(axes.reduce((sum, { length }) => sum + length, 0));
  let filled = 0;
  for (const axis of axes) {
    all.set(axis, filled);
    filled += axis.length;
  }
  return all.sort().filter((time, index, sorted) => index === 0 || time !== sorted[index - 1]);
}

/** Gives each moment of the axis the value of the sample that covers it. */
function spread(own: Axis, values: Float64Array, axis: Float64Array, into: Float64Array): void {
  let row = own.from;
  for (let point = 0; point < axis.length; ++point) {
    const time = axis[point] ?? 0;
    while (row < own.to && (own.timeMs[row] ?? 0) < time) ++row;
    if (row >= own.to) return;
    const isOwn = own.timeMs[row] === time;
    if (!isOwn && (row === 0 || time <= coveredFrom(own.timeMs, row, own.step))) continue;
    const value = values[row] ?? Number.NaN;
    if (!Number.isNaN(value)) into[point] = value;
  }
}

interface Group {
  readonly from: number;
  readonly to: number;
}

function groupsOf(length: number, points: number): readonly Group[] {
  const stride = Math.max(Math.ceil(length / Math.max(points, 1)), 1);
  return Array.from({ length: Math.ceil(length / stride) }, (_, group) => ({
    from: group * stride,
    to: Math.min((group + 1) * stride, length),
  }));
}

const largestGroup = (groups: readonly Group[]): number =>
  groups.reduce((most, { from, to }) => Math.max(most, to - from), 1);

/** Means weighted by time. A span without a value for more than half of it has none. */
function merge(
  axis: Float64Array,
  values: Float64Array,
  groups: readonly Group[],
  firstSpan: number,
): Float64Array {
  if (groups.length === axis.length) return values;
  return Float64Array.from(groups, ({ from, to }) => {
    let [total, weight, length] = [0, 0, 0];
    for (let point = from; point < to; ++point) {
      const span = point === 0 ? firstSpan : (axis[point] ?? 0) - (axis[point - 1] ?? 0);
      const value = values[point] ?? Number.NaN;
      length += span;
      if (Number.isNaN(value)) continue;
      total += value * span;
      weight += span;
    }
    return 2 * weight >= length && weight > 0 ? total / weight : Number.NaN;
  });
}
