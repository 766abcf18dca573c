import { describe, expect, it } from "vitest";
import type { Result } from "../../contract/result.ts";
import type { Study } from "../../contract/study.ts";
import { type Sweep, sweepSchema } from "../../contract/sweep.ts";
import { plainScenario } from "../../contract/testing/scenarios.ts";
import { expandSweep } from "./expand-sweep.ts";
import { parseOver } from "./parse-over.ts";
import { pointScenarios, repeated, studyName, turns } from "./study-scenarios.ts";
import { sweepFiles } from "./sweep-export.ts";

function unwrap<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}
const messageOf = (result: Result<unknown>) => (result.ok ? "" : result.error.message);

const sweepOf = (parameters: Sweep["parameters"], repeats = 1): Sweep => ({ parameters, repeats });
const settingsOf = (sweep: Sweep) =>
  unwrap(expandSweep(sweep)).map(({ settings }) => settings.join(" "));
const over = (text: string) => unwrap(parseOver(text));

describe("a sweep", () => {
  it("is every combination of its values, the first parameter slowest", () => {
    const users = { path: "workload.users", from: 100, to: 200, step: 100 };
    const versions = { path: "server.engineVersion", values: ["2012", "2016"] };
    expect(settingsOf(sweepOf([users, versions]))).toEqual([
      'workload.users=100 server.engineVersion="2012"',
      'workload.users=100 server.engineVersion="2016"',
      'workload.users=200 server.engineVersion="2012"',
      'workload.users=200 server.engineVersion="2016"',
    ]);
  });

  it("has ranges by step, up to the end and not beyond, and by count", () => {
    const values = (parameter: Sweep["parameters"][number]) =>
      settingsOf(sweepOf([parameter])).map((setting) => Number(setting.slice(2)));
    expect(values({ path: "a", from: 0.1, to: 0.3, step: 0.1 })).toEqual([0.1, 0.2, 0.3]);
    expect(values({ path: "a", from: 1, to: 8, step: 3 })).toEqual([1, 4, 7]);
    expect(values({ path: "a", from: 5, to: 5, step: 1 })).toEqual([5]);
    expect(values({ path: "a", from: 0, to: 1, count: 4 })).toEqual([
      0, 0.333333333333, 0.666666666667, 1,
    ]);
  });

  it("of too many runs is refused before it is expanded, with what makes them many", () => {
    const wide = { path: "workload.users", from: 1, to: 1e9, step: 1 };
    expect(messageOf(expandSweep(sweepOf([wide], 10)))).toBe(
      "sweep: 1000000000 of workload.users, with 10 repeats, are too many runs; allowed: up to 10000 in one study; take fewer values or repeats",
    );
    const narrow = { path: "a", from: 1, to: 101, step: 1 };
    expect(messageOf(expandSweep(sweepOf([narrow, { ...narrow, path: "b" }])))).toContain(
      "101 of a times 101 of b",
    );
    expect(messageOf(expandSweep(sweepOf([{ ...narrow, to: 0 }])))).toContain("allowed: upwards");
    expect(messageOf(expandSweep(sweepOf([narrow, narrow])))).toContain("a: is varied twice");
  });

  it("is written with values, or with a range by step or by count and not both", () => {
    const parse = (parameter: object) => sweepSchema.safeParse({ parameters: [parameter] }).success;
    expect(parse({ path: "a", values: [1, "x", { preset: "nvme" }, null] })).toBe(true);
    expect(parse({ path: "a", from: 1, to: 2, step: 1 })).toBe(true);
    expect(parse({ path: "a", from: 1, to: 2, count: 2 })).toBe(true);
    expect(parse({ path: "a", from: 1, to: 2, step: 1, count: 2 })).toBe(false);
    expect(parse({ path: "a", from: 1, to: 2, step: 0 })).toBe(false);
    expect(parse({ path: "a", values: [] })).toBe(false);
    expect(sweepSchema.parse({ parameters: [{ path: "a", values: [1] }] }).repeats).toBe(10);
  });
});

describe("--over", () => {
  it("reads values, values that are JSON, and ranges", () => {
    expect(over("a=1,2")).toEqual({ path: "a", values: [1, 2] });
    expect(over("a=nvme, sas")).toEqual({ path: "a", values: ["nvme", "sas"] });
    expect(over('a={"x":1,"y":2},null')).toEqual({ path: "a", values: [{ x: 1, y: 2 }, null] });
    expect(over("a=0.5..2/0.5")).toEqual({ path: "a", from: 0.5, to: 2, step: 0.5 });
  });

  it("refuses what is none of these with what is", () => {
    for (const text of ["a", "=1", "a="]) {
      expect(messageOf(parseOver(text))).toContain(
        "allowed: path=value,value,..., or path=from..to",
      );
    }
    expect(messageOf(parseOver("a=1..2/0"))).toContain("allowed: more than 0");
  });
});

const plan = (points: readonly string[][], repeats = 2) => ({
  base: { ...plainScenario, seed: 5, pace: 3 },
  points: points.map((settings) => ({ settings: [...settings] })),
  repeats,
});

describe("the scenarios of a study", () => {
  it("share seeds, the n-th repeat of all points having the n-th, and wait for no clock", () => {
    const scenarios = unwrap(pointScenarios(plan([[], ["workload.users=7", "seed=99", "pace=1"]])));
    expect(scenarios.map(({ seed, workload }) => [seed, workload.users])).toEqual([
      [5, scenarios[0]?.workload.users],
      [5, 7],
    ]);
    const third = scenarios.map((scenario) => repeated(scenario, 2));
    expect(third.map(({ seed, pace }) => [seed, pace])).toEqual([
      [7, 0],
      [7, 0],
    ]);
    const real = { ...(scenarios[0] as (typeof scenarios)[number]), mode: "real" as const };
    expect(repeated(real, 1).pace).toBe(3);
  });

  it("are made from the document as it was given, whose defaults follow the settings", () => {
    const [, older] = unwrap(pointScenarios(plan([[], ["server.engineVersion=2012"]])));
    expect(older?.database.targetRecoveryTimeSeconds).toBe(0);
  });

  it("are refused by place, path, value and what is allowed", () => {
    const refused = (...points: string[][]) => messageOf(pointScenarios(plan(points)));
    expect(refused([], ["workload.usrs=1"])).toMatch(
      /^points\[1\] workload.usrs: is not known; did you mean "users"/,
    );
    expect(refused(["workload.users=-1"])).toMatch(
      /^points\[0\] \(workload.users=-1\): workload.users: -1 is not allowed; allowed: /,
    );
    expect(refused(["workload.users=3"], ["seed=1", "workload.users=3"])).toMatch(
      /^points\[1\] .* is the same scenario as points\[0\]; .* more than seed and pace/,
    );
    expect(messageOf(pointScenarios(plan([[]], 10_001)))).toContain(
      "10001 runs; allowed: up to 10000",
    );
    const last = { ...plan([[]]), base: { ...plainScenario, seed: Number.MAX_SAFE_INTEGER } };
    expect(messageOf(pointScenarios(last))).toContain("leaves no room for 2 repeats");
  });

  it("take turns that no drift of the machine favours: A B B A", () => {
    expect(turns(2, 3).map(({ point, repeat }) => `${"AB"[point]}${repeat}`)).toEqual([
      "A0",
      "B0",
      "B1",
      "A1",
      "A2",
      "B2",
    ]);
  });

  it("are called by the base and what differs", () => {
    const base = { name: "sales" };
    const named = (...points: string[][]) =>
      studyName({ base, points: points.map((settings) => ({ settings })) });
    expect(named([], ["workload.users=7"])).toBe("sales: 7 users");
    expect(named(["database.fillFactor=70", "workload.users=2"], ["workload.users=3"])).toBe(
      "sales: fill factor, users",
    );
    expect(named([])).toBe("sales");
    expect(named([`a=${"x".repeat(200)}`])).toHaveLength(100);
  });
});

describe("an exported study", () => {
  const scenarios = unwrap(pointScenarios(plan([[], ["workload.users=7"]])));
  const study = { ...plan([[], ["workload.users=7"]]), id: "x", name: "a\nb" } as unknown as Study;
  const runs = turns(2, 600).flatMap(({ point, repeat }) => {
    const scenario = scenarios[point];
    return scenario === undefined ? [] : { point, repeat, scenario: repeated(scenario, repeat) };
  });
  const files = new Map(
    sweepFiles({ study, runs, program: "snapscope", extension: ".x" }).map((file) => [
      file.path,
      file.text,
    ]),
  );

  it("is a scenario for each point and a line for each run, which writes one result once", () => {
    expect([...files.keys()]).toEqual([
      "study.json",
      "points/0.json",
      "points/1.json",
      "commands.txt",
      "slurm-array.sh",
    ]);
    const lines = files.get("commands.txt")?.trimEnd().split("\n");
    expect(lines).toHaveLength(1200);
    expect(new Set(lines).size).toBe(1200);
    expect(lines?.[2]).toBe(
      "test -e results/1-1.x || snapscope run points/1.json --seed 6 --export results/1-1.x",
    );
  });

  it("has no more tasks than Slurm takes, and its name in one comment", () => {
    expect(files.get("slurm-array.sh")).toContain("#SBATCH --array=1-1000\n");
    expect(files.get("slurm-array.sh")).toContain("line=$((line + 1000))");
    expect(files.get("slurm-array.sh")).toContain("# a?b: 1200 runs.");
  });
});
