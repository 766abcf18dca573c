/** One metric of a study as a table for programs: a row a point, with every digit. */
import type { Interval } from "../../contract/comparison.ts";
import type {
  MetricResult,
  PointResult,
  StudyResults,
  SweptParameter,
} from "../../contract/study-results.ts";
import { csvLine, csvText } from "../csv-line.ts";
import { unitName } from "../statistics/metric.ts";

/** The first row names the columns. */
export function studyTable(
  names: readonly string[],
  { parameters }: Pick<StudyResults, "parameters">,
  { id, metric, points }: MetricResult,
): string[][] {
  const repeats = Math.max(0, ...points.map(({ values }) => values.length));
  const head = [
    ...["point", ...parameters.map(columnOf), "metric", "unit", "runs"],
    ...["median", "low", "high", "shift", "shift_low", "shift_high", "relative_shift"],
    ...["p", "adjusted_p", "family", "outcome"],
    ...Array.from({ length: repeats }, (_, repeat) => `run_${repeat + 1}`),
  ];
  const rows = points.map((result, at) => [
    names[at] ?? "",
    ...parameters.map(({ values }) => String(values[at] ?? "")),
    ...[id, unitName(metric.unit), String(result.runs)],
    ...figuresOf(result),
    ...result.values.map(numberOf),
  ]);
  return [head, ...rows];
}

/** "Think time, ms [workload.thinkTimeMs]": for people, and for programs. */
const columnOf = ({ label, path }: SweptParameter): string => `${label} [${path}]`;

export const studyCsv = (...table: Parameters<typeof studyTable>): string =>
  studyTable(...table)
    .map((row) => csvLine(row.map(cellOf)))
    .join("");

/** Numbers stay numbers, be they negative. */
const cellOf = (text: string): string => (Number.isNaN(Number(text)) ? csvText(text) : text);

function figuresOf({ center, comparison }: PointResult): string[] {
  const told = comparison === null ? null : comparison.outcome.kind;
  return [
    ...[numberOf(center?.value), ...bounds(center?.interval)],
    ...[numberOf(comparison?.shift), ...bounds(comparison?.interval)],
    ...[numberOf(comparison?.relative?.share), numberOf(comparison?.p)],
    ...[numberOf(comparison?.adjustedP), numberOf(comparison?.family), told ?? ""],
  ];
}

const bounds = (interval: Interval | null | undefined): string[] => [
  numberOf(interval?.low),
  numberOf(interval?.high),
];

const numberOf = (value: number | null | undefined): string => (value == null ? "" : String(value));
