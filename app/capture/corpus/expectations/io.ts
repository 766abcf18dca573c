/** Slow I/O, failed I/O, latches that are waited for, writes held by VSS. */
import { alone, type ExpectedCapture, log } from "./expectation.ts";

const at = (time: string) => `2021-03-04T${time}`;

export const io: readonly ExpectedCapture[] = [
  // The older form prints no duration: a moment.
  alone(
    log("io-long-2005.log", ["2006-10-23T10:00:00.000", "2006-10-23T10:05:00.000"], {
      lines: 2,
      records: 2,
    }),
    { longIo: 2 },
    {
      phases: [
        ["longIo", "Sales", 0, 0, "logged", "logged"],
        ["longIo", "Sales", 300_000, 300_000, "logged", "logged"],
      ],
      findings: ["longIo"],
    },
  ),
  // Eight hours at once, of two files: the machine slept. No phase of eight hours.
  alone(
    log("io-slept.log", [at("00:59:00.000"), at("09:00:00.100")], { lines: 3, records: 3 }),
    { startingUp: 1, longIo: 2 },
    {
      phases: [["recovery", "Sales", 0, 0, "logged", "bound"]],
      findings: ["longIo"],
    },
  ),
  alone(
    log("io-long-2016.log", ["2022-03-05T10:00:00.000", "2022-03-05T10:00:00.000"], {
      lines: 1,
      records: 1,
    }),
    { longIo: 1 },
    { phases: [["longIo", null, 0, 0, "bound", "logged"]], findings: ["longIo"] },
  ),
  alone(
    log("io-long-in-creation.log", [at("10:00:00.000"), at("10:00:45.000")], {
      lines: 15,
      records: 15,
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
      recoveryEstimate: 1,
      recoveryProgress: 2,
      recoveryCompleted: 1,
      longIo: 1,
    },
    {
      phases: [
        ["files", "Sales_1000", 0, 200, "logged", "logged"],
        ["checkpoint", "Sales_1000", 2000, 10_000, "derived", "logged"],
        ["open", "Sales_1000", 12_000, 12_000, "logged", "logged"],
        ["longIo", "Sales_1000", 19_500, 35_000, "derived", "logged"],
        ["startup", "Sales_1000", 20_000, 20_200, "logged", "logged"],
        ["analysis", "Sales_1000", 20_200, 24_000, "logged", "logged"],
        ["redo", "Sales_1000", 24_100, 40_000, "logged", "bound"],
        ["undo", "Sales_1000", 40_000, 45_000, "bound", "logged"],
        ["complete", "Sales_1000", 45_000, 45_000, "logged", "logged"],
      ],
      // In general, and within the creation.
      findings: ["longIo"],
    },
  ),
  ...["sparse-refused.log", "sparse-refused-german.log"].map((name) =>
    alone(
      log(name, [at("10:00:00.000"), at("10:00:01.000")], { lines: 4, records: 4, errors: 2 }),
      { errorHeader: 2, osError: 1, fileNotOpened: 1 },
      { findings: ["sparseFile"] },
    ),
  ),
  alone(
    log("measuring.log", [at("10:00:00.000"), at("10:20:05.000")], {
      lines: 8,
      records: 8,
      errors: 2,
    }),
    { errorHeader: 2, countersDisabled: 2, misalignedLogIo: 2, longSyncIo: 2 },
    { findings: ["countersDisabled", "misalignedLog", "longSyncIo"] },
  ),
  alone(
    log("io-errors.log", [at("10:00:00.000"), at("10:00:02.000")], {
      lines: 6,
      records: 6,
      errors: 3,
    }),
    { errorHeader: 3, ioError: 1, logicalIoError: 1, readRetried: 1 },
    { findings: ["damagedPages", "retriedReads"] },
  ),
  alone(
    log("io-file-system-limits.log", [at("10:00:00.000"), at("10:00:01.000")], {
      lines: 5,
      records: 5,
      errors: 2,
    }),
    { errorHeader: 2, osError: 1, fileSystemLimit: 2 },
    // One for each file, of which one is known by its handle only.
    { findings: ["fileSystemLimit", "fileSystemLimit", "fileSystemLimit"] },
  ),
  alone(
    log("latch-time-outs.log", [at("10:05:00.000"), at("10:10:00.000")], {
      lines: 4,
      records: 4,
      errors: 2,
    }),
    { errorHeader: 2, latchTimeout: 2 },
    {
      phases: [
        ["latchTimeout", null, 0, 0, "bound", "logged"],
        ["latchTimeout", null, 300_000, 300_000, "logged", "logged"],
      ],
      findings: ["latchTimeout"],
    },
  ),
  // Two freezes that overlap. VSS calls what it makes a snapshot; it is none of a database.
  alone(
    log("vss-freeze.log", [at("10:00:00.000"), at("10:00:02.600")], { lines: 4, records: 4 }),
    { ioFrozen: 2, ioResumed: 2 },
    {
      phases: [
        ["ioFreeze", "Sales", 0, 2500, "logged", "logged"],
        ["ioFreeze", "Stock", 10, 2600, "logged", "logged"],
      ],
    },
  ),
  // Beyond what VSS allows; and one that the log does not show the end of.
  alone(
    log("vss-long-freeze.log", [at("10:00:00.000"), at("10:05:00.000")], {
      lines: 3,
      records: 3,
    }),
    { ioFrozen: 2, ioResumed: 1 },
    {
      phases: [
        ["ioFreeze", "Sales", 0, 14_500, "logged", "logged"],
        ["ioFreeze", "Sales", 300_000, null, "logged", null],
      ],
      findings: ["longFreeze"],
    },
  ),
];
