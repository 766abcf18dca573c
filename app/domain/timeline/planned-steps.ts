/** The entries of a run's timeline as people see them: what was planned, and what became of it. */
import type { Summary, TimelineOutcome } from "../../contract/summary.ts";
import { triggerText } from "../scenario-form/trigger-text.ts";
import { labelOf } from "./acts.ts";

export interface PlannedStep extends Pick<TimelineOutcome, "name" | "firedMs" | "endedMs"> {
  /** "create snapshot sales_1". */
  readonly what: string;
  /** "after first completed". */
  readonly when: string;
  readonly outcome: TimelineOutcome["outcome"];
  /** Why it failed, or was not carried out; empty where there is nothing to say. */
  readonly reason: string;
}

export const outcomeNames: Readonly<Record<TimelineOutcome["outcome"], string>> = {
  completed: "completed",
  failed: "failed",
  underWay: "under way at the end",
  notFired: "not carried out",
};

/** In the timeline's order; empty for a summary that is older than outcomes. */
export const plannedSteps = ({
  scenario,
  timeline,
}: Pick<Summary, "scenario" | "timeline">): PlannedStep[] =>
  timeline.map(({ name, command, outcome, firedMs, endedMs, message }, index) => ({
    name,
    what: labelOf(command),
    when: triggerText(scenario.timeline[index] ?? {}),
    outcome,
    firedMs,
    endedMs,
    reason: message ?? "",
  }));
