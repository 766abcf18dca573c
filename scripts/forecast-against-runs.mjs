// The forecast of a snapshot beside what became of it: from the first minutes after its creation, the size
// an hour later, when its volume is full, and how long a revert takes. Three loads on two devices, each run
// once for the size and the revert, and once more on a volume that fills up.
//
//   node scripts/forecast-against-runs.mjs [--minutes 5] [--hours 1] [--only TEXT] [--array [--page-kib 1024]]
//
// --only: the loads and devices whose name has that text. --array: three array snapshots that are kept, with
// what their reserve holds at the end, what each of them frees, and when the first goes because the reserve is
// full; array pages have --page-kib. Exit codes: 0, 1 when a limit is not kept, 2 for bad options.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { inRoot } from "./bootstrap/paths.mjs";

/** Times of reverts and of reserves by the factor; the rest by the share that it is off. */
const limits = { size: 0.15, full: 0.15, revert: 1.5, reserve: 0.15, reserveFull: 2 };
const createAtSeconds = 30;
/** The room of a volume that fills up, as a share of the size at the end. */
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
    array: { type: "boolean", default: false },
    "page-kib": { type: "string", default: "1024" },
  },
});
const [minutes, hours] = [Number(options.minutes), Number(options.hours)];
if (!(minutes >= 1 && minutes < 60 * hours && hours <= 24)) {
  console.error("--minutes takes 1 or more, fewer than --hours has, which takes up to 24");
  process.exit(2);
}
const endSeconds = createAtSeconds + hours * 3600;
/** Array snapshots that are kept, a sixth of the time apart. */
const takenSeconds = [0, 1, 2].map((place) => createAtSeconds + (place * hours * 3600) / 6);
const knownSeconds = (options.array ? takenSeconds.at(-1) : createAtSeconds) + minutes * 60;

const folder = mkdtempSync(join(tmpdir(), "snapscope-forecasts-"));
const preset = JSON.parse(snapscope("presets", "creation-under-load", "--json"));

/** Its stdout. A snapshot that is lost ends a run with exit 1: the second run of each has one. */
function snapscope(...args) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [inRoot("app", "cli", "main.ts"), ...args],
    {
      encoding: "utf8",
      maxBuffer: 256 * bytesPerMiB,
      env: { ...process.env, SNAPSCOPE_DATA: folder },
    },
  );
  if (status !== 0 && !(status === 1 && args[0] === "run")) throw new Error(stderr);
  return stdout;
}

/** `capacityMiB` of the snapshots' volume; 0: it has room for all. */
function scenarioOf({ load, device }, { capacityMiB, reverts }) {
  const { storage } = preset;
  const volumes = storage.volumes.map((volume) => ({
    ...volume,
    device: device ?? {
      ...volume.device,
      ...(volume.name === storage.placement.snapshot ? { capacityMiB } : {}),
    },
  }));
  // A composed device has the room of its disks: the limit of a sparse file stands for a smaller one.
  const sparseFileLimitMiB = device === null ? 0 : capacityMiB;
  const at = (atSeconds, command) => ({ atSeconds, command });
  return {
    ...preset,
    database: { ...preset.database, ...load.database },
    workload: { ...preset.workload, ...load.workload },
    storage: { ...storage, volumes, sparseFileLimitMiB },
    durationSeconds: endSeconds + 600,
    timeline: [
      at(createAtSeconds, { kind: "createSnapshot", name: "s1" }),
      ...(reverts
        ? [at(endSeconds, { kind: "revertSnapshot", name: "s1", closeConnections: true })]
        : []),
    ],
  };
}

function run(scenario) {
  const file = join(folder, "scenario.json");
  writeFileSync(file, JSON.stringify(scenario));
  return JSON.parse(snapscope("run", file, "--json", "--save"));
}

/** The forecast for the run that was recorded last, by what was known at a moment of it. */
function wholeForecastAt(atSeconds, ahead) {
  const args = ["--at", String(atSeconds), "--hours", String(ahead), "--json"];
  return JSON.parse(snapscope("forecast", "latest", ...args));
}

/** Of its only snapshot. */
function forecastAt(atSeconds, ahead) {
  const { snapshots, notForecast } = wholeForecastAt(atSeconds, ahead);
  if (snapshots.length === 0) throw new Error(notForecast.map(({ why }) => why).join(" "));
  return snapshots[0];
}

const ratio = (forecast, measured) => forecast / measured;
const isWithin = (times, one) => Math.max(one, 1 / one) <= times;
const text = (value, digits) => Number(value.toFixed(digits));

/** A row of the table of sparse files, and whether limits are kept. */
function sparseRow(title, { load, device }) {
  const whole = run(scenarioOf({ load, device }, { capacityMiB: 0, reverts: true }));
  const point = forecastAt(knownSeconds, (endSeconds - knownSeconds) / 3600).points.at(-1);
  const size = forecastAt(endSeconds, 1).points[0].sizeOnDiskBytes;
  const phase = (wanted) => whole.phases.find((one) => one.name === wanted);
  const revertMs = phase("recovery").endMs - phase("revert").startMs;

  const capacityMiB = Math.round((roomShare * size) / bytesPerMiB);
  const filled = run(scenarioOf({ load, device }, { capacityMiB, reverts: false }));
  const leftMs = filled.snapshots[0].lost.atMs - knownSeconds * 1000;
  if (leftMs <= 0) throw new Error(`${title}: full within the first ${minutes} min`);
  const { full } = forecastAt(knownSeconds, 1);
  const ratios = {
    size: ratio(point.sizeOnDiskBytes, size),
    full: ratio(full?.afterMs ?? Number.POSITIVE_INFINITY, leftMs),
    revert: ratio(point.revertMs, revertMs),
  };
  const holds =
    Math.abs(ratios.size - 1) <= limits.size &&
    Math.abs(ratios.full - 1) <= limits.full &&
    isWithin(limits.revert, ratios.revert);
  return {
    "load; devices": title,
    "size, MiB": text(size / bytesPerMiB, 0),
    forecast: text(point.sizeOnDiskBytes / bytesPerMiB, 0),
    ratio: text(ratios.size, 2),
    "full after, s": text(leftMs / 1000, 0),
    "forecast ": full === null ? "never" : text(full.afterMs / 1000, 0),
    "ratio ": text(ratios.full, 2),
    "revert, s": text(revertMs / 1000, 1),
    "forecast  ": text(point.revertMs / 1000, 1),
    "ratio  ": text(ratios.revert, 2),
    holds,
  };
}

const arraySizeGiB = 8;
const pageKiB = Number(options["page-kib"]);
/** A reserve is set by the percent. */
const reserveStep = (arraySizeGiB * 1024 * bytesPerMiB) / 100;
/** With fewer to come the moment at which half of it has come is chance: all array pages are changed already. */
const leastSteps = 5;

/** Data and log on volumes whose array takes snapshots; `reservePercent`: of that of the data. */
function arrayScenarioOf({ load, device }, { reservePercent }) {
  const scenario = scenarioOf({ load, device }, { capacityMiB: 0, reverts: false });
  const { volumes, placement } = scenario.storage;
  const reserves = { [placement.data]: reservePercent, [placement.log]: 10_000 };
  return {
    ...scenario,
    durationSeconds: endSeconds,
    storage: {
      ...scenario.storage,
      volumes: volumes.map((volume) =>
        volume.name in reserves
          ? {
              ...volume,
              arraySnapshots: {
                pageKiB,
                sizeGiB: arraySizeGiB,
                reservePercent: reserves[volume.name],
              },
            }
          : volume,
      ),
    },
    timeline: takenSeconds.map((atSeconds, place) => ({
      atSeconds,
      command: { kind: "createArraySnapshot", name: `a${place + 1}` },
    })),
  };
}

/** From the forecast on, where half of what is still to come has room: when the first one goes. Null: hardly any comes. */
function fullOfArray(title, of, { volume, from, to }) {
  if (to.usedBytes - from.usedBytes < leastSteps * reserveStep) return null;
  const reservePercent = Math.round((from.usedBytes + to.usedBytes) / 2 / reserveStep);
  const filled = run(arrayScenarioOf(of, { reservePercent }));
  const { goneMs } = filled.arraySnapshots[0];
  if (goneMs === null) throw new Error(`${title}: no array snapshot had to go`);
  const { reserves } = wholeForecastAt(knownSeconds, 1).arraySnapshots ?? { reserves: [] };
  const forecast = reserves.find((one) => one.volume === volume)?.full;
  return {
    afterMs: goneMs - knownSeconds * 1000,
    forecastMs: forecast?.afterMs ?? Number.POSITIVE_INFINITY,
  };
}

/** A row of the table of array snapshots. */
function arrayRow(title, of) {
  const whole = run(arrayScenarioOf(of, { reservePercent: 10_000 }));
  const { arraySnapshots, notForecast } = wholeForecastAt(
    knownSeconds,
    (endSeconds - knownSeconds) / 3600,
  );
  if (arraySnapshots === null) throw new Error(notForecast.map(({ why }) => why).join(" "));
  const sum = (parts, key) => parts.reduce((all, part) => all + part[key], 0);
  const used = whole.volumes.reduce((all, { reserve }) => all + (reserve?.usedBytes ?? 0), 0);
  const data = whole.volumes.find(({ name }) => name === preset.storage.placement.data);
  const forecastUsed = arraySnapshots.reserves.reduce(
    (all, { points }) => all + points.at(-1).usedBytes,
    0,
  );
  const own = whole.arraySnapshots.map(({ reserve }) => sum(reserve, "ownBytes"));
  const forecastOwn = arraySnapshots.snapshots.map(({ points }) => points.at(-1).ownBytes);

  const now = arraySnapshots.reserves.find(({ volume }) => volume === data.name).points[0];
  const full = fullOfArray(title, of, { volume: data.name, from: now, to: data.reserve });
  const ratios = {
    used: ratio(forecastUsed, used),
    own: own.map((bytes, place) => ratio(forecastOwn[place], bytes)),
    full: full === null ? 1 : ratio(full.forecastMs, full.afterMs),
  };
  return {
    "load; devices": title,
    "used, MiB": text(used / bytesPerMiB, 0),
    forecast: text(forecastUsed / bytesPerMiB, 0),
    ratio: text(ratios.used, 2),
    "own, MiB": own.map((bytes) => text(bytes / bytesPerMiB, 0)).join(", "),
    "forecast ": forecastOwn.map((bytes) => text(bytes / bytesPerMiB, 0)).join(", "),
    "full after, s": full === null ? "all is changed" : text(full.afterMs / 1000, 0),
    "forecast  ": full === null ? "" : text(full.forecastMs / 1000, 0),
    holds:
      [ratios.used, ...ratios.own].every((one) => Math.abs(one - 1) <= limits.reserve) &&
      isWithin(limits.reserveFull, ratios.full),
  };
}

let kept = true;
const rows = [];
for (const load of loads) {
  for (const { name, device } of devices) {
    const title = `${load.name}; ${name}`;
    if (!title.includes(options.only)) continue;
    const row = (options.array ? arrayRow : sparseRow)(title, { load, device });
    kept &&= row.holds;
    rows.push(row);
    console.error(`${title}: done`);
  }
}
rmSync(folder, { recursive: true, force: true });
console.log(
  options.array
    ? `forecast ${minutes} min after the third array snapshot; what is held ${hours} h after the first, full from the forecast on`
    : `forecast ${minutes} min after the creation; size and revert ${hours} h after it, full from the forecast on`,
);
console.table(rows);
const keptText = options.array
  ? `what reserves hold and what snapshots free within ${100 * limits.reserve} %, time until full within ${limits.reserveFull} times`
  : `size and time until full within ${100 * limits.size} %, reverts within ${limits.revert} times`;
console.log(kept ? keptText : "a limit is not kept");
process.exitCode = kept ? 0 : 1;
