/** How long Dell's paper took to go back to a smart copy and replay a log: its table 3, and figure 12. */
import { restoreInPlace } from "../../contract/command.ts";
import type { FigureInput, FigurePoint } from "../../contract/figure.ts";
import { formatRoughDuration } from "../format/times.ts";
import { at, atLeastTimes, near } from "./checks.ts";
import { arrayInputs, arraySettings, givenRestore } from "./dell-array.ts";
import { dellInputs, dellPreset, lengthOf, smallerLog, sumOf } from "./dell-inputs.ts";
import { fourPaths } from "./dell-restore.ts";
import table2File from "./dell-table-2.json" with { type: "json" };
import { type FigureDefinition, timeline } from "./figure-definition.ts";
import { revisionText } from "./figure-text.ts";
import type { MeasureDefinition } from "./measure-definition.ts";

/** The figure of which `table2` has the medians with four network paths; a test holds the numbers to it. */
export const table2Figure = "dell-table-2";
export const table2: {
  readonly engineRevisions: readonly number[];
  readonly restoreMs: number;
  readonly fullMs: number;
} = table2File;

/**
 * Extents that change between the full backup and the smart copy, as a share of those in use: 3 h 20 min at the
 * load's rate. A test holds it to what a protection plan reckons for a differential.
 */
export const differentialShare = 0.7;
export const hoursToTheCopy = 3 + 20 / 60;

const copySeconds = 60;
const logSeconds = 900;
const log = smallerLog(4);

const copiedAndRestored = timeline([
  {
    atSeconds: copySeconds,
    command: { kind: "createArraySnapshot", name: "smart_1" },
  },
  { atSeconds: copySeconds + logSeconds, command: { kind: "setUsers", users: 0 } },
  {
    name: "log",
    atSeconds: copySeconds + logSeconds + 15,
    command: { kind: "backup", name: "log_1", type: "log", copyOnly: false },
  },
  {
    after: { step: "log", event: "completed", delaySeconds: 15 },
    command: { ...restoreInPlace, backUpTail: false, replace: true, arraySnapshot: "smart_1" },
  },
]);

const restored: FigurePoint = {
  id: "smart",
  name: "smart copy and one log",
  series: "",
  x: null,
  settings: [...fourPaths],
  given: ["array-restore"],
};

const duration = (
  id: string,
  name: string,
  read: MeasureDefinition["read"],
): MeasureDefinition => ({
  id,
  metric: { name, unit: "duration", better: "lower" },
  read,
});

/** The log that the copy has is redone first, then the log backup; null: not both were. */
const redone = (id: string, place: 0 | 1, name: string): MeasureDefinition =>
  duration(id, name, ({ operations }) => {
    const logs = operations.filter((operation) => operation.name === "restoreLog");
    const found = logs[place];
    return found === undefined || logs.length !== 2 ? null : found.endMs - found.startMs;
  });

const total = lengthOf("total", "restore", "the whole restore");
const arrayRestore = lengthOf("array-restore", "arrayRestore", "smart copy restore");
const ownLog = redone("own-log", 0, "replay of the log that the copy has");
const oneLog = redone("log", 1, "replay of one log");
const dirty = lengthOf("dirty", "restoreFlush", "dirty pages written after the log");
const recovery = lengthOf("recovery", "restoreRecovery", "recovery");

const full = duration("full", "restore of the full backup, of table 2", () => table2.fullMs);
const byLogs = duration("by-logs", "full backup and 13 logs, of table 2", () => table2.restoreMs);
/** Its extents come from the backup as those of the full one do. */
const differential = duration("differential", "restore of the differential, reckoned", () =>
  Math.round(differentialShare * table2.fullMs),
);
const byDifferential = duration(
  "by-differential",
  "full backup, differential and one log, reckoned",
  (run) => sumOf(run, [full, differential, oneLog, dirty, recovery]),
);

const ratio = (id: string, name: string, longer: MeasureDefinition): MeasureDefinition => ({
  id,
  metric: { name, unit: { name: "times" }, better: "higher" },
  read: (run) => {
    const [long, short] = [longer.read(run), total.read(run)];
    return long === null || short === null || short <= 0 ? null : long / short;
  },
});
const timesByLogs = ratio("times-by-logs", "times as long by full backup and 13 logs", byLogs);
const timesByDifferential = ratio(
  "times-by-differential",
  "times as long by full backup, differential and one log",
  byDifferential,
);

const ofTable2: FigureInput = {
  what: "Table 2",
  value: `this model’s own, with four network paths: ${formatRoughDuration(table2.restoreMs)} in all, ${formatRoughDuration(table2.fullMs)} of it for the full backup, by ${revisionText(table2.engineRevisions)}`,
  source: "derived",
};

const base = {
  paper: "dell",
  preset: dellPreset,
  settings: [
    "durationSeconds=1800",
    log.setting,
    "database.recoveryModel=full",
    "server.instantFileInitialization=false",
    "restoreHistoryMiB=4096",
    ...arraySettings,
    copiedAndRestored,
  ],
  points: [restored],
} as const;

const inputs: readonly FigureInput[] = [
  ...dellInputs,
  log.input,
  ...arrayInputs,
  givenRestore,
  {
    what: "Log",
    value: "one of 15 minutes since the smart copy",
    source: "paper",
  },
  {
    what: "What lies before and behind that",
    value:
      "the smart copy is taken after a minute, in the paper some three hours after the full backup; the log is backed up once the users have gone",
    source: "assumed",
  },
  {
    what: "Network paths",
    value: "four, over which the log comes from the backups; the smart copy takes none",
    source: "assumed",
  },
  ofTable2,
  {
    what: "Full backup, differential and one log",
    value: `not run, but reckoned: the full backup of table 2; a differential that has ${differentialShare * 100} % of its extents, which is what this load changes in 3 h 20 min, and comes as fast; then the log, the dirty pages and the recovery of these runs`,
    source: "derived",
  },
];

const of = (measure: MeasureDefinition) => at(restored.id, measure);

const table3: FigureDefinition = {
  ...base,
  id: "dell-table-3",
  label: "Table 3",
  title: "Restore of a smart copy and one log",
  question: "How long does it take to go back to a snapshot of the array and replay the log since?",
  says: "The smart copy is back after 168 s, the log of 15 minutes takes 135 s and recovery 25 s: 328 s in all. With a differential backup in place of the smart copy it would have been at least 3 times as long.",
  inputs,
  across: "",
  chart: "bars",
  measures: [
    total,
    arrayRestore,
    ownLog,
    oneLog,
    dirty,
    recovery,
    byDifferential,
    full,
    differential,
    byLogs,
  ],
  published: [
    { measure: total, ms: 328_000, line: "Total" },
    { measure: arrayRestore, ms: 168_000, line: "the smart copy" },
    { measure: oneLog, ms: 135_000, line: "one log" },
    { measure: recovery, ms: 25_000, line: "recovery" },
  ].map(({ measure, ms, line }) => ({
    measure: measure.id,
    value: ms,
    source: `table 3, ${line}: ${ms / 1000} s`,
  })),
  concludes: ({ value, paper }) =>
    `Going back to a snapshot of the array takes ${value(restored.id, total)}: ${value(restored.id, arrayRestore)}, which are given, for the array and ${value(restored.id, oneLog)} for the log; ${paper(total)} in the paper. By full backup and 13 logs it takes ${value(restored.id, byLogs)}; by full backup, differential and one log it would take ${value(restored.id, byDifferential)}.`,
  checks: [
    atLeastTimes(
      {
        id: "logs",
        statement: "By full backup and 13 logs a restore takes at least 3 times as long",
        says: "2,489 s and 328 s",
      },
      3,
      [of(byLogs), of(total)],
    ),
    atLeastTimes(
      {
        id: "differential",
        statement:
          "By full backup, differential and one log it would take at least 3 times as long",
        says: "at least 3 times, by the parts of table 2",
      },
      3,
      [of(byDifferential), of(total)],
    ),
  ],
};

const comparison: FigureDefinition = {
  ...base,
  id: "dell-12",
  label: "Figure 12",
  title: "Ways back compared",
  question: "How much sooner is a database back from a snapshot of the array?",
  says: "The way back by the smart copy is approximately 7.5 times as fast as that by the full backup and 13 logs.",
  inputs,
  across: "",
  chart: "bars",
  measures: [byLogs, byDifferential, total, timesByLogs, timesByDifferential],
  published: [
    {
      measure: byLogs.id,
      value: 2_489_000,
      source: "table 2, Total: 2489 s",
    },
    { measure: total.id, value: 328_000, source: "table 3, Total: 328 s" },
    {
      measure: timesByLogs.id,
      value: 7.5,
      isRough: true,
      source: "section 3.5.3",
    },
  ],
  concludes: ({ value, number, paper }) =>
    `A database is back ${number(restored.id, timesByLogs)} times as soon from a snapshot of the array as from a full backup and 13 logs (${paper(timesByLogs)} in the paper), and ${number(restored.id, timesByDifferential)} times as soon as it would be from a full backup, a differential and one log: after ${value(restored.id, total)}.`,
  checks: [
    near(
      {
        id: "times",
        statement:
          "By full backup and 13 logs a restore takes from half to twice of 7.5 times as long as from a smart copy",
        says: "approximately 7.5 times",
      },
      2,
      7.5,
      of(timesByLogs),
    ),
  ],
};

export const dellArrayRestoreFigures: readonly FigureDefinition[] = [table3, comparison];
