/** What a run has shown by a moment: how many transactions a second go on, and how what they push goes with what they were expected to. */

import { partsInSpan } from "../series/parts-in-span.ts";
import type { Span } from "../timeline/span.ts";
import type { SnapshotTrack, Timeline } from "../timeline/timeline.ts";
import { type Pushed, pageBytes, regionBytes } from "./first-touches.ts";

export const loadCounter = "transactionsPerSecond";

/** The transactions of all sessions, what they rolled back included. */
export function transactionsIn({ series }: Pick<Timeline, "series">, span: Span): number {
  const rates = series.counters[loadCounter] ?? new Float64Array();
  return partsInSpan(series.timeMs, span).reduce((sum, { point, lengthMs }) => {
    const rate = rates[point] ?? Number.NaN;
    return Number.isNaN(rate) ? sum : sum + (rate * lengthMs) / 1000;
  }, 0);
}

/** What else stops a load, or is done before users are back. */
const outages: ReadonlySet<string> = new Set([
  "serverStart",
  "recovery",
  "restore",
  "revert",
  "logGrowth",
]);
/** Half of the time since the creation, so that a change is soon left behind; short ones are taken whole. */
const leastShareMs = 60_000;

/** The stretch before `atMs` in which the load was as it is, but for chance. `fromMs`: the end of the creation. */
export function steadySpan(
  { acts, bands }: Pick<Timeline, "acts" | "bands">,
  fromMs: number,
  atMs: number,
): Span {
  const changes = acts.flatMap((act) =>
    act.kind === "setUsers" && act.outcome === "applied" && act.atMs <= atMs ? act.atMs : [],
  );
  const ends = bands.flatMap(({ row, endMs }) =>
    outages.has(row) && endMs !== null && endMs <= atMs ? endMs : [],
  );
  const half = atMs - Math.max(leastShareMs, (atMs - fromMs) / 2);
  return { startMs: Math.max(fromMs, half, ...changes, ...ends), endMs: atMs };
}

export interface Fit {
  /** Pushed in that stretch, as a share of what was expected. */
  readonly regions: number;
  readonly pages: number;
}

/** Transactions push few pages or many, so that chance has a share in fewer pushes than these. */
const pushesOfDoubt = 2000;
const judgedFrom = 400;
const mostApart = 2;

/** Null: what pushes here is not what the scenario's load does. */
export function fitOf(measured: Increase, expected: Increase): Fit | null {
  const [more, less] = [
    Math.max(measured.pages, expected.pages),
    Math.min(measured.pages, expected.pages),
  ];
  if (more >= judgedFrom && more > mostApart * less) return null;
  return {
    regions: share(measured.regions, expected.regions),
    pages: share(measured.pages, expected.pages),
  };
}

type Increase = Pick<Pushed, "pages" | "regions">;

const share = (measured: number, expected: number): number =>
  (measured + pushesOfDoubt) / (expected + pushesOfDoubt);

export const increase = (from: Increase, to: Increase): Increase => ({
  pages: Math.max(0, to.pages - from.pages),
  regions: Math.max(0, to.regions - from.regions),
});

type Point = SnapshotTrack["points"][number];

export const measuredAt = ({ sizeOnDiskBytes, pagesPushed }: Point): Increase => ({
  pages: pagesPushed,
  regions: sizeOnDiskBytes / regionBytes,
});

/** Where the file system allocates by pages, as of real files on some: a region is not taken whole then. */
export const isByPage = ({ sizeOnDiskBytes, pagesPushed }: Point, expected: Pushed): boolean =>
  expected.regions * regionBytes > 1.5 * expected.pages * pageBytes &&
  sizeOnDiskBytes < 1.1 * pagesPushed * pageBytes + regionBytes;
