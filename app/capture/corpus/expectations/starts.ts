/** Starts of the server that came to nothing, and databases that did not come up. */
import { alone, type ExpectedCapture, type ExpectedPhase, log } from "./expectation.ts";

const at = (time: string) => `2021-03-04T${time}`;

const opens = (database: string, atMs: number, endMs: number | null = atMs): ExpectedPhase => [
  "recovery",
  database,
  atMs,
  endMs,
  "logged",
  endMs === null ? null : "bound",
];

export const starts: readonly ExpectedCapture[] = [
  // Two starts that find the port taken are none; the third comes up, and nothing tells what was before them.
  alone(
    log("start-failed-network.log", [at("10:00:00.000"), at("10:20:02.000")], {
      lines: 26,
      records: 23,
      errors: 8,
    }),
    { serverBanner: 3, startingUp: 3, errorHeader: 8, startFailed: 8, serverReady: 1 },
    {
      phases: [
        opens("master", 1000),
        opens("master", 601_000),
        ["serverStart", null, 1_200_000, 1_202_000, "logged", "logged"],
        opens("master", 1_201_000, null),
      ],
      findings: ["startFailure"],
    },
  ),
  // A container: ready, and then its password is refused.
  alone(
    log("start-failed-password.log", [at("10:00:00.000"), at("10:00:03.000")], {
      lines: 7,
      records: 6,
    }),
    { serverBanner: 1, startingUp: 1, serverReady: 1, startFailed: 2, serverEnding: 1 },
    { phases: [opens("master", 1000, null)], findings: ["startFailure"] },
  ),
  // It ends before it is ready; the last error may be why.
  alone(
    log("start-failed-unknown.log", [at("10:00:00.000"), at("10:00:02.000")], {
      lines: 7,
      records: 6,
      errors: 1,
    }),
    { serverBanner: 1, startingUp: 1, errorHeader: 1, databaseNotStarted: 1, serverEnding: 2 },
    {
      phases: [opens("master", 1000, null)],
      findings: ["startFailure", "databaseNotStarted"],
    },
  ),
  // Nobody says that the server became ready: the start went on as long as it spoke, not for an hour.
  alone(
    log("start-without-ready.log", [at("10:00:00.000"), at("11:30:00.000")], {
      lines: 5,
      records: 4,
    }),
    { serverBanner: 1, startingUp: 2, traceFlags: 1 },
    {
      phases: [
        ["serverStart", null, 0, 2000, "logged", "bound"],
        opens("master", 1000),
        opens("Sales", 2000),
      ],
    },
  ),
  alone(
    log("databases-not-started.log", [at("10:00:00.000"), at("10:00:04.000")], {
      lines: 10,
      records: 10,
      errors: 5,
    }),
    { errorHeader: 5, databaseNotStarted: 5 },
    {
      findings: [
        "databaseNotStarted",
        "databaseNotStarted",
        "databaseNotStarted",
        "databaseNotStarted",
      ],
    },
  ),
];
