// The forecast of a snapshot beside what became of it: from the first minutes after its creation, the size
// an hour later, when its volume is full, and how long a revert takes. Three loads on two devices, each run
// once for the size and the revert, and once more on a volume that fills up.
//
//   node scripts/forecast-against-runs.mjs [--minutes 5] [--hours 1] [--only TEXT]
//
// --only: the loads and devices whose name has that text. Exit codes: 0, 1 when a limit is not kept, 2 for
// bad options.
import { parseArgs } from "node:util";
import { Recorder } from "../app/cli/recorder.ts";
import { resolveScenario } from "../app/contract/resolve-scenario.ts";
import { forecastOfRun } from "../app/domain/forecast/forecast.ts";
import { RunTimeline } from "../app/domain/timeline/run-timeline.ts";
import { Devices } from "../app/services/devices.ts";
import { forkEngine } from "../app/services/engine-launcher.ts";
import { startExperiment } from "../app/services/experiments.ts";
import { readRawPreset } from "../app/services/presets.ts";
import { revertFigures } from "../app/services/revert-figures.ts";

const limits = { size: 0.15, full: 0.15, revert: 1.5 };
const createAtSeconds = 30;
/** Of the size at the end, the room of a volume that fills up. */
const roomShare = 0.8;
const bytesPerMiB = 1024 ** 2;

const loads = [
  {
    name: "10 users, all rows alike",
    workload: { users: 10, thinkTimeMs: 1000 },
    database: { sizeMiB: 4096 },
  },
  {
    name: "10 users, a third of the rows hot",
    workload: { users: 10, thinkTimeMs: 1000, hotRows: 4_000_000 },
    database: { sizeMiB: 4096 },
  },
  {
    name: "20 users, TPC-C-style",
    workload: { users: 20, thinkTimeMs: 2000, profile: "tpcc" },
    database: { sizeMiB: 2048 },
  },
];
const devices = [
  { name: "disks of 2006", device: null },
  { name: "AWS gp3", device: { preset: "aws-gp3" } },
];

const { values: options } = parseArgs({
  options: {
    minutes: { type: "string", default: "5" },
    hours: { type: "string", default: "1" },
    only: { type: "string", default: "" },
  },
});
const [minutes, hours] = [Number(options.minutes), Number(options.hours)];
if (!(minutes >= 1 && minutes < 60 * hours && hours <= 24)) {
  console.error("--minutes takes 1 or more, fewer than --hours has, which takes up to 24");
  process.exit(2);
}
const endSeconds = createAtSeconds + hours * 3600;
const knownMs = (createAtSeconds + minutes * 60) * 1000;

function unwrap(result) {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

/** `capacityMiB` of the snapshots' volume; 0: it has room for all. */
async function scenarioOf({ load, device }, { capacityMiB, durationSeconds, reverts }) {
  const preset = unwrap(await readRawPreset("creation-under-load"));
  const { storage } = preset;
  const snapshotVolume = storage.placement.snapshot;
  const volumes = storage.volumes.map((volume) => ({
    ...volume,
    device: device ?? {
      ...volume.device,
      ...(volume.name === snapshotVolume ? { capacityMiB } : {}),
    },
  }));
  // A composed device has the room of its disks: the limit of a sparse file stands for a smaller one.
  const sparseFileLimitMiB = device === null ? 0 : capacityMiB;
  const at = (atSeconds, command) => ({ atSeconds, command });
  return unwrap(
    resolveScenario(
      {
        ...preset,
        database: { ...preset.database, ...load.database },
        workload: { ...preset.workload, ...load.workload },
        storage: { ...storage, volumes, sparseFileLimitMiB },
        durationSeconds,
        timeline: [
          at(createAtSeconds, { kind: "createSnapshot", name: "s1" }),
          ...(reverts
            ? [at(endSeconds, { kind: "revertSnapshot", name: "s1", closeConnections: true })]
            : []),
        ],
      },
      load.name,
    ),
  );
}

async function run(scenario) {
  const recorder = new Recorder();
  const experiment = unwrap(
    await startExperiment(scenario, { onFrame: (frame) => recorder.take(frame) }),
  );
  const summary = unwrap(await experiment.finished);
  if (summary.run.status !== "completed")
    throw new Error(`${scenario.name}: ${summary.run.status}`);
  const timeline = new RunTimeline({
    origin: summary.run.origin,
    plannedEndMs: null,
    warmupEndMs: summary.run.warmupMs,
  });
  timeline.take({ series: recorder.series(), events: recorder.events });
  return { summary, timeline: timeline.timeline, events: recorder.events };
}

const askDevices = new Devices({ launchEngine: forkEngine, environment: process.env });

async function forecastOf(scenario, { timeline, events }) {
  const figures = await revertFigures({ scenario, events }, askDevices);
  const ahead = [hours - (knownMs / 1000 - createAtSeconds) / 3600];
  const { snapshots, notForecast } = forecastOfRun(
    { scenario, figures, hours: ahead },
    timeline,
    knownMs,
  );
  if (snapshots.length === 0) throw new Error(notForecast.map(({ why }) => why).join(" "));
  return snapshots[0];
}

const ratio = (forecast, measured) => forecast / measured;
const text = (value, digits) => Number(value.toFixed(digits));

let kept = true;
const rows = [];
for (const load of loads) {
  for (const { name, device } of devices) {
    const title = `${load.name}; ${name}`;
    if (!title.includes(options.only)) continue;
    const durationSeconds = endSeconds + 600;
    const roomy = await scenarioOf(
      { load, device },
      { capacityMiB: 0, durationSeconds, reverts: true },
    );
    const whole = await run(roomy);
    const point = (await forecastOf(roomy, whole)).points.at(-1);
    const sizes = whole.timeline.snapshots[0].points;
    const size = sizes.findLast(({ atMs }) => atMs <= endSeconds * 1000).sizeOnDiskBytes;
    const phase = (wanted) => whole.summary.phases.find((one) => one.name === wanted);
    const revertMs = phase("recovery").endMs - phase("revert").startMs;

    const capacityMiB = Math.round((roomShare * size) / bytesPerMiB);
    const crossedMs = sizes.find(
      ({ sizeOnDiskBytes }) => sizeOnDiskBytes > capacityMiB * bytesPerMiB,
    ).atMs;
    const narrow = await scenarioOf(
      { load, device },
      { capacityMiB, durationSeconds: Math.ceil(crossedMs / 1000) + 60, reverts: false },
    );
    const filled = await run(narrow);
    const lostMs = filled.summary.snapshots[0].lost.atMs;
    if (lostMs <= knownMs) throw new Error(`${title}: full within the first ${minutes} min`);
    const { full } = await forecastOf(narrow, filled);
    const ratios = {
      size: ratio(point.sizeOnDiskBytes, size),
      full: ratio(full?.afterMs ?? Number.POSITIVE_INFINITY, lostMs - knownMs),
      revert: ratio(point.revertMs, revertMs),
    };
    const holds =
      Math.abs(ratios.size - 1) <= limits.size &&
      Math.abs(ratios.full - 1) <= limits.full &&
      Math.max(ratios.revert, 1 / ratios.revert) <= limits.revert;
    kept &&= holds;
    rows.push({
      "load; devices": title,
      "size, MiB": text(size / bytesPerMiB, 0),
      forecast: text(point.sizeOnDiskBytes / bytesPerMiB, 0),
      ratio: text(ratios.size, 2),
      "full after, s": text((lostMs - knownMs) / 1000, 0),
      "forecast ": full === null ? "never" : text(full.afterMs / 1000, 0),
      "ratio ": text(ratios.full, 2),
      "revert, s": text(revertMs / 1000, 1),
      "forecast  ": text(point.revertMs / 1000, 1),
      "ratio  ": text(ratios.revert, 2),
      holds,
    });
    console.error(`${title}: done`);
  }
}
await askDevices.close();
console.log(
  `forecast ${minutes} min after the creation; size and revert ${hours} h after it, full from the forecast on`,
);
console.table(rows);
console.log(
  kept
    ? `size and time until full within ${100 * limits.size} %, reverts within ${limits.revert} times`
    : "a limit is not kept",
);
process.exitCode = kept ? 0 : 1;
