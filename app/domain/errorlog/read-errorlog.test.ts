import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ImportedLog, readErrorlog } from "./read-errorlog.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const paper = readFileSync(new URL("../../../assets/sample-logs/sqlcat-2006.log", import.meta.url));

function read(bytes: Uint8Array): ImportedLog {
  const log = readErrorlog(bytes, "ERRORLOG");
  if (!log.ok) throw new Error(log.error.message);
  return log.value;
}
const phaseOf = (log: ImportedLog, name: string, snapshot: string | null) =>
  log.phases.find((phase) => phase.name === name && phase.snapshot === snapshot);

/** A creation as the engine logs it; `seconds` are those of its lines. */
const creation = (spid: string, name: string, seconds: readonly number[], hour = 10) => {
  const texts = [
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
  return texts.map((text, index) => {
    const second = String(seconds[index] ?? 0).padStart(2, "0");
    return `2020-01-01 ${hour}:00:${second}.50 ${spid.padEnd(12)}${text}`;
  });
};
const steady = [1, 2, 4, 5, 6, 7, 8, 9, 10, 10, 20, 20, 30];
const logOf = (lines: readonly string[]) => read(encode(lines.join("\r\n")));

describe("the log of the SQLCAT paper", () => {
  const log = read(paper);

  it("is understood in full", () => {
    expect(log.source).toMatchObject({
      lines: 15,
      records: 15,
      unrecognised: 0,
      encoding: "utf-8",
    });
    expect(log.origin).toBe("2006-10-23T21:48:07.220");
  });

  it("yields the phases of the paper", () => {
    const phases = log.phases.map(({ snapshot, name, startMs, endMs, startSource, endSource }) => [
      snapshot,
      name,
      startMs,
      endMs,
      startSource,
      endSource,
    ]);
    const name = "snapshot_test_2";
    expect(phases).toEqual([
      [name, "files", 0, 20, "logged", "logged"],
      [name, "checkpoint", 213, 81_120, "derived", "logged"],
      [name, "open", 139_670, 139_670, "logged", "logged"],
      [name, "startup", 478_240, 478_240, "logged", "logged"],
      [name, "analysis", 478_240, 509_590, "logged", "logged"],
      [name, "redo", 509_990, 1_706_840, "logged", "bound"],
      [name, "undo", 1_706_840, 1_732_580, "bound", "logged"],
      [name, "complete", 1_732_580, 1_732_580, "logged", "logged"],
      [null, "checkpoint", 1_732_595, 1_743_220, "derived", "logged"],
    ]);
  });

  it("yields the figures and the as-of moment", () => {
    expect(phaseOf(log, "checkpoint", "snapshot_test_2")?.figures).toEqual({
      buffers: 732_965,
      writes: 507_694,
      durationMs: 80_907,
      avoided: 298_164,
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

  it("reads the same from UTF-16 and with three fraction digits", () => {
    const text = paper.toString("utf8").replaceAll("\n", "\r\n");
    const wide = new Uint8Array(Buffer.from(`\ufeff${text}`, "utf16le"));
    expect(read(wide)).toMatchObject({ source: { encoding: "utf-16le" }, phases: log.phases });
    const digits = text.replaceAll(/(:\d\d\.\d\d) /g, "$10 ");
    expect(read(encode(digits)).phases).toEqual(log.phases);
  });
});

describe("readErrorlog", () => {
  it("takes redo's end as logged when both phases are seen at one time", () => {
    const log = logOf(creation("spid51", "a", steady));
    expect(phaseOf(log, "redo", "a")).toMatchObject({ endMs: 19_000, endSource: "logged" });
    expect(phaseOf(log, "undo", "a")).toMatchObject({ startMs: 19_000, startSource: "logged" });
  });

  it("keeps creations apart that run at the same time", () => {
    const first = creation("spid51", "a", steady);
    const second = creation(
      "spid52",
      "b",
      steady.map((second) => second + 1),
    );
    const mixed = first.flatMap((line, index) => [line, second[index] ?? ""]);
    const log = logOf(mixed);
    for (const [name, alone] of [
      ["a", logOf(first)],
      ["b", logOf([first[0] ?? "", ...second])],
    ] as const) {
      const of = (l: ImportedLog) => l.phases.filter((phase) => phase.snapshot === name);
      expect(of(log)).toEqual(of(alone));
    }
    expect(log.snapshots.map(({ name, createdMs }) => [name, createdMs])).toEqual([
      ["a", 29_000],
      ["b", 29_000],
    ]);
  });

  it("takes a checkpoint of another session as automatic", () => {
    const lines = creation("spid51", "a", steady);
    const flush = (lines[2] ?? "").replace("spid51 ", "spid9s ");
    const log = logOf([...lines.slice(0, 2), flush, ...lines.slice(2)]);
    expect(
      log.phases.filter((phase) => phase.name === "checkpoint").map((p) => p.snapshot),
    ).toEqual(expect.arrayContaining([null, "a"]));
  });

  it("takes a checkpoint after the files were opened as automatic", () => {
    const lines = creation("spid51", "a", steady);
    const log = logOf([...lines.slice(0, 4), lines[2] ?? "", ...lines.slice(4)]);
    expect(
      log.phases.filter((phase) => phase.name === "checkpoint").map((p) => p.snapshot),
    ).toEqual(expect.arrayContaining([null, "a"]));
  });

  it("leaves the start of an ordinary database alone", () => {
    const log = logOf(creation("spid9s", "orders", steady).slice(4));
    expect(log.snapshots).toEqual([]);
    expect(log.phases).toEqual([]);
  });

  it("leaves the last phase open where the log breaks off", () => {
    const log = logOf(creation("spid51", "a", steady).slice(0, 9));
    expect(phaseOf(log, "redo", "a")).toMatchObject({
      startMs: 9000,
      endMs: null,
      endSource: null,
    });
    expect(log.snapshots).toMatchObject([{ name: "a", createdMs: null }]);
  });

  it("keeps and counts what it does not understand", () => {
    const log = logOf([
      "ForceFlush is enabled for this instance.",
      "2020-01-01 10:00:00.00 Server      Microsoft SQL Server 2005",
      "\tCopyright",
      "",
      "2020-13-01 10:00:00.00 spid1       not a time",
      ...creation("spid51", "a", steady),
    ]);
    expect(log.source).toMatchObject({ lines: 18, records: 14, unrecognised: 2 });
    expect(log.events[0]).toMatchObject({
      line: 2,
      kind: "other",
      text: "Microsoft SQL Server 2005\n\tCopyright\n\n2020-13-01 10:00:00.00 spid1       not a time",
    });
  });

  it.each(["", "\n\n", "{}\n", "\u0000\u0001\u0002"])(
    "refuses %j and says what it expected",
    (text) => {
      const log = readErrorlog(encode(text), "some.file");
      expect(log).toMatchObject({ ok: false, error: { code: "badInput" } });
      if (!log.ok) expect(log.error.message).toMatch(/^some\.file: .*expected an ERRORLOG/);
    },
  );

  it("never throws on bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => {
        expect(typeof readErrorlog(bytes, "x").ok).toBe("boolean");
      }),
    );
  });

  it("never throws on known lines in any order, and keeps every one", () => {
    const lines = [...creation("spid51", "a", steady), ...creation("spid52", "b", steady)];
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...lines), { minLength: 1, maxLength: 60 }),
        (chosen) => {
          const log = logOf(chosen);
          expect(log.events.length).toBe(chosen.length);
          for (const phase of log.phases) expect(Number.isFinite(phase.startMs)).toBe(true);
        },
      ),
    );
  });
});
