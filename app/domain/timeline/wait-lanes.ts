/**
 * Lanes of wait types: the time that was waited per second, over all sessions together, or the sessions
 * that waited on average, which is the same divided by 1,000.
 */
import type { Series, WaitSeries } from "../../contract/rpc/timeline-data.ts";
import { waitTypes } from "../../contract/telemetry-catalog.ts";
import { endsShort } from "../series/short-sample.ts";
import { isIdleWait } from "../waits/idle-waits.ts";
import { type WaitCategory, waitCategory } from "../waits/wait-category.ts";
import { dashAt, type LaneColour, type LaneLook } from "./lane-looks.ts";

export interface WaitLane extends LaneLook {
  readonly id: string;
  readonly waitType: string;
  readonly title: string;
  readonly unit: string;
  readonly scale: number;
  readonly filled: boolean;
  readonly standard: false;
}

export type WaitMeasure = "time" | "sessions";

interface Measured {
  /** What ids of its lanes begin with: they are kept in settings. */
  readonly prefix: string;
  readonly unit: string;
  /** From ms/s. */
  readonly scale: number;
  title(waitType: string): string;
}

const measures: Readonly<Record<WaitMeasure, Measured>> = {
  time: { prefix: "wait:", unit: "ms/s", scale: 1, title: (waitType) => waitType },
  sessions: {
    prefix: "waiting:",
    unit: "sessions",
    scale: 1 / 1000,
    title: (waitType) => `Waiting on ${waitType}`,
  },
};

/** What is waited for first, then what tasks wait for that have nothing to do; each in the catalogue's order. */
const ordered: readonly string[] = waitTypes
  .map(({ id }) => id)
  .toSorted((a, b) => Number(isIdleWait(a)) - Number(isIdleWait(b)));

/** What is waited for has this colour in the other lanes. */
const colours: Readonly<Record<WaitCategory, LaneColour>> = {
  snapshot: "data-snapshot-writes",
  log: "data-log-reads",
  data: "data-data-writes",
  sessions: "text-3",
  other: "text-3",
};

export function waitLane(waitType: string, measure: WaitMeasure): WaitLane {
  const { prefix, unit, scale, title } = measures[measure];
  return {
    colour: colours[waitCategory(waitType)],
    dash: dashAt(Math.max(0, ordered.indexOf(waitType))),
    ...{ id: `${prefix}${waitType}`, waitType, title: title(waitType), unit, scale },
    filled: true,
    standard: false,
  };
}

export const waitLanes = (measure: WaitMeasure): readonly WaitLane[] =>
  ordered.map((waitType) => waitLane(waitType, measure));

/** Null: it is no id of such a lane. */
export function waitLaneOfId(id: string): WaitLane | null {
  for (const measure of ["time", "sessions"] as const) {
    const { prefix } = measures[measure];
    if (id.startsWith(prefix)) return waitLane(id.slice(prefix.length), measure);
  }
  return null;
}

const columns = new WeakMap<WaitSeries, Float64Array>();
const without = new WeakMap<Float64Array, Float64Array>();

/**
 * ms/s at each point of a series. A type that did not occur was waited for by nobody, where the series has
 * waits at all; where it has none, nothing is known.
 */
export function waitColumn(waitType: string, series: Series): Float64Array {
  const own = series.waits[waitType];
  if (own !== undefined) return keptIn(columns, own, () => perSecond(own, series));
  if (Object.keys(series.waits).length === 0) return new Float64Array();
  return keptIn(without, series.timeMs, ({ length }) => new Float64Array(length));
}

function perSecond({ waitMs }: WaitSeries, series: Series): Float64Array {
  const { timeMs } = series;
  const rates = waitMs.map((ms, point) => {
    const lengthMs = (timeMs[point] ?? 0) - (timeMs[point - 1] ?? 0);
    return lengthMs > 0 ? ms / (lengthMs / 1000) : Number.NaN;
  });
  if (endsShort(series)) rates[rates.length - 1] = Number.NaN;
  return rates;
}

/** A column is read for every value that is shown of it. */
function keptIn<Key extends object>(
  kept: WeakMap<Key, Float64Array>,
  key: Key,
  make: (key: Key) => Float64Array,
): Float64Array {
  const known = kept.get(key);
  if (known !== undefined) return known;
  const made = make(key);
  kept.set(key, made);
  return made;
}
