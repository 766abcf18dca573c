/**
 * The last sample of a run may be cut short, by a pause, a stop or the end. From a sliver of time no rate
 * follows: one commit in a millisecond is not a thousand a second.
 */
import type { Series } from "../../contract/rpc/timeline-data.ts";
import { counters } from "../../contract/telemetry-catalog.ts";

/** The share of a sample's length from less than which there is no rate. */
const leastShare = 0.1;

const rates: ReadonlySet<string> = new Set(
  counters.filter(({ kind }) => kind === "rate").map(({ id }) => id),
);

/** Whether no rate follows from the last sample, for its shortness. */
export function endsShort({ timeMs, samplesPerPoint }: Series): boolean {
  const [before, previous, last] = timeMs.slice(-3);
  if (before === undefined || previous === undefined || last === undefined) return false;
  const sampleMs = (previous - before) / samplesPerPoint;
  return last - previous < leastShare * sampleMs;
}

/** The series itself, unless its last sample is that short: then without that one's rates and response times. */
export function withoutShortRates(series: Series): Series {
  if (!endsShort(series)) return series;
  const { timeMs } = series;
  const withoutLast = (column: Float64Array): Float64Array =>
    column.map((value, index) => (index === timeMs.length - 1 ? Number.NaN : value));
  const { meanMs } = series;
  return {
    ...series,
    counters: Object.fromEntries(
      Object.entries(series.counters).map(([id, column]) => [
        id,
        rates.has(id) ? withoutLast(column) : column,
      ]),
    ),
    p99Ms: withoutLast(series.p99Ms),
    ...(meanMs === undefined ? {} : { meanMs: withoutLast(meanMs) }),
  };
}
