import { spawn, spawnSync } from "node:child_process";
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
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { callCommandLine } from "./testing/call-command-line.ts";

const entry = fileURLToPath(new URL("main.ts", import.meta.url));
const sample = fileURLToPath(new URL("../../assets/sample-logs/sqlcat-2006.log", import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), "snapscope-cli-"));
const surroundings = {
  SNAPSCOPE_ADDON: fileURLToPath(new URL("../engine/testing/fake-addon.ts", import.meta.url)),
  XDG_DATA_HOME: join(scratch, "data-home"),
};
const environment = { ...process.env, ...surroundings };

afterAll(() => rmSync(scratch, { recursive: true }));

const snapscope = (...args: string[]) =>
  callCommandLine(args, { cwd: scratch, environment: surroundings });
/** Runs the fake engine with a behaviour of its own. */
const fake = (behaviour: string, ...args: string[]) =>
  snapscope("run", "creation-under-load", "--set", `description=${behaviour}`, ...args);

describe("bad input", () => {
  writeFileSync(join(scratch, "truncated.json"), '{"formatVersion": 1, "na');
  writeFileSync(join(scratch, "list.json"), "[]");
  writeFileSync(join(scratch, "garbage.log"), "not a log\n");
  writeFileSync(join(scratch, "a-file"), "");
  mkdirSync(join(scratch, "other"));
  writeFileSync(join(scratch, "other", "thesis.doc"), "text");

  it.each([
    [["run", "nope"], '"nope" is neither a preset nor a file; presets: creation-idle'],
    [["run", "truncated.json"], "truncated.json: is not valid JSON"],
    [
      ["run", "list.json"],
      "list.json: (root): [] is not allowed; allowed: an object with formatVersion",
    ],
    [["run", "."], "cannot be read (EISDIR)"],
    [
      ["run", "creation-idle", "--set", "workload.usrs=1"],
      'workload.usrs: is not known; did you mean "users"?',
    ],
    [
      ["run", "creation-idle", "--set", "workload.users=-1"],
      "workload.users: -1 is not allowed; allowed: an integer from 0",
    ],
    [["run", "creation-idle", "--set", "users"], "is not of the form path=value"],
    [
      ["run", "creation-idle", "--seed", "x"],
      'seed: "x" is not allowed; allowed: an integer from 0',
    ],
    [
      ["run", "creation-idle", "--mode", "fast"],
      'mode: "fast" is not allowed; allowed: "virtual", "real"',
    ],
    [["run", "creation-idle", "--pace", "-1"], "pace: -1 is not allowed"],
    [
      ["run", "creation-idle", "--out", "a-file"],
      "--out a-file: cannot be used as a folder (it is a file)",
    ],
    [
      ["run", "creation-on-this-machine", "--set", "storage.volumes.0.folder=other"],
      "is not empty",
    ],
    [["run", "creation-idle", "--bogus"], "unknown option '--bogus'"],
    [["run"], "missing required argument 'scenario'"],
    [["bogus"], "unknown command 'bogus'"],
    [
      ["import", "garbage.log"],
      'garbage.log: has no record of an ERRORLOG; its first line is "not a log"; expected an ERRORLOG',
    ],
    [["import", "none.log"], "none.log: cannot be read (ENOENT)"],
    [
      ["schema", "bogus"],
      'schema: "bogus" is not known; allowed: scenario, command, frame, summary',
    ],
    [["presets", "bogus"], '"bogus" is not a preset; allowed: creation-idle'],
    [["clean", "other"], "holds no snapscope-run.json"],
  ])("%j gets one message and exit code 2", async (args, message) => {
    const { status, stdout, stderr } = await snapscope(...args);
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(stderr.match(/^error: /gm)).toHaveLength(1);
    expect([status, stdout]).toEqual([2, ""]);
    expect(readdirSync(join(scratch, "other"))).toEqual(["thesis.doc"]);
  });
});

describe("run", () => {
  it("prints one JSON object on stdout, and progress on stderr", async () => {
    const { status, stdout, stderr } = await fake("batches:3", "--json", "--seed", "9");
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ run: { seed: 9 }, scenario: { seed: 9 } });
    expect(stdout.trim().split("\n")).toHaveLength(1);
    expect(stderr).toContain("tx/s");
  });

  it("prints a summary for people", async () => {
    const { stdout } = await fake("batches:1");
    for (const part of [
      "Status          completed, verified",
      "% of creation",
      "WRITELOG",
      "ERRORLOG",
    ]) {
      expect(stdout).toContain(part);
    }
    expect(stdout).not.toContain("LAZYWRITER_SLEEP");
    expect(stdout).not.toMatch(/undefined|NaN/);
  });

  it("exits 1 when a snapshot does not verify", async () => {
    const { status, stdout, stderr } = await fake("unverified");
    expect(status).toBe(1);
    expect(stdout).toContain("Status          completed, VERIFICATION FAILED");
    expect(stderr).toContain("error: a snapshot does not show what it should");
  });

  it("exits 1 when the database is not consistent, and says where", async () => {
    const { status, stdout, stderr } = await fake("broken");
    const told =
      "consistency condition 3 does not hold: district 4 of warehouse 2 lacks new order 2107";
    expect(status).toBe(1);
    expect(stdout).toContain("Status          completed, VERIFICATION FAILED");
    expect(stdout).toContain(`Consistency     ${told}`);
    expect(stderr).toContain(`error: verification failed: at the end of the run ${told}`);
  });

  it("writes its files once, and again only by force", async () => {
    const first = await fake("batches:4", "--out", "results");
    expect(first.status).toBe(0);
    const counters = readFileSync(join(scratch, "results", "counters.csv"), "utf8")
      .trimEnd()
      .split("\r\n");
    expect(counters).toHaveLength(5);
    expect(counters[0]).toContain('"\\\\SNAPSCOPE\\SQLServer:Databases(sales)\\Transactions/sec"');
    expect(counters[1]).toMatch(/^"10\/23\/2006 21:48:08\.000","1",/);
    expect(readdirSync(join(scratch, "results")).sort()).toEqual([
      "counters.csv",
      "errorlog.txt",
      "summary.json",
    ]);
    const second = await fake("batches:4", "--out", "results");
    expect([second.status, second.stderr]).toEqual([2, expect.stringContaining("--force")]);
    expect((await fake("batches:4", "--out", "results", "--force")).status).toBe(0);
  });

  it("runs the scenario of a summary again", async () => {
    await fake("batches:1", "--seed", "77", "--out", "earlier");
    const again = await snapscope("run", join("earlier", "summary.json"), "--json");
    expect(JSON.parse(again.stdout)).toMatchObject({ run: { seed: 77 } });
  });

  it("exits 1 with a reason when the engine dies", async () => {
    const { status, stdout, stderr } = await fake("crash");
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("error: the engine process ended before the run did (signal SIGKILL)");
  });

  it("cancels on Ctrl+C and leaves nothing", async () => {
    const folder = join(scratch, "real");
    mkdirSync(folder);
    const child = spawn(
      process.execPath,
      [entry, "run", "creation-on-this-machine", "--set", "description=endless"].concat([
        "--set",
        `storage.volumes.0.folder=${folder}`,
        "--set",
        "storage.freeSpaceFloorMiB=0",
      ]),
      { env: environment, stdio: ["ignore", "pipe", "pipe"] },
    );
    let [stderr, interrupted] = ["", false];
    child.stdout.resume();
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
      if (!interrupted && stderr.includes("engine time")) interrupted = child.kill("SIGINT");
    });
    const status = await new Promise((resolve) => child.once("exit", resolve));
    expect(stderr).toContain("cancelled after");
    expect([status, readdirSync(folder)]).toEqual([1, []]);
  });

  it("says what it removed of a killed run in the default folder", async () => {
    const folder = join(scratch, "data-home", "snapscope", "experiments");
    mkdirSync(join(folder, "data"), { recursive: true });
    writeFileSync(join(folder, "data", "sales.mdf"), "pages");
    const owner = { pid: spawnSync(process.execPath, ["-e", ""]).pid, start: "1" };
    const marker = { formatVersion: 1, owner, engine: null, started: "then", subfolders: ["data"] };
    writeFileSync(join(folder, "snapscope-run.json"), JSON.stringify(marker));
    const run = ["run", "creation-on-this-machine", "--set", "description=batches:1"];
    const { status, stderr } = await snapscope(...run, "--set", "storage.freeSpaceFloorMiB=0");
    expect([status, stderr]).toEqual([
      0,
      expect.stringMatching(/removed what an interrupted run left \(started then\): 1 file/),
    ]);
    rmSync(join(scratch, "data-home"), { recursive: true });
  });

  it("calibrates, and writes a device that a scenario takes", async () => {
    const folder = join(scratch, "disk");
    mkdirSync(folder);
    const device = join(scratch, "device.json");
    const calibrate = () => snapscope("doctor", "--calibrate", "--folder", folder, "--out", device);
    const { status, stdout, stderr } = await calibrate();
    expect(stderr).toContain("[3/3] random reads of 8 KB, 1 at a time: 1000/s");
    expect(stdout).toContain("+10.0 %");
    expect([status, readdirSync(folder)]).toEqual([0, []]);
    const setting = `storage.volumes.0.device=${readFileSync(device, "utf8")}`;
    const run = await snapscope("run", "creation-under-load", "--set", setting, "--json");
    expect(JSON.parse(run.stdout)).toMatchObject({
      scenario: { storage: { volumes: [{ device: { sequentialWriteServiceUs: 1400 } }, {}, {}] } },
    });
    expect((await calibrate()).stderr).toContain(
      "device.json: is there already; choose another file",
    );
    const alone = await snapscope("doctor", "--out", device);
    expect([alone.status, alone.stderr]).toEqual([2, expect.stringContaining("--calibrate")]);
  });

  it("ends a calibration on Ctrl+C, and leaves nothing", async () => {
    const folder = join(scratch, "disk-of-cancelled");
    mkdirSync(folder);
    const child = spawn(process.execPath, [entry, "doctor", "--calibrate", "--folder", folder], {
      env: environment,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let [stderr, interrupted] = ["", false];
    child.stdout.resume();
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
      if (!interrupted && stderr.includes("[1/3]")) interrupted = child.kill("SIGINT");
    });
    const status = await new Promise((resolve) => child.once("exit", resolve));
    expect(stderr).toContain("cancelled; nothing was written");
    expect([status, readdirSync(folder)]).toEqual([1, []]);
  });

  it("takes commands from stdin, and names a bad one", () => {
    const { status, stderr } = spawnSync(
      process.execPath,
      [entry, "run", "creation-under-load", "--set", "description=endless", "--steer"],
      { encoding: "utf8", env: environment, input: '{"kind":"jump"}\n\n{"kind":"cancel"}\n' },
    );
    expect(stderr).toContain(
      'stdin line 1: kind: "jump" is not allowed; allowed: "createSnapshot"',
    );
    expect(status).toBe(1);
  });
});

describe("steering a run of the TPC-C-style load", () => {
  it("refuses what names the accounts table, and does not record it", () => {
    const { stderr, stdout } = spawnSync(
      process.execPath,
      [
        ...[entry, "run", "creation-under-load", "--set", "description=endless"],
        ...["--set", "workload.profile=tpcc", "--steer"],
      ],
      {
        encoding: "utf8",
        env: environment,
        input: '{"kind":"updateTable","batchRows":0}\n{"kind":"cancel"}\n',
      },
    );
    expect(stderr).toContain("error: updateTable needs the accounts table, which a database of");
    expect(stdout).toContain("Status          cancelled");
  });
});

describe("other commands", () => {
  it("imports the paper's log", async () => {
    const text = await snapscope("import", sample);
    expect(text.stdout).toContain("Snapshot snapshot_test_2: created in 28 min 52.58 s");
    const json = JSON.parse((await snapscope("import", sample, "--json")).stdout) as object;
    expect(json).toMatchObject({ origin: "2006-10-23T21:48:07.220", source: { unrecognised: 0 } });
  });

  it("prints presets that can be run as files", async () => {
    writeFileSync(
      join(scratch, "mine.json"),
      (await snapscope("presets", "creation-idle", "--json")).stdout,
    );
    expect((await snapscope("run", "mine.json", "--set", "description=batches:1")).status).toBe(0);
  });

  it("prints schemas, version and help", async () => {
    expect(JSON.parse((await snapscope("schema")).stdout)).toHaveProperty("properties.workload");
    expect((await snapscope("--version")).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect((await snapscope("run", "--help")).status).toBe(0);
    expect(await snapscope("clean")).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("nothing to remove"),
    });
    expect(existsSync(environment.XDG_DATA_HOME)).toBe(false);
  });
});
