import { describe, expect, it } from "vitest";
import {
  between,
  creation,
  meanOf,
  operation,
  otherWaits,
  phaseShare,
  phases,
  response,
  revertedSize,
  wait,
} from "./measures.ts";
import { fakeFigureRun } from "./testing/fake-figure-run.ts";

const created = {
  snapshot: "s1",
  startMs: 1000,
  endMs: 5000,
  asOfMs: 3000,
  newestRowMs: 2990,
  sizeOnDiskBytes: 65_536,
  phases: [
    { name: "checkpoint" as const, startMs: 1000, endMs: 3000 },
    { name: "analysis" as const, startMs: 3000, endMs: 3500 },
    { name: "redo" as const, startMs: 3500, endMs: 5000 },
  ],
};
const unfinished = { ...created, snapshot: "s2", endMs: null };
const run = fakeFigureRun({
  creations: [created, unfinished],
  operations: [
    { name: "revert", startMs: 100, endMs: 300, figures: { bytes: 9000 } },
    { name: "revert", startMs: 400, endMs: 900, figures: {} },
  ],
  responses: [{ type: "transaction1", count: 3, meanMs: 7, p50Ms: 6, p95Ms: 8, p99Ms: 9 }],
  waits: [
    { type: "WRITE_COMPLETION", ms: 50, tasks: 2 },
    { type: "PAGEIOLATCH_EX", ms: 20, tasks: 1 },
  ],
});
const nothing = fakeFigureRun({});

describe("measures of a figure", () => {
  it("tell how long a creation took, and not of one that was not completed", () => {
    expect(creation("one", "first").read(run)).toBe(4000);
    expect(creation("two", "second", 1).read(run)).toBeNull();
    expect(creation("one", "first").read(nothing)).toBeNull();
  });

  it("add up phases, and give their share of the creation", () => {
    expect(phases("two", "both", ["analysis", "redo"]).read(run)).toBe(2000);
    expect(phases("none", "undo", ["undo"]).read(run)).toBe(0);
    expect(phaseShare("share", "both", ["analysis", "redo"]).read(run)).toBe(0.5);
    const open = fakeFigureRun({ creations: [unfinished] });
    expect(phases("two", "both", ["redo"]).read(open)).toBeNull();
    expect(phaseShare("two", "both", ["redo"]).read(open)).toBeNull();
  });

  it("tell of moments of a creation as far as there are any", () => {
    const toAsOf = between("a", "b", ({ startMs, asOfMs }) => [startMs, asOfMs]);
    expect(toAsOf.read(run)).toBe(2000);
    const early = fakeFigureRun({ creations: [{ ...created, asOfMs: null }] });
    expect([toAsOf.read(early), toAsOf.read(nothing)]).toEqual([null, null]);
  });

  it("tell of the first operation of a kind, of its size and of none that was not", () => {
    expect(operation("revert", "revert").read(run)).toBe(200);
    expect(revertedSize.read(run)).toBe(9000);
    expect(operation("selectInto", "copy").read(run)).toBeNull();
    expect(revertedSize.read(nothing)).toBeNull();
  });

  it("take a wait that did not occur for none, and know the longest of all others", () => {
    expect(wait("WRITE_COMPLETION").read(run)).toBe(50);
    expect(wait("FCB_REPLICA_WRITE").read(run)).toBe(0);
    expect(otherWaits(["WRITE_COMPLETION"]).read(run)).toBe(20);
    expect(otherWaits([]).read(nothing)).toBe(0);
  });

  it("tell the mean response time of a type, where any ended", () => {
    expect(response("transaction1", "first").read(run)).toBe(7);
    expect(response("transaction2", "second").read(run)).toBeNull();
  });

  it("weight a counter's points by the time that lies within the span", () => {
    const counted = fakeFigureRun({
      counters: { timeMs: [100, 200, 400], values: { pages: [10, 20, 40] } },
    });
    expect(meanOf(counted, "pages", 0, 400)).toBe((1000 + 2000 + 8000) / 400);
    expect(meanOf(counted, "pages", 150, 300)).toBe((50 * 20 + 100 * 40) / 150);
    expect(meanOf(counted, "pages", 400, 500)).toBeNull();
    expect(meanOf(counted, "rows", 0, 400)).toBeNull();
    expect(meanOf(nothing, "pages", 0, 400)).toBeNull();
  });
});
