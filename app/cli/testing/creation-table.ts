/** A creation beside a measured one, as a table. */

import { fixed } from "../../domain/format/plain-numbers.ts";
import { left, renderTable, right } from "../text/table.ts";
import {
  type ComparedFigure,
  type CreationFigure,
  creationFigureTitles,
} from "./creation-comparison.ts";

/** Counts have no fraction; seconds for a megabyte of log are small. */
const digits = (figure: CreationFigure): number => {
  if (figure.endsWith("PerMB")) return 4;
  return figure.endsWith("Seconds") || figure === "bytesPerRecord" ? 1 : 0;
};

export function renderComparison(figures: readonly ComparedFigure[]): string {
  const columns = [
    left("creation"),
    left("the run's is"),
    right("paper"),
    right("run"),
    right("run/paper"),
    left(""),
  ];
  const rows = figures.map(({ figure, measured, atMost, run, ratio, explained, isInput }) => [
    creationFigureTitles[figure],
    isInput ? "input" : "predicted",
    `${atMost ? "at most " : ""}${fixed(measured, digits(figure))}`,
    fixed(run, digits(figure)),
    fixed(ratio, 2),
    explained ? "" : "not explained",
  ]);
  return renderTable(columns, rows);
}
