/** The sign of a series: a piece of its line, or the mark of what a paper prints. */
import type { ReactNode } from "react";
import type { FigurePoint, StudyFigure } from "../domain/studies/study-figure.ts";
import { cssVar } from "../theme/tokens.ts";
import { sideStroke } from "./side-look.ts";

/** The first series of a study is no base: its look is the second side's, solid. */
export const studyLook = (series: number): number => series + 1;

export const sideSign = (side: number, x: number, y: number): ReactNode => (
  <line {...sideStroke(side)} x1={x} x2={x + 20} y1={y} y2={y} />
);

export const isPrinted = (series: SeriesSources | undefined): boolean =>
  series?.points.every(({ source }) => source === "printed") ?? false;

interface SeriesSources {
  readonly points: readonly { readonly source?: FigurePoint["source"] }[];
}

/** A number that a paper prints: a hollow diamond, in no series' colour. */
export const paperMark = (x: number, y: number): ReactNode => (
  <path
    fill={cssVar("surface")}
    stroke={cssVar("text-1")}
    strokeWidth={1.5}
    d={`M${x} ${y - 6}l6 6l-6 6l-6-6z`}
  />
);

export const seriesSign =
  ({ series }: StudyFigure) =>
  (at: number, x: number, y: number): ReactNode =>
    isPrinted(series[at]) ? paperMark(x + 10, y) : sideSign(studyLook(at), x, y);
