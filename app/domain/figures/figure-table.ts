/** The table of a figure, alike on the page, in the report and in a terminal: what the paper prints beside what this model came to. */
import type {
  Figure,
  FigureAnswer,
  FigureMeasure,
  PublishedNumber,
} from "../../contract/figure.ts";
import type { Metric } from "../../contract/metric.ts";
import { formatNumber, noValue } from "../format/numbers.ts";
import { atBegin } from "../format/report-text.ts";
import {
  intervalText,
  relativeText,
  shareText,
  sizeText,
  valueText,
} from "../statistics/metric.ts";
import { paperName, pointText } from "./figure-text.ts";

export interface FigureColumn {
  readonly kind: "runs" | "paper" | "model" | "difference";
  /** Which columns belong together; "": it stands alone. */
  readonly group: string;
  readonly title: string;
}

export interface FigureCell {
  readonly text: string;
  /** Below it: its interval, or that it was given. */
  readonly detail: string;
  /** In full; null: it has none. */
  readonly value: number | null;
}

export interface FigureTable {
  /** Heads the names of the rows. */
  readonly stub: string;
  readonly columns: readonly FigureColumn[];
  readonly rows: readonly { readonly name: string; readonly cells: readonly FigureCell[] }[];
}

/** More measures than fit a line each become a row, and the points the columns. */
const mostMeasuresAcross = 3;

export const figureTable = (answer: FigureAnswer): FigureTable => {
  const { measures, points } = answer.figure;
  const isByMeasure = measures.length > mostMeasuresAcross && measures.length >= points.length;
  return isByMeasure ? byMeasure(answer) : byPoint(answer);
};

/** What the paper prints of a measure at a point. */
export const printedAt = (
  { published }: Pick<Figure, "published">,
  measure: string,
  point: string,
): PublishedNumber | undefined =>
  published.find((one) => one.measure === measure && (one.points ?? [point]).includes(point));

function byMeasure(answer: FigureAnswer): FigureTable {
  const { figure } = answer;
  const paper = { kind: "paper", group: "", title: paperName(figure.paper) } as const;
  const isBeside = figure.points.map(({ id }) =>
    figure.measures.some((measure) => printedAt(figure, measure.id, id) !== undefined),
  );
  return {
    stub: "Measured",
    columns: [
      ...(figure.published.length > 0 ? [paper] : []),
      ...isBeside.flatMap((is, at) => beside(figure, pointText(answer, at), is)),
    ],
    rows: figure.measures.map((measure) => ({
      name: atBegin(measure.metric.name),
      cells: [
        ...(figure.published.length > 0 ? [printedCell(figure, measure)] : []),
        ...isBeside.flatMap((is, at) => {
          const cell = valueCell(answer, at, measure);
          return is ? [cell, differenceCell(answer, at, measure)] : [cell];
        }),
      ],
    })),
  };
}

function byPoint(answer: FigureAnswer): FigureTable {
  const { figure, points } = answer;
  const isPrinted = ({ id }: FigureMeasure): boolean =>
    figure.published.some(({ measure }) => measure === id);
  return {
    stub: "Point",
    columns: [
      { kind: "runs", group: "", title: "Runs" },
      ...figure.measures.flatMap((measure): FigureColumn[] => {
        const group = atBegin(measure.metric.name);
        const paper = { kind: "paper", group, title: paperName(figure.paper) } as const;
        return isPrinted(measure)
          ? [paper, ...beside(figure, group, true)]
          : beside(figure, group, false);
      }),
    ],
    rows: figure.points.map(({ id }, at) => ({
      name: pointText(answer, at),
      cells: [
        cellOf(formatNumber(points[at]?.runs ?? 0), points[at]?.runs ?? 0),
        ...figure.measures.flatMap((measure) => {
          const cell = valueCell(answer, at, measure);
          const printed = printedAt(figure, measure.id, id);
          return isPrinted(measure)
            ? [
                printed === undefined
                  ? cellOf("", null)
                  : cellOf(printedText(measure.metric, printed), printed.value),
                cell,
                differenceCell(answer, at, measure),
              ]
            : [cell];
        }),
      ],
    })),
  };
}

/** A column of values, and one of how far they are from the paper's where it prints some of them. */
function beside({ published }: Figure, name: string, isPrinted: boolean): FigureColumn[] {
  if (published.length === 0) return [{ kind: "model", group: "This model", title: name }];
  const model = { kind: "model", group: name, title: "This model" } as const;
  return isPrinted ? [model, { kind: "difference", group: name, title: "Difference" }] : [model];
}

const cellOf = (text: string, value: number | null, detail = ""): FigureCell => ({
  text,
  value,
  detail,
});

/** "about 1 s". The paper's shares are whole percents. */
export function printedText(
  metric: Metric,
  { value, isRough }: PublishedNumber,
  textOf = ({ unit }: Metric, number: number) => valueText(unit, number),
): string {
  const text = metric.unit === "share" ? shareText(value) : textOf(metric, value);
  return isRough === true ? `about ${text}` : text;
}

function printedCell(figure: Figure, { id, metric }: FigureMeasure): FigureCell {
  const printed = figure.published.find(({ measure }) => measure === id);
  if (printed === undefined) return cellOf("", null);
  return cellOf(printedText(metric, printed), printed.value);
}

/** A median with its interval; of one run without it, and of what its scenario gave there is nothing that runs could tell. */
function valueCell({ figure, points }: FigureAnswer, at: number, measure: FigureMeasure) {
  const { unit } = measure.metric;
  const center = points[at]?.values[measure.id] ?? null;
  if (center === null) return cellOf(noValue, null);
  const { value, interval } = center;
  const isGiven = figure.points[at]?.given?.includes(measure.id) === true;
  const range = interval === null ? "" : intervalText(unit, interval);
  return cellOf(valueText(unit, value), value, isGiven ? "given" : range);
}

function differenceCell({ figure, points }: FigureAnswer, at: number, measure: FigureMeasure) {
  const point = figure.points[at];
  const printed = point && printedAt(figure, measure.id, point.id);
  const value = points[at]?.values[measure.id]?.value;
  const isGiven = point?.given?.includes(measure.id) === true;
  return cellOf(
    printed === undefined || value === undefined || isGiven
      ? ""
      : differenceText(measure.metric, printed.value, value),
    null,
  );
}

/** "−12.5 %", "64 times less", "12 times as much"; of shares "−26.6 percentage points". */
export function differenceText({ unit }: Metric, printed: number, value: number): string {
  const sign = value < printed ? "−" : "+";
  if (unit === "share") return `${sign}${sizeText(unit, value - printed)}`;
  if (printed === 0) return value === 0 ? "none" : `${sign}${sizeText(unit, value)}`;
  const factor = value / printed;
  if (factor > 0 && factor <= 0.1) return `${formatNumber(1 / factor)} times less`;
  return factor >= 10 ? `${formatNumber(factor)} times as much` : relativeText(factor - 1);
}

export const sourcesTitle = "Where the paper has its numbers";

/** Where each measure is from: "redo: 21:56:37.21 to 22:16:34.06". */
export const sourcesOf = ({ published, measures }: Figure): readonly string[] =>
  published.flatMap(({ measure, source }) => {
    const found = measures.find(({ id }) => id === measure);
    return found === undefined ? [] : [`${atBegin(found.metric.name)}: ${source}`];
  });
