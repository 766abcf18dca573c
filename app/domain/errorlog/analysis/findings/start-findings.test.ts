import { describe, expect, it } from "vitest";
import { analyseLines, findingsOf, phasesNamed } from "../testing/written-log.ts";
import { at, found, startOfServer, titles } from "./testing/day.ts";

const ready = (time: string) =>
  at(
    time,
    "spid9s",
    "SQL Server is now ready for client connections. This is an informational message; no user action is required.",
  );
const ending = (time: string) => at(time, "spid9s", "SQL Server shutdown has been initiated");
const stopping = (time: string) =>
  at(
    time,
    "spid9s",
    "SQL Server is terminating in response to a 'stop' request from Service Control Manager. This is an informational message only. No user action is required.",
  );
const network = (time: string) =>
  at(
    time,
    "spid17s",
    "Could not start the network library because of an internal error in the network library. To determine the cause, review the errors immediately preceding this one in the error log.",
  );
const tcp = (time: string) =>
  at(
    time,
    "spid17s",
    "TDSSNIClient initialization failed with error 0xd, status code 0x4. Reason: All protocols are disabled. The data is invalid.",
  );
const password = (time: string) =>
  at(
    time,
    "spid31s",
    "ERROR: Unable to set system administrator password: Password validation failed. It is too short..",
  );

describe("startFailure", () => {
  it("tells the first cause of a start, what the log says of it, and counts the starts", () => {
    const attempts = ["01:00", "01:10"].flatMap((time) => [
      ...startOfServer(time),
      tcp(`${time}:02.00`),
      network(`${time}:03.00`),
    ]);
    const [finding, ...others] = found("startFailure", ...attempts);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      weight: "critical",
      title: "The server failed to start twice: its network library did not start",
      occurrences: 4,
    });
    expect(finding?.text).toContain('The log says: "0xd, status code 0x4. Reason: All protocols');
  });

  it("is none where the server becomes ready all the same, whatever ends it later", () => {
    const start = [...startOfServer("01:00"), tcp("01:00:02.00"), ready("01:00:03.00")];
    expect(titles("startFailure", ...start)).toEqual([]);
    expect(titles("startFailure", ...start, ending("01:04:00.00"))).toEqual([]);
  });

  it("counts after readiness only where the server ends of it", () => {
    const lines = [...startOfServer("01:00"), ready("01:00:02.00"), password("01:00:03.00")];
    expect(titles("startFailure", ...lines)).toEqual([]);
    expect(titles("startFailure", ...lines, ending("01:00:04.00"))).toEqual([
      "The server failed to start once: the password of an account that it was given was rejected",
    ]);
  });

  it("says so where it ended without a word, with the last errors", () => {
    const error = [
      at("01:00:01.00", "spid9s", "Error: 17204, Severity: 16, State: 1."),
      at("01:00:01.00", "spid9s", "FCB::Open failed: something that nobody knows."),
    ];
    const ended = [...startOfServer("01:00"), ...error, ending("01:00:02.00")];
    const [finding] = found("startFailure", ...ended);
    expect(finding?.title).toBe(
      "The server failed to start once: it ended before it was ready, after it began to start master",
    );
    expect(finding?.evidence.map(({ line }) => line)).toEqual([5, 6]);
  });

  it("is none of a server that was asked to stop, or that ran for long", () => {
    const start = startOfServer("01:00");
    expect(
      titles("startFailure", ...start, stopping("01:00:05.00"), ending("01:00:06.00")),
    ).toEqual([]);
    expect(titles("startFailure", ...start, ending("03:00:00.00"))).toEqual([]);
  });

  it("is told without the start's first record", () => {
    expect(titles("startFailure", network("01:00:00.00"))).toHaveLength(1);
  });
});

describe("a start that came to nothing", () => {
  const failed = [...startOfServer("01:00"), network("01:00:02.00")];
  const log = [
    at("00:00:00.00", "Server", "UTC adjustment: 1:00"),
    stopping("00:30:00.00"),
    ...failed,
  ];
  const again = [...startOfServer("01:10"), ready("01:10:02.00")];

  it("is no start: it has no phase and no mark, and does not count", () => {
    const alone = analyseLines(log);
    expect(phasesNamed(alone, "serverStart")).toEqual([]);
    expect(alone.marks.map(({ kind }) => kind)).toEqual(["serverStopping", "startFailed"]);
    expect(findingsOf(alone, "serverRestart")).toEqual([]);
  });

  it("is no crash before the next one", () => {
    const both = analyseLines([...log, ...again]);
    expect(phasesNamed(both, "serverStart").map(({ startMs }) => startMs)).toEqual([4_200_000]);
    expect(both.marks.map(({ kind }) => kind)).toEqual([
      "serverStopping",
      "startFailed",
      "serverBanner",
    ]);
    expect(findingsOf(both, "serverRestart").map(({ title }) => title)).toEqual([
      "The server was restarted in order once",
    ]);
  });
});

describe("a start of which nobody says that it became ready", () => {
  const start = startOfServer("01:00");
  const later = (time: string) =>
    at(time, "spid55", "DBCC TRACEON 3604, server process ID (SPID) 55. It is on.");

  it("ends with its own last record, once the log goes on for five minutes", () => {
    const starts = (...lines: readonly string[]) =>
      phasesNamed(analyseLines([...start, ...lines]), "serverStart").map(({ endMs }) => endMs);
    expect(starts(later("01:04:00.00"))).toEqual([null]);
    expect(starts(later("02:00:00.00"))).toEqual([1000]);
  });

  it("is none where only the first record of a log is there", () => {
    const [banner = ""] = start;
    const starts = phasesNamed(analyseLines([banner, later("02:00:00.00")]), "serverStart");
    expect(starts).toEqual([]);
  });
});

describe("databaseNotStarted", () => {
  it("names the database, if only by its id, and weighs by the cause", () => {
    expect(
      found(
        "databaseNotStarted",
        at(
          "01:00:00.00",
          "spid51",
          "Database 1 cannot be autostarted during server shutdown or startup.",
        ),
        at(
          "01:00:00.00",
          "spid51",
          "Database 9 cannot be autostarted during server shutdown or startup.",
        ),
        at(
          "01:00:00.00",
          "spid52",
          "Database 'Stock' cannot be opened due to inaccessible files or insufficient memory or disk space.  See the SQL Server errorlog for details.",
        ),
      ).map(({ weight, title }) => [weight, title]),
    ).toEqual([
      ["critical", "Stock could not be opened: files of it were not to be had (945), once"],
      ["warning", "master was asked for while the server was starting or stopping (904), once"],
      ["warning", "Database 9 was asked for while the server was starting or stopping (904), once"],
    ]);
  });
});
