import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { noRecordFilter, type RecordFilter } from "../../contract/rpc/records.ts";
import { RecordView } from "./record-view.ts";
import { type ListedRecord, ListedRecords } from "./testing/listed-records.ts";

const records: readonly ListedRecord[] = [
  { text: "Starting", atMs: 0, source: "Server" },
  {
    text: "Login failed for user 'sa'.",
    atMs: 10,
    source: "Logon",
    kind: "logonFailed",
    severity: 14,
  },
  { text: "FlushCache: cleaned up", atMs: 20, kind: "flushCache" },
  { text: "no time" },
  { text: "Recovery. Phase 2 of 3.", atMs: 40, kind: "recoveryProgress", source: "spid6s" },
  { text: "Recovery. Phase 3 of 3.", atMs: 50, kind: "recoveryProgress", source: "spid6s" },
  { text: "Error: 823", atMs: 60, file: 1, kind: "errorHeader", severity: 24 },
];

function viewOf(filter: Partial<RecordFilter>, listed = new ListedRecords(records)): RecordView {
  const view = RecordView.of({ ...noRecordFilter, ...filter }, listed.source);
  if (!view.ok) throw new Error(view.error.message);
  return view.value;
}

function found(view: RecordView): number[] {
  while (view.step());
  return Array.from({ length: view.count }, (_, row) => view.recordAt(row));
}

describe("a view", () => {
  it.each<[string, Partial<RecordFilter>, number[]]>([
    ["nothing", {}, [0, 1, 2, 3, 4, 5, 6]],
    ["a file", { files: [1] }, [6]],
    ["sources", { sources: ["Logon", "Server"] }, [0, 1]],
    ["kinds", { kinds: ["flushCache", "other"] }, [0, 2, 3]],
    ["errors", { minimumSeverity: 1 }, [1, 6]],
    ["severe errors", { minimumSeverity: 17 }, [6]],
    ["a span, both ends of it", { span: { fromMs: 10, toMs: 40 } }, [1, 2, 4]],
    ["a phase of a kind", { phases: ["checkpoint"] }, [2]],
    ["a phase that the text tells", { phases: ["undo"] }, [5]],
    ["no phase", { phases: ["none"] }, [0, 1, 3, 6]],
    ["two phases", { phases: ["redo", "checkpoint"] }, [2, 4]],
    ["text", { query: { text: "RECOVERY", pattern: false } }, [4, 5]],
    ["a pattern", { query: { text: "^f|phase 3", pattern: true } }, [2, 5]],
    ["text and a phase of it", { phases: ["redo"], query: { text: "y", pattern: false } }, [4]],
    [
      "everything at once",
      {
        files: [0],
        sources: ["spid6s"],
        minimumSeverity: 0,
        kinds: ["recoveryProgress"],
        span: { fromMs: 45, toMs: 99 },
        query: { text: "of 3", pattern: false },
      },
      [5],
    ],
    ["what is not there", { sources: ["spid99"] }, []],
  ])("by %s", (_what, filter, expected) => {
    const view = viewOf(filter);
    expect(found(view)).toEqual(expected);
    expect([view.complete, view.failed]).toEqual([true, null]);
  });

  it("gives rows of records and of moments, or the next ones", () => {
    const view = viewOf({ minimumSeverity: 1 });
    found(view);
    expect([0, 1, 2, 6, 7].map((record) => view.rowOf(record))).toEqual([0, 0, 1, 1, 2]);
    expect([-5, 10, 11, 61].map((atMs) => view.rowAt(atMs))).toEqual([0, 0, 1, 2]);
    expect(view.timeOf(1)).toBe(60);
  });

  it("without a filter finds moments past a record that has none", () => {
    const view = viewOf({});
    found(view);
    expect(view.rowAt(21)).toBe(4);
    expect([view.rowOf(3), view.rowOf(99)]).toEqual([3, 7]);
  });

  it("goes on while records are added, and is complete when there will be no more", () => {
    const listed = new ListedRecords(records.slice(0, 2), false);
    const view = viewOf({ sources: ["Logon", "late"] }, listed);
    expect([found(view), view.complete]).toEqual([[1], false]);
    listed.add([{ text: "more", source: "late" }]);
    expect(found(view)).toEqual([1, 2]);
    listed.ended = true;
    expect(view.complete).toBe(true);
    expect([view.hasScanned(2), view.hasScanned(3)]).toEqual([true, false]);
  });

  it("is the same whatever the pieces in which records come", () => {
    const severities = fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 40 });
    fc.assert(
      fc.property(fc.array(severities, { maxLength: 6 }), (pieces) => {
        const listed = new ListedRecords([], false);
        const view = viewOf({ minimumSeverity: 1 }, listed);
        for (const piece of pieces) {
          listed.add(piece.map((severity) => ({ text: "", severity })));
          view.step();
        }
        const expected = pieces.flat().flatMap((severity, record) => (severity > 0 ? record : []));
        expect(found(view)).toEqual(expected);
      }),
    );
  });

  it("takes a bounded part in one step", () => {
    const many = new ListedRecords(Array.from({ length: 70_000 }, () => ({ text: "x" })));
    const view = viewOf({ files: [0] }, many);
    expect(view.step()).toBe(true);
    expect([view.count, view.complete]).toEqual([65_536, false]);
    expect(view.step()).toBe(false);
    expect([view.count, view.complete]).toEqual([70_000, true]);
  });

  it("reads fewer texts at once when they are long", () => {
    const long = "y".repeat(1_000_000);
    const many = new ListedRecords(Array.from({ length: 600 }, () => ({ text: long })));
    const view = viewOf({ query: { text: "y", pattern: false } }, many);
    view.step();
    expect(view.count).toBe(512);
    view.step();
    expect(view.count).toBe(528);
  });

  it("reads neighbours together and skips what nobody asks for", () => {
    const listed = new ListedRecords(
      Array.from({ length: 60 }, (_, record) => ({
        text: "z",
        severity: record % 50 === 0 ? 16 : 0,
      })),
    );
    found(viewOf({ minimumSeverity: 1, query: { text: "z", pattern: false } }, listed));
    expect(listed.reads).toEqual([
      [0, 1],
      [50, 51],
    ]);
  });

  it("refuses a pattern that is none, and ends at one that takes too long", () => {
    const bad = RecordView.of(
      { ...noRecordFilter, query: { text: "(", pattern: true } },
      new ListedRecords().source,
    );
    expect(bad).toMatchObject({ ok: false, error: { code: "badInput" } });
    const slow = viewOf(
      { query: { text: "^(x+)+$", pattern: true } },
      new ListedRecords([{ text: `${"x".repeat(60)}!` }]),
    );
    expect(found(slow)).toEqual([]);
    expect(slow.failed?.error.message).toContain("takes more than 2 s");
    expect(slow.complete).toBe(true);
  });
});
