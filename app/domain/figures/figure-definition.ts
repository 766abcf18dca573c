/** How a figure is defined: what the contract tells of it, and what reads and judges its runs. */
import type { Figure, FigureMeasure } from "../../contract/figure.ts";
import type { FigureRun } from "../../contract/figure-results.ts";
import type { ScenarioInput } from "../../contract/scenario.ts";
import type { FigureCheck } from "./checks.ts";

export interface MeasureDefinition extends FigureMeasure {
  /** Null: the run has no such thing. */
  read(run: FigureRun): number | null;
}

export interface FigureDefinition extends Omit<Figure, "measures"> {
  readonly measures: readonly MeasureDefinition[];
  readonly checks: readonly FigureCheck[];
  /** Of the telemetry, kept over the time of the run; most figures need none. */
  readonly counters?: readonly string[];
}

/** As `--set` takes it. */
export const timeline = (entries: NonNullable<ScenarioInput["timeline"]>): string =>
  `timeline=${JSON.stringify(entries)}`;
