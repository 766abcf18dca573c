/** Perfmon captures and wait statistics, alone and next to a log. */
import { alone, type ExpectedCapture, type ExpectedFile, log } from "./expectation.ts";

const at = (time: string) => `2021-03-04T${time}`;

const other = (
  name: string,
  span: readonly [string, string] | null,
  figures: Partial<ExpectedFile> & Pick<ExpectedFile, "lines" | "records">,
) => log(name, span, { form: null, ...figures });

export const counters: readonly ExpectedCapture[] = [
  alone(
    other("perfmon.csv", [at("10:00:00.123"), at("10:00:30.123")], {
      lines: 4,
      records: 3,
      facts: { kind: "perfmon", host: "SQLPROD01", utcOffsetMinutes: 60 },
    }),
    {},
  ),
  alone(
    other("perfmon-named-instance.csv", [at("10:00:00.000"), at("10:00:01.000")], {
      lines: 3,
      records: 2,
      facts: { kind: "perfmon", host: "SQLPROD02", utcOffsetMinutes: 330 },
    }),
    {},
  ),
  alone(
    other("perfmon.tsv", [at("10:00:00.000"), at("10:00:05.000")], {
      lines: 3,
      records: 2,
      facts: { kind: "perfmon", utcOffsetMinutes: 180 },
    }),
    {},
  ),
  // The last words of typeperf are no sample.
  alone(
    other("perfmon-typeperf.csv", [at("10:00:00.000"), at("10:00:01.000")], {
      lines: 4,
      records: 2,
      unrecognised: 1,
      facts: { kind: "perfmon", utcOffsetMinutes: null },
    }),
    {},
  ),
  alone(
    other("perfmon-windows-1251.csv", [at("10:00:00.123"), at("10:00:15.123")], {
      lines: 3,
      records: 2,
      encoding: "windows-1251",
      facts: { kind: "perfmon", host: "SQLPROD05", utcOffsetMinutes: 180 },
    }),
    {},
  ),
  // Whoever saved it took the leading backslash away.
  alone(
    other("perfmon-no-backslashes.csv", [at("10:00:00.000"), at("10:00:00.000")], {
      lines: 2,
      records: 1,
      facts: { kind: "perfmon", host: null, utcOffsetMinutes: 0 },
    }),
    {},
  ),
  alone(other("waits.csv", null, { lines: 4, records: 3, facts: { kind: "waitStats" } }), {}),
  alone(
    other("waits-two.tsv", [at("10:00:00.000"), at("11:00:00.000")], {
      lines: 5,
      records: 4,
      facts: { kind: "waitStats" },
    }),
    {},
  ),
  alone(other("waits-grid.txt", null, { lines: 6, records: 2, facts: { kind: "waitStats" } }), {}),
  // Cut at the width of a screen, within its numbers.
  alone(
    other("waits-sqlcmd-cut.txt", null, { lines: 10, records: 2, facts: { kind: "waitStats" } }),
    {},
  ),
  // What a person drops at once: one time axis, whose origin is the earliest moment of all.
  {
    open: ["waits-two.tsv", "perfmon.csv", "recovery-repeated.log"],
    files: [
      log("recovery-repeated.log", [at("10:00:00.000"), at("10:04:00.000")], {
        lines: 5,
        records: 5,
      }),
      other("waits-two.tsv", [at("10:00:00.000"), at("11:00:00.000")], { lines: 5, records: 4 }),
      other("perfmon.csv", [at("10:00:00.123"), at("10:00:30.123")], { lines: 4, records: 3 }),
    ],
    kinds: { startingUp: 5 },
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
];
