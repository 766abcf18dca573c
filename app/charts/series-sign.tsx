/** A piece of a series' line, as its sign. The first series of a study is no base: its look is the second side's, solid. */
import type { ReactNode } from "react";
import { sideStroke } from "./side-look.ts";

export const studyLook = (series: number): number => series + 1;

export const sideSign = (side: number, x: number, y: number): ReactNode => (
  <line {...sideStroke(side)} x1={x} x2={x + 20} y1={y} y2={y} />
);

export const seriesSign = (series: number, x: number, y: number): ReactNode =>
  sideSign(studyLook(series), x, y);
