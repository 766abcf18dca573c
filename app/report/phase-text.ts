/** Phases in words: how long, how sure, and what was done in them. */
import type { PhaseName } from "../contract/phase.ts";
import type { ReportPhase } from "../contract/report.ts";
import { durationSign } from "../domain/duration-bound.ts";
import { formatBytes } from "../domain/format/bytes.ts";
import { countOf, formatNumber } from "../domain/format/numbers.ts";
import { formatTidyDuration } from "../domain/format/times.ts";
import { phaseTerm } from "../domain/glossary/glossary.ts";
import { givenNote } from "../domain/glossary/phases.ts";
import { activityText } from "./activity-text.ts";
import { isSet, numberOf } from "./phase-figures.ts";

/** Where the term's own title does not fit beside a row of a chart. */
const shortLabels: Partial<Readonly<Record<PhaseName, string>>> = {
  checkpointWait: "Waiting",
  openWait: "Given open",
  startupWait: "Given start",
  consistencyCheck: "Check",
  serverStart: "Start",
  latchTimeout: "Latch",
  stackDump: "Dump",
  arraySnapshot: "Array",
  ioFreeze: "I/O freeze",
  longIo: "Long I/O",
  verifyBackup: "Verify",
  arrayRestore: "From array",
  restoreFiles: "Files made",
  restoreData: "Data copied",
  restoreLog: "Log applied",
  restoreFlush: "Last flush",
  restoreRecovery: "Recovered",
  tableUpdate: "Update",
  tableScan: "Scan",
  indexRebuild: "Rebuild",
  indexCreation: "New index",
};

/** What a phase is called beside its row. */
export const phaseLabel = (name: PhaseName): string => shortLabels[name] ?? phaseTerm(name).title;

/** These take time: where start and end are one moment, the log tells the end alone. */
export const untold: ReadonlySet<PhaseName> = new Set<PhaseName>([
  "recovery",
  "backup",
  "restore",
  "longIo",
  "latchTimeout",
  "ioFreeze",
]);

/**
 * "≤ 19 min 56.85 s" where the end is no later than it stands, "≥ 12.40 s" where the start is no
 * later or the end no earlier than it stands, because nothing states them.
 */
export function durationOfPhase(
  phase: Pick<
    ReportPhase,
    "name" | "durationMs" | "instant" | "startSource" | "endSource" | "figures"
  >,
): string {
  const { name, durationMs, instant } = phase;
  if (instant && beforeLog(phase) === null) return untold.has(name) ? "not logged" : "instant";
  if (durationMs === null) return "not ended";
  const sign = durationSign(phase);
  // Start and end are one time to the log, as in Replay.
  if (durationMs === 0 && sign === "") return "instant";
  return `${sign}${sign === "" ? "" : " "}${formatTidyDuration(durationMs)}`;
}

/** Where the times of a phase come from; empty when both are stated by the engine. */
export function sourceOfPhase(phase: ReportPhase): string {
  const { startSource, endSource } = phase;
  const told: string[] = [];
  const before = beforeLog(phase);
  if (before !== null) told.push(`began ${formatTidyDuration(before)} before the log`);
  else if (startSource !== "logged") told.push(`start ${startSource}`);
  if (endSource !== null && endSource !== "logged") told.push(`end ${endSource}`);
  return told.join(", ");
}

const beforeLog = ({ figures }: Pick<ReportPhase, "figures">): number | null =>
  typeof figures.beganBeforeLogMs === "number" ? figures.beganBeforeLogMs : null;

/** What is said of a creation that shows only from its start-up on. */
const notLogged = "what is before it is not logged (trace flags 1810 and 3504)";

/** What a phase did, as far as its source tells. */
export function workOfPhase(phase: ReportPhase): string {
  const figure = (key: string) => numberOf(phase, key);
  const told = (...keys: string[]) => keys.every((key) => figure(key) !== null);
  const count = (key: string, one: string, many?: string) => countOf(figure(key) ?? 0, one, many);
  switch (phase.name) {
    case "checkpoint":
      return told("buffers", "writes", "avoided")
        ? `${count("buffers", "buffer")} in ${count("writes", "write")}; ${formatNumber(figure("avoided"))} new dirty avoided`
        : "";
    case "analysis":
      return told("records", "bytes")
        ? `${count("records", "log record")}, ${formatBytes(figure("bytes"))}`
        : "";
    case "redo":
      return told("records", "applied", "pagesPulled")
        ? `${formatNumber(figure("applied"))} of ${count("records", "record")} applied, ${count("pagesPulled", "page")} pulled`
        : told("estimateRedoBytes")
          ? `estimate ${formatBytes(figure("estimateRedoBytes"))}`
          : "";
    case "startup":
      return isSet(phase, "phasesNotLogged") ? notLogged : "";
    case "undo":
      if (isSet(phase, "ofRoleChange")) return "at a change of role";
      return told("transactions", "records")
        ? `${count("transactions", "transaction")}, ${count("records", "record")}`
        : "";
    case "flush":
      return told("pages") ? count("pages", "page") : "";
    case "openWait":
    case "startupWait":
      return givenNote;
    default:
      return activityText(phase);
  }
}
