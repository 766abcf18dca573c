/**
 * Fuzzes what reads push records and owners of extents, for a time:
 *
 *   node app/domain/page-map/testing/fuzz-push-records.ts [--seconds N] [--seed N]
 *
 * Sections and events are made as an engine makes them, several batches of a run, and then damaged: bytes,
 * counts, numbers of events, and the order of the batches. The reader takes a batch or refuses it with its number; it
 * never throws, takes long, or takes more than there is; and what it has taken can be shown. A finding prints
 * the seed of its run, which repeats it.
 */
import process, { argv } from "node:process";
import { parseArgs } from "node:util";
import { type RunEvent, runEventSchema } from "../../../contract/events.ts";
import { encodePushes, pushDetails } from "../../../contract/push-records.ts";
import { pushCauses } from "../../../contract/telemetry-catalog.ts";
import { SeededRandom } from "../../seeded-random.ts";
import { OwnedExtents, ownersOf } from "../owned-extents.ts";
import { PlacedPushes } from "../placed-pushes.ts";
import { type PushLog, pushAt } from "../push-log.ts";
import { PushReader } from "../push-reader.ts";
import { whole } from "../slices.ts";
import { SpanCounts } from "../span-counts.ts";

interface MadeBatch {
  events: unknown[];
  pushes?: Uint8Array;
}

/** Longer than any batch of these takes, ms. */
const longestMs = 1000;
/** Of a file that is shown; damage may name larger ones. */
const mostShownPages = 1 << 22;

class Finding extends Error {}

function expectThat(holds: boolean, words: string): void {
  if (!holds) throw new Finding(words);
}

const times = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

/** The batches of a run, all of which fit together. */
function madeRun(random: SeededRandom): MadeBatch[] {
  const files = times(1 + random.below(3), (at) => ({
    id: at === 0 ? 1 : at + 2,
    name: `file_${at}`,
    // More than a run below pushes: a page gets into a file once.
    pages: 8 * (40 + random.below(500)),
  }));
  const places = files.reduce((sum, { pages }) => sum + pages, 0);
  let [atUs, targets, detail] = [0, 0, 0];
  return times(1 + random.below(6), (number) => {
    const atMs = atUs / 1000;
    const events: unknown[] = [];
    if (number === 0 || random.below(3) === 0) {
      events.push(madeOwners(random, files, atMs, number === 0));
    }
    for (let left = random.below(3); left > 0 || targets === 0; --left) {
      targets += 1;
      const name = `snap_${random.below(2)}`;
      events.push({
        kind: "pushTarget",
        atMs,
        number: targets,
        snapshot: name,
        hidden: false,
        files,
      });
    }
    if (random.below(4) === 0) {
      events.push({ kind: "pushTargetEnd", atMs, number: 1 + random.below(targets) });
    }
    if (random.below(4) === 0) detail = Math.min(2, detail + random.below(2));
    const count = detail === 2 ? 0 : random.below(40);
    const firstUs = atUs;
    const timeUs = times(count, (at) => {
      if (at > 0) atUs += random.below(random.of([1, 200, 100_000]));
      return atUs;
    });
    atUs += random.below(1_000_000);
    const pushes = encodePushes({
      detail: pushDetails[detail] ?? "pages",
      firstUs,
      timeUs: Float64Array.from(timeUs),
      pages: Float64Array.from(timeUs, () => random.below(places)),
      causes: Uint8Array.from(timeUs, () => random.below(pushCauses.length)),
      targets: Uint16Array.from(timeUs, () => 1 + random.below(targets)),
    });
    return random.below(5) === 0 ? { events } : { events, pushes };
  });
}

function madeOwners(
  random: SeededRandom,
  files: readonly { readonly pages: number }[],
  atMs: number,
  anew: boolean,
): unknown {
  const owners = times(1 + random.below(4), (at) => ({
    number: at + 1,
    name: `dbo.table_${random.below(6)}`,
    kind: random.of(["table", "index", "build", "allocation"]),
  }));
  const spans = times(random.below(8), () => {
    const file = random.below(files.length);
    const extents = (files[file]?.pages ?? 8) / 8;
    const first = random.below(extents);
    return [file, first, random.below(extents - first + 1), random.below(owners.length + 1)];
  });
  return { kind: "extentOwners", atMs, anew, owners, spans: spans.flat(), ends: false };
}

const oddNumbers = [
  0,
  1,
  7,
  255,
  256,
  65_535,
  65_536,
  2 ** 31,
  2 ** 32 - 1,
  2 ** 32,
  -1,
  0.5,
] as const;

/** Damages one thing of a run. */
function damage(random: SeededRandom, batches: MadeBatch[]): void {
  const at = random.below(batches.length);
  const batch = batches[at];
  if (batch === undefined) return;
  switch (random.below(4)) {
    case 0:
      if (batch.pushes !== undefined) batch.pushes = damagedBytes(random, batch.pushes);
      return;
    case 1: {
      const event = batch.events[random.below(batch.events.length)];
      if (event !== undefined) damageNumber(random, event);
      return;
    }
    case 2:
      batches.splice(random.below(batches.length), random.below(2), structuredClone(batch));
      return;
    default:
      batch.events.splice(random.below(batch.events.length + 1), 1);
  }
}

function damagedBytes(random: SeededRandom, bytes: Uint8Array): Uint8Array {
  const at = random.below(bytes.length);
  switch (random.below(5)) {
    case 0:
      return bytes.slice(0, at);
    case 1:
      return Uint8Array.of(...bytes.subarray(0, at), random.below(256), ...bytes.subarray(at));
    case 2:
      return Uint8Array.of(...bytes.subarray(0, at), ...bytes.subarray(at + 1));
    default: {
      // The header more often than its share: counts, detail and time are there.
      const place = random.below(3) === 0 ? random.below(Math.min(16, bytes.length)) : at;
      const damaged = bytes.slice();
      damaged[place] = random.of([0, 1, 0x7f, 0x80, 0xff, random.below(256)]);
      return damaged;
    }
  }
}

/** Gives one number somewhere in an event another value. */
function damageNumber(random: SeededRandom, value: unknown): void {
  let here = value;
  while (typeof here === "object" && here !== null) {
    const keys = Object.keys(here);
    if (keys.length === 0) return;
    const key = keys[random.below(keys.length)] ?? "";
    const next: unknown = Reflect.get(here, key);
    if (typeof next === "number") Reflect.set(here, key, random.of(oddNumbers));
    here = next;
  }
}

/** Whether all of it was taken. */
function readRun(batches: readonly MadeBatch[]): boolean {
  const reader = new PushReader();
  let bytes = 0;
  for (const [seq, { events, pushes }] of batches.entries()) {
    const known: RunEvent[] = [];
    for (const event of events) {
      const read = runEventSchema.safeParse(event);
      if (!read.success) return false;
      known.push(read.data);
    }
    bytes += pushes?.byteLength ?? 0;
    const before = reader.log.count;
    const began = performance.now();
    const taken = reader.take({ seq, events: known, pushes });
    expectThat(performance.now() - began < longestMs, `batch ${seq} takes too long`);
    if (!taken.ok) {
      const { message } = taken.error;
      expectThat(message.startsWith(`batch ${seq}: `), `a refusal without its batch: ${message}`);
      expectThat(reader.log.count === before, `a refusal leaves half of batch ${seq}`);
      return false;
    }
    expectThat(reader.log.count <= bytes / 2, `${reader.log.count} pushes of ${bytes} bytes`);
  }
  show(reader.log);
  return true;
}

/** All that a map asks of a log. */
function show(log: PushLog): void {
  for (let index = 0; index < log.count; ++index) {
    const push = pushAt(log, index);
    const pages = log.files[push?.file ?? -1]?.pages ?? 0;
    expectThat(push !== null && push.page < pages, `push ${index} lies nowhere`);
    expectThat((log.ticks[index] ?? 0) >= (log.ticks[index - 1] ?? 0), "times go back");
  }
  for (const [file, { pages }] of log.files.entries()) {
    if (pages > mostShownPages) return;
    const owned = new OwnedExtents(file, pages);
    for (const { atMs } of [...log.owners.changes].reverse()) owned.moveTo(log.owners, atMs);
    expectThat(owned.at(0) <= log.owners.owners.length, "an extent of nobody");
    ownersOf(log.owners, file, pages - 1);
  }
  for (const target of log.sparseFiles.keys()) {
    const pushes = new PlacedPushes(log, target);
    whole(pushes.take(log));
    const counts = new SpanCounts(pushes, { firstPage: 0, pagesPerCell: 8, cells: 64 });
    whole(counts.moveTo({ from: 0, to: log.count }));
  }
}

const { values } = parseArgs({
  args: argv.slice(2),
  options: {
    seconds: { type: "string", default: "10" },
    seed: { type: "string", default: "1" },
  },
});
const until = performance.now() + 1000 * Number(values.seconds);
const first = Number(values.seed);
let [runs, taken, damaged] = [0, 0, 0];
for (let seed = first; runs === 0 || performance.now() < until; ++seed) {
  try {
    const random = new SeededRandom(seed);
    const batches = madeRun(random);
    expectThat(readRun(structuredClone(batches)), "what an engine makes is refused");
    for (let left = 1 + random.below(4); left > 0 && batches.length > 0; --left) {
      damage(random, batches);
    }
    ++runs;
    if (readRun(batches)) ++taken;
    else ++damaged;
  } catch (error) {
    console.error(`seed ${seed}:`, error);
    process.exitCode = 1;
    break;
  }
}
console.error(`number_of_executed_units: ${runs}`);
console.error(`${damaged} refused, ${taken} taken whole`);
const { heapUsed, arrayBuffers } = process.memoryUsage();
const mebibytes = Math.round((heapUsed + arrayBuffers) / 2 ** 20);
console.error(`${mebibytes} MiB at the end`);
if (mebibytes > 512) process.exitCode = 1;
