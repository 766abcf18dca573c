import { describe, expect, it } from "vitest";
import { LogAnalysis } from "./log-analysis.ts";
import { maxMarks } from "./marks.ts";
import { analyseLines, writtenLog } from "./testing/written-log.ts";

const at = (time: string, source: string, text: string) =>
  `2023-11-05 ${time} ${source.padEnd(12)}${text}`;
const marksOf = (...lines: readonly string[]) => analyseLines(lines).marks;

const suspect = [
  at("01:00:00.00", "spid51", "Error: 3420, Severity: 21, State: 1."),
  at(
    "01:00:00.00",
    "spid51",
    "Database snapshot 'Sales_0100' has failed an IO operation and is marked suspect.  It must be dropped and recreated.",
  ),
];

describe("Marks", () => {
  it("make one of an error and its text, where the text is", () => {
    expect(marksOf(...suspect)).toEqual([
      {
        atMs: 0,
        file: 0,
        record: 1,
        kind: "snapshotSuspect",
        number: 3420,
        severity: 21,
        title:
          "Database snapshot 'Sales_0100' has failed an IO operation and is marked suspect.  It must be dropped and recreated.",
      },
    ]);
  });

  it("stand at the numbers where no text follows", () => {
    const [header = ""] = suspect;
    const other = at("01:00:09.00", "spid9s", "Starting up database 'x'.");
    for (const lines of [[header], [header, other], [header, header]]) {
      expect(marksOf(...lines)[0]).toMatchObject({
        record: 0,
        kind: "errorHeader",
        number: 3420,
        title: "Error 3420, severity 21, state 1",
      });
    }
    expect(marksOf(header, header)).toHaveLength(2);
  });

  it("are made by kind where the numbers are missing", () => {
    expect(marksOf(suspect[1] ?? "")).toMatchObject([
      { kind: "snapshotSuspect", number: null, severity: null },
    ]);
  });

  it("are not made of failed log-ons and other errors of low severity", () => {
    expect(
      marksOf(
        at("01:00:00.00", "Logon", "Error: 18456, Severity: 14, State: 8."),
        at(
          "01:00:00.00",
          "Logon",
          "Login failed for user 'sa'. Reason: Password did not match that for the login provided. [CLIENT: 10.0.0.7]",
        ),
      ),
    ).toEqual([]);
  });

  it("are made of 825 although its severity is 10, and of the server's end", () => {
    const found = marksOf(
      at("01:00:00.00", "spid51", "Error: 825, Severity: 10, State: 2."),
      at(
        "01:00:00.00",
        "spid51",
        "A read of the file 'E:\\Sales.mdf' at offset 0x0000000011e000 succeeded after failing 2 time(s) with error: incorrect checksum (expected: 0x1; actual: 0x2).",
      ),
      at(
        "02:00:00.00",
        "spid6s",
        "SQL Server is terminating because of a system shutdown. This is an informational message only. No user action is required.",
      ),
    );
    expect(found.map(({ kind, severity }) => [kind, severity])).toEqual([
      ["readRetried", 10],
      ["serverStopping", null],
    ]);
  });

  it("keep the gravest of many, count the others, and cut long titles", () => {
    const { events, originMs } = writtenLog([
      at("01:00:00.00", "spid51", "Error: 9002, Severity: 17, State: 2."),
      at(
        "01:00:00.00",
        "spid51",
        `The transaction log for database '${"long".repeat(30)}' is full due to 'LOG_BACKUP'. ${"x".repeat(200)}`,
      ),
      ...suspect,
    ]);
    const analysis = new LogAnalysis({ originMs });
    const [header, full, header2, lost] = events;
    for (let pair = 0; pair < 3 * maxMarks; pair += 1) {
      [header, full].forEach((event, index) => {
        const record = 2 * pair + index;
        if (event !== undefined) analysis.take({ ...event, record, atMs: pair });
      });
    }
    for (const event of [header2, lost]) if (event !== undefined) analysis.take(event);
    const { marks, marksLeftOut } = analysis.result();
    expect(marks).toHaveLength(maxMarks);
    expect(marksLeftOut).toBe(2 * maxMarks + 1);
    expect(marks.some(({ kind }) => kind === "snapshotSuspect")).toBe(true);
    expect(marks.find(({ kind }) => kind === "logFull")?.title).toMatch(/^.{159}…$/);
    expect(marks.map(({ atMs }) => atMs)).toEqual(
      marks.map(({ atMs }) => atMs).sort((a, b) => a - b),
    );
  });
});
