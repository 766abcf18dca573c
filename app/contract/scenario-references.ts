/**
 * Rules of a scenario that tie one field to another; the schema covers each field on its own. They are judged here alone:
 * the engine refuses only what would harm it (native/scenario/harm.cpp). testing/refused-scenarios.json has one that each refuses.
 */
import { checkArraySnapshots, type RuledVolume } from "./array-snapshot-rules.ts";
import { capacityMiB, checkDevice, isComposed } from "./device.ts";
import { maxDataFiles, maxNonclusteredIndexes, maxUsers } from "./fields.ts";
import { dataVolumes, type PlacedFiles, placedFiles } from "./placement.ts";
import { checkTimeline, type Problem, quoted, type RuledScenario } from "./timeline-rules.ts";
import { leastThat, refusedWith, tpccLeastSizeMiB, tpccWarehouses } from "./tpcc.ts";

/** The part of a scenario that the rules look at; structural, so that the schema can import this. */
interface ScenarioFields extends RuledScenario {
  readonly mode: "virtual" | "real";
  readonly startTime: string | null;
  readonly traceFlags: readonly number[];
  readonly server: {
    readonly engineVersion: string;
    readonly memoryMiB: number;
    readonly indexCreateMemoryKiB: number;
    readonly tempdbSizeMiB: number;
  };
  readonly database: {
    readonly name: string;
    readonly sizeMiB: number;
    readonly dataFiles: number;
    readonly filledPercent: number;
    readonly fillFactorPercent: number;
    readonly logSizeMiB: number;
    readonly nonclusteredIndexes: number;
    readonly logVlfs: number;
    readonly recoveryModel: "simple" | "full";
    readonly logBackupIntervalSeconds: number;
    readonly targetRecoveryTimeSeconds: number | null;
  };
  readonly storage: {
    readonly volumes: readonly (RuledVolume & { readonly folder?: string | null | undefined })[];
    readonly placement: {
      readonly data: string | readonly string[];
      readonly log: string;
      readonly snapshot: string;
      readonly tempdb: string | null;
      readonly backup: string | readonly string[] | null;
    };
    readonly quotaMiB: number;
  };
  readonly workload: {
    readonly users: number;
    readonly profile: string;
    readonly hotRows: number;
  };
  readonly commands: readonly { readonly command: { readonly kind: string } }[];
}

interface Rule {
  readonly path: Problem["path"];
  readonly refuses: (scenario: ScenarioFields) => boolean;
  /** Completes a sentence that starts with the path. */
  readonly says: (scenario: ScenarioFields) => string;
}

/** A page that a user reads, and the one above it, which led there, take 16 KiB. */
const usersPerMiB = 64;
/** Two sorted runs can be merged: two extents of each are in memory. */
export const minIndexCreateKiB = 256;
/** The product's least size of a VLF. */
const vlfsPerMiB = 4;
/** A transaction draws distinct rows: there must be several times as many as it takes. */
export const minHotRows = 64;

/** Those that the scenario plans: what a live command asks for is recorded, and must run again. */
const plannedUsers = ({ workload, timeline }: ScenarioFields): number =>
  Math.max(
    workload.users,
    ...timeline.map(({ command }) => (command.kind === "setUsers" ? (command.users ?? 0) : 0)),
  );

const wholeFilesMiB = ({ database, server }: ScenarioFields): number =>
  database.sizeMiB + database.logSizeMiB + server.tempdbSizeMiB;

const isTpcc = ({ workload }: ScenarioFields): boolean => workload.profile === "tpcc";

/** No size is enough for values that are refused by themselves. */
const canHold = ({ dataFiles, filledPercent, fillFactorPercent }: ScenarioFields["database"]) =>
  dataFiles > 0 && dataFiles <= maxDataFiles && filledPercent > 0 && fillFactorPercent > 0;

const rules: readonly Rule[] = [
  {
    path: ["warmupSeconds"],
    refuses: ({ warmupSeconds, durationSeconds }) => warmupSeconds >= durationSeconds,
    says: ({ warmupSeconds, durationSeconds }) =>
      `${warmupSeconds} leaves nothing to measure; allowed: less than durationSeconds (${durationSeconds})`,
  },
  {
    // The pattern lets 31 February through; a date that the calendar moves is not a date.
    path: ["startTime"],
    refuses: ({ startTime }) => startTime !== null && !isCalendarDate(startTime),
    says: ({ startTime }) =>
      `${JSON.stringify(startTime)} is not a date of the calendar; allowed: such as "2006-10-23T21:48:07", or null`,
  },
  {
    path: ["traceFlags"],
    refuses: ({ traceFlags }) => new Set(traceFlags).size !== traceFlags.length,
    says: ({ traceFlags }) =>
      `${JSON.stringify(traceFlags)} names a flag twice; allowed: each flag once`,
  },
  {
    path: ["database", "targetRecoveryTimeSeconds"],
    refuses: ({ server, database }) =>
      (database.targetRecoveryTimeSeconds ?? 0) !== 0 && Number(server.engineVersion) < 2012,
    says: ({ server, database }) =>
      `${database.targetRecoveryTimeSeconds} needs indirect checkpoints, which SQL Server ${server.engineVersion} does not have; ` +
      "allowed: automatic checkpoints (0), the version's own (null), or SQL Server 2012 and later (server.engineVersion)",
  },
  {
    // With less memory, what users hold on their way down could be all there is. More of them than there may be is told
    // where they are given.
    path: ["server", "memoryMiB"],
    refuses: (scenario) => {
      const users = plannedUsers(scenario);
      return users <= maxUsers && scenario.server.memoryMiB * usersPerMiB < users;
    },
    says: (scenario) => {
      const { memoryMiB } = scenario.server;
      const users = plannedUsers(scenario);
      return (
        `${memoryMiB} is too little for ${users} users, who need two pages of 8 KB each; ` +
        `allowed: at least ${Math.ceil(users / usersPerMiB)}, or at most ${memoryMiB * usersPerMiB} users`
      );
    },
  },
  {
    path: ["server", "indexCreateMemoryKiB"],
    refuses: ({ server: { indexCreateMemoryKiB: memory } }) =>
      memory !== 0 && memory < minIndexCreateKiB,
    says: ({ server }) =>
      `${server.indexCreateMemoryKiB} is too little to merge what was sorted; ` +
      `allowed: 0 (a share of server.memoryMiB), or at least ${minIndexCreateKiB}`,
  },
  {
    path: ["database", "logVlfs"],
    refuses: ({ database }) => database.logVlfs > database.logSizeMiB * vlfsPerMiB,
    says: ({ database: { logVlfs, logSizeMiB } }) =>
      `${logVlfs} do not fit a log of ${logSizeMiB} MiB; allowed: at most ${logSizeMiB * vlfsPerMiB}, 256 KiB each`,
  },
  {
    path: ["database", "logBackupIntervalSeconds"],
    refuses: ({ database }) =>
      database.logBackupIntervalSeconds > 0 && database.recoveryModel === "simple",
    says: ({ database }) =>
      `${database.logBackupIntervalSeconds} has no meaning in the recovery model "simple"; allowed: 0, or database.recoveryModel "full"`,
  },
  {
    path: ["database", "sizeMiB"],
    refuses: (scenario) => {
      const { database } = scenario;
      const isKnown = canHold(database) && database.nonclusteredIndexes <= maxNonclusteredIndexes;
      return !isTpcc(scenario) && isKnown && !holdsItsTable(database.sizeMiB, database);
    },
    says: ({ database }) =>
      `${database.sizeMiB} is too little for ${database.nonclusteredIndexes} nonclustered indexes in ${database.dataFiles} ` +
      `data files that are ${database.filledPercent} % full; allowed: at least ${leastThat((size) => holdsItsTable(size, database))}`,
  },
  {
    path: ["database", "sizeMiB"],
    refuses: (scenario) =>
      isTpcc(scenario) && canHold(scenario.database) && tpccWarehouses(scenario.database) === 0,
    says: ({ database }) => {
      const { sizeMiB, dataFiles, filledPercent } = database;
      const files = dataFiles === 1 ? "a data file that is" : `${dataFiles} data files that are`;
      return (
        `${sizeMiB} is too little for one warehouse of the profile "tpcc" in ${files} ` +
        `${filledPercent} % full; allowed: at least ${tpccLeastSizeMiB(database)}`
      );
    },
  },
  {
    path: ["database", "nonclusteredIndexes"],
    refuses: (scenario) => isTpcc(scenario) && scenario.database.nonclusteredIndexes !== 0,
    says: ({ database }) =>
      `${database.nonclusteredIndexes} has no meaning with the profile "tpcc", whose tables have their own; allowed: 0`,
  },
  {
    path: ["workload", "hotRows"],
    refuses: (scenario) => isTpcc(scenario) && scenario.workload.hotRows !== 0,
    says: ({ workload }) =>
      `${workload.hotRows} has no meaning with the profile "tpcc", whose users draw rows by warehouse; allowed: 0 (all rows)`,
  },
  {
    path: ["workload", "hotRows"],
    refuses: (scenario) => {
      const { hotRows } = scenario.workload;
      return !isTpcc(scenario) && hotRows !== 0 && hotRows < minHotRows;
    },
    says: ({ workload }) =>
      `${workload.hotRows} rows are too few for distinct rows in a transaction; allowed: 0 (all rows), or at least ${minHotRows}`,
  },
  {
    // Snapshots may still outgrow the quota: that makes them suspect, as in the product.
    path: ["storage", "quotaMiB"],
    refuses: (scenario) =>
      scenario.mode === "real" && wholeFilesMiB(scenario) > scenario.storage.quotaMiB,
    says: (scenario) =>
      `${scenario.storage.quotaMiB} is too little for the data files (${scenario.database.sizeMiB} MiB), the log ` +
      `(${scenario.database.logSizeMiB} MiB) and tempdb (${scenario.server.tempdbSizeMiB} MiB); allowed: at least ${wholeFilesMiB(scenario)}`,
  },
];

export function checkReferences(scenario: ScenarioFields): Problem[] {
  return [
    ...rules.flatMap(({ path, refuses, says }) =>
      refuses(scenario) ? [{ path, message: says(scenario) }] : [],
    ),
    ...checkVolumes(scenario),
    ...checkDevices(scenario),
    ...checkPlacement(scenario),
    ...checkCapacity(scenario),
    ...checkTimeline(scenario),
    ...checkAccounts("timeline", scenario),
    ...checkAccounts("commands", scenario),
    ...checkRestoreVolumes(scenario),
    ...checkArraySnapshots(scenario),
  ];
}

/** What works on the accounts table, which another load does not have. A recorded command must be one that can be run again. */
const checkAccounts = (list: "timeline" | "commands", scenario: ScenarioFields): Problem[] =>
  scenario[list].flatMap(({ command: { kind } }, index): Problem[] => {
    const why = refusedWith(scenario.workload.profile, kind);
    if (why === null) return [];
    return [
      {
        path: [list, index, "command", "kind"],
        message: `${JSON.stringify(kind)} ${why}; allowed: the other kinds, or another workload.profile`,
      },
    ];
  });

function isCalendarDate(text: string): boolean {
  const milliseconds = Date.parse(`${text}Z`);
  return !Number.isNaN(milliseconds) && new Date(milliseconds).toISOString().startsWith(text);
}

const extentsPerMiB = 16;
const pagesPerExtent = 8;
/** Least pages of rows that a table begins with. */
const leastLeaves = 8;

/**
 * What every file needs is taken from each in whole extents: one of maps, and in the first file, as
 * in the others for the sake of one layout, those of the boot page and of an IAM page for each index
 * and file. `filledPercent` of the rest is for the indexes, each with its last extent to itself.
 */
function holdsItsTable(sizeMiB: number, database: ScenarioFields["database"]): boolean {
  const { dataFiles, filledPercent, nonclusteredIndexes } = database;
  const trees = 2 + nonclusteredIndexes;
  const mixedExtents = Math.ceil((1 + trees * dataFiles) / pagesPerExtent);
  const fileExtents = Math.floor((sizeMiB * extentsPerMiB) / dataFiles);
  const pages = Math.max(0, fileExtents - 1 - mixedExtents) * dataFiles * pagesPerExtent;
  const leaves = Math.ceil(leastLeaves * (1 + nonclusteredIndexes / 2) * 1.02);
  return (pages * filledPercent) / 100 > trees * pagesPerExtent + leaves;
}

function checkVolumes({ mode, storage }: ScenarioFields): Problem[] {
  const problems: Problem[] = [];
  const seen = new Set<string>();
  storage.volumes.forEach((volume, index) => {
    const path = ["storage", "volumes", index];
    if (seen.has(volume.name)) {
      problems.push({
        path: [...path, "name"],
        message: `${JSON.stringify(volume.name)} is used twice; allowed: a name of its own`,
      });
    }
    seen.add(volume.name);
    const [wanted, unwanted] =
      mode === "real" ? (["folder", "device"] as const) : (["device", "folder"] as const);
    const hint = mode === "real" ? " (null = the default folder)" : "";
    if (volume[wanted] === undefined) {
      problems.push({
        path: [...path, wanted],
        message: `is missing; mode "${mode}" needs a ${wanted}${hint} on every volume`,
      });
    } else if (volume[unwanted] !== undefined) {
      problems.push({
        path: [...path, unwanted],
        message: `${JSON.stringify(volume[unwanted])} has no meaning in mode "${mode}"; allowed: name, ${wanted}`,
      });
    }
  });
  return problems;
}

function checkDevices({ storage }: ScenarioFields): Problem[] {
  return storage.volumes.flatMap(({ device }, index) =>
    device === undefined
      ? []
      : checkDevice(device).map(({ path, message }) => ({
          path: ["storage", "volumes", index, "device", ...path],
          message,
        })),
  );
}

/** Whole files have to fit; those of snapshots and backups grow, and lie where there is room. */
function checkCapacity(scenario: ScenarioFields): Problem[] {
  const { storage, database } = scenario;
  // No size is too much for none; that value is refused by itself.
  if (!(database.dataFiles > 0)) return [];
  const all = placedFiles(scenario);
  const problems: Problem[] = [];
  storage.volumes.forEach(({ name, device }, index) => {
    if (device === undefined || checkDevice(device).length > 0) return;
    const capacity = capacityMiB(device);
    if (capacity === null) return;
    const here = all.filter(({ volume }) => volume === name);
    const needed = Math.ceil(here.reduce((sum, { sizeMiB }) => sum + sizeMiB, 0));
    if (needed <= capacity) return;
    const files = here.map((files) => `${nameOf(files)} (${Math.ceil(files.sizeMiB)} MiB)`);
    const path = ["storage", "volumes", index, "device"];
    problems.push(
      isComposed(device)
        ? {
            path: [...path, "member", "capacityGiB"],
            message:
              `${device.member.capacityGiB} makes a volume of ${capacity} MiB, too little for ` +
              `${listed(files)}; allowed: enough for ${needed} MiB`,
          }
        : {
            path: [...path, "capacityMiB"],
            message: `${capacity} is too little for ${listed(files)}; allowed: at least ${needed}, or 0`,
          },
    );
  });
  return problems;
}

function nameOf({ file, count }: PlacedFiles): string {
  if (file !== "data") return file === "log" ? "the log" : "tempdb";
  return count === 1 ? "the data file" : `${count} data files`;
}

const listed = (parts: readonly string[]): string =>
  parts.length < 3 ? parts.join(" and ") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;

function checkPlacement({ storage, database }: ScenarioFields): Problem[] {
  const names = storage.volumes.map((volume) => volume.name);
  const { data, backup, ...others } = storage.placement;
  const unknown = (name: string | null, path: Problem["path"]): Problem[] =>
    name === null || names.includes(name)
      ? []
      : [
          {
            path,
            message: `${JSON.stringify(name)} is not a volume of this scenario; allowed: ${quoted(names)}`,
          },
        ];
  const dataPath = ["storage", "placement", "data"];
  const dealt = dataVolumes(storage.placement);
  const listed = (volumes: string | readonly string[], path: Problem["path"]): Problem[] => {
    if (typeof volumes === "string") return unknown(volumes, path);
    return volumes.flatMap((name, turn): Problem[] =>
      volumes.indexOf(name) < turn
        ? [
            {
              path: [...path, turn],
              message: `${JSON.stringify(name)} is named twice; allowed: each volume once`,
            },
          ]
        : unknown(name, [...path, turn]),
    );
  };
  return [
    ...listed(data, dataPath),
    ...(dealt.length > database.dataFiles
      ? [
          {
            path: dataPath,
            message: `${JSON.stringify(data)} are more volumes than data files; allowed: at most ${database.dataFiles}, or more in database.dataFiles`,
          },
        ]
      : []),
    ...Object.entries(others).flatMap(([file, name]) =>
      unknown(name, ["storage", "placement", file]),
    ),
    ...(backup === null ? [] : listed(backup, ["storage", "placement", "backup"])),
  ];
}

function checkRestoreVolumes({ timeline, storage }: ScenarioFields): Problem[] {
  const names = storage.volumes.map(({ name }) => name);
  return timeline.flatMap(({ command: { volume } }, index): Problem[] =>
    volume == null || names.includes(volume)
      ? []
      : [
          {
            path: ["timeline", index, "command", "volume"],
            message: `${JSON.stringify(volume)} is not a volume of this scenario; allowed: ${quoted(names)}, or null`,
          },
        ],
  );
}
