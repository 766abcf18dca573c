/** Space, memory, schedulers, log-ons, settings, dumps: what else a server says. */
import { alone, type ExpectedCapture, log } from "./expectation.ts";

const at = (time: string) => `2021-03-04T${time}`;

export const server: readonly ExpectedCapture[] = [
  alone(
    log("space.log", [at("10:00:00.000"), at("10:05:00.000")], {
      lines: 11,
      records: 11,
      errors: 4,
    }),
    { errorHeader: 4, logFull: 2, logSpace: 1, filegroupFull: 2, slowGrowth: 2 },
    {
      findings: [
        "logFull",
        "logFull",
        "filegroupFull",
        "filegroupFull",
        "slowGrowth",
        "slowGrowth",
      ],
    },
  ),
  alone(
    log("memory-and-schedulers.log", [at("10:00:00.000"), at("10:05:00.000")], {
      lines: 7,
      records: 7,
      errors: 1,
    }),
    {
      memoryPagedOut: 1,
      errorHeader: 1,
      memoryExhausted: 1,
      cacheFlushed: 1,
      nonYielding: 1,
      deadlockedSchedulers: 2,
    },
    {
      findings: [
        "deadlockedSchedulers",
        "memoryExhausted",
        "memoryPagedOut",
        "nonYieldingScheduler",
      ],
    },
  ),
  // One failure a second for a minute: the storm, and all failures summed up.
  alone(
    log("logon-storm.log", [at("10:00:00.000"), at("10:00:59.000")], {
      lines: 120,
      records: 120,
      errors: 60,
    }),
    { errorHeader: 60, logonFailed: 60 },
    { findings: ["failedLogons", "failedLogons"] },
  ),
  alone(
    log("logons.log", [at("10:00:00.000"), at("10:00:02.000")], {
      lines: 5,
      records: 5,
      errors: 2,
    }),
    { errorHeader: 2, logonFailed: 2, logonSucceeded: 1 },
    { findings: ["failedLogons"] },
  ),
  // One SSPI error, and pooled connections around a shut-down: severity 20 by number, ordinary by event.
  alone(
    log("connection-errors.log", [at("10:00:00.000"), at("11:00:02.000")], {
      lines: 7,
      records: 7,
      errors: 3,
    }),
    { errorHeader: 3, errorText: 3, serverStopping: 1 },
    { findings: ["connectionError", "connectionError"] },
  ),
  // Severity 21, and nobody's own kind.
  alone(
    log("severe-error.log", [at("10:00:00.000"), at("10:00:00.000")], {
      lines: 2,
      records: 2,
      errors: 1,
    }),
    { errorHeader: 1, errorText: 1 },
    { findings: ["severeError"] },
  ),
  // READ_COMMITTED_SNAPSHOT is an option, and no database snapshot.
  alone(
    log("configuration.log", [at("10:00:00.000"), at("10:00:04.000")], {
      lines: 5,
      records: 5,
    }),
    { configurationChanged: 1, databaseOption: 2, traceFlags: 2 },
    { findings: ["memorySetting"] },
  ),
  // Folded into one: fourteen records of spid55. The dumping program reports as the server.
  alone(
    log("stack-dump.log", [at("10:00:00.000"), at("10:00:06.000")], {
      lines: 18,
      records: 16,
    }),
    { stackDump: 1, exception: 1, dumpLine: 13, startingUp: 1 },
    {
      phases: [
        ["stackDump", null, 0, 5000, "logged", "logged"],
        ["recovery", "Sales", 6000, 6000, "logged", "bound"],
      ],
      findings: ["stackDump"],
    },
  ),
  // The library that reads stacks is loaded at the start, and somebody draws asterisks: no dump.
  alone(
    log("debug-help.log", [at("10:00:00.000"), at("10:00:04.000")], {
      lines: 7,
      records: 6,
      unrecognised: 1,
    }),
    { serverBanner: 1, startingUp: 1, serverReady: 1, debugHelp: 2 },
    {
      phases: [
        ["serverStart", null, 0, 2000, "logged", "logged"],
        ["recovery", "master", 1000, null, "logged", null],
      ],
    },
  ),
  // Two starts: the first without a word before it, the second after an orderly stop.
  alone(
    log("restarts.log", [at("10:00:00.000"), at("10:20:02.000")], {
      lines: 14,
      records: 11,
      unrecognised: 1,
    }),
    { startingUp: 3, serverReady: 3, serverBanner: 3, serverStopping: 1 },
    {
      phases: [
        ["serverStart", null, 0, 2000, "logged", "logged"],
        ["recovery", "master", 1000, 1000, "logged", "bound"],
        ["serverStart", null, 600_000, 602_000, "logged", "logged"],
        ["recovery", "master", 601_000, 601_000, "logged", "bound"],
        ["serverStart", null, 1_200_000, 1_202_000, "logged", "logged"],
        ["recovery", "master", 1_201_000, null, "logged", null],
      ],
      findings: ["serverRestart", "serverRestart"],
    },
  ),
];
