import { describe, expect, it } from "vitest";
import { LogAnalysis } from "../log-analysis.ts";
import { analyseLines, findingsOf, writtenLog } from "../testing/written-log.ts";
import { at, clock, first, found, startOfServer, suspect, titles } from "./testing/day.ts";

describe("repeatedRecovery", () => {
  const starts = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      at(clock(3600 + 600 * index), "spid55", "Starting up database 'Intranet'."),
    );

  it("speaks from the fourth start on, and not of starts with the server", () => {
    expect(titles("repeatedRecovery", ...starts(3))).toEqual([]);
    expect(titles("repeatedRecovery", ...starts(4))).toEqual([
      "Intranet started up 4 times in 30 min while the server was running",
    ]);
    expect(titles("repeatedRecovery", ...startOfServer("00:30"), ...starts(4))).toEqual([]);
    const recovered = at(
      "00:31:00.00",
      "spid7s",
      "Recovery is complete. This is an informational message only. No user action is required.",
    );
    expect(
      titles("repeatedRecovery", ...startOfServer("00:30"), recovered, ...starts(4)),
    ).toHaveLength(1);
  });

  it("does not count the starts of a chain of restores", () => {
    const restoring =
      "The database 'Intranet' is marked RESTORING and is in a state that does not allow recovery to be run.";
    const chain = Array.from({ length: 6 }, (_, index) => [
      at(clock(60 * index), "spid55", "Starting up database 'Intranet'."),
      at(clock(60 * index), "spid55", restoring),
    ]).flat();
    expect(titles("repeatedRecovery", ...chain)).toEqual([]);
    expect(titles("repeatedRecovery", ...chain, ...starts(4))).toEqual([
      expect.stringContaining("Intranet started up 4 times"),
    ]);
  });
});

describe("repeatedRecovery of snapshots", () => {
  it("is none: a snapshot is made anew each hour under the same name", () => {
    const starts = Array.from({ length: 6 }, (_, index) =>
      at(clock(3600 * (index + 1)), "spid55", "Starting up database 'Sales_hourly'."),
    );
    expect(titles("repeatedRecovery", ...starts)).toHaveLength(1);
    const lost = at("08:00:00.00", "spid51", suspect("Sales_hourly"));
    expect(titles("repeatedRecovery", ...starts, lost)).toEqual([]);
  });
});

describe("serverRestart", () => {
  const stop = (time: string) =>
    at(
      time,
      "spid6s",
      "SQL Server is terminating because of a system shutdown. This is an informational message only. No user action is required.",
    );

  it("tells a crash from a restart in order, and says nothing of the start of the logs", () => {
    expect(findingsOf(analyseLines(startOfServer("01:00")), "serverRestart")).toEqual([]);
    expect(found("serverRestart", stop("00:59:00.00"), ...startOfServer("01:00"))).toMatchObject([
      { weight: "information", title: "The server was restarted in order once" },
    ]);
    const crash = found("serverRestart", ...startOfServer("01:00"));
    expect(crash).toMatchObject([{ weight: "critical", occurrences: 2 }]);
    expect(crash[0]?.evidence.map(({ line }) => line)).toEqual([1, 2]);
  });

  it("counts, and tells the shortest time that the server was up", () => {
    expect(
      titles(
        "serverRestart",
        ...["01:00", "03:00", "03:10"].flatMap((time) => [
          stop(`${time}:00.00`),
          ...startOfServer(time),
        ]),
      ),
    ).toEqual([
      "The server was restarted in order 3 times; the shortest time from a start to a stop was 10 min",
    ]);
  });
});

describe("longRecovery", () => {
  const figures = (seconds: number, analysis: number, redo: number, undo: number) =>
    at(
      "01:00:00.00",
      "spid9s",
      `Recovery completed for database Sales (database ID 5) in ${seconds} second(s) (analysis ${analysis} ms, redo ${redo} ms, undo ${undo} ms.) This is an informational message only. No user action is required.`,
    );

  it.each([
    [80, 1000, 2000, 75_000, "undo with 1 min 15 s", "large transaction"],
    [80, 1000, 75_000, 2000, "redo with 1 min 15 s", "checkpoints were behind"],
    [80, 75_000, 1000, 2000, "analysis with 1 min 15 s", "virtual log files"],
  ])(
    "says which part took the time (%s, %s, %s, %s)",
    (seconds, analysis, redo, undo, part, advice) => {
      const [finding] = found("longRecovery", figures(seconds, analysis, redo, undo));
      const took = `took 1 min 20 s, most of it ${part} (once)`;
      expect(finding?.title).toBe(`Recovery of database or snapshot Sales ${took}`);
      expect(finding?.text).toContain(advice);
      const [atStart] = found(
        "longRecovery",
        ...startOfServer("00:58"),
        figures(seconds, analysis, redo, undo),
      );
      expect(atStart?.title).toBe(`Recovery of Sales ${took}`);
      expect(atStart?.text).not.toContain("snapshot");
    },
  );

  it("is none of a snapshot, though only a later message tells that it is one", () => {
    const lost = at("05:00:00.00", "spid51", suspect("Sales"));
    expect(titles("longRecovery", figures(80, 1, 2, 75_000), lost)).toEqual([]);
    const reverted = at(
      "05:00:00.00",
      "spid51",
      "Reverting database 'Stock' to the point in time of database snapshot 'Sales' with split point LSN 29000000041500025 (0x0000001d:0000019f:0019). This is an informational message only. No user action is required.",
    );
    expect(titles("longRecovery", figures(80, 1, 2, 75_000), reverted)).toEqual([]);
  });

  it("is silent below a minute", () => {
    expect(titles("longRecovery", figures(59, 1, 59_000, 1))).toEqual([]);
  });
});

describe("staleCheck", () => {
  const checked = (date: string) =>
    at(
      "01:00:00.00",
      "spid9s",
      `CHECKDB for database 'Sales' finished without errors on ${date} 03:04:05.123 (local time). This is an informational message only; no user action is required.`,
    );

  it("speaks of checks more than two weeks before the log's own time", () => {
    expect(titles("staleCheck", checked("2023-10-25"))).toEqual([]);
    expect(titles("staleCheck", checked("2023-09-05"))).toEqual([
      "The last clean consistency check of Sales was 60 days before",
    ]);
  });

  it("is content once a check found nothing", () => {
    const clean = (errors: number) =>
      at(
        "02:00:00.00",
        "spid60",
        `DBCC CHECKDB (Sales) executed by sa found ${errors} errors and repaired 0 errors. Elapsed time: 0 hours 10 minutes 0 seconds.`,
      );
    expect(titles("staleCheck", checked("2023-09-05"), clean(0))).toEqual([]);
    expect(titles("staleCheck", checked("2023-09-05"), clean(2))).toHaveLength(1);
    expect(titles("consistencyErrors", clean(2))).toEqual(["DBCC CHECKDB found 2 errors in Sales"]);
  });
});

describe("timeStep", () => {
  const { events, originMs } = writtenLog([first]);
  const steppedAt = (longestGapMs: number, ...backs: readonly number[]) => {
    const analysis = new LogAnalysis({ originMs });
    for (const event of events) analysis.take(event);
    backs.forEach((back, record) => {
      analysis.timeStep({
        file: 0,
        record,
        line: record + 1,
        fromMs: 7_200_000,
        toMs: 7_200_000 - back,
        longestGapMs,
      });
    });
    return findingsOf(analysis.result(), "timeStep");
  };
  const stepped = (...backs: readonly number[]) => steppedAt(0, ...backs);

  it("takes for daylight saving what lacks no more of an hour than the log is silent there", () => {
    const weights = (longestGapMs: number, back: number) =>
      steppedAt(longestGapMs, back).map(({ weight }) => weight);
    const minute = 60_000;
    expect(weights(20 * minute, 40 * minute)).toEqual(["information"]);
    expect(weights(19 * minute, 40 * minute)).toEqual(["warning"]);
    expect(weights(1000, 59 * minute)).toEqual(["warning"]);
    expect(weights(20 * minute, 61 * minute)).toEqual(["warning"]);
  });

  it("ignores steps below a second and takes an hour for daylight saving", () => {
    expect(stepped(30, 999)).toEqual([]);
    expect(stepped(3_598_000)).toMatchObject([
      { weight: "information", title: expect.stringContaining("daylight saving") },
    ]);
    const [set] = stepped(810_000, 1000, 500);
    expect(set).toMatchObject({
      weight: "warning",
      title: "The server's clock was set back twice, by 13 min 30 s at most",
      occurrences: 2,
    });
    expect(set?.evidence[0]).toMatchObject({
      line: 1,
      atMs: 6_390_000,
      text: "from 2023-11-05 02:00:00.00 to 2023-11-05 01:46:30.00",
    });
  });
});
