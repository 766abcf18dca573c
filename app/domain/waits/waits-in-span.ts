/**
 * What sessions waited for in a span of a run, from its series: the table of top waits. Background
 * tasks with nothing to do are left out, as every reading of wait statistics leaves them out.
 */
import type { Series, WaitSeries } from "../../contract/rpc/timeline-data.ts";
import { type Part, partsInSpan } from "../series/parts-in-span.ts";
import type { Span } from "../timeline/span.ts";
import { isSnapshotWait } from "./wait-purpose.ts";
import { rankWaits } from "./wait-ranking.ts";

export interface WaitShare {
  readonly waitType: string;
  /** Whether it is part of the price of snapshots. */
  readonly ofSnapshots: boolean;
  /** Waits that ended in the span. */
  readonly tasks: number;
  readonly waitMs: number;
  readonly signalMs: number;
  /** Time waited per second of the span, over all sessions together: more than 1,000 is usual. */
  readonly msPerSecond: number;
}

/** The last `lengthMs` that are known of a series, or all of it if it is shorter. */
export function latestSpan({ timeMs }: Series, lengthMs: number): Span {
  const endMs = timeMs.at(-1) ?? 0;
  return { startMs: Math.max(0, endMs - lengthMs), endMs };
}

/**
 * The waits of a span, most time first. A point that lies partly in the span counts for that part
 * of its own span: waits are not told apart within a point.
 */
export function waitsInSpan(series: Series, span: Span): readonly WaitShare[] {
  const parts = partsInSpan(series.timeMs, span);
  const coveredMs = parts.reduce((sum, part) => sum + part.lengthMs, 0);
  if (coveredMs <= 0) return [];
  const shares = Object.entries(series.waits).map(([waitType, columns]) =>
    share(waitType, columns, parts, coveredMs),
  );
  return rankWaits(shares, (wait) => wait).costs;
}

/** The value of a point that exists. */
const at = (column: Float64Array, point: number): number => column[point] ?? 0;

function share(
  waitType: string,
  columns: WaitSeries,
  parts: readonly Part[],
  coveredMs: number,
): WaitShare {
  const sum = (column: Float64Array) =>
    parts.reduce((total, { point, weight }) => total + at(column, point) * weight, 0);
  const waitMs = sum(columns.waitMs);
  return {
    waitType,
    ofSnapshots: isSnapshotWait(waitType),
    tasks: sum(columns.tasks),
    waitMs,
    signalMs: sum(columns.signalMs),
    msPerSecond: waitMs / (coveredMs / 1000),
  };
}
