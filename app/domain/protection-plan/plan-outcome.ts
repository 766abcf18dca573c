/** What came of a run that a plan was turned into, beside what the plan says. */
import { failure, type Result, success } from "../../contract/result.ts";
import type { Summary } from "../../contract/summary.ts";
import { restoreVerified } from "../consistency.ts";
import { asSentence } from "../format/report-text.ts";
import type { PlanModel } from "./backup-estimate.ts";
import { firstToMakeWay, wayBackStep } from "./plan-scenario.ts";
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
  /** Whether the database is what was committed; null: nothing was compared. */
  readonly verified: boolean | null;
}

/** Refused where the way back did not end, with the step that failed and why. */
export function planOutcome(
  { load }: Pick<PlanModel, "load">,
  way: TimedWay,
  { timeline, restores, reverts, run }: Summary,
): Result<PlanOutcome> {
  const back = timeline.find(({ name }) => name === wayBackStep);
  const begun = timeline.find(({ name }) => name === firstToMakeWay) ?? back;
  if (back?.outcome !== "completed" || back.endedMs === null || begun?.firedMs == null) {
    return failure("runFailed", whyNot(timeline, run));
  }
  // What is made anew on new volumes is there in a run, which restores in place.
  const made = way.parts.find(({ part }) => part === "files")?.seconds ?? 0;
  const restored = restores.at(-1);
  const isRevert = way.kind === "databaseSnapshot";
  const lost = isRevert ? reverts?.at(-1)?.discardedCommits : restored?.discardedCommits;
  return success({
    time: compared(way.timeSeconds - made, (back.endedMs - begun.firedMs) / 1000),
    commits: compared(load.changesPerSecond * way.lossSeconds, lost ?? 0),
    verified: isRevert || restored === undefined ? run.verified : restoreVerified(restored),
  });
}

function whyNot(timeline: Summary["timeline"], run: Summary["run"]): string {
  if (run.status === "cancelled") return "The run was cancelled before its way back had ended.";
  const failed = timeline.find(({ outcome }) => outcome === "failed");
  const why = failed?.message ?? run.error?.message ?? "the run ended before it did";
  return asSentence(
    failed === undefined || failed.name === wayBackStep
      ? `The way back failed: ${why}`
      : `The way back did not come to its end, since ‘${failed.name ?? failed.command.kind}’ failed: ${why}`,
  );
}

function compared(estimate: number, run: number): Compared {
  const none = (value: number) => value < 0.5;
  if (none(estimate) && none(run)) return { estimate, run, ratio: 1 };
  return { estimate, run, ratio: run === 0 || estimate === 0 ? null : estimate / run };
}
