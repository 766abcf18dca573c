/** What every rendering of a band shows: which figures, by what names, and what is said of the others. */
import type { Band, BandRow } from "../../contract/band.ts";
import type { Metric } from "../../contract/metric.ts";
import { atBegin } from "../format/report-text.ts";
import { unitName, valueText } from "../statistics/metric.ts";
import { wasRun } from "./band.ts";

export const bandNames = ({ figures }: Band): ReadonlyMap<string, string> =>
  new Map(figures.map(({ path, name }) => [path, name]));

/** Paths of those that move something, as far as they were run. */
export const movingFigures = ({ metrics, unmoved }: Band): ReadonlySet<string> =>
  new Set(
    metrics
      .flatMap(({ rows }) => rows)
      .filter(wasRun)
      .flatMap(({ path }) => (path === null || unmoved.includes(path) ? [] : [path])),
  );

/** Null: every figure moves something. */
export function unmovedText(band: Band): string | null {
  const names = bandNames(band);
  const unmoved = band.unmoved.map((path) => names.get(path) ?? path);
  return unmoved.length === 0 ? null : `Moved nothing by 1 %: ${unmoved.join(", ")}.`;
}

/** "Throughput, transactions/s": the unit of values that stand without; durations and bytes keep theirs. */
export function metricTitle({ name, unit }: Metric): string {
  const title = atBegin(name);
  return unit === "duration" || unit === "bytes" ? title : `${title}, ${unitName(unit)}`;
}

/** "143 s"; "" where nothing was run. */
export function endText(unit: Metric["unit"], end: BandRow["slow"]): string {
  if (end === null) return "";
  return end.value === null ? "not within the run" : valueText(unit, end.value);
}

export const rowName = (names: ReadonlyMap<string, string>, { path }: BandRow): string =>
  path === null ? "All together" : atBegin(names.get(path) ?? path);
