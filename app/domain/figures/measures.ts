/** What is read from a run of a figure. Times are ms of engine time. */

import type { FigureRun } from "../../contract/figure-results.ts";
import type { Metric } from "../../contract/metric.ts";
import type { ActivityName, CreationPhaseName } from "../../contract/phase.ts";
import type { MeasureDefinition } from "./measure-definition.ts";

type Creation = FigureRun["creations"][number];

const duration = (name: string): Metric => ({ name, unit: "duration", better: "lower" });

/** The paper's word for what follows the start-up of a snapshot; writing its pages out is told as undo's. */
export const recoveryPhases: readonly CreationPhaseName[] = [
  "startup",
  "analysis",
  "redo",
  "undo",
  "flush",
];

/** The n-th that was asked for, from 0. */
const creationOf = (run: FigureRun, at: number): Creation | null => run.creations[at] ?? null;

const lengthOf = ({ startMs, endMs }: Creation): number | null =>
  endMs === null ? null : endMs - startMs;

/** Null where it was not completed: how long it takes is then not known. */
const inPhases = (creation: Creation, names: readonly CreationPhaseName[]): number | null =>
  creation.endMs === null
    ? null
    : creation.phases
        .filter(({ name }) => names.includes(name))
        .reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);

export const creation = (id: string, name: string, at = 0): MeasureDefinition => ({
  id,
  metric: duration(name),
  read: (run) => {
    const found = creationOf(run, at);
    return found === null ? null : lengthOf(found);
  },
});

export const phases = (
  id: string,
  name: string,
  names: readonly CreationPhaseName[],
): MeasureDefinition => ({
  id,
  metric: duration(name),
  read: (run) => {
    const found = creationOf(run, 0);
    return found === null ? null : inPhases(found, names);
  },
});

/** Measures of the log that redo of the first creation reads. */
export const redoRange = (
  id: string,
  metric: Pick<Metric, "name" | "unit">,
  key: "records" | "bytes",
): MeasureDefinition => ({
  id,
  metric: { ...metric, better: null },
  read: (run) => creationOf(run, 0)?.redoRange?.[key] ?? null,
});

/** How much of a creation's time these phases are. */
export const phaseShare = (
  id: string,
  name: string,
  names: readonly CreationPhaseName[],
): MeasureDefinition => ({
  id,
  metric: { name, unit: "share", better: null },
  read: (run) => {
    const found = creationOf(run, 0);
    const length = found === null ? null : lengthOf(found);
    const part = found === null ? null : inPhases(found, names);
    return length === null || part === null || length <= 0 ? null : part / length;
  },
});

/** Between two moments of the first creation. */
export const between = (
  id: string,
  name: string,
  span: (creation: Creation) => readonly [number | null, number | null],
): MeasureDefinition => ({
  id,
  metric: { name, unit: "duration", better: null },
  read: (run) => {
    const found = creationOf(run, 0);
    if (found === null) return null;
    const [from, to] = span(found);
    return from === null || to === null ? null : to - from;
  },
});

export const throughput: MeasureDefinition = {
  id: "throughput",
  metric: { name: "throughput", unit: { name: "transactions/s" }, better: "higher" },
  read: ({ transactionsPerSecond }) => transactionsPerSecond,
};

/** Mean response time of a type of transaction. */
export const response = (type: string, name: string): MeasureDefinition => ({
  id: type,
  metric: { name, unit: "milliseconds", better: "lower" },
  read: ({ responses }) => responses.find((one) => one.type === type)?.meanMs ?? null,
});

/** How long the first operation of a kind took. */
export const operation = (kind: ActivityName, name: string): MeasureDefinition => ({
  id: kind,
  metric: duration(name),
  read: ({ operations }) => {
    const found = operations.find((one) => one.name === kind);
    return found === undefined ? null : found.endMs - found.startMs;
  },
});

const pageBytes = 8192;

/** The bytes of the pages that the first operation of a kind read, a second. */
export const rateOfOperation = (kind: ActivityName, name: string): MeasureDefinition => ({
  id: `${kind}Rate`,
  metric: { name, unit: { name: "MB/s" }, better: "higher" },
  read: ({ operations }) => {
    const found = operations.find((one) => one.name === kind);
    const pages = found?.figures.pages;
    return found === undefined || pages === undefined
      ? null
      : (pages * pageBytes) / 1000 / (found.endMs - found.startMs);
  },
});

/** Zero where nobody waited so: a wait that did not occur is no gap in what was measured. */
export const wait = (type: string): MeasureDefinition => ({
  id: type,
  metric: { name: type, unit: "duration", better: "lower" },
  read: ({ waits }) => waits.find((one) => one.type === type)?.ms ?? 0,
});

/** The waits on which most time was spent, and which are in none of `types`. */
export const otherWaits = (types: readonly string[]): MeasureDefinition => ({
  id: "otherWait",
  metric: { name: "longest other wait", unit: "duration", better: "lower" },
  read: ({ waits }) => waits.find(({ type }) => !types.includes(type))?.ms ?? 0,
});

/** On disk, as a revert found it. */
export const revertedSize: MeasureDefinition = {
  id: "size",
  metric: { name: "size of the snapshot on disk", unit: "bytes", better: null },
  read: ({ operations }) => operations.find(({ name }) => name === "revert")?.figures.bytes ?? null,
};

/** Mean of a counter over a span of the run, each point weighted by the time that it stands for. */
export function meanOf(
  run: FigureRun,
  counter: string,
  fromMs: number,
  toMs: number,
): number | null {
  const values = run.counters?.values[counter];
  if (run.counters === null || values === undefined) return null;
  let [sum, weight] = [0, 0];
  for (const [at, endMs] of run.counters.timeMs.entries()) {
    const startMs = run.counters.timeMs[at - 1] ?? 0;
    const within = Math.min(endMs, toMs) - Math.max(startMs, fromMs);
    if (within <= 0) continue;
    sum += (values[at] ?? 0) * within;
    weight += within;
  }
  return weight > 0 ? sum / weight : null;
}
