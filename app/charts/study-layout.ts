/** Where a study's chart puts what it draws, and what it answers there. */
import type { MetricResult, PointResult } from "../contract/study-results.ts";
import { atBegin } from "../domain/format/report-text.ts";
import { intervalText, metricHeading, unitName, valueText } from "../domain/statistics/metric.ts";
import type { FigurePoint, FigureSeries, StudyFigure } from "../domain/studies/study-figure.ts";
import type { ChartReading, ChartStop, ChartTable, ReadValue } from "./chart-reading.ts";
import { noneOff } from "./chart-reading.ts";
import { axisUnit, metricScale, metricTick } from "./metric-axis.ts";
import { chartWidth, round } from "./plane.ts";
import { legendPlaces, type SeriesLegendPlaces } from "./SeriesLegend.tsx";
import { seriesSign } from "./series-sign.tsx";
import { textWidth } from "./text-width.ts";
import type { ValueScale } from "./value-scale.ts";

export interface StudyShown {
  readonly result: MetricResult;
  readonly figure: StudyFigure;
  /** Series that are switched off. */
  readonly off?: ReadonlySet<number> | undefined;
  /** User units. */
  readonly width?: number | undefined;
}

/** A median with what is drawn around it. */
export interface PlacedPoint {
  readonly point: number;
  readonly x: number;
  readonly y: number;
  readonly result: PointResult;
  readonly center: NonNullable<PointResult["center"]>;
  readonly source: FigurePoint["source"];
}

export interface PlacedSeries {
  readonly at: number;
  readonly name: string;
  readonly points: readonly PlacedPoint[];
}

export interface StudyLayout {
  readonly width: number;
  readonly height: number;
  readonly plot: {
    readonly left: number;
    readonly right: number;
    readonly top: number;
    readonly bottom: number;
  };
  readonly scale: ValueScale;
  readonly legend: SeriesLegendPlaces;
  /** Those that are shown. */
  readonly series: readonly PlacedSeries[];
  x(value: number): number;
  y(value: number): number;
}

const [top, bottom, height] = [34, 284, 328];
/** Medians of lines that lie on each other are told apart by a step aside. */
const betweenSeries = 7;

/** Null: nothing was measured. */
export function layStudy(shown: StudyShown): StudyLayout | null {
  const { result, figure, off = noneOff, width = chartWidth } = shown;
  const { metric, points } = result;
  const seen = figure.series.flatMap((series, at) => (off.has(at) ? [] : [{ series, at }]));
  const places = new Set(seen.flatMap(({ series }) => series.points.map(({ point }) => point)));
  const known = points.filter((_, point) => places.has(point)).flatMap(valuesOf);
  if (known.length === 0) return null;
  const scale = metricScale(metric, fromZero(known) ? [0, ...known] : known);
  const ticks = scale.ticks.map((tick) => textWidth(metricTick(metric, tick, scale)));
  const plot = { left: Math.max(...ticks) + 20, right: width - 20, top, bottom };
  const heading = `${metricHeading(metric.name)} ${axisUnit(metric)}`;
  const legend = legendPlaces(
    figure.series.map(({ name }) => name),
    {
      ...{ left: plot.left, right: plot.right, height },
      headingEnd: plot.left + textWidth(heading, "semibold"),
    },
  );
  const x = acrossOf(figure, plot);
  const y = (value: number) =>
    round(plot.bottom - ((value - scale.from) / (scale.to - scale.from)) * (bottom - top));
  const asideOf = (at: number) => (at - (figure.series.length - 1) / 2) * betweenSeries;
  return {
    ...{ width, height: height + legend.height, plot, scale, legend, x, y },
    series: seen.map(({ series, at }) => ({
      ...{ at, name: series.name },
      points: placed(series, points, (value) => round(x(value) + asideOf(at)), y),
    })),
  };
}

const placed = (
  series: FigureSeries,
  points: readonly PointResult[],
  x: (value: number) => number,
  y: (value: number) => number,
): readonly PlacedPoint[] =>
  series.points.flatMap(({ point, x: across, source }) => {
    const result = points[point];
    return result?.center
      ? [
          {
            ...{ point, result, source },
            center: result.center,
            x: x(across),
            y: y(result.center.value),
          },
        ]
      : [];
  });

const valuesOf = ({ values, center }: PointResult): number[] => [
  ...values.filter((value) => value !== null),
  ...(center === null ? [] : [center.value]),
  ...(center?.interval ? [center.interval.low, center.interval.high] : []),
];

/** Where values differ by their size, zero belongs to the picture; small differences of large values would be lost in it. */
const fromZero = (values: readonly number[]): boolean =>
  Math.min(...values) >= 0 && Math.min(...values) < 0.6 * Math.max(...values);

function acrossOf(
  { ticks, isScaled }: StudyFigure,
  plot: StudyLayout["plot"],
): (value: number) => number {
  const places = ticks.map(({ x }) => x);
  const [first, last] = [Math.min(...places), Math.max(...places)];
  const room = (plot.right - plot.left) / (isScaled ? 24 : 2 * Math.max(ticks.length, 1));
  const length = plot.right - plot.left - 2 * room;
  return (value) =>
    round(
      last > first
        ? plot.left + room + ((value - first) / (last - first)) * length
        : (plot.left + plot.right) / 2,
    );
}

export function readStudy(shown: StudyShown): ChartReading | null {
  const layout = layStudy(shown);
  if (layout === null) return null;
  const { result, figure } = shown;
  const stops = figure.ticks.flatMap((tick): ChartStop[] => {
    const values = layout.series.flatMap(({ at, name, points }) =>
      points
        .filter(({ point }) => pointAcross(figure, at, point) === tick.x)
        .map((point) => readPoint(result, at, name, point)),
    );
    const heading = figure.isScaled ? `${atBegin(figure.title)}: ${tick.text}` : tick.text;
    return values.length === 0 ? [] : [{ at: layout.x(tick.x), heading, values }];
  });
  return {
    ...{ width: layout.width, height: layout.height, along: "x", line: [top, bottom], stops },
    legend: layout.legend.entries,
    table: studyPoints(shown),
    sign: seriesSign(shown.figure),
  };
}

const pointAcross = ({ series }: StudyFigure, at: number, point: number): number | undefined =>
  series[at]?.points.find((one) => one.point === point)?.x;

function readPoint(
  { metric: { unit } }: MetricResult,
  series: number,
  name: string,
  { x, y, center, source, result: { runs } }: PlacedPoint,
): ReadValue {
  return {
    series,
    name,
    x,
    y,
    value: valueText(unit, center.value),
    further: furtherOf(unit, center, source, runs),
  };
}

/** The interval and the runs of a median, or where else the number is from. */
export function furtherOf(
  unit: MetricResult["metric"]["unit"],
  { interval }: NonNullable<PointResult["center"]>,
  source: FigurePoint["source"],
  runs: number,
): string | undefined {
  if (source !== undefined) return source;
  const parts = [
    ...(interval === null || interval.low === interval.high ? [] : [intervalText(unit, interval)]),
    ...(runs > 1 ? [`n = ${runs}`] : []),
  ];
  return parts.length === 0 ? undefined : parts.join(", ");
}

/** Every point in full precision, whichever series are shown. */
export function studyPoints({ result, figure }: StudyShown): ChartTable {
  const repeats = Math.max(0, ...result.points.map(({ values }) => values.length));
  const unit = unitName(result.metric.unit);
  const isNamed = figure.series.length > 1;
  const textOf = new Map(figure.ticks.map(({ x, text }) => [x, text]));
  const rows = figure.series.flatMap(({ name, points }) =>
    points.flatMap(({ point, x, source }) => {
      const measured = result.points[point];
      if (!measured?.center) return [];
      const { value, interval } = measured.center;
      return [
        [
          ...[textOf.get(x) ?? x, ...(isNamed ? [name] : []), source ?? "measured"],
          ...[value, interval?.low ?? null, interval?.high ?? null],
          ...Array.from({ length: repeats }, (_, run) => measured.values[run] ?? null),
        ],
      ];
    }),
  );
  return [
    [
      ...[figure.title || "Measured", ...(isNamed ? ["Series"] : []), "Source"],
      ...[`${metricHeading(result.metric.name)}, ${unit}`, "Interval from", "Interval to"],
      ...Array.from({ length: repeats }, (_, run) => `Run ${run + 1}`),
    ],
    ...rows,
  ];
}
