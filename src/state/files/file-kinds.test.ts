import { describe, expect, it } from "vitest";
import { kindOfFile } from "./file-kinds.ts";

const kindOf = (name: string, content: string | Uint8Array) => {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return kindOfFile({ name, size: bytes.byteLength }, bytes);
};
const messageOf = (name: string, content: string | Uint8Array): string => {
  const verdict = kindOf(name, content);
  expect(verdict.kind).toBe("refused");
  return verdict.kind === "refused" ? verdict.message : "";
};
const line = "2006-10-23 21:48:07.22 spid1057    Creating file P:\\MSSQL_root.mdf.";

describe("the kind of a file", () => {
  it.each([
    ["ERRORLOG", line],
    ["ERRORLOG.1", line],
    ["counters.csv", '"(PDH-CSV 4.0) (Romance Standard Time)(-60)"'],
    ["waits.tsv", "wait_type\twaiting_tasks_count\twait_time_ms"],
  ])("%s is read into a capture", (name, content) => {
    expect(kindOf(name, content)).toEqual({ kind: "capture" });
  });

  it("takes UTF-16 text into a capture", () => {
    expect(kindOf("ERRORLOG", new Uint8Array([0xff, 0xfe, 0x32, 0]))).toEqual({ kind: "capture" });
  });

  it("takes a file of any size", () => {
    expect(kindOfFile({ name: "ERRORLOG", size: 5e9 }, null)).toEqual({ kind: "capture" });
  });

  it("knows an exported run by its name, and by its content under another", () => {
    expect(kindOf("Orders.SNAPSCOPE-RUN", "x")).toEqual({ kind: "run" });
    expect(kindOf("download", new Uint8Array([0x1f, 0x8b, 8]))).toEqual({ kind: "run" });
    expect(kindOfFile({ name: "orders.snapscope-run", size: 9 }, null)).toEqual({ kind: "run" });
  });

  it("knows the study of a sweep by its name", () => {
    expect(kindOf("study.json", "{}")).toEqual({ kind: "study" });
    expect(kindOf("Study (2).json", "{}")).toEqual({ kind: "study" });
    expect(kindOf("study-of-orders.json", "{}")).toEqual({ kind: "document" });
  });

  it("takes JSON for a scenario, not for a log", () => {
    expect(kindOf("orders.json", '{"formatVersion":1}')).toEqual({ kind: "document" });
    expect(kindOfFile({ name: "Orders.JSON", size: 9 }, null)).toEqual({ kind: "document" });
  });

  it.each([
    ["report.pdf", "%PDF-1.7", "a PDF document"],
    ["book.xlsx", "PK\u0003\u0004", "a ZIP archive or an Office document"],
    ["library.db", "SQLite format 3\0", "a SQLite database"],
    ["ERRORLOG.1.gz", new Uint8Array([0x1f, 0x8b, 8]), "unpack it first"],
    ["empty.log", "", "is empty"],
  ])("refuses %s by name, and says what is accepted", (name, content, reason) => {
    const message = messageOf(name, content);
    expect(message).toContain(name);
    expect(message).toContain(reason);
    expect(message).toContain("ERRORLOG");
    expect(message).toContain(".snapscope-run");
  });

  it("refuses a binary Perfmon log with the command that converts it", () => {
    expect(messageOf("night.BLG", "\u0001\u0002")).toContain(
      'relog "night.BLG" -f CSV -o "night.csv"',
    );
  });
});
