/** One metric of a study as a table for programs: a row a point, with every digit. */
import type { Interval } from "../../contract/comparison.ts";
import type {
  MetricResult,
  PointResult,
  StudyResults,
  SweptParameter,
} from "../../contract/study-results.ts";
import type { Cell } from "../csv-line.ts";
import { unitName } from "../statistics/metric.ts";

/** The first row names the columns. */
export function studyTable(
  names: readonly string[],
  { parameters }: Pick<StudyResults, "parameters">,
  { id, metric, points }: MetricResult,
): Cell[][] {
  const repeats = Math.max(0, ...points.map(({ values }) => values.length));
  const head = [
    ...["point", ...parameters.map(columnOf), "metric", "unit", "runs"],
    ...["median", "low", "high", "shift", "shift_low", "shift_high", "relative_shift"],
    ...["p", "adjusted_p", "family", "outcome"],
    ...Array.from({ length: repeats }, (_, repeat) => `run_${repeat + 1}`),
  ];
  const rows = points.map((result, at) => [
    names[at] ?? "",
    ...parameters.map(({ values }) => values[at] ?? null),
    ...[id, unitName(metric.unit), result.runs],
    ...figuresOf(result),
    ...result.values,
  ]);
  return [head, ...rows];
}

/** "Think time, ms [workload.thinkTimeMs]": for people, and for programs. */
const columnOf = ({ label, path }: SweptParameter): string => `${label} [${path}]`;

function figuresOf({ center, comparison }: PointResult): Cell[] {
  const told = comparison === null ? null : comparison.outcome.kind;
  return [
    ...[center?.value ?? null, ...bounds(center?.interval)],
    ...[comparison?.shift ?? null, ...bounds(comparison?.interval)],
    ...[comparison?.relative?.share ?? null, comparison?.p ?? null],
    ...[comparison?.adjustedP ?? null, comparison?.family ?? null, told],
  ];
}

const bounds = (interval: Interval | null | undefined): Cell[] => [
  interval?.low ?? null,
  interval?.high ?? null,
];
