// Proves that checks of papers' figures can fail: runs a figure's points with an engine that lacks the
// effect, and expects that the checks that rest on it do not hold.
//
//   node scripts/figure-mutations.mjs PROGRAM [--all]
//
// PROGRAM: snapscope_run of a build with mutations (build/defects/snapscope_run). --all: those too whose
// runs take minutes. Exit codes: 0, 1 when a check stays green, 2 for bad options.
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { summarySchema } from "../app/contract/summary.ts";
import { figureAnswer } from "../app/domain/figures/figure-answer.ts";
import { figureTurns } from "../app/domain/figures/figure-plan.ts";
import { figureRun } from "../app/domain/figures/figure-run.ts";
import { figures } from "../app/domain/figures/figures.ts";
import { noSeries } from "../app/domain/timeline/recording-timeline.ts";
import { inParallel } from "./in-parallel.mjs";

const trials = [
  {
    mutation: "pushFree",
    figure: "sqlskills-1",
    checks: ["disks"],
  },
  { mutation: "replicaWaitAlone", figure: "sqlskills-2", checks: ["replica"] },
  { mutation: "readersPush", figure: "sqlcat-6", checks: ["readers-least"], takesMinutes: true },
  {
    mutation: "redoSkipped",
    figure: "sqlcat-creation",
    checks: ["at-once-redo-longest", "copy-dirty-pages-redo-longest"],
    takesMinutes: true,
  },
];
const { values: options, positionals } = parseArgs({
  options: { all: { type: "boolean", default: false } },
  allowPositionals: true,
});
const [program] = positionals;
if (program === undefined || positionals.length > 1) {
  console.error("usage: figure-mutations.mjs PROGRAM [--all]");
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), "snapscope-mutations-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

/** What the figure would keep of a run of the scenario. The verification may well find fault with it. */
async function runOf(scenario, mutation, name) {
  const file = join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify(scenario));
  const ended = await promisify(execFile)(program, [file, mutation], { maxBuffer: 2 ** 28 }).catch(
    (error) => error,
  );
  if (!ended.stdout) throw new Error(`${program} ${file} ${mutation}: ${ended.stderr || ended}`);
  return figureRun(summarySchema.parse(JSON.parse(ended.stdout)), noSeries, []);
}

async function verdictsWith({ mutation, figure: id }) {
  const figure = figures.find((one) => one.id === id);
  const preset = JSON.parse(readFileSync(`assets/presets/${figure.preset}.json`, "utf8"));
  const turns = figureTurns(figure, preset, { repeats: 1, seed: null });
  if (!turns.ok) throw new Error(turns.error.message);
  const points = await inParallel(turns.value, async ({ point, scenario }) => {
    const { id: name, settings } = figure.points[point];
    const run = await runOf(scenario, mutation, `${mutation}-${name}`);
    return { id: name, settings: [...figure.settings, ...settings], runs: [run] };
  });
  const { checks } = figureAnswer(figure, {
    formatVersion: 1,
    figure: id,
    computedAt: new Date().toISOString(),
    engineVersion: "",
    points,
  });
  return checks;
}

let green = 0;
for (const trial of trials.filter(({ takesMinutes }) => options.all || !takesMinutes)) {
  const checks = await verdictsWith(trial);
  for (const id of trial.checks) {
    const check = checks.find((one) => one.id === id);
    if (check === undefined) throw new Error(`${trial.figure} has no check ${id}`);
    if (check.verdict !== "fail") green += 1;
    console.log(`${trial.mutation}: ${trial.figure}, ${check.statement}: ${check.verdict}`);
  }
}
if (green > 0) console.error(`${green} of these should have failed`);
process.exitCode = green > 0 ? 1 : 0;
