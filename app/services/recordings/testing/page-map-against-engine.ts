/**
 * Holds the page map against the engine, with what native/test/experiment/page_states_test.cpp has written:
 *
 *   node app/services/recordings/testing/page-map-against-engine.ts FILE
 *
 * At every stop of every run all pages of each snapshot must be alike, and as many must have come by each
 * cause as the engine counts; 200 random pages at random instants are printed as they are counted. Then a push is
 * lost, one is told twice, and one has another cause: each must be noticed. Ends with 1 where anything differs.
 */
import { readFileSync } from "node:fs";
import process, { argv } from "node:process";
import type { PushCause } from "../../../contract/telemetry-catalog.ts";
import { type Push, type PushLog, pushAt } from "../../../domain/page-map/push-log.ts";
import { PushLogBuilder } from "../../../domain/page-map/push-log-builder.ts";
import { compareWithEngine } from "./map-against-engine.ts";
import { type WatchedRun, watchedRuns } from "./watched-runs.ts";

const seed = 57;
const probesOfARun = 40;
const leastStops = 40;
const leastRuns = 5;

/** Whole numbers, the same ones each time. */
function chooser(from: number): () => number {
  let state = BigInt(from);
  return () => {
    state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffff_ffff_ffff_ffffn;
    return Number(state >> 33n);
  };
}

function withPushes(log: PushLog, pushes: readonly Push[]): PushLog {
  const builder = new PushLogBuilder();
  builder.describe(log.files, log.snapshots);
  for (const push of pushes) builder.push(push);
  return builder.log;
}

const otherCause = (cause: PushCause): PushCause => (cause === "workload" ? "redo" : "workload");

const faults: Readonly<Record<string, (push: Push) => Push[]>> = {
  "a lost push": () => [],
  "a push told twice": (push) => [push, push],
  "a wrong cause": (push) => [{ ...push, cause: otherCause(push.cause) }],
};

/** Names of the faults that are planted, one each time, and not noticed. */
function unnoticedFaults(run: WatchedRun, choose: () => number): string[] {
  const { log, stops } = run;
  const all = Array.from({ length: log.count }, (_, index) => pushAt(log, index)).filter(
    (push) => push !== null,
  );
  // What the engine has found after a start it counts as no cause of its own.
  const shown = all.filter(
    ({ atMs, cause }) => cause !== "restart" && atMs <= (stops.at(-1)?.atMs ?? 0),
  );
  return Object.entries(faults)
    .filter(([, spoilt]) => {
      const victim = shown[choose() % shown.length];
      const pushes = all.flatMap((push) => (push === victim ? spoilt(push) : [push]));
      const { problems } = compareWithEngine(
        { ...run, log: withPushes(log, pushes) },
        probesOfARun,
        choose,
      );
      return problems.length === 0;
    })
    .map(([name]) => name);
}

function isAlike(run: WatchedRun, choose: () => number): boolean {
  const { problems, probed } = compareWithEngine(run, probesOfARun, choose);
  const wrong = probed.filter(({ inMap, inEngine }) => inMap !== inEngine);
  const copied = probed.filter(({ inEngine }) => inEngine).length;
  const unnoticed = unnoticedFaults(run, choose);
  console.log(
    `${run.name}: ${run.stops.length} stops, ${run.log.snapshots.length} snapshots, ${run.log.count} pushes; ` +
      `${probed.length} random pages (${copied} copied), ${probed.length - wrong.length} as the engine says; ` +
      `${Object.keys(faults).length - unnoticed.length} of ${Object.keys(faults).length} planted faults noticed`,
  );
  for (const problem of problems.slice(0, 5)) console.log(`  ${problem}`);
  for (const name of unnoticed) console.log(`  not noticed: ${name}`);
  return (
    problems.length === 0 &&
    wrong.length === 0 &&
    unnoticed.length === 0 &&
    probed.length === probesOfARun &&
    run.stops.length >= leastStops
  );
}

const choose = chooser(seed);
const runs = watchedRuns(readFileSync(argv[2] ?? "", "utf8"));
const alike = runs.map((run) => isAlike(run, choose));
console.log(`${runs.length} runs, ${runs.length * probesOfARun} random pages`);
process.exitCode = runs.length >= leastRuns && alike.every((each) => each) ? 0 : 1;
