/** How a measure is read from a run of a figure. */
import type { FigureMeasure } from "../../contract/figure.ts";
import type { FigureRun } from "../../contract/figure-results.ts";

export interface MeasureDefinition extends FigureMeasure {
  /** Null: the run has no such thing. */
  read(run: FigureRun): number | null;
}
