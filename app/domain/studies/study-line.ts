/** Whether a metric is proportional to what a study varies: a line through the medians of its points. */
import type { Center, Interval } from "../../contract/comparison.ts";
import type { Metric } from "../../contract/metric.ts";
import { parsePath } from "../../contract/set-path.ts";
import type { StudyLine, SweptParameter } from "../../contract/study-results.ts";
import { countOf, formatNumber } from "../format/numbers.ts";
import { atBegin } from "../format/report-text.ts";
import { settingName, settingUnit } from "../scenario-form/setting-text.ts";
import { leavesOutZero } from "../statistics/interval.ts";
import { type Line, leastSquares } from "../statistics/least-squares.ts";
import { valueText } from "../statistics/metric.ts";
import { mean } from "../statistics/moments.ts";

/** With three, the line leaves one distance: chance alone often makes that small. */
const fewestPoints = 4;
/** A claim leaves at most so much of what varies unexplained. */
const leastR2 = 0.95;
/** What is proportional is nothing where there is nothing of its cause: nearly, as a share of what it is on average. */
const nothing = 0.05;

interface MeasuredPoint {
  readonly x: number;
  readonly y: number;
  readonly interval: Interval | null;
}

/** `centers`: of the points; null where nothing was measured. */
export function studyLine(
  metric: Metric,
  parameters: readonly SweptParameter[],
  centers: readonly (Center | null)[],
): StudyLine | null {
  const [parameter, ...others] = parameters;
  if (parameter === undefined || others.length > 0) return null;
  const measured = centers.flatMap((center, at): MeasuredPoint[] => {
    const x = parameter.values[at];
    if (center === null || typeof x !== "number") return [];
    return [{ x, y: center.value, interval: center.interval }];
  });
  if (measured.length < fewestPoints || parameter.values.some((x) => typeof x !== "number")) {
    return null;
  }
  const line = leastSquares(
    measured.map(({ x }) => x),
    measured.map(({ y }) => y),
  );
  if (line === null || Number.isNaN(line.r2)) return null;
  const claim = claimOf(line, measured);
  const { slope, intercept, r2 } = line;
  const sentence = sentenceOf(line, { claim, metric, parameter, points: measured.length });
  return { slope, intercept, r2, claim, sentence };
}

/**
 * No line is claimed that misses a point by more than its repeats vary, however much of the whole it explains. That an
 * intercept may be zero is no proof that it is: few points always leave that open.
 */
function claimOf(line: Line, points: readonly MeasuredPoint[]): StudyLine["claim"] {
  const { r2, slopeInterval, interceptInterval } = line;
  if (r2 < leastR2 || slopeInterval === null || !leavesOutZero(slopeInterval)) return "none";
  if (points.some((point) => misses(line, point))) return "none";
  const size = Math.abs(mean(points.map(({ y }) => y))) * nothing;
  const isNothing =
    interceptInterval !== null && interceptInterval.low >= -size && interceptInterval.high <= size;
  return isNothing ? "proportional" : "linear";
}

function misses({ slope, intercept }: Line, { x, interval }: MeasuredPoint): boolean {
  if (interval === null) return false;
  const value = intercept + slope * x;
  return value < interval.low || value > interval.high;
}

interface Told {
  readonly claim: StudyLine["claim"];
  readonly metric: Metric;
  readonly parameter: SweptParameter;
  readonly points: number;
}

function sentenceOf({ slope, r2 }: Line, { claim, metric, parameter, points }: Told): string {
  const fit = `R² = ${formatNumber(r2, 3)} of a line through the medians of ${countOf(points, "point")}`;
  const path = parsePath(parameter.path);
  const [name, unit] = [settingName(path), settingUnit(path)];
  const each = unit === "" ? "for each" : `for each ${unit}`;
  const by = valueText(metric.unit, Math.abs(slope));
  const way = slope > 0 ? "rises" : "falls";
  switch (claim) {
    case "proportional":
      return `${atBegin(metric.name)} is proportional to ${name}: it ${way} by ${by} ${each} (${fit}).`;
    case "linear":
      return `${atBegin(metric.name)} ${way} with ${name} in a straight line, by ${by} ${each}; that it is in proportion is not shown (${fit}).`;
    case "none":
      return `No straight line is claimed between ${metric.name} and ${name} (${fit}).`;
  }
}
