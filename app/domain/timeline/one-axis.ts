/**
 * The SQLCAT paper's figure 4: the counters of its Table 4 on one axis, as System Monitor draws them. Each is
 * multiplied, in the unit in which the server counts it, by what the table says.
 */
import { formatExact } from "../format/numbers.ts";
import { type Lane, standardLanes } from "./lanes.ts";

const multipliers: ReadonlyMap<string, number> = new Map([
  ["transactionsPerSecond", 0.1],
  ["checkpointPagesPerSecond", 0.001],
  ["dataWriteBytesPerSecond", 0.000001],
  ["snapshotWriteBytesPerSecond", 0.000001],
  ["snapshotReadBytesPerSecond", 0.000001],
  ["logReadBytesPerSecond", 0.000001],
]);

export interface AxisCounter {
  readonly lane: Lane;
  /** By what the series is multiplied, which holds pages, bytes or transactions of a second. */
  readonly multiplier: number;
}

/** Those of the lanes that Table 4 has, in its order; of a counter that several lanes have, the first. */
export const axisCountersOf = (lanes: readonly Lane[]): readonly AxisCounter[] =>
  [...multipliers].flatMap(([id, multiplier]) => {
    const lane = lanes.find((one) => (one.engineId ?? one.id) === id);
    return lane === undefined ? [] : [{ lane, multiplier }];
  });

/** The counters of a run: all of Table 4. */
export const table4: readonly AxisCounter[] = axisCountersOf(standardLanes);

/** "× 0.001" */
export const multiplierText = ({ multiplier }: AxisCounter): string =>
  `× ${formatExact(multiplier)}`;
