/** What was expected of a lane against its samples, in a sentence. */
import type { Series } from "../../contract/rpc/timeline-data.ts";
import { formatReadable } from "../format/numbers.ts";
import { formatMomentOf, type TimelineClock } from "../format/timeline-clock.ts";
import { formatTidyDuration } from "../format/times.ts";
import { columnOf, type Lane } from "../timeline/lanes.ts";
import { differenceOf, differenceSentence, type Extreme } from "./difference.ts";
import type { Expectation, Point } from "./expectation.ts";

/** Of how much is done one wants to know how far it falls, of all else how far it rises. */
const extremeOf = ({ id, engineId = id }: Lane): Extreme =>
  engineId === "transactionsPerSecond" ? "lowest" : "highest";

/** Null: nothing has come to compare. */
export function laneDifference(
  lane: Lane,
  expectation: Expectation,
  series: Series,
  clock: TimelineClock,
): string | null {
  const values = columnOf(lane, series);
  const came: Point[] = [];
  series.timeMs.forEach((x, at) => {
    const value = values[at];
    if (value !== undefined && !Number.isNaN(value)) came.push({ x, y: value * lane.scale });
  });
  const extreme = extremeOf(lane);
  const difference = differenceOf(expectation, came, extreme);
  if (difference === null) return null;
  return differenceSentence(difference, {
    title: `‘${lane.title}’`,
    extreme,
    value: (value) => `${formatReadable(value)} ${lane.unit}`,
    at: (atMs) => `at ${formatMomentOf(clock, atMs)}`,
    shift: (from, to) => shiftWords(to - from),
  });
}

const least = 1;

function shiftWords(ms: number): string {
  if (Math.abs(ms) < least) return "at the same time";
  return `${formatTidyDuration(Math.abs(ms))} ${ms > 0 ? "later" : "earlier"}`;
}
