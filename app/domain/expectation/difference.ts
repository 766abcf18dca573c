/** How far what was expected is from what came, and that in a sentence with figures. */
import { type Expectation, expectedAt, type Point } from "./expectation.ts";

/** Which value of a line is told with its place: of a throughput the lowest, of a wait the highest. */
export type Extreme = "lowest" | "highest";

interface Side {
  readonly mean: number;
  readonly extreme: Point;
  readonly end: number;
}

export interface Difference {
  readonly expected: Side;
  readonly actual: Side;
  readonly endX: number;
}

/** Of the points that lie where something was expected, each as much as another; null: there is none. */
export function differenceOf(
  expectation: Expectation,
  actual: readonly Point[],
  extreme: Extreme,
): Difference | null {
  const came = actual.filter(({ x }) => expectedAt(expectation, x) !== null);
  const expected = came.map(({ x }) => ({ x, y: expectedAt(expectation, x) ?? 0 }));
  const last = came.at(-1);
  if (last === undefined) return null;
  return {
    expected: sideOf(expected, extreme),
    actual: sideOf(came, extreme),
    endX: last.x,
  };
}

function sideOf(points: readonly Point[], extreme: Extreme): Side {
  const sign = extreme === "lowest" ? -1 : 1;
  const [first = { x: 0, y: 0 }] = points;
  return {
    mean: points.reduce((sum, { y }) => sum + y, 0) / points.length,
    extreme: points.reduce((best, point) => (sign * (point.y - best.y) > 0 ? point : best), first),
    end: points.at(-1)?.y ?? 0,
  };
}

export interface DifferenceWords {
  /** "Transactions". */
  readonly title: string;
  readonly extreme: Extreme;
  value(value: number): string;
  /** "at 21:48:45", "with 4 snapshots". */
  at(x: number): string;
  /** Where the actual one was, seen from the expected one: "11 s later", "at the same time". */
  shift(from: number, to: number): string;
}

/** "You expected Transactions to fall to 120 /s at 21:48:45; the lowest was 81 /s, 11 s later. …" */
export function differenceSentence(
  { expected, actual, endX }: Difference,
  { title, extreme, value, at, shift }: DifferenceWords,
): string {
  const moves = extreme === "lowest" ? "fall" : "rise";
  const [a, b] = [expected.extreme, actual.extreme];
  return [
    `You expected ${title} to ${moves} to ${value(a.y)} ${at(a.x)}; the ${extreme} was ${value(b.y)}, ${shift(a.x, b.x)}.`,
    `On average you expected ${value(expected.mean)}, and it was ${value(actual.mean)};`,
    `${at(endX)}, the last to compare, you expected ${value(expected.end)}, and it was ${value(actual.end)}.`,
  ].join(" ");
}
