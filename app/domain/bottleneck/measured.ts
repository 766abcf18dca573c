/** What a span of a run says of its resources: waits, counters, and how busy parts of devices were. */

import type { Series } from "../../contract/rpc/timeline-data.ts";
import type { Scenario } from "../../contract/scenario.ts";
import { type Part, partsInSpan } from "../series/parts-in-span.ts";
import type { Span } from "../timeline/span.ts";
import { type WaitShare, waitsInSpan } from "../waits/waits-in-span.ts";

/** A part of a volume's device or of the way to it, or of what all volumes share. */
export interface UsedPart {
  /** Empty: of all volumes. */
  readonly volume: string;
  readonly part: string;
  readonly units: number;
  /** Units that served, and I/Os that waited for one, on the average. */
  readonly serving: number;
  readonly waiting: number;
}

export interface Measured extends Span {
  readonly scenario: Scenario;
  /** What was measured of the span, ms. */
  readonly lengthMs: number;
  /** Those of tasks that had something to do. */
  readonly waits: readonly WaitShare[];
  /** The mean of a counter; 0 where the recording's version had none. */
  counter(id: string): number;
  /** Users in a transaction, on the average. */
  readonly usersAtWork: number;
  /** None where nothing is known of devices. */
  readonly parts: readonly UsedPart[];
}

/** Null where the span has no sample. */
export function measuredIn(scenario: Scenario, series: Series, span: Span): Measured | null {
  const points = partsInSpan(series.timeMs, span);
  const lengthMs = points.reduce((sum, point) => sum + point.lengthMs, 0);
  if (lengthMs <= 0) return null;
  const mean = (valueAt: (point: number) => number) => meanOf(points, lengthMs, valueAt);
  const { counters, meanMs, utilisation = {} } = series;
  const transactions = counters.transactionsPerSecond;
  return {
    ...span,
    scenario,
    lengthMs,
    waits: waitsInSpan(series, span),
    counter: (id) => mean((point) => counters[id]?.[point] ?? 0),
    // Little's law: those who come in a second times how long each stays.
    usersAtWork: mean((point) => ((transactions?.[point] ?? 0) * (meanMs?.[point] ?? 0)) / 1000),
    parts: Object.entries(utilisation).map(([name, { units, serving, waiting }]) => {
      const [volume = "", part = ""] = name.split("/");
      return {
        volume,
        part,
        units,
        serving: mean((point) => serving[point] ?? 0),
        waiting: mean((point) => waiting[point] ?? 0),
      };
    }),
  };
}

/** What was not measured counts as nothing. */
function meanOf(
  points: readonly Part[],
  lengthMs: number,
  valueAt: (point: number) => number,
): number {
  const sum = points.reduce((total, { point, lengthMs: weight }) => {
    const value = valueAt(point);
    return Number.isNaN(value) ? total : total + value * weight;
  }, 0);
  return sum / lengthMs;
}
