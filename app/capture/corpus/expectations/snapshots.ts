/** Creations of snapshots and what becomes of them; checkpoints, recoveries, consistency checks. */
import { alone, type ExpectedCapture, type ExpectedPhase, log } from "./expectation.ts";

const at = (time: string) => `2021-03-04T${time}`;

/** The creation of the corpus, which takes 45 s, all flags on. */
const creationOf = (snapshot: string): ExpectedPhase[] => [
  ["files", snapshot, 0, 200, "logged", "logged"],
  ["checkpoint", snapshot, 2000, 10_000, "derived", "logged"],
  ["open", snapshot, 12_000, 12_000, "logged", "logged"],
  ["startup", snapshot, 20_000, 20_200, "logged", "logged"],
  ["analysis", snapshot, 20_200, 24_000, "logged", "logged"],
  // No line says where redo ends: phase 3 first shows at 60 %.
  ["redo", snapshot, 24_100, 40_000, "logged", "bound"],
  ["undo", snapshot, 40_000, 45_000, "bound", "logged"],
  ["complete", snapshot, 45_000, 45_000, "logged", "logged"],
];
const kindsOfCreation = {
  creatingFile: 1,
  closingFile: 1,
  flushCache: 1,
  openingFile: 1,
  startingUp: 1,
  recoveryStarting: 1,
  analysisStarting: 1,
  analysisProgress: 2,
  redoStarting: 1,
  recoveryEstimate: 1,
  recoveryProgress: 2,
  recoveryCompleted: 1,
};
const twice = <T extends Record<string, number>>(kinds: T) =>
  Object.fromEntries(Object.entries(kinds).map(([kind, count]) => [kind, 2 * count]));

export const snapshots: readonly ExpectedCapture[] = [
  alone(
    log("snapshot-creation.log", [at("10:00:00.000"), at("10:00:45.000")], {
      lines: 14,
      records: 14,
    }),
    kindsOfCreation,
    { phases: creationOf("Sales_1000") },
  ),
  // Eight times slower: its own checkpoint of 70 s is no finding of its own.
  alone(
    log("snapshot-creation-long.log", [at("10:00:00.000"), at("10:06:00.000")], {
      lines: 14,
      records: 14,
    }),
    kindsOfCreation,
    {
      phases: [
        ["files", "Sales_1000", 0, 1600, "logged", "logged"],
        ["checkpoint", "Sales_1000", 10_000, 80_000, "derived", "logged"],
        ["open", "Sales_1000", 96_000, 96_000, "logged", "logged"],
        ["startup", "Sales_1000", 160_000, 161_600, "logged", "logged"],
        ["analysis", "Sales_1000", 161_600, 192_000, "logged", "logged"],
        ["redo", "Sales_1000", 192_800, 320_000, "logged", "bound"],
        ["undo", "Sales_1000", 320_000, 360_000, "bound", "logged"],
        ["complete", "Sales_1000", 360_000, 360_000, "logged", "logged"],
      ],
      findings: ["longCreation"],
    },
  ),
  // Two sessions at once, line by line in turn.
  alone(
    log("snapshot-two-at-once.log", [at("10:00:00.000"), at("10:00:45.000")], {
      lines: 28,
      records: 28,
    }),
    twice(kindsOfCreation),
    { phases: [...creationOf("Sales_1000"), ...creationOf("Stock_1000")] },
  ),
  alone(
    log("snapshot-broken-off.log", [at("10:00:00.000"), at("10:00:24.100")], {
      lines: 10,
      records: 10,
    }),
    {
      creatingFile: 1,
      closingFile: 1,
      flushCache: 1,
      openingFile: 1,
      startingUp: 1,
      recoveryStarting: 1,
      analysisStarting: 1,
      analysisProgress: 2,
      redoStarting: 1,
    },
    {
      phases: [
        ...creationOf("Sales_1000").slice(0, 5),
        ["redo", "Sales_1000", 24_100, null, "logged", null],
      ],
      findings: ["unfinishedCreation"],
    },
  ),
  alone(
    log("snapshot-suspect.log", [at("10:00:00.000"), at("10:05:00.020")], {
      lines: 7,
      records: 7,
      errors: 3,
    }),
    { startingUp: 1, errorHeader: 3, osError: 1, sparseFileFull: 1, snapshotSuspect: 1 },
    {
      // Nothing of its creation is in the log but that it starts.
      phases: [["startup", "Sales_1000", 0, 0, "logged", "bound"]],
      findings: ["hiddenSteps", "suspectSnapshot"],
    },
  ),
  alone(
    log("snapshot-not-started.log", [at("10:00:00.000"), at("10:00:00.000")], {
      lines: 4,
      records: 4,
      errors: 2,
    }),
    { errorHeader: 2, snapshotNotStarted: 1, errorText: 1 },
    { findings: ["unfinishedCreation"] },
  ),
  // The revert is over at the latest when the database starts up. It broke the log chain.
  alone(
    log("snapshot-revert.log", [at("10:00:00.000"), at("10:30:00.000")], {
      lines: 7,
      records: 7,
      errors: 2,
    }),
    { reverting: 1, startingUp: 2, errorHeader: 2, backupFailed: 1, logChainBroken: 1 },
    {
      phases: [
        ["revert", "Sales", 0, 150_000, "logged", "bound"],
        ["recovery", "Sales", 150_000, 150_000, "logged", "bound"],
        ["recovery", "Sales", 151_000, 151_000, "logged", "bound"],
        ["backup", "Sales", 1_800_000, 1_800_000, "logged", "logged"],
      ],
      findings: ["backupFailure"],
    },
  ),
];

export const checkpoints: readonly ExpectedCapture[] = [
  // Two checkpoints end in one moment; which line belongs to which follows from the figures.
  alone(
    log("checkpoint-lines-mixed.log", ["2018-06-07T07:15:40.000", "2018-06-07T07:15:40.020"], {
      lines: 8,
      records: 8,
    }),
    { flushCache: 2, flushWriteRate: 2, flushThroughput: 2, flushTarget: 2 },
    {
      phases: [
        ["checkpoint", null, 0, 0, "bound", "logged"],
        ["checkpoint", null, 0, 0, "bound", "logged"],
      ],
    },
  ),
  alone(
    log("checkpoint-trace-3502.log", [at("10:00:00.000"), at("10:00:04.010")], {
      lines: 5,
      records: 5,
    }),
    {
      checkpointStarted: 1,
      checkpointBeginLogged: 1,
      checkpointPhase1Ended: 1,
      checkpointEndLogged: 1,
      checkpointComplete: 1,
    },
    { phases: [["checkpoint", null, 0, 4010, "logged", "logged"]] },
  ),
  alone(
    log("checkpoint-slow.log", [at("10:00:00.000"), at("10:05:00.010")], {
      lines: 5,
      records: 5,
    }),
    { startingUp: 1, flushCache: 1, flushWriteRate: 1, flushThroughput: 1, flushTarget: 1 },
    {
      phases: [
        ["recovery", "Sales", 0, 0, "logged", "bound"],
        ["checkpoint", null, 180_000, 300_000, "derived", "logged"],
      ],
      // Beyond the recovery interval, and its writes were throttled.
      findings: ["slowCheckpoint"],
    },
  ),
];

export const recoveries: readonly ExpectedCapture[] = [
  alone(
    log("recovery-with-progress.log", [at("10:00:00.000"), at("10:01:01.500")], {
      lines: 7,
      records: 7,
    }),
    { startingUp: 1, recoveryProgress: 3, rolledForward: 1, rolledBack: 1, recoveryFigures: 1 },
    {
      phases: [
        ["recovery", "Sales", 0, 61_500, "logged", "logged"],
        // Their lengths are those of message 3421: the first lines of parts come when these have begun.
        ["analysis", "Sales", 0, 10_000, "derived", "derived"],
        ["redo", "Sales", 10_000, 40_000, "derived", "derived"],
        ["undo", "Sales", 40_000, 61_000, "derived", "logged"],
      ],
      findings: ["longRecovery"],
    },
  ),
  alone(
    log("recovery-repeated.log", [at("10:00:00.000"), at("10:04:00.000")], {
      lines: 5,
      records: 5,
    }),
    { startingUp: 5 },
    {
      phases: [0, 1, 2, 3, 4].map((minute) => [
        "recovery",
        "Archive",
        minute * 60_000,
        minute * 60_000,
        "logged",
        "bound",
      ]),
      findings: ["repeatedRecovery"],
    },
  ),
  alone(
    log("checkdb.log", [at("10:12:33.000"), at("11:00:04.000")], { lines: 2, records: 2 }),
    { consistencyChecked: 2 },
    {
      phases: [
        ["consistencyCheck", "Sales", 0, 0, "bound", "logged"],
        ["consistencyCheck", "Sales", 2_847_000, 2_851_000, "derived", "logged"],
      ],
      findings: ["consistencyErrors"],
    },
  ),
  alone(
    log("checkdb-2005.log", ["2006-10-23T10:12:33.000", "2006-10-23T10:20:00.000"], {
      lines: 2,
      records: 2,
    }),
    { consistencyChecked: 1, consistencyCheckAborted: 1 },
    {
      phases: [
        ["consistencyCheck", "Sales", 0, 0, "bound", "logged"],
        ["consistencyCheck", "Stock", 445_000, 447_000, "derived", "logged"],
      ],
      findings: ["abortedCheck"],
    },
  ),
  // One of two databases was checked two months ago.
  alone(
    log("checkdb-stale.log", [at("10:00:00.000"), at("10:00:00.000")], { lines: 2, records: 2 }),
    { lastCleanCheck: 2 },
    { findings: ["staleCheck"] },
  ),
];
