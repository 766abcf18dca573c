/** Which array snapshots a run has at a moment, and how what their reserves hold goes with what was expected. */
import { dataVolumes } from "../../contract/placement.ts";
import type { Scenario } from "../../contract/scenario.ts";
import { orderOf } from "../../contract/timeline-order.ts";
import { formatBytes } from "../format/bytes.ts";
import { secondsToWrite } from "../page-traffic.ts";
import { lengthOf, type Span } from "../timeline/span.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { transactionsIn } from "./measured-load.ts";
import {
  expectedBytes,
  type ReserveFit,
  type Taken,
  type TakenSnapshot,
  withRoom,
} from "./reserve.ts";

export const reserveCounter = "arrayReserveBytes";

type RunSoFar = Pick<Timeline, "series" | "acts" | "bands">;

/** All that have files of the database. */
const setOf = ({ storage: { placement } }: Scenario): readonly string[] => [
  ...new Set([...dataVolumes(placement), placement.log]),
];

/** Those that are there at `atMs`, oldest first. */
export function takenBy(scenario: Scenario, run: RunSoFar, atMs: number): readonly TakenSnapshot[] {
  const taken = new Map<string, TakenSnapshot>();
  let restores = 0;
  for (const { kind, command, name, outcome, atMs: askedMs } of run.acts) {
    if (outcome !== "applied" || askedMs > atMs) continue;
    const { freeze, volumes: named, arraySnapshot: restored = null, as: beside = null } = command;
    if (kind === "restore" && beside === null) {
      const kept = keptByRestore(run, taken, { restored, askedMs, atMs });
      if (kept !== null) {
        // The name of one that was deleted is not given again.
        const snapshot = `before_restore_${++restores}`;
        taken.set(snapshot, { ...kept, snapshot });
      }
    }
    if (name === null) continue;
    if (kind === "deleteArraySnapshot") taken.delete(name);
    if (kind !== "createArraySnapshot") continue;
    const takenMs = takenAt(run, { name, askedMs, isHeld: freeze !== "none" });
    if (takenMs === null || takenMs > atMs) continue;
    const volumes = Array.isArray(named) ? named : setOf(scenario);
    const transactions = transactionsBy(run, takenMs);
    taken.set(name, { snapshot: name, volumes, takenMs, transactions });
  }
  return [...taken.values()];
}

const transactionsBy = (run: RunSoFar, atMs: number): number =>
  transactionsIn(run, { startMs: 0, endMs: atMs });

/** Those of `snapshots` for which their reserves have had room by `atMs`, at so many transactions a second. */
export const keptBy = (
  scenario: Scenario,
  run: RunSoFar,
  at: {
    readonly snapshots: readonly TakenSnapshot[];
    readonly rate: number;
    readonly atMs: number;
  },
): Taken =>
  withRoom(scenario, {
    snapshots: at.snapshots,
    rate: at.rate,
    transactions: transactionsBy(run, at.atMs),
  });

interface RestoreOfArray {
  readonly restored: unknown;
  readonly askedMs: number;
  readonly atMs: number;
}

/** A restore in place keeps what was there before. Null: it is none of an array snapshot, or has not come to it. */
function keptByRestore(
  run: RunSoFar,
  taken: ReadonlyMap<string, TakenSnapshot>,
  { restored, askedMs, atMs }: RestoreOfArray,
): Omit<TakenSnapshot, "snapshot"> | null {
  const back = typeof restored === "string" ? taken.get(restored) : undefined;
  const restore = run.bands.find(
    ({ phase, startMs }) => phase === "arrayRestore" && startMs >= askedMs,
  );
  if (back === undefined || restore === undefined || restore.startMs > atMs) return null;
  const { startMs: takenMs } = restore;
  const transactions = transactionsBy(run, takenMs);
  return {
    volumes: back.volumes,
    takenMs,
    transactions,
    takenBack: transactions - back.transactions,
  };
}

interface Creation {
  readonly name: string;
  readonly askedMs: number;
  /** The database is frozen for it. */
  readonly isHeld: boolean;
}

/** At the end of the freeze, if there is one. Null: it has not come to it, or was given up. */
function takenAt({ acts, bands }: RunSoFar, { name, askedMs, isHeld }: Creation): number | null {
  const heldUntil = (phase: Timeline["bands"][number]["phase"]) =>
    bands.find((band) => band.phase === phase && band.startMs >= askedMs)?.endMs ?? null;
  const overMs = heldUntil("arraySnapshot") ?? Number.POSITIVE_INFINITY;
  const isGivenUp = acts.some(
    (act) =>
      act.kind === "createArraySnapshot" &&
      act.name === name &&
      act.outcome === "refused" &&
      act.atMs >= askedMs &&
      act.atMs <= overMs,
  );
  if (isGivenUp) return null;
  return isHeld ? heldUntil("ioFreeze") : askedMs;
}

/** Those that a scenario plans, as of the newest of them, at so many transactions a second. */
export function plannedSnapshots(scenario: Scenario, rate: number): Taken {
  const { timeline, warmupSeconds } = scenario;
  const order = orderOf(timeline, warmupSeconds);
  const planned = timeline
    .map(({ command }, index) => ({ command, atSeconds: order.earliest(index) }))
    .sort((one, other) => one.atSeconds - other.atSeconds);
  const kept = new Map<
    string,
    { readonly atSeconds: number; readonly volumes: readonly string[] }
  >();
  for (const { command, atSeconds } of planned) {
    if (command.kind === "deleteArraySnapshot") kept.delete(command.name);
    if (command.kind !== "createArraySnapshot") continue;
    kept.set(command.name, { atSeconds, volumes: command.volumes ?? setOf(scenario) });
  }
  const snapshots = [...kept].map(([snapshot, { atSeconds, volumes }]) => ({
    snapshot,
    volumes,
    takenMs: null,
    transactions: rate * atSeconds,
  }));
  return { snapshots, transactions: snapshots.at(-1)?.transactions ?? 0, rate };
}

/** Changes come few or many, so that chance has a share in fewer array pages than these. */
const pagesOfDoubt = 100;
const judgedFrom = 50;
const mostApart = 2;

/** Or a sentence that says why nothing can be forecast. `span`: of the load, behind the newest of them. */
export function reserveFit(
  scenario: Scenario,
  run: RunSoFar,
  { taken, span: ofLoad }: { readonly taken: Taken; readonly span: Span },
): ReserveFit | string {
  const now = measuredAt(run, ofLoad.endMs);
  if (now === null) return { now: 1, growth: 1 };
  const expectedNow = expectedBytes(scenario, taken, 0);
  const held = expectedNow === 0 ? 1 : now / expectedNow;
  const waveMs = 2000 * secondsToWrite(scenario, taken.rate);
  const span = wholeWaves(sinceDeletion(run, ofLoad), waveMs);
  const begin = span === null ? null : measuredAt(run, span.startMs);
  if (span === null || begin === null) return { now: held, growth: 1 };
  const measured = Math.max(0, now - begin);
  const expected = expectedNow - expectedBytes(scenario, taken, -transactionsIn(run, span));
  const pageBytes = largestPageBytes(scenario);
  const [more, less] = [Math.max(measured, expected), Math.min(measured, expected)];
  if (more >= judgedFrom * pageBytes && more > mostApart * less) {
    return `What the reserves take is not what this load changes: ${formatBytes(measured)} lately, where its changes are ${formatBytes(expected)}. Something else writes to these volumes, or the load is another than its scenario says.`;
  }
  const doubt = pagesOfDoubt * pageBytes;
  return { now: held, growth: (measured + doubt) / (expected + doubt) };
}

/** Checkpoints write in waves, a part of which tells nothing of the rate. Null: there is no whole one. */
function wholeWaves(span: Span, waveMs: number): Span | null {
  if (waveMs === 0) return span;
  const waves = Math.floor(lengthOf(span) / waveMs);
  return waves === 0 ? null : { startMs: span.endMs - waves * waveMs, endMs: span.endMs };
}

/** What a deletion frees is not what a load does not change. */
function sinceDeletion({ series: { timeMs, counters } }: RunSoFar, { startMs, endMs }: Span): Span {
  const values = counters[reserveCounter] ?? new Float64Array();
  const fall = timeMs.findLastIndex(
    (atMs, point) =>
      atMs > startMs && atMs <= endMs && (values[point] ?? 0) < (values[point - 1] ?? 0),
  );
  return { startMs: timeMs[fall] ?? startMs, endMs };
}

const largestPageBytes = ({ storage: { volumes } }: Scenario): number =>
  1024 * Math.max(...volumes.map(({ arraySnapshots }) => arraySnapshots?.pageKiB ?? 0));

/** Null: it was not measured. */
function measuredAt({ series }: RunSoFar, atMs: number): number | null {
  const values = series.counters[reserveCounter];
  const point = series.timeMs.findLastIndex((timeMs) => timeMs <= atMs);
  const value = values?.[point] ?? Number.NaN;
  return Number.isNaN(value) ? null : value;
}
