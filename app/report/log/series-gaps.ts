/** Where nothing was measured, said in the series itself. */
import type { Series } from "../../contract/rpc/timeline-data.ts";

/** Samples of a busy server come late at times; what is longer is a pause. */
const latestSample = 3;

/** The median distance of neighbours; 0 of fewer than two. */
export function usualInterval(timesMs: readonly number[]): number {
  const distances = timesMs.slice(1).map((time, index) => time - (timesMs[index] ?? time));
  distances.sort((a, b) => a - b);
  return distances[Math.floor(distances.length / 2)] ?? 0;
}

/**
 * A point covers the time since the one before it. Before the first sample and between two files lie
 * hours without any, and the next sample would stand for all of them in every mean and every chart: a
 * point without values is put where such a pause ends.
 */
export function withGaps(series: Series): Series {
  const times = [...series.timeMs];
  const intervalMs = usualInterval(times);
  /** Rows of the series; null: one that is put between them. */
  const rows: { readonly atMs: number; readonly row: number | null }[] = [];
  const columns = [...Object.values(series.counters), series.p99Ms];
  const isBlank = (row: number) =>
    columns.every((column) => Number.isNaN(column[row] ?? Number.NaN));
  for (const [row, atMs] of times.entries()) {
    const before = times[row - 1] ?? Number.NEGATIVE_INFINITY;
    const startMs = Math.max(before, atMs - intervalMs);
    // A point without values says itself that nothing was measured before it.
    if (atMs - before > latestSample * intervalMs && !isBlank(row)) {
      rows.push({ atMs: startMs, row: null });
    }
    rows.push({ atMs, row });
  }
  const column = (values: Float64Array) =>
    Float64Array.from(rows, ({ row }) => (row === null ? Number.NaN : (values[row] ?? Number.NaN)));
  return {
    ...series,
    timeMs: Float64Array.from(rows, ({ atMs }) => atMs),
    counters: Object.fromEntries(
      Object.entries(series.counters).map(([id, values]) => [id, column(values)]),
    ),
    waits: {},
    p99Ms: column(series.p99Ms),
  };
}
