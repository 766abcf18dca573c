/** What a figure's charts show, as the chart of a study takes it: measures of one unit share a chart. */
import type { Center } from "../../contract/comparison.ts";
import type { FigureAnswer, FigureMeasure } from "../../contract/figure.ts";
import type { Metric } from "../../contract/metric.ts";
import type { MetricResult, PointResult } from "../../contract/study-results.ts";
import { atBegin } from "../format/report-text.ts";
import type { FigureSeries, StudyFigure } from "../studies/study-figure.ts";

export interface FigureChartData {
  readonly result: MetricResult;
  readonly figure: StudyFigure;
}

/** None: nothing was computed, or the figure draws counters over time instead. */
export function figureCharts(answer: FigureAnswer): readonly FigureChartData[] {
  const { figure } = answer;
  if (figure.chart === "counters" || answer.points.every(({ runs }) => runs === 0)) return [];
  const draw = figure.chart === "lines" ? lines : bars;
  return byUnit(figure.measures).map((measures) => draw(answer, measures));
}

const shown = (center: Center | null | undefined, runs: number): PointResult => ({
  values: [],
  runs,
  center: center ?? null,
  comparison: null,
  sentence: null,
});

/** Of each point what each of the measures came to, measure by measure. */
const cellsOf = (
  { points }: FigureAnswer,
  measures: readonly FigureMeasure[],
): readonly PointResult[] =>
  measures.flatMap(({ id }) => points.map(({ runs, values }) => shown(values[id], runs)));

/** A line for each measure of each series of points. */
function lines(answer: FigureAnswer, measures: readonly FigureMeasure[]): FigureChartData {
  const { figure } = answer;
  const across = [...new Set(figure.points.map(({ x }) => x ?? 0))].sort((a, b) => a - b);
  const series = Map.groupBy(figure.points.keys(), (at) => figure.points[at]?.series ?? "");
  const nameOf = (measure: FigureMeasure, line: string): string =>
    [
      ...(measures.length > 1 ? [atBegin(measure.metric.name)] : []),
      ...(series.size > 1 ? [line] : []),
    ].join(", ");
  return {
    result: resultOf(measures, cellsOf(answer, measures)),
    figure: {
      title: figure.across,
      isScaled: true,
      ticks: across.map((x) => ({ x, text: `${x}` })),
      series: measures.flatMap((measure, place) =>
        [...series].map(([name, points]) => ({
          name: nameOf(measure, name),
          points: points
            .map((point) => ({
              point: place * figure.points.length + point,
              x: figure.points[point]?.x ?? 0,
            }))
            .sort((a, b) => a.x - b.x),
        })),
      ),
    },
  };
}

/** Of points and measures, what there is more of are the categories; the other is told apart by colour. */
function bars(answer: FigureAnswer, measures: readonly FigureMeasure[]): FigureChartData {
  const { figure, points } = answer;
  const cellAt = (measure: number, point: number) => measure * points.length + point;
  const pointNames = figure.points.map(({ name }) => name);
  const measureNames = measures.map(({ metric }) => atBegin(metric.name));
  const isByPoint = points.length >= measures.length;
  const [across, apart] = isByPoint ? [pointNames, measureNames] : [measureNames, pointNames];
  const series = apart.map(
    (name, line): FigureSeries => ({
      name: apart.length === 1 ? "" : name,
      points: across.map((_, x) => ({
        point: isByPoint ? cellAt(line, x) : cellAt(x, line),
        x,
      })),
    }),
  );
  return {
    result: resultOf(measures, cellsOf(answer, measures)),
    figure: {
      title: isByPoint ? figure.across : "",
      isScaled: false,
      ticks: across.map((text, x) => ({ x, text })),
      series,
    },
  };
}

function resultOf(
  measures: readonly FigureMeasure[],
  points: readonly PointResult[],
): MetricResult {
  const [first] = measures;
  const metric: Metric = {
    name: measures.length === 1 ? (first?.metric.name ?? "") : unitTitle(first?.metric.unit),
    unit: first?.metric.unit ?? "duration",
    better: null,
  };
  return { id: measures.map(({ id }) => id).join(" "), metric, points, line: null };
}

/** What measures that share a chart have in common. */
function unitTitle(unit: Metric["unit"] | undefined): string {
  if (typeof unit === "object") return unit.name;
  return {
    milliseconds: "response time",
    duration: "time",
    bytes: "size",
    share: "share",
  }[unit ?? "duration"];
}

const byUnit = (measures: readonly FigureMeasure[]): readonly (readonly FigureMeasure[])[] => [
  ...Map.groupBy(measures, ({ metric: { unit } }) =>
    typeof unit === "object" ? unit.name : unit,
  ).values(),
];
