import { spawn, spawnSync } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { identityOf, isAlive } from "./process-identity.ts";
import { claimWorkspace, cleanFolder, type Workspace } from "./workspace.ts";
import { markerName } from "./workspace-marker.ts";

const modest = { quotaMiB: 16, freeSpaceFloorMiB: 0 };
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "snapscope-workspace-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function claim(path: string | null = folder, environment = {}): Promise<Workspace> {
  const claimed = await claimWorkspace(path, modest, environment);
  if (!claimed.ok) throw new Error(claimed.error.message);
  return claimed.value;
}
async function refusal(path: string, options = modest): Promise<string> {
  const claimed = await claimWorkspace(path, options);
  return claimed.ok ? "claimed" : claimed.error.message;
}
/** A folder as a killed run leaves it: marked by a process that is no more. */
async function abandon(path: string | null = folder, environment = {}): Promise<string> {
  const { folder: abandoned } = await claim(path, environment);
  const marker = JSON.parse(readFileSync(join(abandoned, markerName), "utf8")) as object;
  writeFileSync(join(abandoned, markerName), JSON.stringify({ ...marker, owner: gone() }));
  writeFileSync(join(abandoned, "data", "sales.mdf"), new Uint8Array(100_000));
  writeFileSync(join(abandoned, "snapshot", "s1.ss"), "pages");
  return abandoned;
}
const gone = () => ({ pid: spawnSync(process.execPath, ["-e", ""]).pid, start: "1" });

describe("claimWorkspace", () => {
  it("makes and marks its subfolders, and leaves an empty folder behind", async () => {
    const workspace = await claim();
    await workspace.noteEngine(process.pid);
    expect(readdirSync(folder).sort()).toEqual(
      ["backup", "data", "log", "snapshot", "tempdb", markerName].sort(),
    );
    writeFileSync(join(folder, "data", "sales.mdf"), "rows");
    writeFileSync(join(folder, "backup", "nightly.bak"), "pages");
    writeFileSync(join(folder, "backup", "hourly.trn"), "log");
    const left = await workspace.release();
    expect(left.files).toHaveLength(3);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("makes the default folder, and takes it back with the parents made for it", async () => {
    const workspace = await claim(null, { XDG_DATA_HOME: folder });
    expect(workspace.folder.startsWith(folder)).toBe(true);
    await workspace.release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it("keeps what a user put among its files", async () => {
    const workspace = await claim();
    writeFileSync(join(folder, "data", "notes.txt"), "mine");
    const left = await workspace.release();
    expect(left.foreign).toEqual([join(workspace.folder, "data", "notes.txt")]);
    expect(readFileSync(join(folder, "data", "notes.txt"), "utf8")).toBe("mine");
  });

  it("refuses a folder that is missing", async () => {
    expect(await refusal(join(folder, "none"))).toMatch(
      /does not exist; create it or choose another/,
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  it("refuses a file", async () => {
    writeFileSync(join(folder, "file"), "text");
    expect(await refusal(join(folder, "file"))).toMatch(/is not a folder; choose/);
  });

  it("refuses a folder that holds anything else, and touches nothing", async () => {
    writeFileSync(join(folder, "thesis.doc"), "text");
    expect(await refusal(folder)).toMatch(
      /is not empty \(it holds "thesis.doc"\); .*choose another/,
    );
    expect(readdirSync(folder)).toEqual(["thesis.doc"]);
  });

  it("refuses a folder without write permission, even to root", async () => {
    const locked = join(folder, "locked");
    mkdirSync(locked, { mode: 0o555 });
    expect(await refusal(locked)).toMatch(/read-only; choose a folder/);
    expect(readdirSync(locked)).toEqual([]);
  });

  it("refuses a folder with too little room, and says how much is needed", async () => {
    const options = { quotaMiB: 2 ** 40, freeSpaceFloorMiB: 1 };
    expect(await refusal(folder, options)).toMatch(/MiB free, and the run needs 1099511627777 MiB/);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("gives a folder to one run at a time", async () => {
    await claim();
    expect(await refusal(folder)).toContain(`in use by a run (process ${process.pid})`);
  });

  it("shows what a killed run left, with the command that removes it, and removes nothing", async () => {
    await abandon();
    expect(await claimWorkspace(folder, modest)).toMatchObject({
      ok: false,
      error: {
        code: "folderLeftover",
        message: expect.stringMatching(
          /2 files, \d+\.\d MiB on disk, which must be removed first$/,
        ),
        detail: `remove it with: snapscope clean ${folder}`,
      },
    });
    expect(existsSync(join(folder, "data", "sales.mdf"))).toBe(true);
  });

  describe("in the default folder, where a killed run left its files", () => {
    const own = () => ({ XDG_DATA_HOME: folder });

    it("removes them and says so", async () => {
      const abandoned = await abandon(null, own());
      const workspace = await claim(null, own());
      expect(workspace.removed).toMatch(
        /experiments: removed what an interrupted run left \(started 20.*\): 2 files, \d+\.\d MiB on disk$/,
      );
      expect(readdirSync(join(abandoned, "data"))).toEqual([]);
      await workspace.release();
      expect((await claim(null, own())).removed).toBeNull();
    });

    it("refuses where a file of somebody else lies among them, which stays", async () => {
      const abandoned = await abandon(null, own());
      writeFileSync(join(abandoned, "data", "notes.txt"), "mine");
      const claimed = await claimWorkspace(null, modest, own());
      expect(claimed).toMatchObject({
        ok: false,
        error: { message: expect.stringContaining('is not empty (it holds "data")') },
      });
      expect(readdirSync(join(abandoned, "data"))).toEqual(["notes.txt"]);
    });

    it("gives it to one of several runs that start at once, and spoils nothing of that one", async () => {
      for (let round = 0; round < 10; round++) {
        const abandoned = await abandon(null, own());
        const claims = await Promise.all(
          Array.from({ length: 4 }, () => claimWorkspace(null, modest, own())),
        );
        const [won, ...more] = claims.flatMap((claimed) => (claimed.ok ? [claimed.value] : []));
        expect(more).toEqual([]);
        if (won !== undefined) {
          expect(readdirSync(abandoned)).toEqual([
            "backup",
            "data",
            "log",
            markerName,
            "snapshot",
            "tempdb",
          ]);
          await won.release();
        } else {
          // Each was in the way of another; the next one is not.
          await (await claim(null, own())).release();
        }
      }
    });

    it("does not wait for a run that died while it removed them", async () => {
      const abandoned = await abandon(null, own());
      const marker = JSON.parse(readFileSync(join(abandoned, markerName), "utf8")) as object;
      const aside = join(abandoned, `${markerName}.new`);
      writeFileSync(aside, JSON.stringify({ ...marker, owner: gone() }));
      expect((await claim(null, own())).removed).toContain("2 files");
    });

    it("leaves them to a run that is removing them", async () => {
      const abandoned = await abandon(null, own());
      const marker = JSON.parse(readFileSync(join(abandoned, markerName), "utf8")) as object;
      const aside = join(abandoned, `${markerName}.new`);
      writeFileSync(aside, JSON.stringify({ ...marker, owner: identityOf(process.pid) }));
      expect(await claimWorkspace(null, modest, own())).toMatchObject({
        error: { message: expect.stringContaining("is in use by a run") },
      });
      expect(readdirSync(join(abandoned, "data"))).toEqual(["sales.mdf"]);
    });
  });

  it("refuses a marker that it cannot read", async () => {
    writeFileSync(join(folder, markerName), "{");
    expect(await refusal(folder)).toContain("cannot be read");
  });
});

describe("cleanFolder", () => {
  it("removes what a killed run left", async () => {
    await abandon();
    expect(await cleanFolder(folder)).toMatchObject({
      ok: true,
      value: { found: true, foreign: [] },
    });
    expect(readdirSync(folder)).toEqual([]);
    expect(await refusal(folder)).toBe("claimed");
  });

  it("refuses a folder without our mark", async () => {
    mkdirSync(join(folder, "data"));
    writeFileSync(join(folder, "data", "sales.mdf"), "somebody else's");
    const cleaned = await cleanFolder(folder);
    expect(cleaned).toMatchObject({ ok: false, error: { code: "folderRefused" } });
    expect(existsSync(join(folder, "data", "sales.mdf"))).toBe(true);
  });

  it("refuses while the run is alive", async () => {
    await claim();
    expect(await cleanFolder(folder)).toMatchObject({ ok: false });
    expect(existsSync(join(folder, markerName))).toBe(true);
  });

  it("does not follow links", async () => {
    await abandon();
    const elsewhere = mkdtempSync(join(tmpdir(), "snapscope-elsewhere-"));
    writeFileSync(join(elsewhere, "precious.ldf"), "text");
    rmSync(join(folder, "log"), { recursive: true });
    symlinkSync(elsewhere, join(folder, "log"));
    symlinkSync(join(elsewhere, "precious.ldf"), join(folder, "data", "link.mdf"));
    const link = join(folder, "data", "link.mdf");
    expect(await cleanFolder(folder)).toMatchObject({ ok: true, value: { foreign: [link] } });
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(elsewhere, "precious.ldf"), "utf8")).toBe("text");
    rmSync(elsewhere, { recursive: true });
  });

  it("has nothing to do in a default folder that is not there", async () => {
    const environment = { XDG_DATA_HOME: join(folder, "none") };
    expect(await cleanFolder(null, environment)).toMatchObject({
      ok: true,
      value: { found: false },
    });
  });
});

describe("isAlive", () => {
  it("tells a process from a later one of the same id", () => {
    const own = identityOf(process.pid);
    expect(isAlive(own)).toBe(true);
    if (own.start !== null) expect(isAlive({ ...own, start: "1" })).toBe(false);
  });

  it.runIf(process.platform === "linux")(
    "takes a process for gone that has ended and that nobody asks after",
    async () => {
      // Once it is `cat`, the parent never asks for the exit code of its child.
      const parent = spawn("sh", ["-c", "tail -f /dev/null & echo $!; exec cat"]);
      const pid = Number(await new Promise((resolve) => parent.stdout.once("data", resolve)));
      parent.stdin.write("echoed by cat");
      await new Promise((resolve) => parent.stdout.once("data", resolve));
      process.kill(pid, "SIGKILL");
      await vi.waitFor(() => expect(isAlive({ pid, start: null })).toBe(false));
      expect(process.kill(pid, 0)).toBe(true);
      parent.stdin.end();
    },
  );
});
