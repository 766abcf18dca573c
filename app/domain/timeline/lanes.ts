/**
 * Lanes: what is drawn over time, each in its own unit. First what users feel, throughput and response
 * time, then the rest of the SQLCAT paper's Table 4 in its order; every other counter, and every wait
 * type, can be chosen in the picker.
 */
import type { Series } from "../../contract/rpc/timeline-data.ts";
import { type CounterDefinition, counters } from "../../contract/telemetry-catalog.ts";
import { counterTerms, responseTerm } from "../glossary/counters.ts";
import type { LaneLook } from "./lane-looks.ts";
import { waitColumn, waitLaneOfId } from "./wait-lanes.ts";

export interface Lane extends LaneLook {
  /** Id of the counter, "p99Ms", or that of a lane of waits. */
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  /** What a value of the series is multiplied by to be in `unit`. */
  readonly scale: number;
  /** Rates that one reads as an amount are filled down to zero. */
  readonly filled: boolean;
  /** Shown unless the user chooses otherwise. */
  readonly standard: boolean;
  /** The id of the engine's counter for which this one stands, where it has an id of its own. */
  readonly engineId?: string;
  /** The type of the waits, in a lane of waits. */
  readonly waitType?: string;
}

export const responseLaneId = "p99Ms";
const perMebibyte = 1 / 2 ** 20;
const inMebibytes: Readonly<Record<string, string>> = { "bytes/s": "MiB/s", bytes: "MiB" };

interface Look extends LaneLook {
  readonly id: string;
  readonly filled: boolean;
}

const table4: readonly Look[] = [
  { id: "transactionsPerSecond", colour: "data-transactions", dash: [], filled: false },
  { id: "checkpointPagesPerSecond", colour: "data-checkpoint", dash: [6, 2], filled: true },
  { id: "dataWriteBytesPerSecond", colour: "data-data-writes", dash: [3, 2], filled: true },
  { id: "snapshotWriteBytesPerSecond", colour: "data-snapshot-writes", dash: [8, 3], filled: true },
  {
    id: "snapshotReadBytesPerSecond",
    colour: "data-snapshot-reads",
    dash: [8, 2, 2, 2],
    filled: true,
  },
  { id: "logReadBytesPerSecond", colour: "data-log-reads", dash: [2, 2], filled: true },
];

export const responseLane: Lane = {
  id: responseLaneId,
  title: responseTerm.title,
  unit: "ms",
  scale: 1,
  colour: "data-response",
  dash: [10, 3, 2, 3],
  filled: false,
  standard: true,
};

function laneOf(counter: CounterDefinition, look: Omit<Look, "id"> | null): Lane {
  const bytes = inMebibytes[counter.unit];
  const { colour, dash, filled } = look ?? {
    colour: "text-3",
    dash: [1, 2],
    filled: counter.kind === "rate",
  };
  return {
    id: counter.id,
    title: counterTerms[counter.id]?.title ?? counter.id,
    // The title names what is counted.
    unit: bytes ?? (counter.id === "transactionsPerSecond" ? "/s" : counter.unit),
    scale: bytes === undefined ? 1 : perMebibyte,
    colour,
    dash,
    filled,
    standard: look !== null,
  };
}

const paperLanes = table4.flatMap((look) => {
  const counter = counters.find(({ id }) => id === look.id);
  return counter === undefined ? [] : [laneOf(counter, look)];
});

/** Those of counters, and of the response time: the standard ones first, the rest in the order of the catalogue. */
export const lanes: readonly Lane[] = [
  ...paperLanes.slice(0, 1),
  responseLane,
  ...paperLanes.slice(1),
  ...counters
    .filter(({ id }) => table4.every((look) => look.id !== id))
    .map((counter) => laneOf(counter, null)),
];

export const standardLanes: readonly Lane[] = lanes.filter((lane) => lane.standard);

/** In the order asked for; ids that this version does not know are left out. */
export const lanesOf = (ids: readonly string[]): readonly Lane[] =>
  ids.flatMap((id) => lanes.find((lane) => lane.id === id) ?? waitLaneOfId(id) ?? []);

/** What a series has to have for these lanes. */
export const neededFor = (
  shown: readonly Lane[],
): { readonly counters: readonly string[]; readonly waits: boolean } => ({
  counters: shown.filter(({ waitType }) => waitType === undefined).map(({ id }) => id),
  waits: shown.some(({ waitType }) => waitType !== undefined),
});

/** A lane as a run has it, whose samples are the engine's. */
export const inEngine = (lane: Lane): Lane =>
  lane.engineId === undefined ? lane : { ...lane, id: lane.engineId };

/** The column of a lane, in the unit of the series; of waits in ms/s. */
export function columnOf(lane: Lane, series: Series): Float64Array {
  if (lane.waitType !== undefined) return waitColumn(lane.waitType, series);
  return (
    (lane.id === responseLaneId ? series.p99Ms : series.counters[lane.id]) ?? new Float64Array()
  );
}

/** The first point whose span ends at or after a moment; the number of points when none does. */
export function pointAt(series: Series, atMs: number): number {
  const { timeMs } = series;
  let [low, high] = [0, timeMs.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((timeMs[middle] ?? 0) >= atMs) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** In the lane's unit, of the point whose span holds the moment. Null: not sampled, or no value. */
export function valueAt(lane: Lane, series: Series, atMs: number): number | null {
  if (atMs < 0) return null;
  return scaled(lane, columnOf(lane, series)[pointAt(series, atMs)]);
}

/** The value of the last point. */
export const lastValue = (lane: Lane, series: Series): number | null =>
  scaled(lane, columnOf(lane, series).at(-1));

const scaled = (lane: Lane, value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value * lane.scale;
