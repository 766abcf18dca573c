/**
 * The last sample of a run may be cut short, by a pause, a stop or the end. From a sliver of time no rate
 * follows: one commit in a millisecond is not a thousand a second.
 */
import type { Series } from "../../contract/rpc/timeline-data.ts";
import { counters } from "../../contract/telemetry-catalog.ts";

/** Of the length of a sample: from less than that there is no rate. */
const leastShare = 0.1;

const rates: ReadonlySet<string> = new Set(
  counters.filter(({ kind }) => kind === "rate").map(({ id }) => id),
);

/** The series itself, unless its last sample is that short: then without that one's rates and response times. */
export function withoutShortRates(series: Series): Series {
  const { timeMs, samplesPerPoint } = series;
  const [before, previous, last] = timeMs.slice(-3);
  if (before === undefined || previous === undefined || last === undefined) return series;
  const sampleMs = (previous - before) / samplesPerPoint;
  if (last - previous >= leastShare * sampleMs) return series;
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
