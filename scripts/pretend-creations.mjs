// How often what a creation cost is called a rise or a fall where there was no creation, and where the
// users were doubled instead. Runs two loads of eight hours of engine time without a snapshot, once as
// they are and once with twice the users now and then, and pretends creations in them.
//
//   node scripts/pretend-creations.mjs [--hours 8] [--instants 400] [--samples FOLDER]
//
// --samples: keeps what the runs measured there and takes from there what is there already. Exit codes:
// 0, 1 when a limit is not kept, 2 for bad options.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { deserialize, serialize } from "node:v8";
import { resolveScenario } from "../app/contract/resolve-scenario.ts";
import { creationCost } from "../app/domain/creation-cost/creation-cost.ts";
import { SeededRandom } from "../app/domain/seeded-random.ts";
import { SeriesRecorder } from "../app/domain/series/series.ts";
import { startExperiment } from "../app/services/experiments.ts";
import { readRawPreset } from "../app/services/presets.ts";

/** How long a pretended creation takes, s. */
const lengths = [5, 20, 60];
const baselines = [80, 200, 600];
/** Most that may be called changed where nothing happened, and least where users were doubled. */
const limits = { falseShare: 28 / 400, foundShare: 0.9 };
const warmupSeconds = 60;
/** From one doubling to the next: its baseline, the doubling, and time to settle. */
const cycleSeconds = 720;

const loads = [
  {
    name: "20 users, disks of 2006, a checkpoint each minute",
    preset: "creation-under-load",
    users: 20,
    settings: { workload: { thinkTimeMs: 200 } },
  },
  {
    name: "24 users, NVMe SSD, indirect checkpoints",
    preset: "creation-under-load",
    users: 24,
    settings: {
      server: { engineVersion: "2016" },
      workload: { thinkTimeMs: 250 },
      device: { preset: "nvme-data-centre" },
    },
  },
];

const { values: options } = parseArgs({
  options: {
    hours: { type: "string", default: "8" },
    instants: { type: "string", default: "400" },
    samples: { type: "string" },
  },
});
const [hours, instants] = [Number(options.hours), Number(options.instants)];
if (!(hours >= 1 && hours <= 24 && Number.isInteger(instants) && instants >= 1)) {
  console.error("--hours takes 1 to 24 and --instants a whole number from 1 on");
  process.exit(2);
}

const doublings = Array.from(
  { length: Math.floor((hours * 3600 - warmupSeconds) / cycleSeconds) },
  (_, index) => ({
    atSeconds: warmupSeconds + (index + 1) * cycleSeconds - 90,
    lengthSeconds: lengths[index % lengths.length],
  }),
);

const setUsers = (atSeconds, users) => ({ atSeconds, command: { kind: "setUsers", users } });

async function scenarioOf(load, doubled) {
  const preset = unwrap(await readRawPreset(load.preset));
  const { server, workload, device } = load.settings;
  return unwrap(
    resolveScenario(
      {
        ...preset,
        server: { ...preset.server, ...server },
        workload: { ...preset.workload, ...workload, users: load.users },
        storage: {
          ...preset.storage,
          volumes: preset.storage.volumes.map((volume) => ({
            ...volume,
            ...(device === undefined ? {} : { device }),
          })),
        },
        durationSeconds: hours * 3600,
        warmupSeconds,
        timeline: doubled
          ? doublings.flatMap(({ atSeconds, lengthSeconds }) => [
              setUsers(atSeconds, 2 * load.users),
              setUsers(atSeconds + lengthSeconds, load.users),
            ])
          : [],
      },
      load.name,
    ),
  );
}

async function samplesOf(load, doubled) {
  const file = options.samples
    ? join(
        options.samples,
        `${loads.indexOf(load)}-${doubled ? "doubled" : "as-it-is"}-${hours}.bin`,
      )
    : null;
  if (file !== null && existsSync(file)) return deserialize(readFileSync(file));
  const recorder = new SeriesRecorder();
  const scenario = await scenarioOf(load, doubled);
  const experiment = unwrap(
    await startExperiment(scenario, { onFrame: (frame) => recorder.take(frame) }),
  );
  const summary = unwrap(await experiment.finished);
  if (summary.run.status !== "completed")
    throw new Error(`${load.name}: the run ${summary.run.status}`);
  const samples = recorder.measured(scenario.sampleIntervalMs);
  if (file !== null) {
    mkdirSync(options.samples, { recursive: true });
    writeFileSync(file, serialize(samples));
  }
  return samples;
}

/** What was said of a creation of that length with that baseline before it: of throughput and of p99. */
function saidOf(samples, atMs, lengthSeconds, baselineSeconds) {
  const endMs = atMs + lengthSeconds * 1000;
  const { throughput, p99 } = creationCost(
    {
      snapshot: "pretended",
      startMs: atMs,
      endMs,
      asOfMs: null,
      before: { startMs: atMs - baselineSeconds * 1000, endMs: atMs },
      after: { startMs: endMs, endMs: endMs + 10_000 },
    },
    samples,
    "run",
  );
  return [throughput?.during, p99?.during];
}

const isChange = (judgement) => judgement === "rose" || judgement === "fell";

function tallyOf(said) {
  const judged = said.filter((both) => both.some((one) => one !== undefined && one !== "unknown"));
  return {
    all: said.length,
    tooShort: said.length - judged.length,
    throughput: said.filter(([throughput]) => isChange(throughput)).length,
    p99: said.filter(([, p99]) => isChange(p99)).length,
    either: said.filter((both) => both.some(isChange)).length,
  };
}

function unwrap(result) {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

let kept = true;
const rows = [];
for (const load of loads) {
  const [asItIs, doubled] = [await samplesOf(load, false), await samplesOf(load, true)];
  const random = new SeededRandom(1);
  const [firstMs, lastMs] = [(warmupSeconds + 600) * 1000, (hours * 3600 - 120) * 1000];
  const times = Array.from(
    { length: instants },
    () => firstMs + random.share() * (lastMs - firstMs),
  );
  for (const lengthSeconds of lengths) {
    for (const baselineSeconds of baselines) {
      const nothing = tallyOf(
        times.map((atMs) => saidOf(asItIs, atMs, lengthSeconds, baselineSeconds)),
      );
      const twice = tallyOf(
        doublings
          .filter((doubling) => doubling.lengthSeconds === lengthSeconds)
          .map(({ atSeconds }) =>
            saidOf(doubled, atSeconds * 1000, lengthSeconds, baselineSeconds),
          ),
      );
      const judged = twice.all - twice.tooShort;
      const holds =
        nothing.either <= limits.falseShare * nothing.all &&
        twice.either >= limits.foundShare * judged;
      kept &&= holds;
      rows.push({
        load: loads.indexOf(load) + 1,
        "creation, s": lengthSeconds,
        "before it, s": baselineSeconds,
        "nothing: throughput": nothing.throughput,
        p99: nothing.p99,
        either: nothing.either,
        "too short": nothing.tooShort,
        "doubled: said": `${twice.either} of ${judged}`,
        "too short ": twice.tooShort,
        holds,
      });
    }
  }
}
for (const [index, { name }] of loads.entries()) console.log(`${index + 1}: ${name}`);
console.table(rows);
console.log(
  kept
    ? `at most ${Math.floor(limits.falseShare * instants)} of ${instants} called changed where nothing was, at least ${100 * limits.foundShare} % where users were doubled`
    : "a limit is not kept",
);
process.exitCode = kept ? 0 : 1;
