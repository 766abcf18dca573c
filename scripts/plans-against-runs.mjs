// Protection plans beside what became of them: random plans of 30 virtual minutes on 10 GiB, a failure at a
// random moment of each, its best way back as estimated and as run. It prints the loss (RPO) and the time (RTO)
// of both.
//
//   node scripts/plans-against-runs.mjs [--plans 20] [--seed 1] [--only NUMBER] [--arrays]
//
// --only: one of these plans. --arrays: some of them take array snapshots too. Exit codes: 0, 1 when fewer than
// four of five are within 1.5 times, 2 for bad options.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { inRoot } from "./bootstrap/paths.mjs";

const within = 1.5;
const neededShare = 0.8;
const daySeconds = 1800;

const { values: options } = parseArgs({
  options: {
    plans: { type: "string", default: "20" },
    seed: { type: "string", default: "1" },
    only: { type: "string" },
    arrays: { type: "boolean", default: false },
  },
});
const [count, seed] = [Number(options.plans), Number(options.seed)];
const only = options.only === undefined ? null : Number(options.only);
if (!(Number.isInteger(count) && count > 0 && Number.isInteger(seed))) {
  console.error("--plans takes a whole number above 0, --seed a whole number");
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), "snapscope-plans-"));

/** Its stdout. */
function snapscope(...args) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [inRoot("app", "cli", "main.ts"), ...args],
    { encoding: "utf8", maxBuffer: 2 ** 28, env: { ...process.env, SNAPSCOPE_DATA: folder } },
  );
  if (status !== 0) throw new Error(stderr.split("\n").findLast((line) => line !== "") ?? "failed");
  return stdout;
}

const preset = JSON.parse(snapscope("presets", "restore-after-a-wrong-update", "--json"));
const disks = preset.storage.volumes[0].device;
const devices = [
  { name: "disks of 2006", of: (volume) => volume.device },
  { name: "fewer disks", of: (volume) => ({ ...volume.device, parallelism: 12 }) },
  { name: "AWS gp3", of: () => ({ preset: "aws-gp3" }) },
  { name: "SATA SSD", of: () => ({ preset: "sata-ssd" }) },
  {
    name: "fixed times",
    of: () => ({ ...disks, spread: "fixed", readServiceUs: 1000, writeServiceUs: 1500 }),
  },
];

/** Draws of its own for each plan: mulberry32. */
function drawsOf(number) {
  let state = (seed * 7919 + number * 104729) >>> 0;
  const share = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (least, most) => least + Math.floor(share() * (most - least + 1));
  return { whole, of: (values) => values[whole(0, values.length - 1)] };
}

function planOf(number) {
  const { whole, of } = drawsOf(number);
  const device = of(devices);
  const failures = ["wrongUpdate", "damagedDatabase", "lostVolumes"];
  const array = { pageKiB: of([64, 1024, 15_360]), sizeGiB: 16, reservePercent: 100 };
  // Without its log, a database goes back to what backups and snapshots have.
  const isSimple = of([false, false, false, true]);
  const takesArrays = options.arrays && of([true, false]);
  const job = (kind, least, most, keepCount) => {
    const everySeconds = whole(least, most);
    return { kind, everySeconds, offsetSeconds: whole(0, everySeconds - 1), keepCount };
  };
  const jobs = [
    job("full", 600, 1500, 3),
    ...(of([true, false]) ? [job("differential", 200, 500, 6)] : []),
    ...(isSimple ? [] : [job("log", 60, 240, 60)]),
    ...(isSimple || of([true, false, false]) ? [job("databaseSnapshot", 200, 500, 1)] : []),
    ...(takesArrays ? [{ ...job("arraySnapshot", 200, 500, 4), copyOnly: true }] : []),
  ];
  return {
    title: `${number}: ${jobs.map(({ kind, everySeconds }) => `${kind} ${everySeconds}`).join(", ")}; ${device.name}`,
    failure: of(failures),
    atSeconds: whole(1, daySeconds - 1),
    plan: {
      formatVersion: 1,
      name: `plan ${number}`,
      daySeconds,
      jobs,
      noticedAfterSeconds: { wrongUpdate: whole(20, 200), damagedDatabase: whole(0, 30) },
      // Whoever may lose more takes the faster way.
      targets: { rpoSeconds: of([null, 600]) },
      scenario: {
        ...preset,
        server: { ...preset.server, memoryMiB: of([512, 1024, 2048]) },
        database: {
          ...preset.database,
          sizeMiB: 10_240,
          logSizeMiB: 2048,
          recoveryModel: isSimple ? "simple" : "full",
        },
        workload: { ...preset.workload, users: whole(20, 120), thinkTimeMs: of([500, 1000]) },
        storage: {
          ...preset.storage,
          volumes: preset.storage.volumes.map((volume) => ({
            ...volume,
            device: device.of(volume),
            ...(takesArrays && volume.name !== preset.storage.placement.backup
              ? { arraySnapshots: array }
              : {}),
          })),
        },
        timeline: [],
      },
    },
  };
}

const text = (value, digits) => (value === null ? "-" : Number(value.toFixed(digits)));
const isWithin = ({ ratio }) => ratio !== null && Math.max(ratio, 1 / ratio) <= within;

const rows = [];
let [kept, run] = [0, 0];
const numbers = Array.from({ length: count }, (_, at) => at + 1);
for (const number of only === null ? numbers : [only]) {
  const { title, plan, failure, atSeconds } = planOf(number);
  const file = join(folder, "plan.json");
  writeFileSync(file, JSON.stringify(plan));
  const args = ["plan", file, "--run", String(atSeconds), "--failure", failure, "--json"];
  let row = { failure, "at, s": atSeconds };
  try {
    const { at, outcome } = JSON.parse(snapscope(...args));
    const [way] = at.ways;
    const { time, commits } = outcome;
    const holds = isWithin(time) && isWithin(commits);
    if (holds) kept += 1;
    row = {
      ...row,
      by: way.way,
      sets: way.from.length + (way.tail ? 1 : 0),
      "loses, s": text(way.lossSeconds, 0),
      "commits, plan": text(commits.estimate, 0),
      run: text(commits.run, 0),
      ratio: text(commits.ratio, 2),
      "time, plan, s": text(time.estimate, 1),
      "run ": text(time.run, 1),
      "ratio ": text(time.ratio, 2),
      holds,
    };
  } catch (error) {
    row = { ...row, by: error.message };
  }
  run += 1;
  rows.push(row);
  console.error(`${title}; ${failure}: ${JSON.stringify(row)}`);
}
rmSync(folder, { recursive: true, force: true });
console.table(rows);
const needed = Math.ceil(neededShare * run);
console.log(`${kept} of ${run} plans within ${within} times in both; ${needed} are needed`);
process.exitCode = kept >= needed ? 0 : 1;
