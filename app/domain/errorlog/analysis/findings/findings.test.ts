import { describe, expect, it } from "vitest";
import { analyseLines } from "../testing/written-log.ts";
import { at, clock, first, flush, found, suspect, titles } from "./testing/day.ts";

describe("rules of one message", () => {
  it.each([
    [
      "damagedPages",
      "The operating system returned error 21(The device is not ready.) to SQL Server during a read at offset 0x00000000012000 in file 'E:\\Sales.mdf'. Additional messages in the SQL Server error log may provide more detail.",
      "823: I/O on Sales.mdf failed once",
    ],
    [
      "damagedPages",
      "SQL Server detected a logical consistency-based I/O error: incorrect checksum (expected: 0x1; actual: 0x2). It occurred during a read of page (1:143) in database ID 5 at offset 0x0000000011e000 in file 'E:\\Sales.mdf'.  Additional messages in the SQL Server error log may provide more detail.",
      "824: damaged pages in Sales.mdf were met once (incorrect checksum)",
    ],
    [
      "retriedReads",
      "A read of the file 'E:\\Sales.mdf' at offset 0x0000000011e000 succeeded after failing 2 time(s) with error: incorrect checksum (expected: 0x1; actual: 0x2).",
      "Reads of Sales.mdf succeeded only when repeated (825, once, up to 2 attempts)",
    ],
    [
      "latchTimeout",
      "Time out occurred while waiting for buffer latch -- type 4, bp 00000000C8FE5A40, page 1:88888, stat 0x9, database id: 5, allocation unit id: 72057594037927936, task 0x0000000003F0C088 : 0, waittime 300 seconds, flags 0x1a, owning task 0x0000000003F0C088. Continuing to wait.",
      "Sessions waited for pages of database 5 until the latch timed out, once, up to 300 s",
    ],
    [
      "nonYieldingScheduler",
      "Process 0:0:0 (0x1a2c) Worker 0x00000000 appears to be non-yielding on Scheduler 3. Thread creation time: 1.",
      "A worker did not give up its scheduler (17883, once)",
    ],
    [
      "deadlockedSchedulers",
      "New queries assigned to process on Node 0 have not been picked up by a worker thread in the last 60 seconds.",
      "No worker took up new requests for 60 s (17884, once)",
    ],
    [
      "memoryPagedOut",
      "A significant part of sql server process memory has been paged out. This may result in a performance degradation. Duration: 0 seconds. Working set (KB): 1000, committed (KB): 4000, memory utilization: 25%.",
      "The server's memory was paged out once; at worst 25 % of it was left in RAM",
    ],
    [
      "memoryExhausted",
      "There is insufficient system memory in resource pool 'default' to run this query.",
      "Memory ran out in pool default once",
    ],
    [
      "logFull",
      "The transaction log for database 'Sales' is full due to 'LOG_BACKUP'.",
      "The transaction log of Sales was full once (LOG_BACKUP)",
    ],
    [
      "filegroupFull",
      "Could not allocate a new page for database 'tempdb' because of insufficient disk space in filegroup 'PRIMARY'.",
      "tempdb had no space left in filegroup PRIMARY, once",
    ],
    [
      "slowGrowth",
      "Autogrow of file 'Sales_log' in database 'Sales' took 12345 milliseconds.  Consider using ALTER DATABASE to set a smaller FILEGROWTH for this file.",
      "Growing Sales_log of Sales took up to 12.3 s (once)",
    ],
    [
      "abortedCheck",
      "DBCC CHECKDB (Sales) executed by sa terminated abnormally due to error state 1. Elapsed time: 0 hours 0 minutes 30 seconds.",
      "DBCC CHECKDB of Sales ended without a result once (error state 1)",
    ],
    [
      "stackDump",
      "***Stack Dump being sent to C:\\MSSQL\\LOG\\SQLDump0001.txt",
      "The server wrote 1 stack dump",
    ],
  ])("%s", (rule, text, title) => {
    const [finding, ...others] = found(rule, at("01:00:00.00", "spid51", text));
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ title, occurrences: 1, startMs: 3_600_000, endMs: 3_600_000 });
    expect(finding?.evidence).toMatchObject([{ file: 0, line: 2, record: 1, atMs: 3_600_000 }]);
    expect(finding?.text).toMatch(/^[A-Z].{80,}\.$/s);
  });

  it("stackDump names what was thrown", () => {
    const [finding] = found(
      "stackDump",
      at(
        "01:00:00.00",
        "spid51",
        "SqlDumpExceptionHandler: Process 51 generated fatal exception c0000005 EXCEPTION_ACCESS_VIOLATION. SQL Server is terminating this process.",
      ),
      at("01:00:00.00", "spid51", "***Stack Dump being sent to C:\\MSSQL\\LOG\\SQLDump0001.txt"),
    );
    expect(finding?.text).toContain("With: c0000005");
  });

  it("longFreeze speaks from ten seconds on", () => {
    const frozen = at(
      "01:00:00.00",
      "spid80",
      "I/O is frozen on database Sales. No user action is required. However, if I/O is not resumed promptly, you could cancel the backup.",
    );
    const resumed = (time: string) =>
      at(time, "spid80", "I/O was resumed on database Sales. No user action is required.");
    expect(titles("longFreeze", frozen, resumed("01:00:09.90"))).toEqual([]);
    expect(titles("longFreeze", resumed("00:59:00.00"), frozen, resumed("01:00:10.00"))).toEqual([
      "A freeze (3197) held the writes of 1 database for up to 10 s (once)",
    ]);
  });

  it("longFreeze counts databases, and the backups that froze them", () => {
    const line = (time: string, text: string) => at(time, "spid80", text);
    const night = (hour: string) => [
      ...["Sales", "Archive", "Stock"].map((name) =>
        line(`${hour}:00:00.00`, `I/O is frozen on database ${name}. No user action is required.`),
      ),
      ...["Sales", "Archive", "Stock"].map((name) =>
        line(
          `${hour}:00:15.00`,
          `I/O was resumed on database ${name}. No user action is required.`,
        ),
      ),
    ];
    expect(titles("longFreeze", ...night("01"), ...night("02"))).toEqual([
      "A freeze (3197) held the writes of 3 databases for up to 15 s (twice)",
    ]);
  });

  it("nonYieldingScheduler warns of one report and is grave with several", () => {
    const report = at(
      "01:00:00.00",
      "Server",
      "Process 0:0:0 (0x1a2c) Worker 0x00000000 appears to be non-yielding on Scheduler 3. Thread creation time: 1.",
    );
    const weights = (...lines: readonly string[]) =>
      found("nonYieldingScheduler", ...lines).map(({ weight }) => weight);
    expect(weights(report)).toEqual(["warning"]);
    expect(weights(report, report)).toEqual(["critical"]);
  });

  it("severeError speaks of what no other rule knows, by number", () => {
    const error = (number: number, severity: number) => [
      at("01:00:00.00", "spid51", `Error: ${number}, Severity: ${severity}, State: 1.`),
      at("01:00:00.00", "spid51", `Something went wrong with ${"many words ".repeat(20)}`),
    ];
    expect(titles("severeError", ...error(17_066, 19))).toEqual([]);
    expect(titles("severeError", ...error(17_066, 21), ...error(17_066, 21))[0]).toMatch(
      /^Error 17066 of severity 21, twice: Something .*…$/,
    );
  });
});

describe("findings", () => {
  it("come by weight, then by time, with ids that say the rule", () => {
    const { findings } = analyseLines([
      first,
      at("01:00:00.00", "spid9s", flush(61_000)),
      at("02:00:00.00", "spid51", suspect("a")),
    ]);
    expect(findings.map(({ id, weight }) => [id, weight])).toEqual([
      ["suspectSnapshot/1", "critical"],
      ["slowCheckpoint/1", "warning"],
      ["hiddenSteps/1", "information"],
    ]);
  });

  it("show the first twenty records and count all, and gather the fifty-first group with the rest", () => {
    const lines = Array.from({ length: 60 }, (_, index) =>
      at(
        clock(3600 + index),
        "spid51",
        `The transaction log for database 'db${index % 60}' is full due to 'LOG_BACKUP'.`,
      ),
    );
    const groups = found("logFull", ...lines, ...Array.from({ length: 30 }, () => lines[0] ?? ""));
    expect(groups).toHaveLength(50);
    expect(groups.find(({ title }) => title.includes("further databases"))?.occurrences).toBe(11);
    const largest = groups.find(({ title }) => title.includes("db0 "));
    expect([largest?.occurrences, largest?.evidence.length]).toEqual([31, 20]);
  });
});
