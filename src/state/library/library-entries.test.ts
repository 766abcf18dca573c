import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RunEntry } from "../../../app/contract/rpc/runs.ts";
import { runEntry } from "../testing/run-entries.ts";
import { afterChange, newestFirst, recentRuns } from "./library-entries.ts";

const run = (id: string, createdAt: string, change: Partial<RunEntry> = {}) =>
  runEntry({ id, createdAt, ...change });
const ids = (entries: readonly RunEntry[]) => entries.map(({ id }) => id);
const old = run("old", "2026-01-01T00:00:00.000Z");
const middle = run("middle", "2026-02-01T00:00:00.000Z");
const young = run("young", "2026-03-01T00:00:00.000Z");

describe("the list of runs", () => {
  it("puts the newest first", () => {
    expect(ids(newestFirst([old, young, middle]))).toEqual(["young", "middle", "old"]);
  });

  it("takes in a new run at its place", () => {
    const entries = [young, old];
    expect(ids(afterChange(entries, { kind: "changed", entry: middle }))).toEqual([
      "young",
      "middle",
      "old",
    ]);
  });

  it("replaces a run in its place", () => {
    const renamed = { ...middle, name: "renamed" };
    const entries = afterChange([young, middle, old], { kind: "changed", entry: renamed });
    expect(entries).toEqual([young, renamed, old]);
  });

  it("is the same list when a run is removed that it never had", () => {
    const entries = [young, old];
    expect(afterChange(entries, { kind: "removed", runId: "other" })).toBe(entries);
  });

  it("brings a restored run back to where it was", () => {
    const before = [young, middle, old];
    const without = afterChange(before, { kind: "removed", runId: "middle" });
    expect(ids(without)).toEqual(["young", "old"]);
    expect(afterChange(without, { kind: "changed", entry: middle })).toEqual(before);
  });

  it("stays sorted and without doubles, whatever happens", () => {
    const id = fc.constantFrom("a", "b", "c", "d", "e");
    const entry = fc.record({ id, month: fc.integer({ min: 1, max: 9 }) }).map(({ id, month }) =>
      // A run's start never changes: it is a function of the id here.
      run(id, `2026-0${(id.charCodeAt(0) % 9) + 1}-01T00:00:00.000Z`, { seed: month }),
    );
    const change = fc.oneof(
      entry.map((entry) => ({ kind: "changed" as const, entry })),
      id.map((runId) => ({ kind: "removed" as const, runId })),
    );
    fc.assert(
      fc.property(fc.array(change), (changes) => {
        let entries: readonly RunEntry[] = [];
        const model = new Map<string, RunEntry>();
        for (const one of changes) {
          entries = afterChange(entries, one);
          if (one.kind === "removed") model.delete(one.runId);
          else model.set(one.entry.id, one.entry);
        }
        expect(entries).toEqual(newestFirst([...model.values()]));
      }),
    );
  });
});

describe("runs of which one wants something", () => {
  it("are completed ones first, the newest of each first", () => {
    const failed = run("failed", "2026-04-01T00:00:00.000Z", { status: "failed" });
    const running = run("running", "2026-05-01T00:00:00.000Z", { status: "running" });
    expect(ids(recentRuns([failed, old, running, young]))).toEqual([
      "young",
      "old",
      "running",
      "failed",
    ]);
  });
});
