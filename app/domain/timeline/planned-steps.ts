/** The entries of a run's timeline as people see them: what was planned, and what became of it. */
import type { Summary, TimelineOutcome } from "../../contract/summary.ts";
import { plannedClock } from "../scenario-form/moments.ts";
import { triggerText } from "../scenario-form/trigger-text.ts";
import { labelOf } from "./acts.ts";

export interface PlannedStep extends Pick<TimelineOutcome, "name" | "firedMs" | "endedMs"> {
  /** "create snapshot sales_1". */
  readonly what: string;
  /** "after first completed". */
  readonly when: string;
  readonly outcome: TimelineOutcome["outcome"];
  /** What creating a snapshot took, as everywhere; of any other command from its start to its end. */
  readonly tookMs: number | null;
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
  snapshots,
}: Pick<Summary, "scenario" | "timeline" | "snapshots">): PlannedStep[] =>
  timeline.map((entry, index) => {
    const { name, command, outcome, firedMs, endedMs, message } = entry;
    return {
      name,
      what: labelOf(command),
      when: triggerText(scenario.timeline[index] ?? {}, (seconds) =>
        plannedClock(scenario, seconds),
      ),
      outcome,
      firedMs,
      endedMs,
      tookMs: tookMs(entry, snapshots),
      reason: message ?? "",
    };
  });

/** Names of snapshots recur; no other one has its moment within the command. */
function tookMs(
  { command, firedMs, endedMs }: TimelineOutcome,
  snapshots: Summary["snapshots"],
): number | null {
  if (firedMs === null || endedMs === null) return null;
  const created =
    command.kind === "createSnapshot"
      ? snapshots.find(
          ({ name, asOfMs }) =>
            name === command.name && asOfMs !== null && asOfMs >= firedMs && asOfMs <= endedMs,
        )
      : undefined;
  return created?.createdMs ?? endedMs - firedMs;
}
