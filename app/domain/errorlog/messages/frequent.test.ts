/**
 * Messages that logs have by the million are read by a shorter way where they look as usual. These
 * look nearly so.
 */
import { describe, expect, it } from "vitest";
import type { Message } from "./message.ts";
import { leadTable, mayMean, recognise } from "./recognise.ts";
import { type Line, line, unknown } from "./testing/line.ts";

const password = "Password did not match that for the login provided.";
const failed = (account: string, reason: string | null, client: string | null): Message => ({
  kind: "logonFailed",
  account,
  reason,
  client,
});

const logons: readonly Line[] = [
  line(
    `Login failed for user 'sa'. Reason: ${password} [CLIENT: 10.0.0.7]`,
    failed("sa", password, "10.0.0.7"),
  ),
  line(
    `Login failed for user 'ab'c'. Reason: ${password} [CLIENT: 10.0.0.7]`,
    failed("ab'c", password, "10.0.0.7"),
  ),
  line(
    `Login failed for user 'sa'. Reason:${password} [CLIENT: 10.0.0.7]`,
    failed("sa", password, "10.0.0.7"),
  ),
  line(
    `Login failed for user 'sa'. Reason: ${password}[CLIENT: 10.0.0.7]`,
    failed("sa", password, "10.0.0.7"),
  ),
  line(
    `Login failed for user 'sa'. Reason: ${password}  [CLIENT: 10.0.0.7]`,
    failed("sa", password, "10.0.0.7"),
  ),
  line("Login failed for user 'sa'. Reason: [CLIENT: 10.0.0.7]", failed("sa", null, "10.0.0.7")),
  line(`Login failed for user 'sa'. Reason: ${password}`, failed("sa", password, null)),
  line(
    `Login failed for user 'sa'. Reason: See [dbo].[Logons]. [CLIENT: 10.0.0.7]`,
    failed("sa", "See [dbo].[Logons].", "10.0.0.7"),
  ),
  line(
    `Login failed for user 'sa'. Reason: ${password} [CLIENT: 10.0.0.7] [1 more]`,
    failed("sa", password, "10.0.0.7"),
  ),
  line(
    `Login failed for user 'sa'. Reason: ${password}\r\nKept [CLIENT: 10.0.0.7]`,
    failed("sa", password, null),
  ),
  line("Login succeeded for user 'o'hara'. Connection: trusted. [CLIENT: 10.0.0.7]", {
    kind: "logonSucceeded",
    account: "o'hara",
    client: "10.0.0.7",
  }),
  line("Login succeeded for user 'sa'. Connection [encrypted]. [CLIENT: 10.0.0.7]", {
    kind: "logonSucceeded",
    account: "sa",
    client: "10.0.0.7",
  }),
  line("Login succeeded for user 'sa'.", { kind: "logonSucceeded", account: "sa", client: null }),
];

const header = (number: number, severity: number, state: number): Message => ({
  kind: "errorHeader",
  number,
  severity,
  state,
});

const headers: readonly Line[] = [
  line("Error: 18456, Severity: 14, State: 8.", header(18_456, 14, 8)),
  line("Error: 4014, Severity: 20, State: 13", header(4014, 20, 13)),
  line("Error: 4014, Severity: 20, State: 13\r\nMore", header(4014, 20, 13)),
  line("Error: 4014, Severity:20, State:13.", header(4014, 20, 13)),
  line("Error:4014, Severity: 20, State: 13.", header(4014, 20, 13)),
  line("Error: 9999999999, Severity: 1, State: 99999.", header(9_999_999_999, 1, 99_999)),
  unknown("Error: 99999999999, Severity: 1, State: 1."),
  unknown("Error: 18456, Severity: 145, State: 8."),
  unknown("Error: 18456, Severity: 14, State: 123456."),
  unknown("Error: 18456, Severity: , State: 8."),
  unknown("Error: , Severity: 14, State: 8."),
  unknown("Error: 18456, Severity: 14, State: ."),
  unknown("Error: 18456, Severity: 14."),
  unknown("Error: 0x80070002, the system cannot find the file."),
];

const note = "This is an informational message only. No user action is required.";
const disk = "FILE=1, TYPE=DISK: {'D:\\Backup\\Sales (1).trn'}";
const backup = (parts: { database?: string; firstLsn?: string | null; device?: string | null }) =>
  ({
    kind: "backedUp",
    scope: "log",
    database: "Sales",
    pages: null,
    firstLsn: "33:156:37",
    lastLsn: "33:173:1",
    device: disk,
    ...parts,
  }) satisfies Message;
const created = "creation date(time): 2012/03/01(10:11:12)";
const lsns = "first LSN: 33:156:37, last LSN: 33:173:1";
const devices = `number of dump devices: 1, device information: (${disk})`;

const logBackups: readonly Line[] = [
  line(`Log was backed up. Database: Sales, ${created}, ${lsns}, ${devices}. ${note}`, backup({})),
  line(
    `Log was backed up. Database: a, b, ${created}, ${lsns}, ${devices}. ${note}`,
    backup({ database: "a, b" }),
  ),
  line(`Log was backed up. Database: Sales, ${created}, ${lsns}, ${devices}.`, backup({})),
  line(`Log was backed up: Database: Sales, ${created}, ${lsns}, ${devices}. ${note}`, backup({})),
  line(
    `Log was backed up. Database: Sales, ${created}, last LSN: 33:173:1, ${devices}. ${note}`,
    backup({ firstLsn: null }),
  ),
  line(
    `Log was backed up. Database: Sales, ${created}, ${lsns}, number of dump devices: 1, device`,
    backup({ device: null }),
  ),
  unknown("Log was backed up. Database: Sales"),
  unknown("Log was backed up. Dates: none, kept, now, then, here, there. "),
];

describe.each([
  ["logons", logons],
  ["error headers", headers],
  ["log backups", logBackups],
])("frequent messages: %s", (_group, lines) => {
  it.each(lines.map((one) => [one.text, one.means] as const))("%s", (text, means) => {
    expect(recognise(text, null)).toEqual(means);
  });
});

describe("figures of a message", () => {
  const throughput = (figure: string) => {
    const text = `average throughput: ${figure} MB/sec, I/O saturation: 1, context switches 2`;
    const message = recognise(text, null);
    return message.kind === "flushThroughput" ? message.megabytesPerSecond : null;
  };

  it("are the nearest numbers, however many digits they have", () => {
    for (const figure of [
      "0",
      "7",
      "0.1",
      "31.25",
      "4503599627.37049",
      "123456789012345",
      "0.30000000000000004",
      "12345678901234567.25",
    ]) {
      expect(throughput(figure), figure).toBe(Number(figure));
    }
  });

  it("may have a comma for a point", () => {
    const text =
      "BACKUP LOG successfully processed 7 pages in 0,125 seconds (0,500000000000000001 MB/sec).";
    expect(recognise(text, null)).toEqual({
      kind: "backupProcessed",
      operation: "BACKUP LOG",
      pages: 7,
      seconds: 0.125,
      megabytesPerSecond: 0.5,
    });
  });
});

describe("the table of leads", () => {
  it("says the same as the question for each three characters", () => {
    for (const lead of ["Log", "Err", "BAC", "10 ", "The", "zzz", "\t a", "***"]) {
      const [c0 = 0, c1 = 0, c2 = 0] = [...lead].map((character) => character.charCodeAt(0));
      expect(leadTable[(c0 << 14) | (c1 << 7) | c2] !== 0, lead).toBe(mayMean(c0, c1, c2));
    }
    expect(leadTable.length).toBe(2 ** 21);
  });
});
