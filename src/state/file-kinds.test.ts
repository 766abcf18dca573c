import { describe, expect, it } from "vitest";
import { kindOfFile, maxFileBytes } from "./file-kinds.ts";

const file = (name: string, content: string | Uint8Array) => ({
  name,
  bytes: typeof content === "string" ? new TextEncoder().encode(content) : content,
});
const kindOf = (name: string, content: string | Uint8Array) => kindOfFile(file(name, content));
const line = "2006-10-23 21:48:07.22 spid1057    Creating file P:\\MSSQL_root.mdf.";

describe("the kind of a file", () => {
  it.each(["ERRORLOG", "ERRORLOG.1", "errorlog.txt", "sqlcat-2006.log"])("%s is a log", (name) => {
    expect(kindOf(name, line)).toEqual({ kind: "log" });
  });

  it("takes UTF-16 text for a log", () => {
    expect(kindOf("ERRORLOG", new Uint8Array([0xff, 0xfe, 0x32, 0]))).toEqual({ kind: "log" });
  });

  it("knows an exported run by its name, and by its content under another", () => {
    expect(kindOf("Orders.SNAPSCOPE-RUN", "x")).toEqual({ kind: "run" });
    expect(kindOf("download", new Uint8Array([0x1f, 0x8b, 8]))).toEqual({ kind: "run" });
  });

  it.each([
    ["report.pdf", "%PDF-1.7", "a PDF document"],
    ["book.xlsx", "PK\u0003\u0004", "a ZIP archive or an Office document"],
    ["library.db", "SQLite format 3\0", "a SQLite database"],
    ["empty.log", "", "is empty"],
  ])("refuses %s by name, and says what is accepted", (name, content, reason) => {
    const verdict = kindOf(name, content);
    expect(verdict.kind).toBe("refused");
    const message = verdict.kind === "refused" ? verdict.message : "";
    expect(message).toContain(name);
    expect(message).toContain(reason);
    expect(message).toContain(".snapscope-run");
  });

  it("refuses what is too large before it is sent", () => {
    const bytes = { byteLength: maxFileBytes + 1 } as Uint8Array;
    expect(kindOfFile({ name: "ERRORLOG", bytes }).kind).toBe("refused");
  });
});
