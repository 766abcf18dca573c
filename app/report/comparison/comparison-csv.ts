/** A comparison as a table for programs: a row a metric and side, with every digit. */
import type { Band } from "../../contract/band.ts";
import type { Comparison, ComparisonOfSides, Interval } from "../../contract/comparison.ts";
import { csvLine, csvText } from "../../domain/csv-line.ts";
import { unitName } from "../../domain/statistics/metric.ts";

const columns = [
  "metric",
  "unit",
  "base",
  "new",
  "base_value",
  "base_low",
  "base_high",
  "new_value",
  "new_low",
  "new_high",
  "shift",
  "shift_low",
  "shift_high",
  "relative_shift",
  "p",
  "adjusted_p",
  "base_runs",
  "new_runs",
  "outcome",
  "base_band_low",
  "base_band_high",
] as const;

/** `band`: of the base, over what is assumed; null: not computed. */
export function comparisonCsv(
  { sides, against }: ComparisonOfSides,
  band: Band | null = null,
): string {
  const lines = against.flatMap(({ metrics }, place) =>
    metrics.map(({ id, comparison }) =>
      csvLine([
        id,
        unitName(comparison.metric.unit),
        csvText(sides[0]?.name ?? ""),
        csvText(sides[place + 1]?.name ?? ""),
        ...figuresOf(comparison),
        comparison.outcome.kind,
        ...bandOf(band, id),
      ]),
    ),
  );
  return [csvLine([...columns]), ...lines].join("");
}

function bandOf(band: Band | null, id: string): readonly string[] {
  const metric = band?.metrics.find((one) => one.id === id);
  return metric === undefined ? ["", ""] : [String(metric.low), String(metric.high)];
}

const figuresOf = ({ base, variant, shift, interval, relative, p, adjustedP, runs }: Comparison) =>
  [
    base.value,
    ...bounds(base.interval),
    variant.value,
    ...bounds(variant.interval),
    shift,
    ...bounds(interval),
    relative?.share ?? null,
    p,
    adjustedP,
    runs.base,
    runs.variant,
  ].map((value) => (value === null ? "" : String(value)));

const bounds = (interval: Interval | null) =>
  interval === null ? [null, null] : [interval.low, interval.high];
