/** Backups and restores: what they say at their end, step by step, and when they fail. */
import { alone, type ExpectedCapture, log } from "./expectation.ts";

const at = (time: string) => `2021-03-04T${time}`;

export const backups: readonly ExpectedCapture[] = [
  // Only the line of the pages says how long it took; without it a backup is a moment.
  alone(
    log("backup.log", [at("01:00:10.000"), at("14:10:00.000")], { lines: 11, records: 11 }),
    {
      backedUp: 3,
      backupProcessed: 2,
      restored: 2,
      startingUp: 1,
      markedRestoring: 1,
      restoreComplete: 1,
      backupSetValid: 1,
    },
    {
      phases: [
        ["backup", "Sales", 0, 0, "bound", "logged"],
        ["backup", "Sales", 890_000, 890_000, "logged", "logged"],
        ["backup", "Sales", 43_190_000, 43_190_000, "logged", "logged"],
        ["restore", "SalesTest", 46_769_500, 46_790_000, "derived", "logged"],
        ["restore", "SalesTest", 47_090_000, 47_090_000, "logged", "logged"],
      ],
    },
  ),
  alone(
    log("backup-failures.log", [at("01:00:00.000"), at("03:00:02.000")], {
      lines: 14,
      records: 14,
      errors: 7,
    }),
    { errorHeader: 7, backupDeviceFailed: 5, backupFailed: 2 },
    {
      phases: [
        ["backup", "Sales", 0, 0, "logged", "logged"],
        ["backup", "Stock", 3_600_000, 3_600_000, "logged", "logged"],
      ],
      // One for each database.
      findings: ["backupFailure", "backupFailure", "backupFailure"],
    },
  ),
  alone(
    log("backup-sector-size.log", ["2009-05-01T10:00:00.000", "2009-05-01T10:00:00.000"], {
      lines: 4,
      records: 4,
      errors: 2,
    }),
    { errorHeader: 2, sectorSizeMismatch: 1, backupTerminated: 1 },
    {
      phases: [["backup", null, 0, 0, "logged", "logged"]],
      findings: ["backupFailure"],
    },
  ),
  alone(
    log("backup-settings-2005.log", ["2009-05-01T10:00:00.000", "2009-05-01T10:00:00.000"], {
      lines: 10,
      records: 10,
    }),
    { backupSetting: 10 },
  ),
  // It has begun, and the log does not show its end.
  alone(
    log("backup-settings-2012.log", [at("10:00:00.000"), at("10:00:21.000")], {
      lines: 18,
      records: 18,
    }),
    { backupSetting: 15, backupStep: 3 },
    { phases: [["backup", "Sales", 100, null, "logged", null]] },
  ),
  alone(
    log("restore-trace.log", [at("11:00:00.000"), at("11:01:00.000")], { lines: 9, records: 9 }),
    { backupStep: 5, zeroing: 2, backupProgress: 1, restored: 1 },
    { phases: [["restore", "SalesTest", 0, 60_000, "logged", "logged"]] },
  ),
];
