import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { RunEntry } from "../../app/contract/rpc/runs.ts";
import type { StudyState } from "../../app/contract/rpc/studies.ts";
import { bySize } from "../../app/contract/testing/test-size.ts";
import { gone } from "./testing/processes.ts";
import {
  inPairs,
  makeScratch,
  program,
  removeScratch,
  settings,
  snapscope,
  start,
} from "./testing/snapscope.ts";

const [here, elsewhere] = [makeScratch(), makeScratch()];
afterAll(() => {
  for (const folder of [here, elsewhere]) removeScratch(folder);
});

/** Over before one can look; a point more is a user more. */
const tiny = [
  "creation-under-load",
  ...settings({
    "database.sizeMiB": 8,
    "database.logSizeMiB": 8,
    "server.memoryMiB": 4,
    "workload.thinkTimeMs": 20,
    durationSeconds: 2,
    warmupSeconds: 0.5,
    "timeline.0.atSeconds": 1,
    sampleIntervalMs: 100,
  }),
];
const [points, repeats] = bySize({ small: [3, 3], full: [4, 4] });
const runs = points * repeats;
/** Each test makes so many processes that a busy machine takes minutes. */
const timeoutMs = 300_000;
const sweep = [...tiny, "--over", `workload.users=4..${3 + points}/1`, "--repeats", `${repeats}`];

const call = async (cwd: string, ...args: string[]) => {
  const ended = await snapscope(args, { cwd });
  if (ended.status !== 0) throw new Error(`exit code ${ended.status}:\n${ended.stderr}`);
  return ended.stdout;
};
const studyIn = async (cwd: string): Promise<StudyState> =>
  JSON.parse(await call(cwd, "sweep", "show", "latest", "--json")).study;
const entriesIn = async (cwd: string): Promise<RunEntry[]> =>
  JSON.parse(await call(cwd, "runs", "list", "--json"));

/** What each run of a library's study came to, by its place. */
async function outcomesIn(cwd: string) {
  const outcomes = new Map<string, unknown>();
  for (const entry of await entriesIn(cwd)) {
    const { id, createdAt, endedAt, wallMs, recordedBytes, study, ...told } = entry;
    const { summary } = JSON.parse(await call(cwd, "runs", "show", id, "--json"));
    outcomes.set(`${study?.point} ${study?.repeat}`, { ...told, hash: summary.telemetryHash });
  }
  return outcomes;
}

const shell = (command: string, cwd: string, environment: Record<string, string> = {}) =>
  new Promise<number | null>((resolve) => {
    const child = spawn("sh", ["-c", command], { cwd, env: { ...process.env, ...environment } });
    child.once("close", resolve);
  });

describe("a sweep", () => {
  it("that is killed goes on where it was, with nothing run twice or lost", {
    timeout: timeoutMs,
  }, async () => {
    const mark = "SNAPSCOPE_TEST_SWEEP";
    const killed = start(["sweep", ...sweep], { cwd: here, mark });
    // At the first count that is told: two runs may end between two lines, which skips a number.
    await killed.until(new RegExp(`^[1-9]\\d* of ${runs} runs`, "m"));
    killed.kill();
    await killed.ended;
    expect(await gone(mark)).toBe(true);
    const left = await studyIn(here);
    const done = left.runs.filter(({ status }) => status === "completed");
    expect(left.status).toBe("interrupted");
    expect(done.length).toBeGreaterThanOrEqual(1);
    expect(done.length).toBeLessThan(runs);
    const { study } = JSON.parse(await call(here, "sweep", "resume", "latest", "--json"));
    expect(study.status).toBe("completed");
    for (const { point, repeat, runId } of done) {
      const now = study.runs.find(
        (one: (typeof left.runs)[number]) => one.point === point && one.repeat === repeat,
      );
      expect(now.runId).toBe(runId);
    }
    const entries = await entriesIn(here);
    expect(entries).toHaveLength(runs);
    expect(entries.every(({ status }) => status === "completed")).toBe(true);
    const places = entries.map((entry) => `${entry.users} ${entry.seed}`);
    expect(new Set(places).size).toBe(runs);
  });

  it("that was computed elsewhere comes in as if it had been computed here", {
    timeout: timeoutMs,
  }, async () => {
    const into = join(elsewhere, "exported");
    const exported = ["export", ...sweep, "--into", into, "--program", program];
    await call(elsewhere, "sweep", ...exported);
    const lines = readFileSync(join(into, "commands.txt"), "utf8").trimEnd().split("\n");
    expect(lines).toHaveLength(runs);
    // Two as an array job runs them, one as GNU parallel does, and the rest without a process each.
    const task = (number: number) =>
      shell("./slurm-array.sh", into, {
        SLURM_ARRAY_TASK_ID: `${number}`,
        SLURM_SUBMIT_DIR: into,
      });
    expect(await Promise.all([task(1), task(runs)])).toEqual([0, 0]);
    expect(await shell(lines[1] ?? "", into)).toBe(0);
    await inPairs(lines, async (line) => {
      const [, result = "", command = ""] = /^test -e (\S+) \|\| (.*)$/.exec(line) ?? [];
      if (existsSync(join(into, result))) return;
      await call(into, ...command.slice(program.length).trim().split(" "));
    });
    const damaged = join(into, "results", "0-0.snapscope-run");
    const whole = readFileSync(damaged);
    writeFileSync(damaged, whole.subarray(0, 300));
    const first = await snapscope(["sweep", "import", into], { cwd: elsewhere });
    expect(first.status).toBe(2);
    expect(first.stderr).toMatch(
      /^error: .*0-0\.snapscope-run: is no exported run, or is damaged/m,
    );
    expect(first.stdout).toContain(`${runs - 1} results taken in, 0 were here already, 1 refused`);
    writeFileSync(damaged, whole);
    const second = await call(elsewhere, "sweep", "import", into);
    expect(second).toContain(`1 results taken in, ${runs - 1} were here already, 0 refused`);
    const [computedHere, imported] = [await outcomesIn(here), await outcomesIn(elsewhere)];
    expect(imported.size).toBe(runs);
    expect(imported).toEqual(computedHere);
    const told = async (cwd: string) =>
      JSON.parse(await call(cwd, "sweep", "show", "latest", "--json")).metrics;
    expect(await told(elsewhere)).toEqual(await told(here));
  });

  it("ends all of its runs on Ctrl+C, and says how it goes on", async () => {
    const days = [...settings({ durationSeconds: 86_400 }), "--over", "workload.users=200,300"];
    const run = start(["sweep", "creation-under-load", ...days], { cwd: here, group: true });
    await run.until(/^0 of 20 runs/m);
    const askedMs = performance.now();
    run.interruptGroup();
    const ended = await run.ended;
    const tookMs = performance.now() - askedMs;
    console.log(`cancel of a sweep: ${tookMs.toFixed(0)} ms to the end of the process`);
    // What is promised is one second; a machine that is busy with other tests gets three.
    expect(tookMs).toBeLessThan(3000);
    expect(ended.status).toBe(1);
    expect(ended.stderr).toMatch(
      /the study was cancelled: 0 of 20 runs are done; go on with: snapscope sweep resume [0-9a-f]{8}/,
    );
  });

  it("comes from the scenario's file, which run runs once", async () => {
    const file = join(here, "swept.json");
    const scenario = JSON.parse(await call(here, "presets", "creation-idle", "--json"));
    const parameters = [{ path: "workload.users", from: 2, to: 4, step: 2 }];
    writeFileSync(file, JSON.stringify({ ...scenario, sweep: { parameters, repeats: 1 } }));
    const into = join(here, "from-file");
    await call(here, "sweep", "export", file, "--into", into);
    expect(readFileSync(join(into, "commands.txt"), "utf8").split("\n")).toHaveLength(3);
    const once = await snapscope(["run", file, "--estimate"], { cwd: here });
    expect(once.stderr).toContain("its sweep is left out");
    expect(once.status).toBe(0);
  });

  it("that cannot be is refused with what is allowed", async () => {
    const refused = async (...args: string[]) => {
      const { status, stderr } = await snapscope(["sweep", ...args], { cwd: here });
      expect(status).toBe(2);
      return stderr;
    };
    expect(await refused("creation-idle")).toContain("has no sweep, and --over says none");
    expect(await refused("creation-idle", "--over", "users")).toContain("allowed: path=value");
    const users = ["creation-idle", "--over", "workload.users=0..10000/1"];
    expect(await refused(...users)).toContain("are too many runs; allowed: up to 10000");
    expect(await refused("creation-idle", "--over", "workload.users=1,x")).toContain(
      "points[1] (workload.users=x): ",
    );
    expect(await refused(...users, "--repeats", "0")).toContain("allowed: 1 to 1000 runs");
    expect(await refused(...users, "--primary", "p98")).toContain("p98: is no metric of runs");
    expect(await refused("resume", "nope")).toContain('"nope": no study has this id or name');
    expect(await refused("export", "nope", "--into", "x")).toContain(
      "neither a preset nor a file nor a study",
    );
    expect(
      await refused(
        "export",
        "creation-on-this-machine",
        "--over",
        "workload.users=1,2",
        "--into",
        "x",
      ),
    ).toContain("run it there: snapscope sweep");
    expect(await refused("import", "nope")).toContain("nope: cannot be read (ENOENT)");
    expect(await refused("import", here)).toContain("no results are there");
  });
});
