// npm run sim: random scenarios and faults against the engine, in virtual time. See
// docs/internals/crash-simulator.md.
//
//   node scripts/simulate.mjs PROGRAM [arguments]      PROGRAM is snapscope_simulator
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import { runMutations } from "./simulate/mutations.mjs";
import { parseOptions, UsageError } from "./simulate/options.mjs";
import { runSeries, Totals } from "./simulate/series.mjs";
import { shrink } from "./simulate/shrink.mjs";
import { Simulator } from "./simulate/simulator.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const permanentPlansFile = "native/test/crash_simulator/permanent_plans.json";
const shrinkingTries = 400;
const say = (text) => console.log(text);

/** Leaves the smallest plan found that fails as `plan` does in build/sim. */
async function minimise(simulator, { plan, outcome }, name) {
  say("        making it smaller ...");
  const run = (candidate) => simulator.run(candidate);
  const smallest = await shrink(plan, outcome.problem, run, shrinkingTries);
  const folder = join(root, "build", "sim");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.json`);
  writeFileSync(file, `${JSON.stringify(smallest, null, 2)}\n`);
  say(`        smallest: npm run sim -- --plan ${file.slice(root.length + 1)}`);
}

async function report(simulator, failure, profile) {
  const { seed, outcome } = failure;
  say(`\nFAILED  seed ${seed}: ${outcome.problem}`);
  say(`        npm run sim -- --seed ${seed} --profile ${profile}`);
  await minimise(simulator, failure, `${profile}-${seed}`);
}

function summarise(totals, seconds) {
  say(
    `${totals.runs} simulations in ${seconds} s, each run twice: ${totals.powerCuts} power cuts, ` +
      `${totals.commits} commits, ${totals.snapshotsCompared} comparisons of snapshots, ` +
      `${totals.rowsCompared} rows compared`,
  );
  for (const [name, runs] of [...totals.paths].sort((a, b) => b[1] - a[1])) {
    say(`  ${name.padEnd(28)} in ${runs} runs`);
  }
}

async function runOnePlan(simulator, file) {
  const plan = JSON.parse(readFileSync(file, "utf8"));
  const outcome = await simulator.run(plan);
  say(JSON.stringify(outcome, null, 2));
  if (outcome.problem === null) return true;
  await minimise(simulator, { plan, outcome }, `plan-${plan.seed}`);
  return false;
}

async function runSeeds(simulator, options) {
  const start = Date.now();
  const end = start + options.minutes * 60_000;
  const totals = new Totals();
  const { firstSeed, runs, profile } = options;
  const how = options.minutes > 0 ? `--minutes ${options.minutes}` : `--runs ${runs}`;
  say(`npm run sim -- --seed ${firstSeed} ${how} --profile ${profile}`);
  const { failure, lastSeed } = await runSeries(
    simulator,
    {
      firstSeed: options.firstSeed,
      profile: options.profile,
      jobs: options.minutes > 0 || options.runs > 1 ? availableParallelism() : 1,
      mayGoOn: (seed) => Date.now() < end || seed < options.firstSeed + options.runs,
    },
    totals,
  );
  summarise(totals, Math.round((Date.now() - start) / 1000));
  if (failure !== undefined) {
    await report(simulator, failure, options.profile);
    return false;
  }
  const never = options.profile === "swarm" ? totals.neverVisited() : [];
  if (never.length > 0) say(`\nFAILED  never visited: ${never.join(", ")}`);
  say(`seeds ${options.firstSeed} to ${lastSeed}: ${never.length > 0 ? "failed" : "all held"}`);
  return never.length === 0;
}

async function main([program, ...args]) {
  const options = parseOptions(args, Date.now());
  const simulator = new Simulator(program);
  if (options.mutations) {
    const permanentPlans = JSON.parse(readFileSync(join(root, permanentPlansFile), "utf8"));
    return runMutations(simulator, { now: Date.now, say, permanentPlans });
  }
  if (options.plan !== undefined) return runOnePlan(simulator, options.plan);
  return runSeeds(simulator, options);
}

try {
  process.exitCode = (await main(argv.slice(2))) ? 0 : 1;
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
