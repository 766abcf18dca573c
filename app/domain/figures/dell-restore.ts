/** How long Dell's paper took to restore a full backup and 13 logs: its table 2. */

import { restoreInPlace } from "../../contract/command.ts";
import type { FigurePoint } from "../../contract/figure.ts";
import type { FigureRun } from "../../contract/figure-results.ts";
import type { ActivityName } from "../../contract/phase.ts";
import { at, shape } from "./checks.ts";
import { dellInputs, dellPreset, smallerLog } from "./dell-inputs.ts";
import { type FigureDefinition, timeline } from "./figure-definition.ts";
import type { MeasureDefinition } from "./measure-definition.ts";

const logs = 13;
const logEverySeconds = 900;
/** 3 hours and 20 minutes after the full backup. */
const brokenAfterSeconds = 12_000;
/** Over one path the full backup takes 37 minutes, and two restores three hours and 45 minutes. */
const durationSeconds = brokenAfterSeconds + 18_000;
/** 15 minutes of this load write 0.7 GB of log, which a full backup keeps until it ends. */
const log = smallerLog(2);

const newFiles = "tpcc_new_files";

const afterTheFull = (delaySeconds: number) => ({
  after: { step: "full", event: "completed" as const, delaySeconds },
});
const backedUpAndRestored = timeline([
  {
    name: "full",
    atSeconds: 60,
    command: { kind: "backup", name: "full_1", type: "full", copyOnly: false },
  },
  ...Array.from({ length: logs }, (_, place) => ({
    ...afterTheFull((place + 1) * logEverySeconds),
    command: {
      kind: "backup" as const,
      name: `log_${place + 1}`,
      type: "log" as const,
      copyOnly: false,
    },
  })),
  { ...afterTheFull(brokenAfterSeconds), command: { kind: "setUsers", users: 0 } },
  {
    name: "new_files",
    ...afterTheFull(brokenAfterSeconds + 30),
    command: { ...restoreInPlace, backUpTail: false, as: newFiles },
  },
  {
    after: { step: "new_files", event: "completed", delaySeconds: 30 },
    command: { ...restoreInPlace, backUpTail: false, replace: true },
  },
]);

const pathMiBPerSecond = 113;

/** So many network paths of the host lead to both arrays. */
const paths = (count: number): readonly string[] => [
  `storage.network=${JSON.stringify({ paths: count, pathMiBPerSecond })}`,
];
/** All that the paper's host has. */
export const fourPaths = paths(4);
const pathPoints = [1, 2, 4].map(
  (count): FigurePoint => ({
    id: `${count}-paths`,
    name: count === 1 ? "1 network path" : `${count} network paths`,
    series: "",
    x: null,
    settings: paths(count),
  }),
);
const halfLoad: FigurePoint = {
  id: "half",
  name: "2,000 users, 4 network paths",
  series: "",
  x: null,
  settings: ["workload.users=2000", ...fourPaths],
};

type Into = "existing" | "new";
const into = { existing: "(existing files)", new: "(new files)" } as const;

const stepsOf = ({ operations }: FigureRun, kind: ActivityName, where: Into) =>
  operations.filter(
    ({ name, database }) => name === kind && (database === newFiles) === (where === "new"),
  );

/** Null: it did not come to that. */
function lengthOf(id: string, kind: ActivityName, what: string, where: Into): MeasureDefinition {
  return {
    id: `${id}-${where}`,
    metric: { name: `${what} ${into[where]}`, unit: "duration", better: "lower" },
    read: (run) => {
      const [found] = stepsOf(run, kind, where);
      return found === undefined ? null : found.endMs - found.startMs;
    },
  };
}

/** The full backup has log of its own, the first that is redone: what was written while it was taken. */
function fullBackup(where: Into): MeasureDefinition {
  return {
    id: `full-${where}`,
    metric: {
      name: `restore of the full backup ${into[where]}`,
      unit: "duration",
      better: "lower",
    },
    read: (run) => {
      const [data] = stepsOf(run, "restoreData", where);
      const [ownLog] = stepsOf(run, "restoreLog", where);
      return data === undefined || ownLog === undefined ? null : ownLog.endMs - data.startMs;
    },
  };
}

/** Null: not all of the log backups were restored. */
function overLogs(
  run: FigureRun,
  where: Into,
  of: (log: FigureRun["operations"][number]) => number,
) {
  const [, ...found] = stepsOf(run, "restoreLog", where);
  return found.length === logs ? found.reduce((sum, log) => sum + of(log), 0) : null;
}

const replay = (where: Into): MeasureDefinition => ({
  id: `logs-${where}`,
  metric: { name: `replay of 13 logs ${into[where]}`, unit: "duration", better: "lower" },
  read: (run) => overLogs(run, where, ({ startMs, endMs }) => endMs - startMs),
});

/** The restore is one command: what redo has left in memory is written once, behind the last log. */
const dirtyPages = (where: Into) =>
  lengthOf("dirty", "restoreFlush", "dirty pages written after the logs", where);

const pages = (where: Into) => lengthOf("pages", "restoreData", "its pages alone", where);

const restoreAll = lengthOf("total", "restore", "the whole restore", "existing");
const restoreFull = fullBackup("existing");
const restoreLogs = replay("existing");
const restoreRecovery = lengthOf("recovery", "restoreRecovery", "recovery", "existing");
const newFilesMeasures = [
  lengthOf("files", "restoreFiles", "zeros", "new"),
  fullBackup("new"),
  pages("new"),
  replay("new"),
  dirtyPages("new"),
  lengthOf("recovery", "restoreRecovery", "recovery", "new"),
];
const logRecords: MeasureDefinition = {
  id: "records",
  metric: { name: "records of a log", unit: { name: "records" }, better: null },
  read: (run) => {
    const records = overLogs(run, "existing", ({ figures }) => figures.records ?? 0);
    return records === null ? null : records / logs;
  },
};

export const dellRestoreFigure: FigureDefinition = {
  id: "dell-table-2",
  paper: "dell",
  label: "Table 2",
  title: "Restore of a full backup and 13 logs",
  question:
    "How long does it take to restore a full backup and the logs of the 3 hours and 20 minutes since?",
  says: "The full backup is back after 900 s; the 13 logs of 15 minutes take 1,560 s more, recovery another 29 s: 2,489 s in all.",
  preset: dellPreset,
  settings: [
    `durationSeconds=${durationSeconds}`,
    log.setting,
    "database.recoveryModel=full",
    "server.instantFileInitialization=false",
    "restoreHistoryMiB=4096",
    backedUpAndRestored,
  ],
  inputs: [
    ...dellInputs,
    log.input,
    {
      what: "Backups",
      value:
        "a full one, then a log backup every 15 minutes; broken 3 hours and 20 minutes after the full one ended",
      source: "paper",
    },
    {
      what: "Network paths",
      value:
        "1, 2 and 4 of 1 GbE, shared by both arrays; the paper does not say how many carried a restore",
      source: "assumed",
    },
    {
      what: "Files that are restored into",
      value:
        "new ones, filled with zeros first, then those that are there; the paper does not say which",
      source: "assumed",
    },
  ],
  across: "network paths",
  chart: "bars",
  points: [...pathPoints, halfLoad],
  measures: [
    restoreAll,
    restoreFull,
    pages("existing"),
    restoreLogs,
    dirtyPages("existing"),
    restoreRecovery,
    ...newFilesMeasures,
    logRecords,
  ],
  concludes: ({ value, paper }) =>
    `Most of a restore is the replay of the logs: ${value("4-paths", restoreLogs)} of ${value("4-paths", restoreAll)} with 4 network paths; ${paper(restoreLogs)} of ${paper(restoreAll)} in the paper. Half the users leave logs that are replayed in ${value(halfLoad.id, restoreLogs)}.`,
  published: [
    { measure: restoreAll, ms: 2_489_000, line: "Total" },
    { measure: restoreFull, ms: 900_000, line: "the full backup" },
    { measure: restoreLogs, ms: 1_560_000, line: "13 logs" },
    { measure: restoreRecovery, ms: 29_000, line: "recovery" },
  ].map(({ measure, ms, line }) => ({
    measure: measure.id,
    value: ms,
    points: pathPoints.map(({ id }) => id),
    source: `table 2, ${line}: ${ms / 1000} s`,
  })),
  checks: [
    ...pathPoints.map(({ id, name }) =>
      shape(
        {
          id: `logs-${id}`,
          statement: `With ${name} the replay of the logs takes longer than the restore of the full backup`,
          says: "1,560 s for the logs, 900 s for the full backup",
        },
        [at(id, restoreFull), at(id, restoreLogs)],
        ([full = 0, replayed = 0]) => replayed > full,
      ),
    ),
    shape(
      {
        id: "records",
        statement:
          "Half the users leave fewer records in a log, and their 13 logs are replayed in less time",
        says: "logs of 15 minutes under 4,000 users take two minutes each",
      },
      [
        at(halfLoad.id, logRecords),
        at("4-paths", logRecords),
        at(halfLoad.id, restoreLogs),
        at("4-paths", restoreLogs),
      ],
      ([fewer = 0, more = 0, shorter = 0, longer = 0]) => fewer < more && shorter < longer,
    ),
  ],
};
