import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { callCommandLine } from "../testing/call-command-line.ts";

const scratch = mkdtempSync(join(tmpdir(), "snapscope-runs-"));
afterAll(() => rmSync(scratch, { recursive: true }));

const snapscopeIn = (data: string, ...args: string[]) =>
  callCommandLine(args, {
    cwd: scratch,
    environment: {
      SNAPSCOPE_ADDON: fileURLToPath(
        new URL("../../engine/testing/fake-addon.ts", import.meta.url),
      ),
      SNAPSCOPE_DATA: join(scratch, data),
    },
  });
const snapscope = (...args: string[]) => snapscopeIn("data", ...args);
const fake = (behaviour: string, ...args: string[]) =>
  snapscope("run", "creation-under-load", "--set", `description=${behaviour}`, ...args);

interface Listed {
  readonly id: string;
  readonly status: string;
}
const listed = async (data = "data") =>
  JSON.parse((await snapscopeIn(data, "runs", "list", "--json")).stdout) as Listed[];

describe("run --save", () => {
  it("is off by default: a run leaves no library behind", async () => {
    expect((await fake("batches:1")).status).toBe(0);
    expect(existsSync(join(scratch, "data"))).toBe(false);
  });

  it("records the run, and says where", async () => {
    const { status, stdout, stderr } = await fake("rich:5", "--save", "--json", "--seed", "7");
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ run: { seed: 7 } });
    const [run] = await listed();
    expect(stderr).toContain(`saved as run ${run?.id.slice(0, 8)}; show it with:`);
    expect(await listed()).toMatchObject([
      { preset: "creation-under-load", status: "completed", seed: 7, verified: true },
    ]);
  });

  it("does not say that a run is saved whose library could not be written", async () => {
    expect((await snapscopeIn("full", "runs")).status).toBe(0);
    const database = new DatabaseSync(join(scratch, "full", "library.db"));
    database.exec(`CREATE TRIGGER full BEFORE INSERT ON batches
      BEGIN SELECT raise(ABORT, 'the disk is full'); END`);
    database.close();
    const settings = ["creation-under-load", "--set", "description=rich:3"];
    const { status, stderr } = await snapscopeIn("full", "run", ...settings, "--save");
    expect(status).not.toBe(0);
    expect(stderr).toContain("(the disk is full)");
    expect(stderr).not.toContain("saved as run");
    expect(stderr).toMatch(/^run [0-9a-f]{8} was not saved whole; what the library has of it:/m);
  });

  it("keeps a run whose engine died", async () => {
    expect((await fake("crash", "--save")).status).toBe(1);
    expect(await listed()).toMatchObject([{ status: "failed" }, { status: "completed" }]);
  });
});

describe("runs", () => {
  it("lists, the newest first", async () => {
    const { stdout } = await snapscope("runs");
    const [head, , first, second] = stdout.split("\n");
    expect(head).toMatch(/^id +name +status +created \(UTC\)/);
    expect(first).toContain("failed");
    expect(second).toContain("200.0");
    expect(stdout).not.toMatch(/undefined|NaN|null/);
  });

  it("shows a run with its summary, or why it has none", async () => {
    const [failed, completed] = await listed();
    const text = (await snapscope("runs", "show", completed?.id ?? "")).stdout;
    for (const part of ["Recorded        2 min 0 s of 2 min 0 s", "WRITELOG", "% of creation"]) {
      expect(text).toContain(part);
    }
    const reason = (await snapscope("runs", "show", failed?.id.slice(0, 8) ?? "")).stdout;
    expect(reason).toContain("Reason          the engine process ended before the run did");
    const json = JSON.parse((await snapscope("runs", "show", "latest", "--json")).stdout) as object;
    expect(json).toMatchObject({ entry: { id: failed?.id }, summary: null, errorlog: [] });
  });

  it("carries a run to another library as one file", async () => {
    const id = (await listed())[1]?.id ?? "";
    const exported = await snapscope("runs", "export", id);
    expect(exported.status).toBe(0);
    const [file = ""] = readdirSync(scratch).filter((name) => name.endsWith(".snapscope-run"));
    expect(exported.stdout.trim()).toBe(join(scratch, file));
    expect(await snapscope("runs", "export", id, file)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("exists already; give --force"),
    });
    expect((await snapscope("runs", "export", id, file, "--force")).status).toBe(0);
    expect((await snapscopeIn("other", "runs", "import", file)).stdout).toBe(
      `imported ${id.slice(0, 8)} 100 users, 1 snapshot, seed 7\n`,
    );
    expect(await listed("other")).toMatchObject([{ id, status: "completed" }]);
    const again = await snapscopeIn("other", "runs", "import", file, "--json");
    expect((JSON.parse(again.stdout) as Listed).id).not.toBe(id);
  });

  it("deletes", async () => {
    const [, , ...before] = await listed("other");
    expect(before).toEqual([]);
    expect((await snapscopeIn("other", "runs", "delete", "latest")).stdout).toMatch(
      /^deleted [0-9a-f]{8} /,
    );
    expect(await listed("other")).toHaveLength(1);
  });

  it.each([
    [["runs", "show", "nope"], '"nope": no run has this id, name or preset'],
    [["runs", "delete", "latest", "nope"], '"nope": no run has this id, name or preset'],
    [["runs", "export", "creation-under-load"], "is meant by 2 runs"],
    [["runs", "import", "none"], "none: cannot be read (ENOENT)"],
    [["runs", "import", "garbage"], "garbage: is no exported run, or is damaged"],
    [["runs", "bogus"], "bogus"],
  ])("%j gets one message and exit code 2", async (args, message) => {
    writeFileSync(join(scratch, "garbage"), "x");
    const { status, stdout, stderr } = await snapscope(...args);
    expect(stderr).toContain(message);
    expect([status, stdout]).toEqual([2, ""]);
    expect(await listed()).toHaveLength(2);
  });

  it("says what to do about a library that it cannot read", async () => {
    writeFileSync(join(scratch, "a-file"), "");
    const { status, stderr } = await snapscopeIn("a-file", "runs");
    expect(status).toBe(1);
    expect(stderr).toContain("set SNAPSCOPE_DATA to another one");
  });
});
