import { expect, test } from "vitest";
import { summarySchema } from "../contract/summary.ts";
import { pushNotes } from "./run-pushes.ts";

type Pushed = Parameters<typeof pushNotes>[0];

const snapshotShape = summarySchema.shape.snapshots;

function summaryWith(pagesPushedAlong: number, pagesDeferred: number, limitBytes: number): Pushed {
  const snapshot = {
    name: "sales_snapshot_1",
    state: "online",
    splitLsn: null,
    asOfMs: null,
    createdMs: null,
    pagesPushed: 1234,
    pagesPushedAlong,
    pagesDeferred,
    sizeBytes: 0,
    sizeOnDiskBytes: 0,
    regionBytes: 0,
    verified: null,
    verification: null,
  };
  return {
    snapshots: snapshotShape.parse([snapshot]),
    preImages: { limitBytes, peakBytes: limitBytes / 4 },
  };
}

test("pushes in the product's way are not remarked on", () => {
  expect(pushNotes(summaryWith(0, 0, 0))).toEqual([]);
  const { snapshots } = summaryWith(0, 0, 0);
  expect(pushNotes({ snapshots })).toEqual([]);
});

test("extents, deferred pushes and the memory they took are told", () => {
  expect(pushNotes(summaryWith(70, 900, 64 * 1024 * 1024))).toEqual([
    "sales_snapshot_1: 70 unchanged pages were pushed with their extent",
    "sales_snapshot_1: 900 pages were held in memory before they were pushed",
    "pages held in memory took at most 16.0 of 64.0 MiB",
  ]);
});
