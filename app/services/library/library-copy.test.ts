import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import SqliteDatabase from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runFake, Scratch } from "../testing/scratch-services.ts";
import { libraryVersion, migrations } from "./migrations.ts";
import { libraryFileName, openDatabase } from "./open-database.ts";

let scratch: Scratch;
beforeEach(() => {
  scratch = new Scratch();
});
afterEach(() => scratch.dispose());

const inFolder = (name: string) => join(scratch.folder, name);
const databases = () => readdirSync(scratch.folder).filter((name) => /\.(db|part)$/.test(name));

/** A library of the version before captures, with a setting, and perhaps a log. */
function oldLibrary({ log }: { readonly log?: Uint8Array } = {}): void {
  const database = new SqliteDatabase(inFolder(libraryFileName));
  const [first] = migrations;
  if (typeof first !== "string") throw new Error("the first step is SQL");
  database.pragma("journal_mode = WAL");
  database.exec(first);
  database.pragma("user_version = 1");
  database.prepare("INSERT INTO settings VALUES ('theme', '\"dark\"')").run();
  if (log !== undefined) {
    database
      .prepare(
        "INSERT INTO logs VALUES ('id', 'ERRORLOG', '2024-01-02T03:04:05.000Z', 1, 1, 'x', ?)",
      )
      .run(log);
  }
  database.close();
}

/** What is in a library's file: its version, its tables, its settings. */
function contentOf(name: string) {
  const database = new SqliteDatabase(inFolder(name), { readonly: true });
  try {
    return {
      version: database.pragma("user_version", { simple: true }),
      tables: database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all(),
      settings: database.prepare("SELECT * FROM settings").all(),
      integrity: database.pragma("integrity_check", { simple: true }),
    };
  } finally {
    database.close();
  }
}

const asItWas = {
  version: 1,
  tables: ["runs", "batches", "logs", "settings"],
  settings: [{ key: "theme", value: '"dark"' }],
  integrity: "ok",
};

const failureOf = (opened: ReturnType<typeof openDatabase>): string => {
  if (!opened.ok) return opened.error.message;
  opened.value.close();
  return "no failure";
};

describe("a library of an older version", () => {
  it("is copied before it is brought up to date, and the copy can take its place", async () => {
    oldLibrary();
    const services = await scratch.open();
    expect(await services.settings.all()).toEqual({ theme: "dark" });
    await services.close();
    expect(contentOf(libraryFileName).version).toBe(libraryVersion);
    expect(contentOf("library.format-1.db")).toEqual(asItWas);
    renameSync(inFolder("library.format-1.db"), inFolder(libraryFileName));
    const again = await scratch.open();
    expect(await again.settings.all()).toEqual({ theme: "dark" });
  });

  it("that cannot be brought up to date is as it was, and the copy is named", () => {
    oldLibrary({ log: Uint8Array.of(255) });
    const before = readFileSync(inFolder(libraryFileName));
    const message = failureOf(openDatabase(scratch.folder));
    expect(message).toContain(`could not be brought from format 1 to ${libraryVersion}`);
    expect(message).toContain(`a copy of it is ${inFolder("library.format-1.db")}`);
    expect(readFileSync(inFolder(libraryFileName))).toEqual(before);
    expect(contentOf("library.format-1.db")).toEqual(asItWas);
  });

  it("that cannot be copied is left alone, and so is what was in the way", () => {
    oldLibrary();
    const before = readFileSync(inFolder(libraryFileName));
    // No file can take the place of a folder that holds something.
    mkdirSync(inFolder("library.format-1.db"));
    writeFileSync(inFolder("library.format-1.db/mine"), "");
    const message = failureOf(openDatabase(scratch.folder));
    expect(message).toContain("no copy can be made");
    expect(readFileSync(inFolder(libraryFileName))).toEqual(before);
    expect(existsSync(inFolder("library.format-1.db.part"))).toBe(false);
    expect(existsSync(inFolder("library.format-1.db/mine"))).toBe(true);
  });

  it("leaves the newest two copies, and nothing of a copy that broke off", async () => {
    oldLibrary();
    for (const name of ["library.format-0.db", "library.format-1.db.part", "other.format-1.db"])
      writeFileSync(inFolder(name), "an older one");
    // What a version to come has made, whose user has gone back.
    writeFileSync(inFolder("library.format-7.db"), "a newer one");
    await scratch.open();
    expect(databases().sort()).toEqual(
      ["library.db", "library.format-1.db", "library.format-7.db", "other.format-1.db"].sort(),
    );
  });
});

describe("a library of this version", () => {
  it("is not copied, new or old", async () => {
    const services = await scratch.open();
    await runFake(services, "batches:1");
    await services.close();
    await scratch.open();
    expect(databases()).toEqual(["library.db"]);
  });
});
