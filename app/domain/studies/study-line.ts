/** Whether a metric is proportional to what a study varies: a line through the medians of its points. */
import type { Metric } from "../../contract/metric.ts";
import { parsePath } from "../../contract/set-path.ts";
import type { StudyLine, SweptParameter } from "../../contract/study-results.ts";
import { atBegin, countText, numberText } from "../format/report-text.ts";
import { settingName, settingUnit } from "../scenario-form/setting-text.ts";
import { leavesOutZero } from "../statistics/interval.ts";
import { type Line, leastSquares } from "../statistics/least-squares.ts";
import { valueText } from "../statistics/metric.ts";

/** Of three, the line leaves one distance: chance alone often makes that small. */
const fewestPoints = 4;
/** A claim leaves at most so much of what varies unexplained. */
const leastR2 = 0.95;

/** `medians`: of the points; null where nothing was measured. */
export function studyLine(
  metric: Metric,
  parameters: readonly SweptParameter[],
  medians: readonly (number | null)[],
): StudyLine | null {
  const [parameter, ...others] = parameters;
  if (parameter === undefined || others.length > 0) return null;
  const measured = medians.flatMap((y, at) => {
    const x = parameter.values[at];
    return y === null || typeof x !== "number" ? [] : [{ x, y }];
  });
  if (measured.length < fewestPoints || parameter.values.some((x) => typeof x !== "number")) {
    return null;
  }
  const line = leastSquares(
    measured.map(({ x }) => x),
    measured.map(({ y }) => y),
  );
  if (line === null || Number.isNaN(line.r2)) return null;
  const claim = claimOf(line);
  const { slope, intercept, r2 } = line;
  const sentence = sentenceOf(line, { claim, metric, parameter, points: measured.length });
  return { slope, intercept, r2, claim, sentence };
}

function claimOf({ r2, slopeInterval, interceptInterval }: Line): StudyLine["claim"] {
  if (r2 < leastR2 || slopeInterval === null || !leavesOutZero(slopeInterval)) return "none";
  const mayBeZero = interceptInterval !== null && !leavesOutZero(interceptInterval);
  return mayBeZero ? "proportional" : "linear";
}

interface Told {
  readonly claim: StudyLine["claim"];
  readonly metric: Metric;
  readonly parameter: SweptParameter;
  readonly points: number;
}

function sentenceOf({ slope, r2 }: Line, { claim, metric, parameter, points }: Told): string {
  const fit = `R² = ${numberText(r2, 3)} of a line through the medians of ${countText(points, "point")}`;
  const path = parsePath(parameter.path);
  const [name, unit] = [settingName(path), settingUnit(path)];
  const each = unit === "" ? "for each" : `for each ${unit}`;
  const by = valueText(metric.unit, Math.abs(slope));
  const way = slope > 0 ? "rises" : "falls";
  switch (claim) {
    case "proportional":
      return `${atBegin(metric.name)} is proportional to ${name}: it ${way} by ${by} ${each} (${fit}).`;
    case "linear":
      return `${atBegin(metric.name)} ${way} with ${name} in a straight line, by ${by} ${each}, though not in proportion (${fit}).`;
    case "none":
      return `No straight line is claimed between ${metric.name} and ${name} (${fit}).`;
  }
}
