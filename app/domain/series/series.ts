/**
 * From telemetry frames to the columns that a UI draws: recorded sample by sample, merged to as many
 * points as asked for. Where neighbours are merged, counters are means weighted by time, waits are
 * sums, and response times are merged as histograms.
 */
import type { Frame } from "../../contract/frame.ts";
import type { Series } from "../../contract/rpc/timeline-data.ts";
import { counters, waitTypes } from "../../contract/telemetry-catalog.ts";
import {
  type Columns,
  type Group,
  groupsOf,
  mergeGroups,
  noColumns,
  partColumnsOf,
  toSeries,
  waitColumnsOf,
} from "./columns.ts";
import type { MeasuredSamples } from "./measured-samples.ts";
import { latencyBySample } from "./sample-latency.ts";

export interface RecorderOptions {
  /** Most points that are kept; beyond it the oldest are merged in pairs. Default: all. */
  readonly capacity?: number;
  /** Engine time at which the first sample's span begins, ms. Default 0. */
  readonly startMs?: number;
}

export interface SeriesRequest {
  /** Most points of the answer, at least 2. */
  readonly points: number;
  /** Span of engine time, ms; a point before and one that ends after it are part of the answer. */
  readonly fromMs?: number;
  readonly toMs?: number;
}

export class SeriesRecorder {
  readonly #capacity: number;
  readonly #startMs: number;
  #columns: Columns = noColumns();
  #samples = 0;
  #stride = 1;

  constructor({ capacity = Infinity, startMs = 0 }: RecorderOptions = {}) {
    this.#capacity = Math.max(capacity, 4);
    this.#startMs = startMs;
  }

  /** Points held; fewer than samples taken once the capacity was reached. */
  get length(): number {
    return this.#columns.timeMs.length;
  }

  /** End of the last sample, ms. */
  get endMs(): number {
    return this.#columns.timeMs.at(-1) ?? this.#startMs;
  }

  /** `samplesPerPoint`: of a frame whose points are merged already. */
  take(frame: Frame, samplesPerPoint = 1): void {
    appendFrame(this.#columns, frame, samplesPerPoint);
    this.#samples += frame.timeMs.length * samplesPerPoint;
    if (this.length > this.#capacity) this.#compact();
  }

  /** At most `points` points of what was taken so far. */
  series({ points, fromMs, toMs }: SeriesRequest): Series {
    const { timeMs, samples } = this.#columns;
    const context = fromMs === undefined ? -1 : timeMs.findLastIndex((time) => time <= fromMs);
    const end = toMs === undefined ? -1 : timeMs.findIndex((time) => time >= toMs);
    const from = context + 1;
    const to = end < 0 ? timeMs.length : end + 1;
    const groups: Group[] = context < 0 ? [] : [{ from: context, to: from }];
    const held = samples.slice(from, to).reduce((total, count) => total + count, 0);
    const stride = Math.max(Math.ceil(held / Math.max(points - groups.length, 1)), 1);
    groups.push(...groupsOf(samples, from, to, stride));
    return toSeries(mergeGroups(this.#columns, groups, this.#startMs));
  }

  /** What costs are read from, as it is held. `sampleMs`: length of a sample. */
  measured(sampleMs: number): MeasuredSamples {
    const { timeMs, counters: values, latency } = this.#columns;
    const rates = values[counters.findIndex(({ id }) => id === "transactionsPerSecond")];
    return {
      beginMs: this.#startMs,
      sampleMs,
      timeMs: Float64Array.from(timeMs),
      transactionsPerSecond: Float64Array.from(rates ?? []),
      latency,
    };
  }

  /** Halves what is held. Strides are powers of two, so points of the past stay of equal size. */
  #compact(): void {
    while (this.#samples / this.#stride > this.#capacity / 2) this.#stride *= 2;
    const groups = groupsOf(this.#columns.samples, 0, this.length, this.#stride);
    this.#columns = mergeGroups(this.#columns, groups, this.#startMs);
  }
}

/** The points of a frame after those that columns have; NaN where its version had no such counter. */
export function appendFrame(columns: Columns, frame: Frame, samplesPerPoint: number): void {
  const latencyAt = latencyBySample(frame);
  const before = columns.timeMs.length;
  for (const timeMs of frame.timeMs) {
    columns.timeMs.push(timeMs);
    columns.samples.push(samplesPerPoint);
    columns.latency.push(latencyAt.get(timeMs) ?? null);
  }
  counters.forEach(({ id }, index) => {
    const column = columns.counters[index];
    const values = frame.counters[id];
    for (let row = 0; row < frame.timeMs.length; ++row) column?.push(values?.[row] ?? Number.NaN);
  });
  appendWaits(columns, frame, before);
  appendUtilisation(columns, frame, before);
}

function appendWaits(columns: Columns, frame: Frame, before: number): void {
  for (const { id } of waitTypes) {
    const taken = frame.waits[id];
    const occurs = taken?.tasks.some((count) => count !== 0) === true;
    if (!occurs && !columns.waits.has(id)) continue;
    const held = waitColumnsOf(columns, id, before);
    for (let row = 0; row < frame.timeMs.length; ++row) {
      held.tasks.push(taken?.tasks[row] ?? 0);
      held.waitMs.push(taken?.waitMs[row] ?? 0);
      held.signalMs.push(taken?.signalMs[row] ?? 0);
    }
  }
}

/** A part that a sample does not tell of was not there yet. */
function appendUtilisation(columns: Columns, { timeMs, events }: Frame, before: number): void {
  const toldAt = new Map(
    events.flatMap((event) => (event.kind === "utilisation" ? [[event.atMs, event.parts]] : [])),
  );
  if (toldAt.size === 0 && columns.utilisation.size === 0) return;
  timeMs.forEach((atMs, row) => {
    const parts = toldAt.get(atMs) ?? {};
    for (const [part, { units }] of Object.entries(parts)) {
      partColumnsOf(columns, part, { units, length: before + row });
    }
    for (const [part, { serving, waiting }] of columns.utilisation) {
      serving.push(parts[part]?.serving ?? 0);
      waiting.push(parts[part]?.waiting ?? 0);
    }
  });
}
