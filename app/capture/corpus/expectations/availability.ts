/** Availability groups, deadlocks, files that were not to be had, threads that ran out, settings. */
import { alone, type ExpectedCapture, log } from "./expectation.ts";

const at = (time: string) => `2021-03-04T${time}`;

export const availability: readonly ExpectedCapture[] = [
  // A lease that expires makes the replica cease to be primary; one database stays suspended, one is resumed.
  alone(
    log("availability.log", [at("10:00:00.000"), at("10:08:00.000")], {
      lines: 9,
      records: 9,
      errors: 1,
    }),
    {
      errorHeader: 1,
      leaseExpired: 1,
      replicaStateChanged: 2,
      databaseRoleChanged: 1,
      replicaConnectionLost: 1,
      dataMovement: 3,
    },
    {
      findings: [
        "leaseExpired",
        "dataMovement",
        "dataMovement",
        "availabilityChange",
        "replicaConnection",
      ],
    },
  ),
  alone(
    log("cluster.log", [at("10:00:00.000"), at("10:00:07.000")], {
      lines: 8,
      records: 8,
      errors: 3,
    }),
    { errorHeader: 3, clusterFailed: 4, databaseClosed: 1 },
    { findings: ["clusterFailure", "databaseClosed"] },
  ),
  alone(
    log("cluster-shutdown.log", [at("10:00:00.000"), at("10:00:21.000")], {
      lines: 4,
      records: 4,
      errors: 1,
    }),
    { errorHeader: 1, clusterFailed: 2, serverStopping: 1 },
    { findings: ["clusterFailure"] },
  ),
  // Two deadlocks; the first is printed by both flags.
  alone(
    log("deadlocks.log", [at("10:00:00.000"), at("10:05:00.000")], {
      lines: 13,
      records: 13,
      unrecognised: 7,
    }),
    { deadlock: 3, deadlockResource: 3 },
    { findings: ["deadlock"] },
  ),
  alone(
    log("files-not-opened.log", [at("10:00:00.000"), at("10:00:01.000")], {
      lines: 6,
      records: 6,
      errors: 3,
    }),
    { errorHeader: 3, fileNotOpened: 3 },
    { findings: ["fileNotOpened", "fileNotOpened"] },
  ),
  alone(
    log("threads.log", [at("10:00:00.000"), at("10:02:00.000")], {
      lines: 6,
      records: 6,
      errors: 2,
    }),
    { errorHeader: 2, noThread: 2, nonYielding: 2 },
    { findings: ["noThread", "noThread", "nonYieldingScheduler", "nonYieldingScheduler"] },
  ),
  alone(
    log("settings.log", [at("10:00:00.000"), at("10:08:00.000")], { lines: 5, records: 5 }),
    { configurationChanged: 2, databaseOption: 3 },
    { findings: ["databaseOffline", "databaseOffline", "memorySetting"] },
  ),
  // Devices that fail without a failed backup in the log: 18204; 18210 with 3202; 3203 with 3271.
  alone(
    log("backup-devices.log", [at("10:00:00.000"), at("12:00:00.100")], {
      lines: 10,
      records: 10,
      errors: 5,
    }),
    { errorHeader: 5, backupDeviceFailed: 5 },
    { findings: ["backupFailure", "backupFailure", "backupFailure"] },
  ),
];
