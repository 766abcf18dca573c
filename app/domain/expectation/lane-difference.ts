/** What was expected of a lane against its samples, in a sentence. */
import type { Series } from "../../contract/rpc/timeline-data.ts";
import { formatReadable } from "../format/numbers.ts";
import { formatMomentOf, type TimelineClock } from "../format/timeline-clock.ts";
import { formatRoughDuration, formatTidyDuration } from "../format/times.ts";
import { columnOf, type Lane } from "../timeline/lanes.ts";
import { differenceOf, differenceSentence, type Extreme } from "./difference.ts";
import { type Expectation, expectedAt, type Point } from "./expectation.ts";

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
    if (value === undefined || Number.isNaN(value)) return;
    if (expectedAt(expectation, x) !== null) came.push({ x, y: value * lane.scale });
  });
  const isFine = came.length > leastToMerge * expectation.places.length;
  const points = isFine ? meansAtPlaces(expectation, came) : came;
  const extreme = extremeOf(lane);
  const difference = differenceOf(expectation, points, extreme);
  if (difference === null) return null;
  return differenceSentence(difference, {
    title: `‘${lane.title}’`,
    extreme,
    each: isFine ? `mean of ${formatRoughDuration(stepOf(expectation))}` : null,
    value: (value) => `${formatReadable(value)} ${lane.unit}`,
    at: (atMs) => `at ${formatMomentOf(clock, atMs)}`,
    shift: (from, to) => shiftWords(to - from),
  });
}

/** A line that was drawn by hand has no noise: so many samples a place are told as their mean. */
const leastToMerge = 2;

const stepOf = ({ places }: Expectation): number => (places[1] ?? 0) - (places[0] ?? 0);

function meansAtPlaces(expectation: Expectation, came: readonly Point[]): Point[] {
  const { places } = expectation;
  const [first, step] = [places[0] ?? 0, stepOf(expectation)];
  const byPlace = Map.groupBy(came, ({ x }) => Math.round((x - first) / step));
  return [...byPlace].flatMap(([place, points]) => {
    const x = places[place];
    if (x === undefined || expectedAt(expectation, x) === null) return [];
    return { x, y: points.reduce((sum, { y }) => sum + y, 0) / points.length };
  });
}

const least = 1;

function shiftWords(ms: number): string {
  if (Math.abs(ms) < least) return "at the same time";
  return `${formatTidyDuration(Math.abs(ms))} ${ms > 0 ? "later" : "earlier"}`;
}
