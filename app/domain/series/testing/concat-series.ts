/** Joins pieces of a run, for tests that compare them with the whole. */
import type { Series, WaitSeries } from "../../../contract/rpc/timeline-data.ts";

type Utilisation = NonNullable<Series["utilisation"]>;

/** `b` follows `a` in time. */
export function concatSeries(a: Series, b: Series): Series {
  const [aLength, bLength] = [a.timeMs.length, b.timeMs.length];
  const join = (first: Float64Array | undefined, second: Float64Array | undefined) => {
    const joined = new Float64Array(aLength + bLength);
    if (first !== undefined) joined.set(first);
    if (second !== undefined) joined.set(second, aLength);
    return joined;
  };
  const joinWaits = (first: WaitSeries | undefined, second: WaitSeries | undefined) => ({
    tasks: join(first?.tasks, second?.tasks),
    waitMs: join(first?.waitMs, second?.waitMs),
    signalMs: join(first?.signalMs, second?.signalMs),
  });
  const joinParts = (first: Utilisation, second: Utilisation): Utilisation =>
    Object.fromEntries(
      Object.entries({ ...first, ...second }).map(([part, { units }]) => [
        part,
        {
          units,
          serving: join(first[part]?.serving, second[part]?.serving),
          waiting: join(first[part]?.waiting, second[part]?.waiting),
        },
      ]),
    );
  const counters = new Set([...Object.keys(a.counters), ...Object.keys(b.counters)]);
  const waits = new Set([...Object.keys(a.waits), ...Object.keys(b.waits)]);
  return {
    timeMs: join(a.timeMs, b.timeMs),
    counters: Object.fromEntries(
      [...counters].map((id) => [id, join(a.counters[id], b.counters[id])]),
    ),
    waits: Object.fromEntries(
      [...waits].map((type) => [type, joinWaits(a.waits[type], b.waits[type])]),
    ),
    ...(a.utilisation === undefined && b.utilisation === undefined
      ? {}
      : { utilisation: joinParts(a.utilisation ?? {}, b.utilisation ?? {}) }),
    p99Ms: join(a.p99Ms, b.p99Ms),
    ...(b.meanMs === undefined ? {} : { meanMs: join(a.meanMs, b.meanMs) }),
    samplesPerPoint: Math.max(a.samplesPerPoint, b.samplesPerPoint),
  };
}
