/** How long Dell's paper took to restore a full backup and 13 logs: its table 2. */

import { restoreInPlace } from "../../contract/command.ts";
import { deviceSchema, isComposed } from "../../contract/device.ts";
import { devicePreset } from "../../contract/device-presets.ts";
import type { FigurePoint } from "../../contract/figure.ts";
import type { FigureRun } from "../../contract/figure-results.ts";
import { at, shape } from "./checks.ts";
import { dellInputs, dellPreset, lengthOf } from "./dell-inputs.ts";
import { type FigureDefinition, type MeasureDefinition, timeline } from "./figure-definition.ts";

const logs = 13;
const logEverySeconds = 900;
const fullAtSeconds = 60;
/** 3 hours and 20 minutes after the full backup. */
const brokenAtSeconds = fullAtSeconds + 12_000;

const backedUpAndRestored = timeline([
  {
    atSeconds: fullAtSeconds,
    command: { kind: "backup", name: "full_1", type: "full", copyOnly: false },
  },
  ...Array.from({ length: logs }, (_, place) => ({
    atSeconds: fullAtSeconds + (place + 1) * logEverySeconds,
    command: {
      kind: "backup" as const,
      name: `log_${place + 1}`,
      type: "log" as const,
      copyOnly: false,
    },
  })),
  {
    atSeconds: brokenAtSeconds,
    command: { ...restoreInPlace, backUpTail: false, replace: true },
  },
]);

const arrays = ["dell-ps6000xv", "dell-ps6500e"] as const;

/** So many network paths lead to each array. */
const paths = (count: number): readonly string[] =>
  arrays.map((name, volume) => {
    const device = deviceSchema.parse(devicePreset(name).device);
    if (!isComposed(device)) throw new Error(`${name} is not made of disks`);
    const changed = { ...device, link: { ...device.link, ports: count } };
    return `storage.volumes.${volume}.device=${JSON.stringify(changed)}`;
  });
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
  settings: ["workload.users=2000", ...paths(4)],
};

const restoredLogs = ({ operations }: FigureRun) =>
  operations.filter(({ name }) => name === "restoreLog");

/** Null: not all of the logs were restored. */
function overLogs(run: FigureRun, of: (log: FigureRun["operations"][number]) => number) {
  const found = restoredLogs(run);
  return found.length < logs ? null : found.reduce((sum, log) => sum + of(log), 0);
}

const restoreData = lengthOf("data", "restoreData", "restore of the full backup");
const restoreRecovery = lengthOf("recovery", "restoreRecovery", "recovery");
const restoreLogs: MeasureDefinition = {
  id: "logs",
  metric: { name: "replay of 13 logs", unit: "duration", better: "lower" },
  read: (run) => overLogs(run, ({ startMs, endMs }) => endMs - startMs),
};
const logRecords: MeasureDefinition = {
  id: "records",
  metric: { name: "records of a log", unit: { name: "records" }, better: null },
  read: (run) => {
    const records = overLogs(run, ({ figures }) => figures.records ?? 0);
    return records === null ? null : records / restoredLogs(run).length;
  },
};

export const dellRestoreFigure: FigureDefinition = {
  id: "dell-table-2",
  paper: "dell",
  label: "Table 2",
  title: "Restore of a full backup and 13 logs",
  question:
    "How long does it take until the database of 3 hours and 20 minutes ago is there again?",
  says: "The full backup is back in 900 s; the logs of 15 minutes take 1,560 s more, recovery another 29 s.",
  preset: dellPreset,
  settings: [
    `durationSeconds=${brokenAtSeconds + 9000}`,
    "database.recoveryModel=full",
    backedUpAndRestored,
  ],
  inputs: [
    ...dellInputs,
    {
      what: "Backups",
      value: "a full one, then a log backup every 15 minutes; broken after 3 hours and 20 minutes",
      source: "paper",
    },
    {
      what: "Network paths",
      value: "1, 2 and 4 to each array; the paper does not say how many carried a backup",
      source: "assumed",
    },
    {
      what: "Files that are restored into",
      value: "those that are there: nothing is filled with zeros first",
      source: "assumed",
    },
  ],
  across: "network paths",
  chart: "bars",
  points: [...pathPoints, halfLoad],
  measures: [restoreData, restoreLogs, restoreRecovery, logRecords],
  published: [
    {
      measure: restoreData.id,
      value: 900_000,
      source: "Restore full database (130 GB) to T0: 900",
    },
    {
      measure: restoreLogs.id,
      value: 1_560_000,
      source: "Replay of 13 transaction Logs: 1560",
    },
    { measure: restoreRecovery.id, value: 29_000, source: "Recover database: 29" },
  ],
  checks: [
    ...pathPoints.map(({ id, name }) =>
      shape(
        {
          id: `logs-${id}`,
          statement: `With ${name} the replay of the logs takes longer than the restore of the data`,
          says: "1,560 s for the logs, 900 s for the data",
        },
        [at(id, restoreData), at(id, restoreLogs)],
        ([data = 0, replay = 0]) => replay > data,
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
