import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { LogAnalysisResult } from "./log-analysis.ts";
import { analyseLines, edgesOf, phasesNamed } from "./testing/written-log.ts";

const paper = readFileSync(
  new URL("../../../../assets/sample-logs/sqlcat-2006.log", import.meta.url),
  "utf8",
)
  .trimEnd()
  .split("\n");

const texts = (name: string) => [
  `Creating file P:\\${name}.ss.`,
  `Closing file (1):P:\\${name}.ss.`,
  "FlushCache: cleaned up 10 bufs with 4 writes in 1500 ms (avoided 2 new dirty bufs)",
  `Opening file (1):P:\\${name}.ss.`,
  `Starting up database '${name}'.`,
  `RECOVERY (${name}, 7): Starting`,
  `RECOVERY (${name}, 7): Analysis starting`,
  `Analysis of database '${name}' (7) is 100% complete (approximately 0 seconds remain).`,
  `RECOVERY (${name}, 7): Redo starting`,
  `RECOVERY (${name}, 7): Estimate REDO 4096 bytes, UNDO 17 records.  Rampup is OFF.`,
  `Recovery of database '${name}' (7) is 60% complete (approximately 1 seconds remain). Phase 2 of 3. This is`,
  `Recovery of database '${name}' (7) is 60% complete (approximately 1 seconds remain). Phase 3 of 3. This is`,
  `SQL recovery (analysis, redo and undo) completed for database (${name}, 7)`,
];
const steady = [1, 2, 4, 5, 6, 7, 8, 9, 10, 10, 20, 20, 30];

/** A creation as the engine logs it; `seconds` are those of its lines. */
const creation = (spid: string, name: string, seconds: readonly number[] = steady) =>
  texts(name).map((text, index) => {
    const second = String(seconds[index] ?? 0).padStart(2, "0");
    return `2020-01-01 10:00:${second}.50 ${spid.padEnd(12)}${text}`;
  });
const phaseOf = (log: LogAnalysisResult, name: string, snapshot: string | null) =>
  log.phases.find((phase) => phase.name === name && phase.snapshot === snapshot);

describe("the log of the SQLCAT paper", () => {
  const log = analyseLines(paper);

  it("yields the phases of the paper", () => {
    const name = "snapshot_test_2";
    expect(log.phases.map(edgesOf)).toEqual([
      ["files", name, 0, 20, "logged", "logged"],
      ["checkpoint", name, 213, 81_120, "derived", "logged"],
      ["open", name, 139_670, 139_670, "logged", "logged"],
      ["startup", name, 478_240, 478_240, "logged", "logged"],
      ["analysis", name, 478_240, 509_590, "logged", "logged"],
      ["redo", name, 509_990, 1_706_840, "logged", "bound"],
      ["undo", name, 1_706_840, 1_732_580, "bound", "logged"],
      ["complete", name, 1_732_580, 1_732_580, "logged", "logged"],
      ["checkpoint", null, 1_732_595, 1_743_220, "derived", "logged"],
    ]);
    expect(log.phasesLeftOut).toBe(0);
  });

  it("yields the figures and the as-of moment", () => {
    expect(phaseOf(log, "checkpoint", "snapshot_test_2")?.figures).toEqual({
      buffers: 732_965,
      writes: 507_694,
      durationMs: 80_907,
      avoided: 298_164,
      pagesPerWrite: 1.44,
    });
    expect(phaseOf(log, "redo", "snapshot_test_2")?.figures).toMatchObject({
      estimateRedoBytes: 815_938_560,
      estimateUndoRecords: 1_560_650,
    });
    expect(log.snapshots).toEqual([
      {
        name: "snapshot_test_2",
        asOf: "2006-10-23T21:56:05.460",
        asOfMs: 478_240,
        createdMs: 1_732_580,
      },
    ]);
  });

  it("is remarked on for its length, and not for the checkpoint that is its own", () => {
    expect(log.findings.map(({ title, weight }) => [title, weight])).toEqual([
      ["Creating snapshot_test_2 took 28 min 53 s, redo up to 19 min 57 s of it", "information"],
    ]);
    expect(log.marks).toEqual([]);
  });
});

describe("Creations", () => {
  it("takes redo's end as logged when both phases are seen at one time", () => {
    const log = analyseLines(creation("spid51", "a"));
    expect(phaseOf(log, "redo", "a")).toMatchObject({ endMs: 19_000, endSource: "logged" });
    expect(phaseOf(log, "undo", "a")).toMatchObject({ startMs: 19_000, startSource: "logged" });
  });

  it("keeps creations apart that run at the same time", () => {
    const first = creation("spid51", "a");
    const second = creation(
      "spid52",
      "b",
      steady.map((second) => second + 1),
    );
    const mixed = analyseLines(first.flatMap((line, index) => [line, second[index] ?? ""]));
    for (const [name, alone] of [
      ["a", analyseLines(first)],
      ["b", analyseLines([first[0] ?? "", ...second])],
    ] as const) {
      const of = ({ phases }: LogAnalysisResult) =>
        phases.filter((phase) => phase.snapshot === name);
      expect(of(mixed)).toEqual(of(alone));
    }
    expect(mixed.snapshots.map(({ name, createdMs }) => [name, createdMs])).toEqual([
      ["a", 29_000],
      ["b", 29_000],
    ]);
  });

  it("goes on over a change of the file, whose banner is no start of the server", () => {
    const lines = creation("spid51", "a");
    const banner = [
      "2020-01-01 10:00:07.00 Server      Microsoft SQL Server 2019 (RTM) - 15.0.2000.5 (X64) ",
      "2020-01-01 10:00:07.00 Server      The error log has been reinitialized. See the previous log for older entries.",
    ];
    const log = analyseLines(lines.slice(0, 6), [...banner, ...lines.slice(6)]);
    expect(log.phases).toEqual(analyseLines(lines).phases);
  });

  it("takes a checkpoint of another session as automatic", () => {
    const lines = creation("spid51", "a");
    const flush = (lines[2] ?? "").replace("spid51 ", "spid9s ");
    const log = analyseLines([...lines.slice(0, 2), flush, ...lines.slice(2)]);
    const checkpoints = phasesNamed(log, "checkpoint").map((phase) => phase.snapshot);
    expect(checkpoints).toHaveLength(2);
    expect(checkpoints).toEqual(expect.arrayContaining([null, "a"]));
  });

  it("takes a checkpoint after the files were opened as automatic", () => {
    const lines = creation("spid51", "a");
    const log = analyseLines([...lines.slice(0, 4), lines[2] ?? "", ...lines.slice(4)]);
    const checkpoints = phasesNamed(log, "checkpoint").map((phase) => phase.snapshot);
    expect(checkpoints).toEqual(expect.arrayContaining([null, "a"]));
  });

  it("does not take a new database for a snapshot: it has a log file", () => {
    const lines = creation("spid51", "orders");
    const log = lines[0]?.replace("orders.ss", "orders_log.ldf") ?? "";
    const result = analyseLines([log, ...lines]);
    expect(result.snapshots).toEqual([]);
    expect(phasesNamed(result, "files")).toEqual([]);
    expect(phasesNamed(result, "recovery").map(edgesOf)).toEqual([
      ["recovery", "orders", 5000, 29_000, "logged", "logged"],
    ]);
    expect(phasesNamed(result, "checkpoint").map((phase) => phase.snapshot)).toEqual([null]);
  });

  it("leaves the last phase open where the log breaks off", () => {
    const log = analyseLines(creation("spid51", "a").slice(0, 9));
    expect(phaseOf(log, "redo", "a")).toMatchObject({
      startMs: 9000,
      endMs: null,
      endSource: null,
    });
    expect(log.snapshots).toMatchObject([{ name: "a", createdMs: null }]);
  });

  it("shows no snapshot for files without a database", () => {
    const log = analyseLines(creation("spid51", "a").slice(0, 2));
    expect(log.snapshots).toEqual([]);
    expect(log.phases.map(edgesOf)).toEqual([["files", null, 0, 1000, "logged", "logged"]]);
  });

  it("begins another creation where a session creates files after it opened some", () => {
    const first = creation("spid51", "a").slice(0, 4);
    const log = analyseLines([
      ...first,
      ...creation(
        "spid51",
        "b",
        steady.map((s) => s + 10),
      ),
    ]);
    expect(phasesNamed(log, "files").map((phase) => phase.snapshot)).toEqual([null, "b"]);
  });

  it("does not go on with a creation after the server was started anew", () => {
    const lines = creation("spid51", "a");
    const start = [
      "2020-01-01 10:00:12.00 Server      Microsoft SQL Server 2019 (RTM) - 15.0.2000.5 (X64) ",
      "2020-01-01 10:00:13.00 spid7s      Starting up database 'master'.",
      "2020-01-01 10:00:14.00 spid9s      Starting up database 'a'.",
    ];
    const log = analyseLines([...lines.slice(0, 9), ...start, ...lines.slice(12)]);
    expect(log.snapshots).toMatchObject([{ name: "a", createdMs: null }]);
    expect(phasesNamed(log, "recovery").map(({ database }) => database)).toContain("a");
  });
});
