import { describe, expect, it } from "vitest";
import type { PushedSnapshot } from "./push-log.ts";
import { PushLogBuilder } from "./push-log-builder.ts";
import { sparseFileAt, sparseFileNote, sparseFileTitle } from "./sparse-files.ts";

const clock = { originMs: 0, endMs: 100_000 };

const snapshot = (name: string, createdMs: number, more: Partial<PushedSnapshot> = {}) => ({
  ...{ name, createdMs, droppedMs: null, hidden: false },
  ...more,
});

/** Each snapshot has a page in each file. */
function logOf(snapshots: readonly PushedSnapshot[], files = 1) {
  const builder = new PushLogBuilder();
  const names = ["sales.mdf", "sales_2.ndf"].slice(0, files);
  builder.describe(
    names.map((name, index) => ({ id: index + 1, name, pages: 100 })),
    snapshots,
  );
  snapshots.forEach(({ createdMs }, index) => {
    names.forEach((_, file) => {
      builder.push({ atMs: createdMs, page: 5, cause: "workload", snapshot: index, file });
    });
  });
  return builder.log;
}

describe("sparse files", () => {
  it("of the newest snapshot that there was are shown first", () => {
    const check = snapshot("check", 3000, { hidden: true });
    const log = logOf([snapshot("a", 1000), snapshot("b", 2000), check]);
    expect([500, 1500, 2500, 3500].map((atMs) => sparseFileAt(log, atMs))).toEqual([0, 0, 1, 1]);
    expect(sparseFileAt(logOf([check]), 3500)).toBe(0);
    expect(sparseFileAt(logOf([snapshot("a", 0), snapshot("b", 1)], 2), 5)).toBe(2);
  });

  it("are named by snapshot and, where there are several, by moment and file", () => {
    const log = logOf([snapshot("night", 1000), snapshot("night", 2000)], 2);
    expect([0, 3].map((index) => sparseFileTitle(log, index, clock))).toEqual([
      "night from 00:00:01.00, sales.mdf",
      "night from 00:00:02.00, sales_2.ndf",
    ]);
    expect(sparseFileTitle(logOf([snapshot("check", 0, { hidden: true })]), 0, clock)).toBe(
      "check (consistency check)",
    );
  });

  it("are told not to be there before they are made, and after the snapshot is gone", () => {
    const log = logOf([snapshot("night", 1000, { droppedMs: 3000 })]);
    expect(sparseFileNote(log, 0, clock, 500)).toContain("not there yet");
    expect(sparseFileNote(log, 0, clock, 2000)).toBeNull();
    expect(sparseFileNote(log, 0, clock, 3000)).toContain("gone since 00:00:03.00");
  });
});
