/**
 * What a chart answers where one points at it. It comes from the layout that the chart is drawn by, so that a value
 * is told where it is seen; on the page one layer over all charts shows it, to the pointer and to the keyboard.
 */
import type { ReactNode } from "react";
import type { Cell } from "../domain/csv-line.ts";

export interface ReadValue {
  /** The series whose sign stands beside it. */
  readonly series: number;
  /** Where it is drawn, in user units. */
  readonly x: number;
  readonly y: number;
  /** Empty where the chart has one series only. */
  readonly name: string;
  /** With its unit. */
  readonly value: string;
  /** Such as its interval. */
  readonly further?: string | undefined;
}

/** A place of the chart and all that is drawn there. */
export interface ChartStop {
  /** In user units, along the axis on which stops follow one another. */
  readonly at: number;
  readonly heading: string;
  readonly values: readonly ReadValue[];
}

/** The first row names the columns. Numbers have every digit. */
export type ChartTable = readonly (readonly Cell[])[];

/** An entry of the legend, where it stands. */
export interface LegendEntry {
  /** Index among the series. */
  readonly at: number;
  readonly name: string;
  readonly x: number;
  /** Where the text's base line lies. */
  readonly y: number;
  /** With its sign. */
  readonly width: number;
}

export interface ChartReading {
  /** User units. */
  readonly width: number;
  readonly height: number;
  readonly along: "x" | "y";
  /** From where to where a line goes through a stop; null: what is drawn there says enough. */
  readonly line: readonly [from: number, to: number] | null;
  /** In order along that axis. */
  readonly stops: readonly ChartStop[];
  /** Where the names stand by which series are switched; none of a chart with one series. */
  readonly legend: readonly LegendEntry[];
  readonly table: ChartTable;
  /** What a series looks like: 20 units wide, around `y`. */
  sign(series: number, x: number, y: number): ReactNode;
}

/** How a chart is drawn where it answers. */
export interface DrawnAs {
  /** User units; absent: as wide as in reports. */
  readonly width?: number | undefined;
  /** Series that are switched off. */
  readonly off?: ReadonlySet<number> | undefined;
}

/** A chart and what it answers, of the same data. */
export interface ChartPicture {
  /** `id`: unique in the document. */
  draw(as: DrawnAs & { readonly id: string }): ReactNode;
  /** Null: there is nothing to draw. */
  read(as: DrawnAs): ChartReading | null;
}

export const noneOff: ReadonlySet<number> = new Set();
