/** How the points of a study lie in a figure: what goes across, and which of them make a line. */
import { parsePath } from "../../contract/set-path.ts";
import type { SweptParameter } from "../../contract/study-results.ts";
import { plainSetting, settingPhrase } from "../scenario-form/setting-text.ts";

export interface FigurePoint {
  /** Index among the points of the study. */
  readonly point: number;
  /** On a scaled axis its value; else its place among the categories. */
  readonly x: number;
  /** printed: a paper's number; given: put into the run, not predicted by it. Absent: measured. */
  readonly source?: "printed" | "given";
}

export interface FigureSeries {
  /** Empty where there is only one. */
  readonly name: string;
  /** From left to right. */
  readonly points: readonly FigurePoint[];
}

export interface StudyFigure {
  readonly title: string;
  /** Whether distances across mean something. */
  readonly isScaled: boolean;
  readonly ticks: readonly { readonly x: number; readonly text: string }[];
  readonly series: readonly FigureSeries[];
}

/** More lines nobody tells apart: the points are then categories, one beside the other. */
const mostSeries = 6;

/** `names`: of the points. */
export function studyFigure(
  names: readonly string[],
  parameters: readonly SweptParameter[],
): StudyFigure {
  const across = acrossOf(parameters);
  const others = parameters.filter((parameter) => parameter !== across);
  const series = Map.groupBy(names.keys(), (point) =>
    others.map(({ path, values }) => settingPhrase(parsePath(path), values[point])).join(", "),
  );
  const isPlain = [...series.values()].every(
    (points) => new Set(points.map((point) => across?.values[point])).size === points.length,
  );
  if (across === undefined || series.size > mostSeries || !isPlain) return categories(names);
  const isScaled = isNumeric(across);
  const values = [...new Set(across.values)];
  if (isScaled) values.sort((a, b) => Number(a) - Number(b));
  const xOf = (point: number): number => {
    const value = across.values[point];
    return isScaled ? Number(value) : values.indexOf(value ?? "");
  };
  return {
    title: across.label,
    isScaled,
    ticks: values.map((value, at) => ({
      x: isScaled ? Number(value) : at,
      text: plainSetting(parsePath(across.path), value),
    })),
    series: [...series].map(([name, points]) => ({
      name,
      points: points.map((point) => ({ point, x: xOf(point) })).sort((a, b) => a.x - b.x),
    })),
  };
}

const isNumeric = ({ values }: SweptParameter): boolean =>
  values.every((value) => typeof value === "number");

/** The number with the most values; where none is a number, what was named first. */
function acrossOf(parameters: readonly SweptParameter[]): SweptParameter | undefined {
  const [widest] = parameters
    .filter(isNumeric)
    .toSorted((a, b) => new Set(b.values).size - new Set(a.values).size);
  return widest ?? parameters[0];
}

const categories = (names: readonly string[]): StudyFigure => ({
  title: "point",
  isScaled: false,
  ticks: names.map((text, x) => ({ x, text })),
  series: [{ name: "", points: names.map((_, point) => ({ point, x: point })) }],
});
