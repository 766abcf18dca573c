import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { reportSchema } from "../../app/contract/report.ts";
import { shellCommand } from "../../app/domain/scenario-form/command-line.ts";
import { commandLineWords } from "../../app/services/project-paths.ts";
import { makeScratch, removeScratch, settings, snapscope } from "./testing/snapscope.ts";

const cwd = makeScratch();
afterAll(() => removeScratch(cwd));

/** A preset that is over in a second. */
const small = [
  "creation-under-load",
  ...settings({
    "database.sizeMiB": 64,
    "database.logSizeMiB": 64,
    "server.memoryMiB": 16,
    "workload.users": 20,
    durationSeconds: 12,
    warmupSeconds: 2,
    "timeline.0.atSeconds": 4,
    sampleIntervalMs: 100,
  }),
];

/** The first comparison that is proposed, up to the metric that it asks about: no sentence that compares. */
const commandIn = (text: string): string =>
  /\S*(?:npm|node|snapscope)\b.* compare [\s\S]*?--primary \w+/.exec(text)?.[0] ?? "";

/** The words that a POSIX shell reads in a command without substitutions. */
const wordsOf = (command: string): string[] =>
  [...command.replaceAll("\\\n", "").matchAll(/(?:'[^']*'|[^\s'])+/g)].map(([word]) =>
    word.replaceAll("'", ""),
  );

describe("compare", () => {
  it("runs both settings from the same seeds, and says what differs", async () => {
    const more = ["--with", "workload.thinkTimeMs=100", "--repeats", "6", "--json"];
    const limit = ["--fail-if", "throughput > +10 %"];
    const ended = await snapscope(["compare", ...small, ...more, ...limit], { cwd });
    const { sentences, metrics, settings: changed } = JSON.parse(ended.stdout);
    expect(sentences[0]).toMatch(
      /^\d+ users?, database of .*: throughput rose .* proven by 6 pairs of runs from the same seeds/,
    );
    expect(changed).toEqual(["workload.thinkTimeMs=100"]);
    const [{ id, comparison }] = metrics;
    expect([id, comparison.pairing, comparison.outcome.kind]).toEqual([
      "throughput",
      "paired",
      "proven",
    ]);
    expect(ended.stderr).toContain("12 of 12 runs");
    expect(ended.stderr).toContain("limit passed: throughput changed by +");
    expect(ended.status).toBe(1);
  });

  it("tests what is recommended of a run by the command that was printed", async () => {
    const two = settings({ name: "twice", "workload.thinkTimeMs": 50, "timeline.1.atSeconds": 6 });
    const output = ["--save", "--report", "json", "--out", "advised"];
    const ran = await snapscope(["run", "two-snapshots", ...small.slice(1), ...two, ...output], {
      cwd,
    });
    expect(ran.stdout).toContain("Keep one snapshot at a time while users work.");
    expect(ran.stdout).toContain("- Time with two at once: ");
    const file = join(cwd, "advised", "twice-report.json");
    const { recommendations } = reportSchema.parse(JSON.parse(readFileSync(file, "utf8")));
    const [{ command } = { command: null }] = recommendations;
    // A terminal is told how this installation is called; a report is opened anywhere.
    const program = commandLineWords(process.platform) ?? [];
    expect(commandIn(ran.stdout)).toContain(`${shellCommand([program])} compare `);
    expect(command).toMatch(/^snapscope compare /);
    for (const printed of [commandIn(ran.stdout), command ?? ""]) {
      const args = wordsOf(printed).slice(wordsOf(printed).indexOf("compare"));
      const ended = await snapscope([...args, "--repeats", "1", "--json"], { cwd });
      expect(ended.stderr).toContain("2 of 2 runs");
      expect(JSON.parse(ended.stdout).sentences[0]).toMatch(/: p99 /);
    }
  });

  it("finds no difference where there is none", async () => {
    const renamed = ["--with", "description=the same", "--repeats", "2"];
    const ended = await snapscope(["compare", ...small, ...renamed], { cwd });
    expect(ended.status).toBe(0);
    expect(ended.stdout).toMatch(/: throughput did not change: both runs of each of 2 pairs/);
  });

  it("writes two runs as a file that opens elsewhere, with the same answer", async () => {
    // A library each.
    const [mine, others] = [join(cwd, "mine"), join(cwd, "others")];
    for (const folder of [mine, others]) mkdirSync(folder);
    const call = async (folder: string, ...args: string[]) => {
      const ended = await snapscope(args, { cwd: folder });
      expect(ended.stderr).not.toContain("error");
      return ended.stdout;
    };
    for (const users of ["20", "30"]) {
      const named = ["--set", `workload.users=${users}`, "--set", `name=${users} users`];
      await call(mine, "run", ...small, ...named, "--save", "--json");
    }
    const sides = ["20 users", "30 users"];
    const file = join(cwd, "for-ann.snapscope-comparison");
    const here = JSON.parse(await call(mine, "compare", ...sides, "--export", file, "--json"));
    const there = JSON.parse(await call(others, "compare", file, "--json"));
    expect(there).toEqual(here);
    expect(here.settings).toContain("workload.users=30");
    const again = await snapscope(["compare", ...sides, "--export", file], { cwd: mine });
    expect(again.stderr).toContain("exists already; give --force");
  });

  it("refuses a name that stands for nothing with those near it, and makes no library for it", async () => {
    const folder = join(cwd, "new");
    mkdirSync(folder);
    const called = ["compare", "creation-under-laod", "--with", "workload.users=21"];
    const ended = await snapscope(called, { cwd: folder });
    expect(ended.status).toBe(2);
    expect(ended.stderr).toContain(
      '"creation-under-laod" is neither a preset nor a file; did you mean "creation-under-load"? presets: ',
    );
    expect(ended.stderr).toContain("or a run: snapscope runs list");
    expect(readdirSync(folder)).toEqual([]);
  });

  it("refuses what it cannot compare, with what is allowed", async () => {
    const refused = async (...args: string[]) => {
      const { status, stderr } = await snapscope(["compare", ...args], { cwd });
      expect(status).toBe(2);
      return stderr;
    };
    expect(await refused("creation-under-load")).toContain(
      "allowed: compare <run> <run>, compare <scenario>",
    );
    expect(await refused("a", "b", "--set", "seed=1")).toContain("two runs as they are");
    expect(await refused(...small, "--with", "seed=2")).toContain("seed and pace are the same");
    const misspelt = ["--with", "workload.users=21", "--fail-if", "p98 > 1 %"];
    expect(await refused(...small, ...misspelt)).toContain("p98: is no metric of runs; allowed: ");
    expect(await refused(...small, "--with", "workload.users=20")).toContain("changes nothing");
    expect(await refused(...small, "--with", "workload.users=0.5")).toContain("allowed: ");
    const runs = ["--with", "workload.users=21", "--repeats"];
    expect(await refused(...small, ...runs, "0")).toContain("allowed: 1 to 1000");
    expect(await refused("a", "b", "--fail-if", "p99")).toContain("is no limit");
    const least = await refused("a", "b", "--least-effect", "60");
    expect(least).toContain("allowed: 0 to 50, in % of the base");
    expect(await refused("a", "b")).toContain("a");
    const steady = ["--steady-from", "soon"];
    expect(await refused("a", "b", ...steady)).toContain("allowed: seconds from the run's start");
    const made = ["--with", "workload.users=21", "--steady-from", "5"];
    expect(await refused(...small, ...made)).toContain("two runs as they are");
  });
});
