/** A plan in words: the same in a terminal and on the screen. */
import type { PlanFailure, PlanJobKind, ProtectionPlan } from "../../contract/protection-plan.ts";
import { listed } from "../format/listed.ts";
import { countOf, formatNumber, formatPercent, noValue } from "../format/numbers.ts";
import { asSentence, atBegin } from "../format/report-text.ts";
import { formatRoughDuration } from "../format/times.ts";
import type { PlanSet } from "./occurrences.ts";
import type { PlanCurve } from "./plan-answer.ts";
import type { Compared, PlanOutcome } from "./plan-outcome.ts";
import type { TimedWay, Way, WayPart } from "./way-back.ts";

export const failureNames: Readonly<Record<PlanFailure, string>> = {
  wrongUpdate: "A wrong UPDATE",
  damagedDatabase: "A damaged database",
  lostVolumes: "Lost volumes",
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

/** "A wrong UPDATE at 10:00:00". */
export const failureAt = (failure: PlanFailure, atSeconds: number): string =>
  `${failureNames[failure]} at ${dayClock(atSeconds)}`;

/** "15 min", "13 min 20 s", "2.5 s": what is nothing of a smaller unit is left out. */
export const durationText = (seconds: number | null): string =>
  seconds === null
    ? noValue
    : seconds >= 10 || seconds === 0
      ? formatRoughDuration(1000 * seconds).replace(/ 0 (s|min)$/, "")
      : `${formatNumber(seconds, 1)} s`;

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

const fieldNames: Readonly<Record<string, string>> = {
  kind: "what it takes",
  everySeconds: "every",
  offsetSeconds: "from",
  keepCount: "keeps",
  keepSeconds: "keeps",
  copyOnly: "copy only",
  freeze: "freeze",
  files: "files",
  daySeconds: "Length of the day",
  "noticedAfterSeconds.wrongUpdate": "A wrong UPDATE is noticed after",
  "noticedAfterSeconds.damagedDatabase": "Damage is noticed after",
  "targets.rpoSeconds": "Work that may be lost (RPO)",
  "targets.rtoSeconds": "Time that a way back may take (RTO)",
};

/** Why a plan is none, with its fields as the screen names them. `what`: how the message names the plan. */
export const planProblem = (
  { jobs }: Pick<ProtectionPlan, "jobs">,
  message: string,
  what: string,
): string => {
  const told = message
    .slice(message.startsWith(`${what}: `) ? what.length + 2 : 0)
    .replaceAll(/\bjobs\.(\d+)\.(\w+)/g, (_, at: string, key: string) => {
      const kind = jobs[Number(at)]?.kind;
      const name = kind === undefined ? "Job" : jobNames[kind];
      return `${name} ${Number(at) + 1}, ${fieldNames[key] ?? key}`;
    })
    .replaceAll(
      /\b(?:daySeconds|(?:noticedAfterSeconds|targets)\.\w+)/g,
      (key) => fieldNames[key] ?? key,
    );
  const elsewhere =
    " Database, load and storage are changed in Experiments, and taken over from there.";
  return `${asSentence(told)}${told.includes("scenario.") ? elsewhere : ""}`;
};

/** How a plan is computed, for those who are to believe it. */
export const planBasis =
  "What a backup and a way back take follows from the load as predicted, from what the devices’ models can do and from the costs of the engine’s operations.";
