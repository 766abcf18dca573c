import { describe, expect, it } from "vitest";
import type { CounterEffect } from "../../contract/capture.ts";
import { reportSchema } from "../../contract/report.ts";
import {
  type CapturedParts,
  logFile,
  night,
  nightOverview,
  perfmonOnly,
  perfmonSeries,
  quietLog,
  reportOfCapture,
  rows,
  waitsOnly,
} from "../testing/captures.ts";

const minute = 60_000;
const fail = (): never => {
  throw new Error("the rows have no failed log-on");
};
const report = reportOfCapture(night);
const logOf = (parts: CapturedParts) => {
  const { log } = reportOfCapture(parts);
  if (log === null) throw new Error("the report has no log");
  return log;
};
const log = logOf(night);

describe("the report of a log", () => {
  it("says first what is critical, then what was created, then the warnings", () => {
    expect(report.conclusion.intent).toBe("error");
    expect(report.conclusion.sentences).toEqual([
      "DBCC CHECKDB found 2 errors in Sales.",
      "Creating ‘sales_2330’ took 4 min 0 s. It shows the data as of 23:31:30.00, 1 min 30 s after its first record. Throughput fell from 100.0 to 80.0 transactions/s (−20.0 %). Throughput did not recover in the 26 min 0 s after it, while the backup of ‘Sales’ ran for 5 min 0 s, the backup of ‘Payroll’ happened, DBCC CHECKDB of ‘Sales’ ran for 3 min 0 s and 1 further action went on. Seen once only: not enough to be sure.",
      "I/O of up to 21 s on E:\\data\\Sales.mdf while sales_2330 was created.",
    ]);
    expect(report.conclusion.notes).toEqual([
      "Times are those of the server's own clock on 2026-03-28, UTC+1:00.",
      "The clock steps back once: durations across a step are unreliable.",
      "45 records of 12,345 were not recognised by this version and not analysed.",
    ]);
  });

  it("begins with what happened by the counters, the three strongest in order of time", () => {
    const effect = (startMs: number, to: number): CounterEffect => ({
      what: "backup of Sales",
      startMs,
      endMs: startMs + minute,
      changes: [{ counter: "transactionsPerSecond", from: 800, to }],
      sentence: `At ${startMs}: transactions 800 to ${to} a second.`,
    });
    const effects = [effect(1, 700), effect(2, 100), effect(3, 200), effect(31 * minute, 300)];
    const told = reportOfCapture({ ...night, overview: { ...night.overview, effects } });
    expect(told.conclusion.sentences.slice(0, 5)).toEqual([
      "At 2: transactions 800 to 100 a second.",
      "At 3: transactions 800 to 200 a second.",
      "At 1860000: transactions 800 to 300 a second.",
      "Counters changed in 1 more stretch of time: see Findings.",
      "DBCC CHECKDB found 2 errors in Sales.",
    ]);
    expect(told.log?.effects).toEqual(effects);
  });

  it("tells what a creation did to the counters once", () => {
    const [creation] = report.creations;
    if (creation === undefined) throw new Error("there is a creation");
    const effects = [
      {
        what: "creation of sales_2330",
        startMs: creation.startMs,
        endMs: creation.startMs + minute,
        changes: [{ counter: "transactionsPerSecond", from: 100, to: 80 }],
        sentence: "Transactions 100 to 80 a second.",
      },
    ];
    const told = reportOfCapture({ ...night, overview: { ...night.overview, effects } });
    expect(told.conclusion.sentences.join(" ")).not.toContain("Throughput fell");
  });

  it("tells no more than a few findings in words, and how many others there are", () => {
    const [warning, critical] = nightOverview.findings;
    if (warning === undefined || critical === undefined) throw new Error("there are two");
    const findings = [
      ...["one", "two", "three", "four"].map((title) => ({ ...critical, title })),
      ...["five", "six"].map((title) => ({ ...warning, title })),
    ];
    const overview = { ...quietLog.overview, findings };
    expect(reportOfCapture({ ...quietLog, overview }).conclusion.sentences).toEqual([
      "one.",
      "two.",
      "three.",
      "five.",
      "1 further critical finding and 1 further warning: see Findings.",
    ]);
  });

  it("names the server, the build and how many files there are", () => {
    expect(report.subtitle).toBe(
      "SQLPROD01, Microsoft SQL Server 2019 (RTM-CU15), 15.0.4198.2, Enterprise Edition: Core-based Licensing (64-bit), 3 files",
    );
  });

  it("has key figures of what the files hold, and of nothing else", () => {
    expect(report.keyFigures.map(({ id, value, unit }) => [id, value, unit])).toEqual([
      ["findings", 2, "findings"],
      ["errors", 3, "errors"],
      ["longestCreationMs", 240_000, "ms"],
      ["checkpointMs", 59_000, "ms"],
      ["longIoMs", 21_000, "ms"],
      ["recoveryMs", 12_000, "ms"],
      ["backupMs", 300_000, "ms"],
    ]);
    expect(reportOfCapture(perfmonOnly).keyFigures).toEqual([]);
  });

  it("calls nothing the longest that the log does not time", () => {
    const phase = { snapshot: null, database: "master", name: "recovery" as const, figures: {} };
    const phases = [
      { ...phase, startMs: 0, endMs: 38_850, endSource: "bound" as const },
      { ...phase, startMs: 0, endMs: 1200, endSource: "logged" as const },
    ];
    const { keyFigures } = reportOfCapture({
      ...quietLog,
      overview: { ...quietLog.overview, phases },
    });
    expect(keyFigures.find(({ id }) => id === "recoveryMs")?.value).toBe(1200);
  });

  it("counts an error once though it is two records, and one whose header it was not given", () => {
    const { total, complete, groups } = log.errors;
    expect([total, complete]).toEqual([3, true]);
    expect(groups.map(({ number, severity, count }) => [number, severity, count])).toEqual([
      [9002, 17, 1],
      [18_456, 14, 2],
    ]);
    expect(groups[1]).toMatchObject({
      firstMs: 25 * minute,
      lastMs: 26 * minute,
      text: "Login failed for user 'contoso_app'.",
    });
  });

  it("says when it was given no more than the first of the errors", () => {
    const [first] = rows;
    if (first === undefined) throw new Error("there are rows");
    const many = Array.from({ length: 500 }, (_, record) => ({ ...first, record, atMs: record }));
    expect(logOf({ ...night, rows: many }).errors).toMatchObject({
      total: 500,
      complete: false,
    });
  });

  it("knows severe errors from their marks, however many log-ons fail before them", () => {
    const logons = Array.from({ length: 500 }, (_, record) => ({
      ...(rows.find(({ kind }) => kind === "logonFailed") ?? fail()),
      record,
      atMs: record,
    }));
    const marks = [20, 40].map((at) => ({
      atMs: at * minute,
      file: 0,
      record: 9000 + at,
      kind: "logFull",
      number: 9002,
      severity: 17,
      title: "The transaction log for database 'Sales' is full",
    }));
    const { groups } = logOf({
      ...night,
      rows: logons,
      overview: { ...nightOverview, marks },
    }).errors;
    expect(groups).toMatchObject([
      { number: 9002, count: 2, firstMs: 20 * minute, lastMs: 40 * minute, record: 9020 },
      { number: 18_456, count: 500 },
    ]);
  });

  it("counts the errors of each server by themselves", () => {
    const other = { ...logFile, host: "SQLPROD02" };
    const nameless = { ...logFile, host: null, name: "ERRORLOG.3" };
    const files = [logFile, other, nameless];
    const logon = rows.find(({ kind }) => kind === "logonFailed") ?? fail();
    const told = [0, 1, 1, 2].map((file, record) => ({ ...logon, file, record, atMs: record }));
    const mark = { kind: "logFull", number: 9002, severity: 17, title: "full" };
    const marks = [0, 1].map((file) => ({ ...mark, file, atMs: file, record: 10 + file }));
    const overview = { ...nightOverview, files, marks };
    const { groups, total } = logOf({ ...night, rows: told, overview }).errors;
    expect(groups.map(({ server, number, count }) => [server, number, count])).toEqual([
      ["SQLPROD01", 9002, 1],
      ["SQLPROD02", 9002, 1],
      ["SQLPROD02", 18_456, 2],
      ["SQLPROD01", 18_456, 1],
      ["ERRORLOG.3", 18_456, 1],
    ]);
    expect(total).toBe(6);
    const alone = logOf({
      ...night,
      rows: told,
      overview: { ...overview, files: [logFile, nameless] },
    });
    expect(alone.errors.groups.map(({ server, count }) => [server, count])).toEqual([
      [null, 2],
      [null, 4],
    ]);
  });

  it("groups long I/O by file, most first", () => {
    expect(log.longIo).toEqual([
      {
        file: "E:\\data\\Sales.mdf",
        messages: 2,
        occurrences: 13,
        longestMs: 21_000,
        firstMs: 32 * minute + 21_000,
        lastMs: 33 * minute,
      },
      {
        file: "L:\\log\\Sales.ldf",
        messages: 1,
        occurrences: 2,
        longestMs: null,
        firstMs: 34 * minute,
        lastMs: 34 * minute,
      },
    ]);
  });

  it("counts where the times of phases come from", () => {
    expect(log.timing).toEqual({ logged: 30, derived: 5, bound: 2, open: 1 });
  });

  it("knows the whole capture's counters from every sample", () => {
    expect(log.counters[0]).toMatchObject({
      minimum: 80,
      mean: 96.5,
      maximum: 100,
      samples: 60,
    });
    expect(report.samples.lanes.map(({ id, unit }) => [id, unit])).toEqual([
      ["transactionsPerSecond", "transactions/s"],
      ["\\\\SQLPROD01\\Memory\\Available MBytes", ""],
    ]);
    // Not zero and not a number: nothing was measured.
    expect(report.samples.lanes[1]?.values[6]).toBeNull();
  });

  it("of a part has what lies in it, and statistics of its points", () => {
    const part = reportOfCapture({ ...night, span: { fromMs: 31 * minute, toMs: 33 * minute } });
    expect(part.span).toEqual({ fromMs: 31 * minute, toMs: 33 * minute, whole: false });
    expect(part.log?.findings.map(({ id }) => id)).toEqual(["longIoDuringCreation/1"]);
    expect(part.log?.findingsOutside).toBe(1);
    expect(part.log?.marks).toEqual([]);
    expect(part.phases.some(({ name }) => name === "backup")).toBe(false);
    expect(part.log?.counters[0]).toMatchObject({ minimum: 80, mean: 80, maximum: 80 });
    // All of the creation, though only a part of it is in the span.
    expect(part.creations).toMatchObject([{ snapshot: "sales_2330", durationMs: 4 * minute }]);
    expect(part.conclusion.sentences[0]).toBe(
      "This report is of a part only: 2026-03-28 23:31:00.00 to 2026-03-28 23:33:00.00. Findings that reach into it are counted with all their records.",
    );
    expect(part.keyFigures[0]?.label).toBe("Critical and warnings, this part");
  });

  it("says of counters that were not chosen for a part that there are more", () => {
    const { "\\\\SQLPROD01\\Memory\\Available MBytes": _left, ...chosen } =
      perfmonSeries().counters;
    const series = { ...perfmonSeries(), counters: chosen };
    const part = reportOfCapture({ ...night, series, span: { fromMs: 0, toMs: minute } });
    expect([part.log?.counters.length, part.log?.countersOutside]).toEqual([1, 1]);
  });

  it("tells no cost where nothing was measured around the creation", () => {
    const later = perfmonSeries();
    const series = { ...later, timeMs: later.timeMs.map((ms) => ms + 600 * minute) };
    const overview = { ...nightOverview, endMs: 700 * minute };
    const [creation] = reportOfCapture({ ...night, overview, series }).creations;
    expect(creation?.before?.transactionsPerSecond ?? null).toBeNull();
    expect(creation?.during?.transactionsPerSecond ?? null).toBeNull();
    expect(creation?.after?.transactionsPerSecond ?? null).toBeNull();
    expect(creation?.throughput).toBeNull();
  });

  it("says that a creation does not end in the log", () => {
    const phases = nightOverview.phases.filter(({ name }) => name !== "complete");
    const { conclusion } = reportOfCapture({ ...night, overview: { ...nightOverview, phases } });
    expect(conclusion.sentences).toContain(
      "The log does not show the end of the creation of ‘sales_2330’.",
    );
  });

  it("says of files without a log what they hold instead", () => {
    expect(reportOfCapture(perfmonOnly).conclusion.sentences).toEqual([
      "There is no ERRORLOG among the files: they hold 2 counters in 60 samples.",
    ]);
    expect(reportOfCapture(waitsOnly).conclusion.sentences).toEqual([
      "There is no ERRORLOG among the files: they hold 1 result of sys.dm_os_wait_stats.",
    ]);
  });

  it("says of a quiet log that nothing calls for action", () => {
    expect(reportOfCapture(quietLog).conclusion).toMatchObject({
      intent: "plain",
      sentences: [
        "Nothing that calls for action was found in 12,345 records, and no event that takes time.",
      ],
    });
  });
});

describe("the JSON of it", () => {
  it.each([
    ["a night", night],
    ["counters", perfmonOnly],
    ["waits", waitsOnly],
    ["a quiet log", quietLog],
  ])("fits its schema: %s", (_name, input) => {
    const parsed = reportSchema.safeParse(JSON.parse(JSON.stringify(reportOfCapture(input))));
    expect(parsed.error?.issues).toBeUndefined();
  });
});
