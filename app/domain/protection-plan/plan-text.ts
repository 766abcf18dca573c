/** A plan in words: the same in a terminal and on the screen. */
import type { PlanFailure, PlanJobKind } from "../../contract/protection-plan.ts";
import { listed } from "../format/listed.ts";
import { countOf, formatNumber, formatPercent, noValue } from "../format/numbers.ts";
import { atBegin } from "../format/report-text.ts";
import { formatRoughDuration } from "../format/times.ts";
import type { PlanCurve } from "./plan-answer.ts";
import type { Compared, PlanOutcome } from "./plan-outcome.ts";
import type { TimedWay, Way, WayPart } from "./way-back.ts";

export const failureNames: Readonly<Record<PlanFailure, string>> = {
  wrongUpdate: "A wrong UPDATE",
  damagedDatabase: "A damaged database",
  lostVolumes: "Its volumes are lost",
};

export const jobNames: Readonly<Record<PlanJobKind, string>> = {
  full: "Full backup",
  differential: "Differential backup",
  log: "Log backup",
  arraySnapshot: "Array snapshot",
  databaseSnapshot: "Database snapshot",
};

export const partNames: Readonly<Record<WayPart, string>> = {
  tail: "backup of the tail",
  files: "new files",
  snapshotFirst: "one more snapshot",
  array: "volumes go back",
  pages: "pages of backups",
  log: "redo of the log",
  flush: "writing what is dirty",
  recovery: "recovery",
  revert: "revert",
};

/** "36,000 s" of a day is "10:00:00". */
export function dayClock(seconds: number): string {
  const whole = Math.floor(Math.max(0, seconds));
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(Math.floor(whole / 3600))}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}

export const durationText = (seconds: number | null): string =>
  seconds === null
    ? noValue
    : seconds >= 10 || seconds === 0
      ? formatRoughDuration(1000 * seconds)
      : `${formatNumber(seconds, 1)} s`;

/** "full_3, diff_2, 4 log backups and the tail". */
export function wayText({ kind, base, differential, logs, usesTail }: Way): string {
  if (kind === "databaseSnapshot") return `revert to ${base.name}`;
  return listed([
    base.name,
    ...(differential === null ? [] : [differential.name]),
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
  const missed = [
    ...missedText(curve.lossMissed, "the RPO"),
    ...missedText(curve.timeMissed, "the RTO"),
  ];
  const most =
    `${name}: at most ${durationText(worstLossSeconds)} of work are lost (${dayClock(worstLossAtSeconds)}), ` +
    `and a way back takes up to ${durationText(worstTimeSeconds)} (${dayClock(worstTimeAtSeconds)}).`;
  return missed.length === 0 ? most : `${most} ${atBegin(listed(missed))}.`;
}

function missedText(share: number | null, target: string): string[] {
  if (share === null) return [];
  if (share === 0) return [`${target} is kept all day`];
  const part = share < 0.001 ? "less than 0.1 %" : formatPercent(share);
  return [`${target} is missed in ${part} of the day`];
}

/** "pages of backups 62 s, redo of the log 14 s". */
export const partsText = ({ parts }: Pick<TimedWay, "parts">): string =>
  parts.map(({ part, seconds }) => `${partNames[part]} ${durationText(seconds)}`).join(", ");

/** How far an estimate was off. */
export function outcomeSentences({ time, commits }: PlanOutcome): string[] {
  return [
    `The way back took ${durationText(time.run)}; the plan said ${durationText(time.estimate)}${offText(time)}.`,
    `${countOf(Math.round(commits.run), "committed change")} were lost; the plan said ${formatNumber(commits.estimate)}${offText(commits)}.`,
  ];
}

function offText({ ratio }: Compared): string {
  if (ratio === null || ratio === 1) return "";
  const off = formatPercent(Math.abs(ratio - 1), 0);
  return `, ${off} too ${ratio > 1 ? "much" : "little"}`;
}

/** How a plan is computed, for those who are to believe it. */
export const planBasis =
  "What a backup and a way back take follows from the load as predicted, from what the devices’ models can do and from the costs of the engine’s operations; nothing was run.";
