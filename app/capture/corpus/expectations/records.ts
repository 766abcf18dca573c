/** Where records begin and end, localised logs, clocks that step, and the files of one cycle. */
import { alone, type ExpectedCapture, type ExpectedPhase, log } from "./expectation.ts";

const day = (time: string) => `2021-03-04T${time}`;
const opens = (database: string, atMs = 0): ExpectedPhase => [
  "recovery",
  database,
  atMs,
  atMs,
  "logged",
  "bound",
];
const five = { lines: 6, records: 5, errors: 1, unrecognised: 2 };

export const records: readonly ExpectedCapture[] = [
  alone(
    log("records-three-digits.log", [day("10:00:00.007"), day("10:00:59.999")], {
      lines: 3,
      records: 3,
      unrecognised: 2,
    }),
    { startingUp: 1 },
    { phases: [opens("Sales")] },
  ),
  alone(
    log("records-one-blank.log", [day("10:00:00.000"), day("10:00:02.000")], {
      lines: 3,
      records: 3,
      unrecognised: 1,
    }),
    { startingUp: 1, logonFailed: 1 },
    { phases: [opens("Sales")], findings: ["failedLogons"] },
  ),
  alone(
    log("records-orphans-first.log", [day("10:00:00.000"), day("10:00:01.000")], {
      lines: 4,
      records: 2,
      unrecognised: 4,
    }),
    {},
  ),
  // What only looks like a time goes on with the record before it.
  alone(
    log("records-impossible-times.log", [day("10:00:00.000"), day("10:00:02.000")], {
      lines: 5,
      records: 2,
      unrecognised: 2,
    }),
    {},
  ),
  alone(
    log("records-cut-at-end.log", [day("10:00:00.000"), day("10:00:03.000")], five),
    { startingUp: 1, errorHeader: 1, logonFailed: 1 },
    { phases: [opens("Sales")], findings: ["failedLogons"] },
  ),
  alone(
    log("records-cut-in-time.log", [day("10:00:00.000"), day("10:00:03.000")], {
      ...five,
      lines: 7,
    }),
    { startingUp: 1, errorHeader: 1, logonFailed: 1 },
    { phases: [opens("Sales")], findings: ["failedLogons"] },
  ),
  alone(
    log("records-long-line.log", [day("10:00:00.000"), day("10:00:01.000")], {
      lines: 2,
      records: 2,
      unrecognised: 1,
    }),
    { startingUp: 1 },
    { phases: [opens("Sales", 1000)] },
  ),
  alone(
    log("records-glued.log", [day("10:00:00.000"), day("10:00:02.000")], {
      lines: 2,
      records: 3,
      unrecognised: 1,
    }),
    { startingUp: 2 },
    { phases: [opens("Sales"), opens("Stock", 1000)] },
  ),
  alone(
    log("form-indented-first-line.log", [day("10:00:00.000"), day("10:00:01.000")], {
      lines: 2,
      records: 2,
      unrecognised: 1,
    }),
    { startingUp: 1 },
    { phases: [opens("Sales", 1000)] },
  ),
  alone(
    log("localised-german.log", [day("10:00:00.000"), day("10:00:03.000")], {
      encoding: "windows-1252",
      lines: 6,
      records: 6,
      errors: 2,
      facts: { utcOffsetMinutes: 60 },
    }),
    { utcAdjustment: 1, errorHeader: 2, logonFailed: 1, startingUp: 1, backupFailed: 1 },
    {
      phases: [opens("Sales", 2000), ["backup", "Sales", 3000, 3000, "logged", "logged"]],
      findings: ["backupFailure", "failedLogons"],
    },
  ),
  alone(
    log("localised-spanish.log", [day("10:00:00.000"), day("10:00:02.000")], {
      encoding: "utf-16le",
      lines: 4,
      records: 4,
      errors: 1,
      unrecognised: 1,
    }),
    { errorHeader: 1, logonFailed: 1, startingUp: 1 },
    { phases: [opens("Sales", 2000)], findings: ["failedLogons"] },
  ),
  alone(
    log("localised-polish.log", [day("10:00:01.000"), day("10:00:01.000")], {
      lines: 2,
      records: 2,
      errors: 1,
    }),
    { errorHeader: 1, logonFailed: 1 },
    { findings: ["failedLogons"] },
  ),
  alone(
    log("localised-turkish.log", [day("10:00:01.000"), day("10:00:01.000")], {
      encoding: "utf-16le",
      lines: 2,
      records: 2,
      errors: 1,
    }),
    { errorHeader: 1, logonFailed: 1 },
    { findings: ["failedLogons"] },
  ),
  alone(
    log("time-small-steps.log", [day("10:00:00.500"), day("10:00:00.990")], {
      lines: 4,
      records: 4,
      unrecognised: 4,
      steps: [30, 10],
    }),
    {},
  ),
  alone(
    log("time-clock-set-back.log", [day("10:00:00.000"), day("10:01:00.000")], {
      lines: 4,
      records: 4,
      unrecognised: 4,
      steps: [810_000],
    }),
    {},
    { findings: ["timeStep"] },
  ),
  // From summer to winter time: the clock goes back by one hour, less what passed in between.
  alone(
    log("time-autumn.log", ["2021-10-31T01:59:59.000", "2021-10-31T03:00:00.000"], {
      lines: 6,
      records: 6,
      unrecognised: 5,
      steps: [3_599_000],
      facts: { utcOffsetMinutes: 120 },
    }),
    { utcAdjustment: 1 },
    { findings: ["timeStep"] },
  ),
  // The clock goes back in a log that has a record every twenty minutes.
  alone(
    log("time-autumn-sparse.log", ["2021-10-31T01:50:00.000", "2021-10-31T02:30:00.000"], {
      lines: 6,
      records: 6,
      unrecognised: 5,
      steps: [2_400_000],
      facts: { utcOffsetMinutes: 120 },
    }),
    { utcAdjustment: 1 },
    { findings: ["timeStep"] },
  ),
  // A minute less than an hour, in a log that has a record every second: the clock was set.
  alone(
    log("time-almost-an-hour.log", [day("10:00:00.000"), day("09:01:19.000")], {
      lines: 40,
      records: 40,
      unrecognised: 40,
      steps: [3_559_000],
    }),
    {},
    { findings: ["timeStep"] },
  ),
  // From winter to summer time an hour is missing, which no log shows.
  alone(
    log("time-spring.log", ["2021-03-28T01:00:00.000", "2021-03-28T03:00:00.000"], {
      lines: 3,
      records: 3,
      unrecognised: 2,
      facts: { utcOffsetMinutes: 60 },
    }),
    { utcAdjustment: 1 },
  ),
  // Handed in as a folder lists them: the current log first. The oldest comes first in the capture.
  {
    open: ["cycle/ERRORLOG", "cycle/ERRORLOG.1", "cycle/ERRORLOG.2"],
    files: [
      log("cycle/ERRORLOG.2", ["2021-03-02T08:00:00.000", "2021-03-02T09:00:00.000"], {
        encoding: "utf-16le",
        lines: 2,
        records: 2,
        unrecognised: 1,
      }),
      log("cycle/ERRORLOG.1", ["2021-03-03T08:00:00.000", "2021-03-03T09:30:00.000"], {
        encoding: "utf-16le",
        lines: 3,
        records: 3,
        unrecognised: 1,
      }),
      log("cycle/ERRORLOG", ["2021-03-04T08:00:00.000", "2021-03-04T09:00:00.000"], {
        encoding: "utf-16le",
        lines: 2,
        records: 2,
        unrecognised: 1,
      }),
    ],
    kinds: { startingUp: 1, logCycled: 3 },
    phases: [opens("Sales", 3_600_000)],
    findings: [],
  },
];
