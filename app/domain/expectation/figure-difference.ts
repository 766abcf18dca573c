/** What was expected of a figure's line against the medians of its first series, in a sentence. */
import type { FigureChartData } from "../figures/figure-charts.ts";
import { formatNumber } from "../format/numbers.ts";
import { valueText } from "../statistics/metric.ts";
import { differenceOf, differenceSentence } from "./difference.ts";
import type { Expectation, Point } from "./expectation.ts";

/** Null: nothing was computed to compare. */
export function figureDifference(
  { result, figure }: FigureChartData,
  expectation: Expectation,
): string | null {
  const [series] = figure.series;
  if (series === undefined) return null;
  const came = series.points.flatMap(({ point, x }): Point[] => {
    const center = result.points[point]?.center ?? null;
    return center === null ? [] : [{ x, y: center.value }];
  });
  const { metric } = result;
  const rises = (came.at(-1)?.y ?? 0) >= (came[0]?.y ?? 0);
  const extreme = metric.name.toLowerCase().includes("throughput") || !rises ? "lowest" : "highest";
  const difference = differenceOf(expectation, came, extreme);
  if (difference === null) return null;
  const at = (x: number): string => `at ${figure.title} ${placeOf(figure, x)}`;
  return differenceSentence(difference, {
    title: `‘${metric.name}’${series.name === "" ? "" : ` of ‘${series.name}’`}`,
    extreme,
    value: (value) => valueText(metric.unit, value),
    at,
    shift: (from, to) => (from === to ? "at the same place" : at(to)),
  });
}

const placeOf = ({ ticks }: FigureChartData["figure"], x: number): string =>
  ticks.find((tick) => tick.x === x)?.text ?? formatNumber(x);
