/** What a figure's charts show, as the chart of a study takes it: measures of one unit share a chart. */
import type { Center } from "../../contract/comparison.ts";
import type { FigureAnswer, FigureMeasure, PublishedNumber } from "../../contract/figure.ts";
import type { Metric } from "../../contract/metric.ts";
import type { MetricResult, PointResult } from "../../contract/study-results.ts";
import { atBegin } from "../format/report-text.ts";
import type {
  FigurePoint as FigurePlace,
  FigureSeries,
  StudyFigure,
} from "../studies/study-figure.ts";
import { printedName } from "./figure-text.ts";

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

/** Of each point, and of the paper as one more, what each of the measures came to, measure by measure. */
const cellsOf = (
  { points }: FigureAnswer,
  measures: readonly FigureMeasure[],
  published: readonly PublishedNumber[],
): readonly PointResult[] =>
  measures.flatMap(({ id }) => [
    ...points.map(({ runs, values }) => shown(values[id], runs)),
    shown(printedOf(published, id), 0),
  ]);

function printedOf(published: readonly PublishedNumber[], measure: string): Center | null {
  const printed = published.find((one) => one.measure === measure);
  return printed === undefined ? null : { kind: "median", value: printed.value, interval: null };
}

/** A line for each measure of each series of points; what the paper prints is a dot where it says of which point. */
function lines(answer: FigureAnswer, measures: readonly FigureMeasure[]): FigureChartData {
  const { figure } = answer;
  const across = [...new Set(figure.points.map(({ x }) => x ?? 0))].sort((a, b) => a - b);
  const series = Map.groupBy(figure.points.keys(), (at) => figure.points[at]?.series ?? "");
  const cellAt = (measure: number, point: number) => measure * (figure.points.length + 1) + point;
  const published = figure.published.filter(({ x }) => x !== undefined);
  const printed = measures.flatMap(({ id }, place) =>
    published.flatMap(({ measure, x = 0 }) =>
      measure === id
        ? [{ point: cellAt(place, figure.points.length), x, source: "printed" as const }]
        : [],
    ),
  );
  const isNamed = measures.length > 1 || (series.size === 1 && printed.length > 0);
  const nameOf = (measure: FigureMeasure, line: string): string =>
    [...(isNamed ? [atBegin(measure.metric.name)] : []), ...(series.size > 1 ? [line] : [])].join(
      ", ",
    );
  return {
    result: resultOf(measures, cellsOf(answer, measures, published)),
    figure: {
      title: figure.across,
      isScaled: true,
      ticks: across.map((x) => ({ x, text: `${x}` })),
      series: [
        ...measures.flatMap((measure, place) =>
          [...series].map(([name, points]) => ({
            name: nameOf(measure, name),
            points: points
              .map((point) => ({ point: cellAt(place, point), x: figure.points[point]?.x ?? 0 }))
              .sort((a, b) => a.x - b.x),
          })),
        ),
        ...(printed.length === 0 ? [] : [{ name: printedName(figure), points: printed }]),
      ],
    },
  };
}

/** Of points and measures, what there is more of are the categories; the other is told apart by colour. */
function bars(answer: FigureAnswer, measures: readonly FigureMeasure[]): FigureChartData {
  const { figure } = answer;
  const own = figure.points.length;
  const pointNames = [
    ...figure.points.map(({ name }) => name),
    ...(measures.some(({ id }) => printedOf(figure.published, id) !== null)
      ? [printedName(figure)]
      : []),
  ];
  const measureNames = measures.map(({ metric }) => atBegin(metric.name));
  const isByPoint = own >= measures.length;
  const [across, apart] = isByPoint ? [pointNames, measureNames] : [measureNames, pointNames];
  const placeOf = (measure: number, point: number, x: number): FigurePlace => {
    const place = { point: measure * (own + 1) + point, x };
    if (point === own) return { ...place, source: "printed" };
    const isGiven = figure.points[point]?.given?.includes(measures[measure]?.id ?? "");
    return isGiven ? { ...place, source: "given" } : place;
  };
  const series = apart.map(
    (name, line): FigureSeries => ({
      name: apart.length === 1 ? "" : name,
      points: across.map((_, x) => (isByPoint ? placeOf(line, x, x) : placeOf(x, line, x))),
    }),
  );
  return {
    result: resultOf(measures, cellsOf(answer, measures, figure.published)),
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
