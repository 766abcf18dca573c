import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import SqliteDatabase from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { earlierLog, laterLog } from "../captures/testing/sample-files.ts";
import { importBytes, never, Scratch, unwrap, upload } from "../testing/scratch-services.ts";
import { migrations } from "./migrations.ts";
import { libraryFileName } from "./open-database.ts";

let scratch: Scratch;
beforeEach(() => {
  scratch = new Scratch();
});
afterEach(() => scratch.dispose());

const capturesFolder = () => join(scratch.folder, "captures");

/** A library as the version before captures wrote it, with these logs. */
function oldLibrary(...logs: { id: string; name: string; openedAt: string; text: string }[]): void {
  const database = new SqliteDatabase(join(scratch.folder, libraryFileName));
  const [first] = migrations;
  if (typeof first !== "string") throw new Error("the first step is SQL");
  database.exec(first);
  database.pragma("user_version = 1");
  const add = database.prepare("INSERT INTO logs VALUES (?, ?, ?, 1, ?, ?, ?)");
  for (const { id, name, openedAt, text } of logs) {
    const bytes = Buffer.from(text);
    const digest = createHash("sha256").update(bytes).digest("hex");
    add.run(id, name, openedAt, bytes.byteLength, digest, deflateRawSync(bytes));
  }
  database.close();
}

const [first, second] = [crypto.randomUUID(), crypto.randomUUID()];
const twoLogs = [
  { id: first, name: "ERRORLOG", openedAt: "2024-01-02T03:04:05.000Z", text: laterLog },
  { id: second, name: "old.log", openedAt: "2024-01-01T00:00:00.000Z", text: earlierLog },
];

describe("logs of an older library", () => {
  it("are captures with their files, under the same ids", async () => {
    oldLibrary(...twoLogs);
    const services = await scratch.open();
    expect(await services.captures.list()).toMatchObject([
      { id: first, title: "ERRORLOG", openedAt: "2024-01-02T03:04:05.000Z", records: null },
      { id: second, title: "old.log", files: [{ name: "old.log", kind: "errorlog" }] },
    ]);
    for await (const _ of services.captures.watch(first, never()));
    const [read] = await services.captures.list();
    expect(read?.records).toBe(4);
    expect(readFileSync(join(capturesFolder(), first, "0"), "utf8")).toBe(laterLog);
  });

  it("are the same captures when their files are opened again", async () => {
    oldLibrary(...twoLogs);
    const services = await scratch.open();
    const again = { name: "ERRORLOG", upload: await upload(services, Buffer.from(laterLog)) };
    expect(unwrap(await services.captures.open([again])).entry.id).toBe(first);
    expect(readdirSync(capturesFolder()).sort()).toEqual([first, second].sort());
  });

  it("stay in their table when the step breaks off, and the next one makes up for it", async () => {
    oldLibrary(...twoLogs);
    const byHand = new SqliteDatabase(join(scratch.folder, libraryFileName));
    byHand.prepare("UPDATE logs SET bytes = ? WHERE id = ?").run(Buffer.from([255]), first);
    byHand.close();
    await expect(scratch.open()).rejects.toThrow("could not be brought from format 1 to");
    const mended = new SqliteDatabase(join(scratch.folder, libraryFileName));
    expect(mended.pragma("user_version", { simple: true })).toBe(1);
    expect(existsSync(join(capturesFolder(), second))).toBe(true);
    const packed = deflateRawSync(Buffer.from(laterLog));
    mended.prepare("UPDATE logs SET bytes = ? WHERE id = ?").run(packed, first);
    mended.close();
    const services = await scratch.open();
    expect(await services.captures.list()).toHaveLength(2);
  });
});

describe("a file that is handed in", () => {
  it("is gone when it was no run, and named where it is too large for one", async () => {
    const services = await scratch.open();
    expect(await importBytes(services, "x.snapscope-run", Buffer.from("no run"))).toMatchObject({
      ok: false,
    });
    const left = readdirSync(join(scratch.folder, "uploads")).flatMap((own) =>
      readdirSync(join(scratch.folder, "uploads", own)),
    );
    expect(left).toEqual([]);
    const named = await services.library.importRun({ name: "x", path: scratch.folder });
    expect(named).toMatchObject({ ok: false, error: { code: "badInput" } });
  });
});
