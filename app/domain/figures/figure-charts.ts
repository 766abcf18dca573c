/** What a figure's charts show, as the chart of a study takes it: measures of one unit share a chart. */
import type { Center } from "../../contract/comparison.ts";
import type { Figure, FigureAnswer, FigureMeasure } from "../../contract/figure.ts";
import type { Metric } from "../../contract/metric.ts";
import type { MetricResult, PointResult } from "../../contract/study-results.ts";
import { atBegin } from "../format/report-text.ts";
import type {
  FigurePoint as FigurePlace,
  FigureSeries,
  StudyFigure,
} from "../studies/study-figure.ts";
import { printedAt } from "./figure-table.ts";
import { paperName } from "./figure-text.ts";

export interface FigureChartData {
  readonly result: MetricResult;
  readonly figure: StudyFigure;
}

/**
 * What a figure draws beside its counters over time, which have what the paper prints of them alone. None:
 * nothing was computed.
 */
export function figureCharts(answer: FigureAnswer): readonly FigureChartData[] {
  const { figure } = answer;
  if (answer.points.every(({ runs }) => runs === 0)) return [];
  if (figure.chart === "counters") {
    const printed = figure.measures.filter(({ id }) => isPrinted(figure, id));
    return byUnit(printed).map((measures) => bars(answer, measures));
  }
  const draw = figure.chart === "lines" ? lines : bars;
  return byUnit(figure.measures).map((measures) => draw(answer, measures));
}

const isPrinted = ({ published }: Figure, measure: string): boolean =>
  published.some((one) => one.measure === measure);

/** Values of points and of the paper, each with its place among them. */
class Cells {
  readonly list: PointResult[] = [];

  /** What a point has come to that was run; `x`: where it lies across. */
  measured(
    { figure, points }: FigureAnswer,
    point: number,
    measure: string,
    x: number,
  ): FigurePlace {
    const { runs = 0, values = {} } = points[point] ?? {};
    const isGiven = figure.points[point]?.given?.includes(measure) === true;
    return this.#place(values[measure] ?? null, runs, x, isGiven ? "given" : undefined);
  }

  printed(value: number, x: number): FigurePlace {
    return this.#place({ kind: "median", value, interval: null }, 0, x, "printed");
  }

  #place(center: Center | null, runs: number, x: number, source: FigurePlace["source"]) {
    this.list.push({ values: [], runs, center, comparison: null, sentence: null });
    const place = { point: this.list.length - 1, x };
    return source === undefined ? place : { ...place, source };
  }
}

/** A line for each measure of each series of points; what the paper prints is a mark where it says of which point. */
function lines(answer: FigureAnswer, measures: readonly FigureMeasure[]): FigureChartData {
  const { figure } = answer;
  const cells = new Cells();
  const across = [...new Set(figure.points.map(({ x }) => x ?? 0))].sort((a, b) => a - b);
  const byLine = Map.groupBy(figure.points.keys(), (at) => figure.points[at]?.series ?? "");
  const measured = measures.flatMap(({ id, metric }) =>
    [...byLine].map(([line, points]) => ({
      name: [
        ...(measures.length > 1 ? [atBegin(metric.name)] : []),
        ...(byLine.size > 1 ? [line] : []),
      ].join(", "),
      points: points
        .map((point) => cells.measured(answer, point, id, figure.points[point]?.x ?? 0))
        .sort((a, b) => a.x - b.x),
    })),
  );
  const printed = measures.flatMap(({ id }) =>
    figure.points.flatMap((point) => {
      const found = printedAt(figure, id, point.id);
      return found === undefined ? [] : [cells.printed(found.value, point.x ?? 0)];
    }),
  );
  return {
    result: resultOf(measures, cells.list),
    figure: {
      title: figure.across,
      isScaled: true,
      ticks: across.map((x) => ({ x, text: `${x}` })),
      series: withPaper(measured, { name: paperName(figure.paper), points: printed }),
    },
  };
}

/** Beside the paper the only other series needs a name, too. */
function withPaper(
  measured: readonly FigureSeries[],
  paper: FigureSeries,
): readonly FigureSeries[] {
  if (paper.points.length === 0) return measured;
  return [...measured.map((one) => ({ ...one, name: one.name || "This model" })), paper];
}

/**
 * The categories are points or measures, whichever there are more of; the other is told apart by colour. What the paper prints
 * of no point in particular stands once beside all of them: the points are then told apart.
 */
function bars(answer: FigureAnswer, measures: readonly FigureMeasure[]): FigureChartData {
  const { points, published } = answer.figure;
  const cells = new Cells();
  const isOfAll = measures.some(({ id }) =>
    published.some(({ measure, points: of }) => measure === id && of === undefined),
  );
  const isByPoint = !isOfAll && points.length >= measures.length;
  const series = isByPoint
    ? seriesOfMeasures(answer, measures, cells)
    : seriesOfPoints(answer, measures, cells);
  const names = isByPoint
    ? points.map(({ name }) => name)
    : measures.map(({ metric }) => atBegin(metric.name));
  return {
    result: resultOf(measures, cells.list),
    figure: {
      title: isByPoint ? answer.figure.across : "",
      isScaled: false,
      ticks: names.map((text, x) => ({ x, text })),
      series,
    },
  };
}

/** Categories are points: the paper's numbers stand behind those of their measure. */
const seriesOfMeasures = (
  answer: FigureAnswer,
  measures: readonly FigureMeasure[],
  cells: Cells,
): FigureSeries[] =>
  measures.flatMap(({ id, metric }) => {
    const { figure } = answer;
    const name = measures.length === 1 ? "" : atBegin(metric.name);
    const own = {
      name,
      points: figure.points.map((_, point) => cells.measured(answer, point, id, point)),
    };
    const printed = figure.points.flatMap((point, x) => {
      const found = printedAt(figure, id, point.id);
      return found === undefined ? [] : [cells.printed(found.value, x)];
    });
    const paper = [paperName(figure.paper), name].filter((part) => part !== "").join(": ");
    return withPaper([own], { name: paper, points: printed });
  });

/** Categories are measures: the paper is one more series. */
function seriesOfPoints(
  answer: FigureAnswer,
  measures: readonly FigureMeasure[],
  cells: Cells,
): readonly FigureSeries[] {
  const { figure } = answer;
  const own = figure.points.map(({ name }, point) => ({
    name: figure.points.length === 1 ? "" : name,
    points: measures.map(({ id }, x) => cells.measured(answer, point, id, x)),
  }));
  const printed = measures.flatMap(({ id }, x) => {
    const found = figure.published.find(({ measure }) => measure === id);
    return found === undefined ? [] : [cells.printed(found.value, x)];
  });
  return withPaper(own, { name: paperName(figure.paper), points: printed });
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
