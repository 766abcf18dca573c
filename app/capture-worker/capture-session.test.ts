import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { Result } from "../contract/result.ts";
import type { CaptureUpdate } from "../contract/rpc/captures.ts";
import type { RecordFormat } from "../contract/rpc/exports.ts";
import { noRecordFilter, type RecordFilter } from "../contract/rpc/records.ts";
import type { ExportPiece } from "./api.ts";
import { CaptureSession } from "./capture-session.ts";

const scratch = mkdtempSync(join(tmpdir(), "snapscope-session-"));
afterAll(() => rmSync(scratch, { recursive: true }));

const absent = { text: "nowhere", pattern: false };
const onlyAbsent: RecordFilter = { ...noRecordFilter, query: absent };

const lines = [
  "2024-03-05 10:00:00.00 Logon       Error: 18456, Severity: 14, State: 8.",
  "2024-03-05 10:00:00.00 Logon       Login failed for user 'CONTOSO\\a,\"b\"'. Reason: Password did not match that for the login provided. [CLIENT: 10.0.0.7]",
  "2024-03-05 10:00:01.50 spid51      two",
  "lines",
];
const log = lines.join("\r\n");

function unwrap<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

function fileOf(name: string, text: string) {
  const path = join(scratch, name);
  writeFileSync(path, text);
  return { name, path };
}

/** Reads to the end. */
async function sessionOf(...files: { name: string; path: string }[]): Promise<CaptureSession> {
  const session = new CaptureSession();
  unwrap(session.open(files));
  const { promise, resolve } = Promise.withResolvers<void>();
  session.read(({ progress }: CaptureUpdate) => {
    if (progress.state !== "reading") resolve();
  });
  await promise;
  return session;
}

async function exported(session: CaptureSession, format: RecordFormat, filter = noRecordFilter) {
  let text = "";
  for (let next: number | null = 0; next !== null; ) {
    const piece: ExportPiece = unwrap(await session.exportPiece({ filter, format, from: next }));
    text += Buffer.from(piece.bytes).toString("utf8");
    ({ next } = piece);
  }
  return text;
}

describe("a session", () => {
  it("refuses to be asked before it has opened files", () => {
    expect(() => new CaptureSession().cancel()).toThrow("before it had opened files");
  });

  it("gives records by their positions; those that are not there are left out", async () => {
    const session = await sessionOf(fileOf("ERRORLOG", log));
    const rows = unwrap(await session.recordsAt([0, 2, 7, -1]));
    expect(rows.map(({ record, text }) => [record, text])).toEqual([
      [0, "Error: 18456, Severity: 14, State: 8."],
      [2, "two\nlines"],
    ]);
  });

  it("exports records verbatim, each with an end of its line", async () => {
    const session = await sessionOf(fileOf("ERRORLOG", log), fileOf("ERRORLOG.1", log));
    expect(await exported(session, "log")).toBe(`${log}\r\n${log}\r\n`);
    const some = { ...noRecordFilter, sources: ["spid51"], files: [0] };
    expect(await exported(session, "log", some)).toBe(`${lines.slice(2).join("\r\n")}\r\n`);
    expect(await exported(session, "log", { ...noRecordFilter, sources: [] })).toBe("");
  });

  it("exports records as a table that spreadsheets take", async () => {
    const session = await sessionOf(fileOf("ERRORLOG", log));
    const table = await exported(session, "csv");
    expect(table.startsWith("\ufeff")).toBe(true);
    const [head, first, second, third] = table.slice(1).split(/\r\n(?=")/);
    expect(head).toBe(
      '"File","Line","Time","Source","Kind","Error","Severity","State","Database","Message"',
    );
    expect(first).toBe(
      '"ERRORLOG","1","2024-03-05 10:00:00.000","Logon","errorHeader","18456","14","8","","Error: 18456, Severity: 14, State: 8."',
    );
    expect(second).toContain('"Login failed for user \'CONTOSO\\a,""b""\'. Reason');
    expect(third).toMatch(
      /^"ERRORLOG","3","2024-03-05 10:00:01.500","spid51","other","","","","","two\r?\nlines"/,
    );
  });

  it("exports many records in pieces", async () => {
    const wide = "x".repeat(20_000);
    const text = Array.from(
      { length: 500 },
      (_, second) =>
        `2024-03-05 10:${String(Math.floor(second / 60)).padStart(2, "0")}:${String(second % 60).padStart(2, "0")}.00 spid51      ${wide}\n`,
    ).join("");
    const session = await sessionOf(fileOf("wide", text));
    const first = unwrap(
      await session.exportPiece({ filter: noRecordFilter, format: "log", from: 0 }),
    );
    expect(first.next).toBe(210);
    expect(await exported(session, "log")).toBe(text);
  });

  it("refuses to export by a pattern that is none", async () => {
    const session = await sessionOf(fileOf("ERRORLOG", log));
    const filter = { ...noRecordFilter, query: { text: "(", pattern: true } };
    expect(await session.exportPiece({ filter, format: "log", from: 0 })).toMatchObject({
      ok: false,
      error: { code: "badInput" },
    });
  });

  it("ends what nobody waits for any more: searches, places and exports", async () => {
    const text = `${lines[2]}\n`.repeat(50_000);
    const ends: ((session: CaptureSession, signal: AbortSignal) => Promise<unknown>)[] = [
      (session, signal) => session.hits({ filter: noRecordFilter, query: absent }, signal),
      (session, signal) =>
        session.nextHit(
          { filter: noRecordFilter, query: absent, row: -1, backwards: false },
          signal,
        ),
      (session, signal) => session.rows({ filter: onlyAbsent, from: 0, count: 1 }, signal),
      (session, signal) => session.rowOf({ filter: onlyAbsent, record: 49_999 }, signal),
      (session, signal) => session.rowAt({ filter: onlyAbsent, atMs: 1 }, signal),
      (session, signal) =>
        session.exportPiece({ filter: onlyAbsent, format: "log", from: 0 }, signal),
    ];
    const file = fileOf("long", text);
    for (const end of ends) {
      const session = await sessionOf(file);
      const abort = new AbortController();
      const asked = end(session, abort.signal);
      abort.abort();
      await expect(asked).rejects.toThrow("aborted");
    }
  });

  it("answers while it reads", async () => {
    const session = new CaptureSession();
    unwrap(session.open([fileOf("long", `${lines[2]}\n`.repeat(200_000))]));
    const { promise, resolve } = Promise.withResolvers<void>();
    session.read(({ progress }) => {
      if (progress.state !== "reading") resolve();
    });
    const early = unwrap(await session.rows({ filter: noRecordFilter, from: 0, count: 10 }));
    expect([early.rows.length, early.complete]).toEqual([10, false]);
    const filter = { ...noRecordFilter, query: { text: "TWO", pattern: false } };
    unwrap(await session.rows({ filter, from: 0, count: 10 }));
    await promise;
    expect(unwrap(await session.rowAt({ filter, atMs: 1 }))).toBe(200_000);
    expect(unwrap(await session.rows({ filter, from: 0, count: 0 }))).toMatchObject({
      count: 200_000,
      complete: true,
    });
  });
});
