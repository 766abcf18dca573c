/** What came of a run that a plan was turned into, beside what the plan says. */
import type { Summary } from "../../contract/summary.ts";
import type { PlanModel } from "./backup-estimate.ts";
import { wayBackStep } from "./plan-scenario.ts";
import type { TimedWay } from "./way-back.ts";

export interface Compared {
  readonly estimate: number;
  readonly run: number;
  /** Estimate by run; 1 where neither has anything; null: one of the two has nothing. */
  readonly ratio: number | null;
}

export interface PlanOutcome {
  /** Seconds from the command to the database that can be used again. */
  readonly time: Compared;
  /** Committed changes that are lost. */
  readonly commits: Compared;
}

/** Null: the way back did not end, and why is in the summary. */
export function planOutcome(
  { load }: Pick<PlanModel, "load">,
  way: TimedWay,
  summary: Summary,
): PlanOutcome | null {
  const steps = summary.timeline;
  const back = steps.find(({ name }) => name === wayBackStep);
  if (back?.outcome !== "completed" || back.endedMs === null) return null;
  const begun = steps.find(({ name }) => name === "makeWay_1") ?? back;
  if (begun.firedMs === null) return null;
  // What is made anew on new volumes is there in a run, which restores in place.
  const made = way.parts.find(({ part }) => part === "files")?.seconds ?? 0;
  const lost =
    way.kind === "databaseSnapshot"
      ? summary.reverts?.at(-1)?.discardedCommits
      : summary.restores.at(-1)?.discardedCommits;
  return {
    time: compared(way.timeSeconds - made, (back.endedMs - begun.firedMs) / 1000),
    commits: compared(load.changesPerSecond * way.lossSeconds, lost ?? 0),
  };
}

function compared(estimate: number, run: number): Compared {
  const none = (value: number) => value < 0.5;
  if (none(estimate) && none(run)) return { estimate, run, ratio: 1 };
  return { estimate, run, ratio: run === 0 || estimate === 0 ? null : estimate / run };
}
