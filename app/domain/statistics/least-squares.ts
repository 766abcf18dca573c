/** The straight line through points, by least squares: N. R. Draper and H. Smith, Applied Regression Analysis, chapter 1. */
import type { Interval } from "../../contract/comparison.ts";
import { usualConfidence } from "./interval.ts";
import { mean, squaredDistances } from "./moments.ts";
import type { Values } from "./quantiles.ts";
import { studentTwoSided, studentUpperQuantile } from "./student.ts";

export interface Line {
  readonly slope: number;
  readonly intercept: number;
  /** Share of what `y` varies by that the line explains, 0 to 1; NaN where `y` does not vary. */
  readonly r2: number;
  /** Null of fewer than three points: any two lie on a line. */
  readonly slopeInterval: Interval | null;
  readonly interceptInterval: Interval | null;
  /** Chance of such a slope where there is none; NaN of fewer than three points. */
  readonly slopeP: number;
}

/**
 * The intervals take the distances from the line for independent and normal.
 *
 * Null where no line is the best one: fewer than two points, or all at one `x`.
 */
export function leastSquares(x: Values, y: Values, confidence = usualConfidence): Line | null {
  if (x.length !== y.length) {
    throw new RangeError(`a line needs as many y as x: ${y.length} y were given for ${x.length} x`);
  }
  const n = x.length;
  const [meanX, meanY] = [mean(x), mean(y)];
  const [spreadX, spreadY] = [squaredDistances(x, meanX), squaredDistances(y, meanY)];
  if (n < 2 || !(spreadX > 0)) return null;
  let together = 0;
  for (let at = 0; at < n; ++at) together += ((x[at] ?? 0) - meanX) * ((y[at] ?? 0) - meanY);
  const slope = together / spreadX;
  const intercept = meanY - slope * meanX;
  let left = 0;
  for (let at = 0; at < n; ++at) left += ((y[at] ?? 0) - intercept - slope * (x[at] ?? 0)) ** 2;
  const r2 = spreadY > 0 ? together ** 2 / (spreadX * spreadY) : Number.NaN;
  const line = { slope, intercept, r2 };
  if (n < 3) return { ...line, slopeInterval: null, interceptInterval: null, slopeP: Number.NaN };
  const degrees = n - 2;
  const slopeError = Math.sqrt(left / degrees / spreadX);
  const interceptError = slopeError * Math.sqrt(spreadX / n + meanX ** 2);
  const reach = studentUpperQuantile((1 - confidence) / 2, degrees);
  const around = (value: number, error: number): Interval => ({
    low: value - reach * error,
    high: value + reach * error,
    confidence,
  });
  return {
    ...line,
    slopeInterval: around(slope, slopeError),
    interceptInterval: around(intercept, interceptError),
    slopeP: slope === 0 ? 1 : studentTwoSided(slope / slopeError, degrees),
  };
}
