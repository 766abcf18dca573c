/**
 * Telemetry frames of fewer points: neighbours merged as everywhere, into frames of equal length. What
 * does not make a whole point yet waits for the next frame.
 */
import type { Frame } from "../../contract/frame.ts";
import { counters, waitTypes } from "../../contract/telemetry-catalog.ts";
import { type Columns, type Group, mergeGroups, noColumns } from "./columns.ts";
import { type Buckets, LatencyHistogram } from "./latency-histogram.ts";
import { appendFrame } from "./series.ts";

export interface FrameMergerOptions {
  /** Points that become one. */
  readonly ratio: number;
  /** How many points a frame has. */
  readonly points: number;
}

export class FrameMerger {
  readonly #ratio: number;
  readonly #points: number;
  #columns: Columns = noColumns();
  #startMs = 0;

  constructor({ ratio, points }: FrameMergerOptions) {
    this.#ratio = ratio;
    this.#points = points;
  }

  /** The frames that are full now, with events of samples alone. */
  take(frame: Frame): Frame[] {
    appendFrame(this.#columns, frame, 1);
    const full = this.#ratio * this.#points;
    const { timeMs } = this.#columns;
    const frames: Frame[] = [];
    let from = 0;
    for (; timeMs.length - from >= full; from += full) frames.push(this.#merged(from, from + full));
    if (from > 0) this.#forget(from);
    return frames;
  }

  /** What is left, with a last point of fewer samples. */
  end(): Frame {
    const { length } = this.#columns.timeMs;
    const frame = this.#merged(0, length);
    this.#forget(length);
    return frame;
  }

  #merged(from: number, to: number): Frame {
    const groups: Group[] = [];
    for (let start = from; start < to; start += this.#ratio) {
      groups.push({ from: start, to: Math.min(start + this.#ratio, to) });
    }
    return toFrame(mergeGroups(this.#columns, groups, this.#startMs));
  }

  #forget(count: number): void {
    const { timeMs, samples, counters: values, waits, latency } = this.#columns;
    this.#startMs = timeMs[count - 1] ?? this.#startMs;
    const columns = [timeMs, samples, latency, ...values];
    for (const { serving, waiting } of this.#columns.utilisation.values()) {
      columns.push(serving, waiting);
    }
    for (const { tasks, waitMs, signalMs } of waits.values()) columns.push(tasks, waitMs, signalMs);
    for (const column of columns) column.splice(0, count);
  }
}

function toFrame({ timeMs, counters: values, waits, utilisation, latency }: Columns): Frame {
  const zeros = new Array<number>(timeMs.length).fill(0);
  const noWaits = { tasks: zeros, waitMs: zeros, signalMs: zeros };
  const histogram = new LatencyHistogram();
  return {
    timeMs,
    counters: Object.fromEntries(counters.map(({ id }, index) => [id, values[index] ?? zeros])),
    waits: Object.fromEntries(waitTypes.map(({ id }) => [id, waits.get(id) ?? noWaits])),
    events: timeMs.flatMap((atMs, point) => [
      ...latencyEvent(atMs, latency[point] ?? null, histogram),
      ...utilisationEvent(atMs, utilisation, point),
    ]),
  };
}

/** An event in the engine's form, of the span that ends at `atMs`. */
function latencyEvent(
  atMs: number,
  buckets: Buckets | null,
  histogram: LatencyHistogram,
): Frame["events"] {
  if (buckets === null) return [];
  histogram.reset();
  histogram.add(buckets);
  const pairs: [number, number][] = [];
  for (let at = 0; at + 1 < buckets.length; at += 2) {
    pairs.push([buckets[at] ?? 0, buckets[at + 1] ?? 0]);
  }
  const { count } = histogram;
  const p99Ms = count > 0 ? histogram.percentileMs(99) : null;
  return [{ kind: "latency", atMs, type: "all", p99Ms, count, buckets: pairs }];
}

function utilisationEvent(
  atMs: number,
  utilisation: Columns["utilisation"],
  point: number,
): Frame["events"] {
  if (utilisation.size === 0) return [];
  const parts = [...utilisation].map(([part, { units, serving, waiting }]) => [
    part,
    { units, serving: serving[point] ?? 0, waiting: waiting[point] ?? 0 },
  ]);
  return [{ kind: "utilisation", atMs, parts: Object.fromEntries(parts) }];
}
