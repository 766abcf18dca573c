import { describe, expect, it } from "vitest";
import type { PhaseName } from "../contract/phase.ts";
import { activityText } from "./activity-text.ts";

describe("activityText", () => {
  it.each<[PhaseName, Record<string, unknown>, string]>([
    ["longIo", { occurrences: 1, file: "E:\\data\\Sales.mdf" }, "1 I/O; E:\\data\\Sales.mdf"],
    ["longIo", { occurrences: 14 }, "14 I/Os"],
    ["latchTimeout", { page: "1:88888", waitSeconds: 300 }, "1:88888; 300 s waited"],
    [
      "stackDump",
      { lines: 120, path: "C:\\Log\\SQLDump0001.txt" },
      "120 lines; C:\\Log\\SQLDump0001.txt",
    ],
    ["recovery", { redoMs: 65_000, rolledBack: 1 }, "redo 1 min 5 s; 1 transaction rolled back"],
    ["recovery", { ofConsistencyCheck: true }, "of the hidden snapshot of a consistency check"],
    ["recovery", { contradiction: "the parts do not fit" }, "the parts do not fit"],
    [
      "backup",
      { operation: "BACKUP DATABASE", pages: 0, ofStorageSnapshot: true },
      "BACKUP DATABASE; its pages are in a snapshot of the storage; 0 pages",
    ],
    ["ioFreeze", { kind: "vss" }, "by VSS"],
    ["ioFreeze", { kind: "suspend", session: 149 }, "by SUSPEND_FOR_SNAPSHOT_BACKUP; session 149"],
    ["ioFreeze", {}, ""],
    ["backup", { failed: true }, "failed"],
    [
      "backup",
      { failed: true, cause: "The network path was not found." },
      "The network path was not found.",
    ],
    ["backup", { scope: "log" }, "log"],
    [
      "backup",
      { kind: 0, pages: 1200, bytes: 10_485_760, logBytes: 1_048_576, checkpointMs: 5 },
      "full; 1,200 pages; 1.0 MiB of log; 10.0 MiB in its file",
    ],
    ["backup", { kind: 2, pages: 0 }, "log; 0 pages"],
    ["backup", { kind: 7 }, ""],
    ["restoreData", { pages: 1 }, "1 page"],
    ["restoreLog", { records: 1200, bytes: 1_048_576 }, "1,200 log records; 1.0 MiB of log"],
    [
      "restoreRecovery",
      { transactions: 1, records: 12 },
      "1 transaction rolled back; 12 log records",
    ],
    ["restore", { operation: "RESTORE LOG", pages: 1 }, "RESTORE LOG; 1 page"],
    [
      "consistencyCheck",
      { command: "DBCC CHECKDB", errorsFound: 1 },
      "DBCC CHECKDB; 1 error found",
    ],
    ["consistencyCheck", {}, ""],
    [
      "consistencyCheck",
      { command: "DBCC CHECKDB", failed: true, errorState: 1 },
      "DBCC CHECKDB; ended without a result (error state 1)",
    ],
    ["consistencyCheck", { failed: true }, "ended without a result"],
    ["revert", { toSnapshot: "sales_a" }, "to sales_a"],
    ["revert", {}, ""],
    [
      "tableUpdate",
      { rows: 1200, transactions: 2, deadlocks: 0, pagesPushed: 40 },
      "1,200 rows; 2 transactions; 40 pages pushed",
    ],
    [
      "indexRebuild",
      { index: 1, rows: 1200, pages: 40, pagesUnlogged: 40, extentsFreed: 5, pagesPushed: 41 },
      "1,200 rows; 40 pages; 41 pages pushed",
    ],
    [
      "indexCreation",
      { index: 3, rows: 1200, pages: 5, pagesUnlogged: 5, extentsFreed: 0, pagesPushed: 6 },
      "1,200 rows; 5 pages; 6 pages pushed",
    ],
    [
      "indexRebuild",
      { index: 1, rows: 1200, pages: 40, changesBroughtIn: 70, pagesPushed: 41 },
      "1,200 rows; 40 pages; 70 changes brought in; 41 pages pushed",
    ],
    [
      "selectInto",
      { rows: 5000, pages: 160, pagesUnlogged: 160, pagesPushed: 170 },
      "5,000 rows; 160 pages; 170 pages pushed",
    ],
    ["pageDamage", { file: 1, page: 345 }, "page 1:345"],
    ["dropTable", { extentsFreed: 21 }, "21 extents freed"],
    ["serverStart", { build: "15.0.4198.2" }, ""],
  ])("says of %s %j: %s", (name, figures, text) => {
    expect(activityText({ name, figures })).toBe(text);
  });

  it("says nothing of figures that are none", () => {
    const figures = { occurrences: Number.NaN, file: "", pages: "many" };
    expect(activityText({ name: "longIo", figures })).toBe("");
    expect(activityText({ name: "backup", figures })).toBe("");
  });
});
