import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { messageOf, unwrap } from "../testing/scratch-services.ts";
import { Uploads } from "./uploads.ts";

let folder: string;
let uploads: Uploads;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "snapscope-uploads-"));
  uploads = new Uploads(folder, 10);
});
afterEach(() => {
  uploads.close();
  rmSync(folder, { recursive: true, force: true });
});

const bytes = (text: string) => new TextEncoder().encode(text);
const begin = async () => unwrap(await uploads.begin()).upload;
const left = () =>
  readdirSync(join(folder, "uploads")).flatMap((own) => readdirSync(join(folder, "uploads", own)));

describe("an upload", () => {
  it("is the file of its pieces, and its taker's from then on", async () => {
    const id = await begin();
    unwrap(await uploads.append(id, bytes("one ")));
    unwrap(await uploads.append(id, bytes("")));
    unwrap(await uploads.append(id, bytes("two")));
    const file = unwrap(uploads.take(id));
    expect(readFileSync(file.path, "utf8")).toBe("one two");
    const digest = createHash("sha256").update("one two").digest("hex");
    expect(file).toMatchObject({ bytes: 7, digest });
    for (const gone of [
      uploads.take(id),
      await uploads.append(id, bytes("x")),
      await uploads.abandon(id),
    ]) {
      expect(messageOf(gone)).toContain("choose the file again");
    }
  });

  it("is gone when it is abandoned, and at the end of the session", async () => {
    const [first] = [await begin(), await begin()];
    expect(left()).toHaveLength(2);
    unwrap(await uploads.abandon(first));
    expect(left()).toHaveLength(1);
    uploads.close();
    expect(readdirSync(join(folder, "uploads"))).toEqual([]);
  });

  it("that becomes too large is refused with what else can be done, and gone", async () => {
    const id = await begin();
    unwrap(await uploads.append(id, bytes("0123456789")));
    const refused = await uploads.append(id, bytes("0"));
    expect(messageOf(refused)).toContain("open it in the desktop app, or read it with: snapscope");
    expect(left()).toEqual([]);
    expect(uploads.take(id)).toMatchObject({ error: { code: "notFound" } });
  });

  it("says so where it cannot be kept", async () => {
    writeFileSync(join(folder, "uploads"), "a file in the way");
    const refused = await uploads.begin();
    expect(refused).toMatchObject({ ok: false, error: { code: "ioError" } });
    expect(messageOf(refused)).toContain("set SNAPSCOPE_DATA to a folder that has some");
    uploads.removeAbandoned();
    expect(existsSync(join(folder, "uploads"))).toBe(true);
  });
});

describe("what a process left", () => {
  it("is removed when it is gone; a living one's is not, nor what is not ours", async () => {
    await begin();
    const gone = spawnSync(process.execPath, ["-e", ""]).pid;
    const parent = join(folder, "uploads");
    for (const name of [`${gone}-1`, "notes-of-somebody"]) mkdirSync(join(parent, name));
    new Uploads(folder).removeAbandoned();
    expect(readdirSync(parent).filter((name) => !name.startsWith(`${process.pid}-`))).toEqual([
      "notes-of-somebody",
    ]);
    expect(left()).toHaveLength(1);
  });
});
