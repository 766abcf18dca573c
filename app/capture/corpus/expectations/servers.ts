/** Logs of two servers, opened together. */
import { type ExpectedCapture, type ExpectedFile, log } from "./expectation.ts";

const at = (time: string) => `2021-03-04T${time}`;
const start = { serverBanner: 1, serverProcess: 1, startingUp: 1, serverName: 1, serverReady: 1 };
const minute = 60_000;

const alpha = log("servers/alpha.log", [at("10:00:00.000"), at("10:30:00.000")], {
  lines: 8,
  records: 7,
  errors: 1,
  facts: { host: "SQLALPHA" },
});
const beta = log("servers/beta.log", [at("10:10:00.000"), at("10:40:00.000")], {
  lines: 8,
  records: 7,
  errors: 1,
  facts: { host: "SQLBETA\\INST1" },
});
const cycled: ExpectedFile = log(
  "servers/alpha-cycled.log",
  [at("11:00:00.000"), at("11:30:00.000")],
  { lines: 6, records: 5, errors: 1 },
);
const nameless = log("servers/nameless.log", [at("12:00:00.000"), at("12:00:00.000")], {
  lines: 2,
  records: 2,
  errors: 1,
});

/** Each has a start, which says nothing of how the other ended, and its own full log. */
export const servers: readonly ExpectedCapture[] = [
  {
    open: [
      "servers/alpha.log",
      "servers/beta.log",
      "servers/alpha-cycled.log",
      "servers/nameless.log",
    ],
    files: [alpha, beta, cycled, nameless],
    kinds: {
      ...start,
      serverBanner: 3,
      serverProcess: 3,
      startingUp: 2,
      serverName: 2,
      serverReady: 2,
      logCycled: 1,
      errorHeader: 4,
      logFull: 4,
    },
    phases: [
      ["serverStart", null, 0, 2000, "logged", "logged"],
      ["recovery", "master", 1000, 1000, "logged", "bound"],
      ["serverStart", null, 10 * minute, 10 * minute + 2000, "logged", "logged"],
      ["recovery", "master", 10 * minute + 1000, null, "logged", null],
    ],
    findings: ["logFull", "logFull", "logFull"],
  },
  // A log without a name is of the only server that there is.
  {
    open: ["servers/alpha.log", "servers/nameless.log"],
    files: [alpha, nameless],
    kinds: { ...start, errorHeader: 2, logFull: 2 },
    phases: [
      ["serverStart", null, 0, 2000, "logged", "logged"],
      ["recovery", "master", 1000, 1000, "logged", "bound"],
    ],
    findings: ["logFull"],
  },
];
