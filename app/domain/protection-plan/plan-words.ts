/** What a plan's failures, jobs, parts, times and fields are called, in a terminal and on the screen. */
import type { PlanFailure, PlanJobKind, ProtectionPlan } from "../../contract/protection-plan.ts";
import { formatNumber, noValue } from "../format/numbers.ts";
import { asSentence } from "../format/report-text.ts";
import { formatRoughDuration } from "../format/times.ts";
import type { WayPart } from "./way-back.ts";

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
