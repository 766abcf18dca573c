/** How creations of this engine compare with the one whose log is published: told beside each that is predicted. */
import type { Scenario } from "../../contract/scenario.ts";
import { formatRoughDuration } from "../format/times.ts";
import file from "./creation-check.json" with { type: "json" };

/** The figure that has the runs of which these are the medians; a test holds the numbers to it. */
export const creationCheckFigure = "sqlcat-creation";
export const creationCheck: {
  readonly printedMs: number;
  readonly fromLoadMs: number;
  readonly givenSpansMs: number;
} = file;

export function creationCheckText(): string {
  const { printedMs, fromLoadMs, givenSpansMs } = creationCheck;
  return `Checked against one published creation, which took ${formatRoughDuration(printedMs)}: this model takes ${formatRoughDuration(fromLoadMs)} with the load that the paper describes, and ${formatRoughDuration(givenSpansMs)} when the lengths of the two spans in which the paper’s log is silent are given too.`;
}

/** Where there is nothing to click. */
export const creationCheckPlace = `Its runs: Figures, ERRORLOG (snapscope figures show ${creationCheckFigure}).`;

/** Whether a run of it says how long a creation takes: a real one measures it. */
export const predictsCreation = ({
  mode,
  timeline,
}: Pick<Scenario, "mode" | "timeline">): boolean =>
  mode === "virtual" && timeline.some(({ command }) => command.kind === "createSnapshot");
