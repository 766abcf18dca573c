/** How a figure is defined: what the contract tells of it, and what reads and judges its runs. */
import type { Figure } from "../../contract/figure.ts";
import type { ScenarioInput } from "../../contract/scenario.ts";
import type { FigureCheck } from "./checks.ts";
import type { MeasureDefinition } from "./measure-definition.ts";

/** What a conclusion is written with. */
export interface FigureWords {
  /** What a point came to, the median of its runs: "1 min 20 s". */
  value(point: string, measure: MeasureDefinition): string;
  /** The value without its unit, which stands beside another value. */
  number(point: string, measure: MeasureDefinition): string;
  /** What the paper prints. */
  paper(measure: MeasureDefinition): string;
}

export interface FigureDefinition extends Omit<Figure, "measures" | "mechanisms"> {
  readonly measures: readonly MeasureDefinition[];
  readonly checks: readonly FigureCheck[];
  /** Absent: all checks pass. */
  readonly mechanisms?: Figure["mechanisms"];
  /** What the figure teaches and what came out, in values; whether checks pass is told beside it. */
  concludes(words: FigureWords): string;
  /** Counters of the telemetry that are kept over the time of the run; most figures need none. */
  readonly counters?: readonly string[];
}

/** The timeline in the form that `--set` takes. */
export const timeline = (entries: NonNullable<ScenarioInput["timeline"]>): string =>
  `timeline=${JSON.stringify(entries)}`;
