import { expect, it } from "vitest";
import { fakeBackup, fakeLogBackup, fakeRestore } from "../../contract/testing/fake-backups.ts";
import { brokenConsistency, fakeConsistency } from "../../contract/testing/fake-consistency.ts";
import { backupHeaderTable, backupTable, restoreTable } from "./backups.ts";

/** Cells are at least two spaces apart. */
const cellsOf = (table: string): string[][] =>
  table
    .split("\n")
    .slice(2)
    .map((line) => line.trim().split(/\s{2,}/));

it("shows a backup as a row, with its state", () => {
  expect(cellsOf(backupTable([fakeBackup, fakeLogBackup]))).toEqual([
    ["nightly", "full", "complete", "10.000", "2.50 s", "120000", "1.0", "938.5"],
    ["hourly_1", "log, copy-only", "failed", "60.000", "-", "0", "1.0", "938.5"],
  ]);
});

it("shows the header of each backup that ended well", () => {
  const size = "984088576";
  const lsns = ["36000000426400003", "36000001204800001", "36000000426400003"];
  expect(cellsOf(backupHeaderTable([fakeBackup, fakeLogBackup]))).toEqual([
    ["nightly", "1", ...lsns, "NULL", "0", "1", "0", size, "0", size, "10.000", "12.500"],
  ]);
  expect(backupHeaderTable([fakeLogBackup])).toBe("");
});

it("shows a restore as a row, with what was lost and whether it was verified", () => {
  const unverified = { ...fakeRestore, stopAtMs: null, verified: null };
  const amounts = ["90.000", "3.25 s", "120000", "4321", "7", "11"];
  expect(
    cellsOf(restoreTable([fakeRestore, unverified, { ...fakeRestore, verified: false }])),
  ).toEqual([
    ["nightly, then hourly_1", "80.000", ...amounts, "verified"],
    ["nightly, then hourly_1", "the end", ...amounts, "not verified"],
    ["nightly, then hourly_1", "80.000", ...amounts, "VERIFICATION FAILED"],
  ]);
});

it("tells below the table what checking the restored database came to", () => {
  const checked = { ...fakeRestore, consistency: fakeConsistency };
  const table = restoreTable([checked, { ...checked, consistency: brokenConsistency }]);
  expect(table.split("\n").slice(-2)).toEqual([
    "restore of 90.000 s: consistency conditions 1 to 4 hold in all 1,400 districts",
    "restore of 90.000 s: consistency condition 3 does not hold: district 4 of warehouse 2 lacks new order 2107",
  ]);
  expect(table).toMatch(/11 +verified\n.*11 +VERIFICATION FAILED\n/);
});
