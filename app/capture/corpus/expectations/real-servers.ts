/** What logs of real servers taught: starts, recoveries, freezes and backups whose records mean other than they seem to. */
import { type ExpectedCapture, log } from "./expectation.ts";

const at = (time: string) => `2021-03-04T${time}`;

export const realServers: readonly ExpectedCapture[] = [
  // A container has the same process id at each start: it was started three times, and stopped twice.
  {
    open: ["container/ERRORLOG", "container/ERRORLOG.1", "container/ERRORLOG.2"],
    files: [
      log("container/ERRORLOG.2", [at("10:00:00.000"), at("10:00:40.000")], {
        lines: 8,
        records: 7,
      }),
      log("container/ERRORLOG.1", [at("10:05:00.000"), at("10:05:40.000")], {
        lines: 8,
        records: 7,
      }),
      log("container/ERRORLOG", [at("10:10:00.000"), at("10:10:03.000")], { lines: 7, records: 6 }),
    ],
    kinds: {
      serverBanner: 3,
      serverProcess: 3,
      startingUp: 6,
      serverReady: 3,
      allRecovered: 3,
      serverStopping: 2,
    },
    phases: [
      ["serverStart", null, 0, 2000, "logged", "logged"],
      ["recovery", "master", 1000, 3000, "logged", "bound"],
      ["recovery", "model", 1100, 3000, "logged", "bound"],
      ["serverStart", null, 300_000, 302_000, "logged", "logged"],
      ["recovery", "master", 301_000, 303_000, "logged", "bound"],
      ["recovery", "model", 301_100, 303_000, "logged", "bound"],
      ["serverStart", null, 600_000, 602_000, "logged", "logged"],
      ["recovery", "master", 601_000, 603_000, "logged", "bound"],
      ["recovery", "model", 601_100, 603_000, "logged", "bound"],
    ],
    findings: ["serverRestart"],
  },
  // Two starts end as master starts: the second proves that the first has failed.
  {
    open: ["never-up/ERRORLOG", "never-up/ERRORLOG.1"],
    files: [
      log("never-up/ERRORLOG.1", [at("10:00:00.000"), at("10:00:01.500")], {
        lines: 7,
        records: 5,
      }),
      log("never-up/ERRORLOG", [at("10:20:00.000"), at("10:20:01.500")], { lines: 7, records: 5 }),
    ],
    kinds: { serverBanner: 2, startingUp: 2, dumpLine: 6 },
    phases: [
      ["recovery", "master", 500, 500, "logged", "bound"],
      ["stackDump", null, 700, 1500, "logged", "logged"],
      ["serverStart", null, 1_200_000, null, "logged", null],
      ["recovery", "master", 1_200_500, null, "logged", null],
      ["stackDump", null, 1_200_700, 1_201_500, "logged", "logged"],
    ],
    findings: ["stackDump", "startFailure"],
  },
  // Its start with the server is skipped; it waits for its primary beyond 3408; half an hour later it becomes the primary.
  {
    open: ["recovery-of-group.log"],
    files: [
      log("recovery-of-group.log", [at("10:00:00.000"), at("10:30:03.060")], {
        lines: 16,
        records: 15,
        errors: 1,
      }),
    ],
    kinds: {
      serverBanner: 1,
      startingUp: 3,
      errorHeader: 1,
      startSkipped: 1,
      parallelRedo: 2,
      serverReady: 1,
      allRecovered: 1,
      primaryConnection: 1,
      recoveryFigures: 1,
      databaseRoleChanged: 2,
      rolledBack: 1,
    },
    phases: [
      ["serverStart", null, 0, 2100, "logged", "logged"],
      ["recovery", "master", 500, 2500, "logged", "bound"],
      ["recovery", "Sales", 1900, 76_900, "logged", "logged"],
      ["analysis", "Sales", 76_630, 76_720, "derived", "derived"],
      ["redo", "Sales", 76_720, 76_900, "derived", "derived"],
      ["undo", "Sales", 1_803_050, 1_803_060, "bound", "bound"],
    ],
    findings: ["longRecovery", "availabilityChange"],
  },
  // The connection with the primary ends it; what a change of role rolls back is another matter.
  {
    open: ["recovery-until-primary.log"],
    files: [
      log("recovery-until-primary.log", [at("10:00:00.000"), at("10:20:01.200")], {
        lines: 7,
        records: 7,
      }),
    ],
    kinds: {
      startingUp: 1,
      parallelRedo: 2,
      primaryConnection: 1,
      databaseRoleChanged: 1,
      rolledBack: 1,
      recoveryCheckpoint: 1,
    },
    phases: [
      ["recovery", "Sales", 0, 200, "logged", "bound"],
      ["undo", "Sales", 1_201_000, 1_201_200, "bound", "bound"],
    ],
    findings: ["availabilityChange"],
  },
  // The shut-down of redo ends one recovery, the stop of the server the other.
  {
    open: ["recovery-redo-shut-down.log"],
    files: [
      log("recovery-redo-shut-down.log", [at("10:00:00.000"), at("10:10:01.000")], {
        lines: 7,
        records: 7,
      }),
    ],
    kinds: {
      startingUp: 2,
      parallelRedo: 2,
      analysisProgress: 1,
      serverStopping: 1,
      serverEnding: 1,
    },
    phases: [
      ["recovery", "Sales", 0, 250, "logged", "bound"],
      ["recovery", "Stock", 240_000, 601_000, "logged", "bound"],
      ["analysis", "Stock", 241_000, 601_000, "bound", "bound"],
    ],
    findings: [],
  },
  // The parts that 3421 prints do not fit into the one, and go before the bounds of the other.
  {
    open: ["recovery-contradicts-itself.log"],
    files: [
      log("recovery-contradicts-itself.log", [at("10:00:00.000"), at("10:05:20.900")], {
        lines: 5,
        records: 5,
      }),
    ],
    kinds: { startingUp: 2, recoveryFigures: 2, recoveryProgress: 1 },
    phases: [
      ["recovery", "msdb", 0, 2000, "logged", "logged"],
      ["analysis", "msdb", 0, 0, "bound", "derived"],
      ["undo", "msdb", 0, 2000, "bound", "derived"],
      ["recovery", "Sales", 300_000, 320_900, "logged", "logged"],
      ["analysis", "Sales", 300_110, 300_200, "derived", "derived"],
      ["redo", "Sales", 300_200, 300_380, "derived", "derived"],
    ],
    findings: [],
  },
  // One snapshot is known by 3420, the other by its sparse file.
  {
    open: ["snapshot-without-flags.log"],
    files: [
      log("snapshot-without-flags.log", [at("02:00:00.000"), at("04:10:00.000")], {
        lines: 7,
        records: 7,
        errors: 2,
      }),
    ],
    kinds: {
      startingUp: 2,
      recoveryFigures: 1,
      errorHeader: 2,
      sparseFileFull: 1,
      snapshotSuspect: 1,
    },
    phases: [
      ["startup", "Sales_0200", 0, 600, "logged", "bound"],
      ["analysis", "Sales_0200", 600, 1500, "derived", "derived"],
      ["redo", "Sales_0200", 1500, 161_500, "derived", "derived"],
      ["undo", "Sales_0200", 161_500, 163_000, "derived", "derived"],
      ["complete", "Sales_0200", 163_000, 163_000, "logged", "logged"],
      ["startup", "Stock_0300", 3_600_000, 3_600_000, "logged", "bound"],
    ],
    findings: ["suspectSnapshot", "hiddenSteps"],
  },
  {
    open: ["freeze-vss.log"],
    files: [
      log("freeze-vss.log", [at("09:00:00.000"), at("10:01:06.000")], { lines: 10, records: 10 }),
    ],
    kinds: { backedUp: 3, backupProcessed: 3, ioFrozen: 2, ioResumed: 2 },
    phases: [
      ["backup", "Sales", 0, 0, "bound", "logged"],
      ["backup", "Sales", 3_599_990, 3_666_000, "derived", "logged"],
      ["backup", "Stock", 3_599_990, 3_666_000, "derived", "logged"],
      ["ioFreeze", "Sales", 3_600_000, 3_665_000, "logged", "logged"],
      ["ioFreeze", "Stock", 3_600_200, 3_665_100, "logged", "logged"],
    ],
    findings: ["longFreeze", "storageSnapshot"],
  },
  {
    open: ["freeze-suspend.log"],
    files: [
      log("freeze-suspend.log", [at("10:00:00.000"), at("10:00:12.520")], { lines: 6, records: 6 }),
    ],
    kinds: { suspension: 3, ioFrozen: 1, ioResumed: 1, backedUp: 1 },
    phases: [
      ["ioFreeze", "Sales", 10, 12_500, "logged", "logged"],
      ["backup", "Sales", 12_520, 12_520, "logged", "logged"],
    ],
    findings: ["longFreeze", "storageSnapshot"],
  },
  // What is reported three times happened once, twice in all.
  {
    open: ["reports-repeated.log"],
    files: [
      log("reports-repeated.log", [at("10:00:00.000"), at("12:00:00.000")], {
        lines: 8,
        records: 8,
        errors: 2,
      }),
    ],
    kinds: { memoryPagedOut: 4, errorHeader: 2, leaseExpired: 2 },
    phases: [],
    findings: ["memoryPagedOut", "leaseExpired"],
  },
];
