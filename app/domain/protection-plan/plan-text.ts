/** A plan in words: the same in a terminal and on the screen. */
import { listed } from "../format/listed.ts";
import { countOf, formatNumber, formatPercent } from "../format/numbers.ts";
import { atBegin } from "../format/report-text.ts";
import type { PlanSet } from "./occurrences.ts";
import type { PlanCurve } from "./plan-answer.ts";
import type { Compared, PlanOutcome } from "./plan-outcome.ts";
import { dayClock, durationText, failureNames, jobNames, partNames } from "./plan-words.ts";
import type { TimedWay, Way } from "./way-back.ts";

/** "full backup of 02:00", "array snapshot 30 min before the day". */
function setText({ kind, startSeconds }: Pick<PlanSet, "kind" | "startSeconds">): string {
  const name = jobNames[kind].toLowerCase();
  return startSeconds < 0
    ? `${name} ${durationText(-startSeconds)} before the day`
    : `${name} of ${dayClock(startSeconds).replace(/:00$/, "")}`;
}

/** "full backup of 02:00, differential backup of 08:00, 4 log backups and the tail". */
export function wayText({ kind, base, differential, logs, usesTail }: Way): string {
  if (kind === "databaseSnapshot") return `revert to ${setText(base)}`;
  return listed([
    setText(base),
    ...(differential === null ? [] : [setText(differential)]),
    ...(logs.length === 0 ? [] : [countOf(logs.length, "log backup")]),
    ...(usesTail ? ["the tail"] : []),
  ]);
}

/** The conclusion of a curve. */
export function curveSentence(curve: PlanCurve): string {
  const { worstLossSeconds, worstTimeSeconds, worstLossAtSeconds, worstTimeAtSeconds } = curve;
  const name = failureNames[curve.failure];
  if (worstLossSeconds === null || worstTimeSeconds === null) {
    return `${name}: at ${dayClock(worstLossAtSeconds)} there is no way back.`;
  }
  const lost =
    worstLossSeconds === 0
      ? "no work is lost"
      : `at most ${durationText(worstLossSeconds)} of work is lost (at ${dayClock(worstLossAtSeconds)})`;
  const most = `${name}: ${lost}, and a way back takes up to ${durationText(worstTimeSeconds)} (at ${dayClock(worstTimeAtSeconds)}).`;
  return [most, ...targetsSentence(curve)].join(" ");
}

function targetsSentence({ lossMissed, timeMissed }: PlanCurve): string[] {
  if (lossMissed === 0 && timeMissed === 0) return ["Both targets are kept all day."];
  const told = [...missedText(lossMissed, "the RPO"), ...missedText(timeMissed, "the RTO")];
  return told.length === 0 ? [] : [`${atBegin(listed(told))}.`];
}

function missedText(share: number | null, target: string): string[] {
  if (share === null) return [];
  if (share === 0) return [`${target} is kept all day`];
  const part = share < 0.001 ? "less than 0.1 %" : formatPercent(share);
  return [`${target} is missed in ${part} of the day`];
}

/** "pages of backups 62 s, redo of the log 14 s", without what takes next to nothing. */
export const partsText = ({ parts }: Pick<TimedWay, "parts">): string =>
  parts
    .filter(({ seconds }) => seconds >= 0.05)
    .map(({ part, seconds }) => `${partNames[part]} ${durationText(seconds)}`)
    .join(", ");

/** How far an estimate was off, and whether the database is what it has to be. */
export function outcomeSentences({ time, commits, verified }: PlanOutcome): string[] {
  const lost = Math.round(commits.run);
  return [
    `The way back took ${durationText(time.run)}; the plan said ${durationText(time.estimate)}${offText(time)}.`,
    `${countOf(lost, "committed change")} ${lost === 1 ? "was" : "were"} lost; the plan said ${formatNumber(commits.estimate)}${offText(commits)}.`,
    ...(verified === null
      ? []
      : [
          verified
            ? "The database is what had been committed: verified."
            : "✗ The database is not what had been committed: verification failed.",
        ]),
  ];
}

function offText({ ratio }: Compared): string {
  if (ratio === null || Math.abs(ratio - 1) < 0.005) return "";
  const off = formatPercent(Math.abs(ratio - 1), 0);
  return `, ${off} too ${ratio > 1 ? "much" : "little"}`;
}

/** How a plan is computed, for those who are to believe it. */
export const planBasis =
  "What a backup and a way back take follows from the load as predicted, from what the devices’ models can do and from the costs of the engine’s operations.";
