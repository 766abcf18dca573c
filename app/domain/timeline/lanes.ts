/**
 * Lanes: what is drawn over time, each in its own unit. First what users feel, throughput and response
 * time, then the rest of the SQLCAT paper's Table 4 in its order; every other counter can be chosen in
 * the picker.
 */
import type { Series } from "../../contract/rpc/timeline-data.ts";
import { type CounterDefinition, counters } from "../../contract/telemetry-catalog.ts";
import { counterTerms, responseTerm } from "../glossary/counters.ts";

/** A colour token of the theme, without its dashes. */
export type LaneColour =
  | "data-transactions"
  | "data-checkpoint"
  | "data-data-writes"
  | "data-snapshot-writes"
  | "data-snapshot-reads"
  | "data-log-reads"
  | "data-response"
  | "text-3";

export interface Lane {
  /** Id of the counter, or "p99Ms". */
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  /** What a value of the series is multiplied by to be in `unit`. */
  readonly scale: number;
  readonly colour: LaneColour;
  /** Tells lines apart that share one plot, in px; empty: solid. */
  readonly dash: readonly number[];
  /** Rates that one reads as an amount are filled down to zero. */
  readonly filled: boolean;
  /** Shown unless the user chooses otherwise. */
  readonly standard: boolean;
  /** Of a counter that stands for one of the engine's under an id of its own: that one's id. */
  readonly engineId?: string;
}

export const responseLaneId = "p99Ms";
const perMebibyte = 1 / 2 ** 20;

interface Look {
  readonly id: string;
  readonly colour: LaneColour;
  readonly dash: readonly number[];
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

const responseLane: Lane = {
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
  const bytes = counter.unit === "bytes/s";
  const { colour, dash, filled } = look ?? {
    colour: "text-3",
    dash: [1, 2],
    filled: counter.kind === "rate",
  };
  return {
    id: counter.id,
    title: counterTerms[counter.id]?.title ?? counter.id,
    // The title names what is counted.
    unit: bytes ? "MiB/s" : counter.id === "transactionsPerSecond" ? "/s" : counter.unit,
    scale: bytes ? perMebibyte : 1,
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

/** All that can be shown: the standard ones first, the rest in the order of the catalogue. */
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
  ids.flatMap((id) => lanes.find((lane) => lane.id === id) ?? []);

/** A lane as a run has it, whose samples are the engine's. */
export const inEngine = (lane: Lane): Lane =>
  lane.engineId === undefined ? lane : { ...lane, id: lane.engineId };

/** The column of a lane, in the unit of the series. */
export const columnOf = (lane: Lane, series: Series): Float64Array =>
  (lane.id === responseLaneId ? series.p99Ms : series.counters[lane.id]) ?? new Float64Array();

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

/** Of the last point. */
export const lastValue = (lane: Lane, series: Series): number | null =>
  scaled(lane, columnOf(lane, series).at(-1));

const scaled = (lane: Lane, value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value * lane.scale;
