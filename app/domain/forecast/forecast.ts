/**
 * What becomes of snapshots if the load stays as it is: from what a run has shown by a moment of it, or from
 * its scenario alone. Sizes follow from first touches, which grow rarer (first-touches.ts), and go on from
 * what was measured; a revert's time follows from what it has to copy (revert-time.ts).
 */
import type { DeviceFigures } from "../../contract/device.ts";
import type {
  ArrayForecast,
  Forecast,
  ForecastPoint,
  Room,
  SnapshotForecast,
} from "../../contract/forecast.ts";
import type { Scenario } from "../../contract/scenario.ts";
import { committedShare, writerShare } from "../../contract/transaction-mix.ts";
import { formatTidyDuration } from "../format/times.ts";
import { partsInSpan } from "../series/parts-in-span.ts";
import { setupPhrase, setupPhraseAt } from "../setup-phrase.ts";
import { contended, type Throughput } from "../throughput.ts";
import type { Span } from "../timeline/span.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { keptBy, plannedSnapshots, reserveFit, takenBy } from "./array-snapshots-of-run.ts";
import { firstMoment } from "./first-moment.ts";
import {
  firstTouches,
  mostPages,
  type Pushed,
  pageBytes,
  pagesPerRegion,
  regionBytes,
} from "./first-touches.ts";
import {
  fitOf,
  increase,
  isByPage,
  measuredAt,
  steadySpan,
  transactionsIn,
} from "./measured-load.ts";
import { arrayForecast, type TakenSnapshot } from "./reserve.ts";
import { revertMs } from "./revert-time.ts";
import { roomOfFiles, sharedRoom } from "./room.ts";

export interface ForecastQuestion {
  readonly scenario: Scenario;
  /** Figures of the devices of `revertVolumes`; null: they are not to be had. */
  readonly figures: ReadonlyMap<string, DeviceFigures> | null;
  /** From the moment of the forecast on. */
  readonly hours: readonly number[];
}

type RunSoFar = Pick<Timeline, "series" | "snapshots" | "asOf" | "acts" | "bands">;

export const usualHours = [1, 8, 24] as const;
const hourMs = 3_600_000;
/** Less tells nothing of how a load goes on. */
const leastMs = 10_000;

/** A snapshot that grows: what it comes to after so many ms more. */
interface Growth {
  readonly snapshot: string;
  readonly asOfMs: number | null;
  readonly pushedAfter: (afterMs: number) => Pushed & { readonly bytes: number };
  readonly transactionsLostAfter: (afterMs: number) => number;
}

/** The forecast of the snapshots that are there at `atMs`, by what was known by then. */
export function forecastOfRun(
  { scenario, figures, hours }: ForecastQuestion,
  run: RunSoFar,
  atMs: number,
): Forecast {
  const growths: Growth[] = [];
  const notForecast: { snapshot: string; why: string }[] = [];
  const onDisk = tracksAt(run, atMs);
  const isLost = ({ lostMs }: Timeline["snapshots"][number]) =>
    lostMs !== undefined && lostMs <= atMs;
  for (const { name } of onDisk.filter(isLost)) {
    notForecast.push({ snapshot: name, why: "A lost snapshot can only be dropped." });
  }
  const there = onDisk.filter((track) => !isLost(track));
  // One load for all: that since the newest creation ended.
  const taken = takenBy(scenario, run, atMs);
  const newestMs = Math.max(
    0,
    ...there.map(({ name }) => creationEndMs(run, name, atMs) ?? 0),
    ...taken.map(({ takenMs }) => takenMs ?? 0),
  );
  const span = steadySpan(run, newestMs, atMs);
  const overMs = span.endMs - span.startMs;
  const rate = overMs > 0 ? (1000 * transactionsIn(run, span)) / overMs : 0;
  for (const track of there) {
    const growth = growthOf(track, { scenario, run, rate, span, atMs });
    if (typeof growth === "string") notForecast.push({ snapshot: track.name, why: growth });
    else growths.push(growth);
  }
  const array = arrayOf({ scenario, run, rate, span, atMs }, taken, hours);
  if (typeof array === "string") {
    notForecast.push(...taken.map(({ snapshot }) => ({ snapshot, why: array })));
  }
  const events = run.acts.map(({ atMs: at, command, outcome, message }) => ({
    kind: "command" as const,
    atNs: at * 1e6,
    command,
    outcome,
    message,
  }));
  return {
    basis: "run",
    setup: setupPhraseAt(scenario, events, atMs),
    atMs,
    transactionsPerSecond: rate,
    measuredOverMs: overMs,
    snapshots: forecastsOf(growths, {
      scenario,
      figures,
      hours: [0, ...hours],
      others: there.length - growths.length,
      backupBytes: backupsBy(run, atMs),
      otherBytes: sizeOf(onDisk.filter((track) => growths.every(isNot(track)))),
    }),
    arraySnapshots: typeof array === "string" ? null : array,
    notForecast,
  };
}

/** Whether anything is said, or why nothing is. */
export const saysSomething = ({ snapshots, arraySnapshots, notForecast }: Forecast): boolean =>
  snapshots.length + notForecast.length > 0 || arraySnapshots !== null;

/** Null: no snapshot is planned, nobody works, or what users wait for is a guess. */
export const predictSnapshot = (
  question: ForecastQuestion,
  throughput: Throughput | null,
): Forecast | null =>
  throughput === null || throughput.perSecond === 0 || throughput.rowHeld >= contended
    ? null
    : forecastOfScenario(question, throughput.perSecond);

/**
 * The forecast of the first snapshot that a scenario plans, and of its array snapshots from the newest on, at the
 * throughput predicted of it. Null: it plans none. `perSecond`: committed transactions.
 */
export function forecastOfScenario(question: ForecastQuestion, perSecond: number): Forecast | null {
  const { scenario, hours } = question;
  const rate = perSecond / committedShare(scenario.workload);
  const growth = plannedGrowth(scenario, rate);
  const taken = plannedSnapshots(scenario, rate);
  const fit = { now: 1, growth: 1 };
  const arraySnapshots = arrayForecast({ scenario, taken, hours, fit });
  if (growth === null && arraySnapshots === null) return null;
  return {
    basis: "scenario",
    setup: setupPhrase(scenario),
    atMs: null,
    transactionsPerSecond: rate,
    measuredOverMs: null,
    snapshots: forecastsOf(growth === null ? [] : [growth], {
      ...question,
      others: 0,
      backupBytes: 0,
      otherBytes: 0,
    }),
    arraySnapshots,
    notForecast: [],
  };
}

/** Null: no snapshot is planned. */
function plannedGrowth(scenario: Scenario, rate: number): Growth | null {
  const planned = scenario.timeline.find(({ command }) => command.kind === "createSnapshot");
  if (planned === undefined || planned.command.kind !== "createSnapshot") return null;
  const touches = firstTouches(scenario);
  const transactions = (afterMs: number) => (rate * afterMs) / 1000;
  return {
    snapshot: planned.command.name,
    asOfMs: null,
    pushedAfter: (afterMs) => {
      const pushed = touches(transactions(afterMs));
      return { ...pushed, bytes: (pushed.regions + scenario.database.dataFiles) * regionBytes };
    },
    transactionsLostAfter: transactions,
  };
}

const isNot =
  ({ name }: Timeline["snapshots"][number]) =>
  ({ snapshot }: Growth): boolean =>
    snapshot !== name;

const sizeOf = (tracks: Timeline["snapshots"]): number =>
  tracks.reduce((sum, { points }) => sum + (points.at(-1)?.sizeOnDiskBytes ?? 0), 0);

/** What the backups took that had ended by then. */
const backupsBy = ({ bands }: RunSoFar, atMs: number): number =>
  bands.reduce(
    (sum, { phase, endMs, figures: { bytes } }) =>
      phase === "backup" && endMs !== null && endMs <= atMs && typeof bytes === "number"
        ? sum + bytes
        : sum,
    0,
  );

/** That were created by then and not dropped. */
function tracksAt({ snapshots, acts }: RunSoFar, atMs: number): Timeline["snapshots"] {
  return snapshots.flatMap((track) => {
    const points = track.points.filter((point) => point.atMs <= atMs);
    const droppedMs = acts.findLast(
      ({ kind, name, outcome, atMs: at }) =>
        kind === "dropSnapshot" && name === track.name && outcome === "applied" && at <= atMs,
    )?.atMs;
    const since = points.filter((point) => droppedMs === undefined || point.atMs > droppedMs);
    return since.length === 0 ? [] : [{ ...track, points: since }];
  });
}

const creationEndMs = ({ bands }: RunSoFar, snapshot: string, atMs: number): number | null =>
  bands.findLast(
    (band) => band.row === "command" && band.snapshot === snapshot && band.startMs <= atMs,
  )?.endMs ?? null;

interface Seen {
  readonly scenario: Scenario;
  readonly run: RunSoFar;
  /** Transactions a second over `span`. */
  readonly rate: number;
  readonly span: Span;
  readonly atMs: number;
}

/** Or a sentence that says why nothing can be forecast. */
function growthOf(
  { name, points }: Timeline["snapshots"][number],
  { scenario, run, rate, span, atMs }: Seen,
): Growth | string {
  const asOfMs = run.asOf.findLast((one) => one.snapshot === name && one.atMs <= atMs)?.atMs;
  const createdMs = creationEndMs(run, name, atMs);
  const now = points.at(-1);
  if (asOfMs === undefined || createdMs === null || createdMs > atMs || now === undefined) {
    return "A forecast begins when the creation has ended.";
  }
  if (isTooShort(span)) return tooShort;
  const touches = firstTouches(scenario);
  const doneBy = (ms: number) => transactionsIn(run, { startMs: asOfMs, endMs: ms });
  const done = doneBy(atMs);
  const begin = points.findLast((point) => point.atMs <= span.startMs) ?? points[0] ?? now;
  const measured = increase(measuredAt(begin), measuredAt(now));
  const [expectedBegin, expectedNow] = [touches(doneBy(begin.atMs)), touches(done)];
  const expected = increase(expectedBegin, expectedNow);
  const fit = fitOf(measured, expected);
  if (fit === null) {
    return `What is pushed is not what this load pushes: ${Math.round(measured.pages)} pages in the last ${formatTidyDuration(now.atMs - begin.atMs)}, where first changes of its tables are ${Math.round(expected.pages)}. Something else changes pages, or the load is another than its scenario says.`;
  }
  const most = mostPages(scenario);
  const byPage = isByPage(now, expectedNow);
  const wouldBeLost = transactionsIn(run, { startMs: lostSince(run, asOfMs, atMs), endMs: atMs });
  return {
    snapshot: name,
    asOfMs,
    pushedAfter: (afterMs) => {
      const then = touches(done + (rate * afterMs) / 1000);
      const grown = increase(expectedNow, then);
      const pages = Math.min(most, now.pagesPushed + fit.pages * grown.pages);
      const bytes = Math.min(
        (most + pagesPerRegion) * pageBytes,
        now.sizeOnDiskBytes +
          (byPage
            ? fit.pages * grown.pages * pageBytes
            : fit.regions * grown.regions * regionBytes),
      );
      const regions = byPage ? then.regions : Math.min(pages, bytes / regionBytes);
      const runs = Math.min(pages, (then.runs * pages) / Math.max(1, then.pages));
      return { pages, regions, runs, inSequence: then.inSequence, bytes };
    },
    transactionsLostAfter: (afterMs) => wouldBeLost + (rate * afterMs) / 1000,
  };
}

const isTooShort = ({ startMs, endMs }: Span): boolean => endMs - startMs < leastMs;
const tooShort = `A forecast needs ${formatTidyDuration(leastMs)} of the load as it is now, without a creation, an outage or a change of users.`;

/** Null: there are none. Or a sentence that says why nothing can be forecast. */
function arrayOf(
  { scenario, run, rate, span, atMs }: Seen,
  snapshots: readonly TakenSnapshot[],
  hours: readonly number[],
): ArrayForecast | string | null {
  if (snapshots.length === 0) return null;
  if (isTooShort(span)) return tooShort;
  const taken = keptBy(scenario, run, { snapshots, rate, atMs });
  const fit = reserveFit(scenario, run, { taken, span });
  if (typeof fit === "string") return fit;
  return arrayForecast({ scenario, taken, hours: [0, ...hours], fit });
}

/** What a revert has lost cannot be lost again. */
const lostSince = ({ bands }: Pick<RunSoFar, "bands">, asOfMs: number, atMs: number): number =>
  Math.max(
    asOfMs,
    ...bands.flatMap(({ row, endMs }) =>
      row === "revert" && endMs !== null && endMs <= atMs ? endMs : [],
    ),
  );

/** What goes when the database goes back to a moment. */
export interface Loss {
  /** From when on work is lost: of that moment, or of a later revert, which has lost what was before it. */
  readonly sinceMs: number;
  readonly forMs: number;
  /** What was measured, without what only reads or is rolled back; null: nothing was measured in that time. */
  readonly commits: number | null;
}

/** What a database would lose that went back now to what it was at `toMs`. */
export function lossBack(
  scenario: Scenario,
  run: Pick<Timeline, "series" | "bands" | "endMs">,
  toMs: number,
): Loss {
  const sinceMs = lostSince(run, toMs, run.endMs);
  const span = { startMs: sinceMs, endMs: run.endMs };
  const isMeasured = partsInSpan(run.series.timeMs, span).length > 0;
  const commits = isMeasured ? changing(scenario) * transactionsIn(run, span) : null;
  return { sinceMs, forMs: Math.max(0, run.endMs - sinceMs), commits };
}

interface Asked extends ForecastQuestion {
  /** Snapshots that are there and of which nothing is said. */
  readonly others: number;
  readonly backupBytes: number;
  /** What those take, and those that were lost and not dropped. */
  readonly otherBytes: number;
}

function forecastsOf(growths: readonly Growth[], asked: Asked): SnapshotForecast[] {
  const { scenario, hours, others, backupBytes, otherBytes } = asked;
  const all = sharedRoom(scenario, backupBytes);
  const shared = all === null ? null : { ...all, bytes: Math.max(0, all.bytes - otherBytes) };
  const ofFiles = roomOfFiles(scenario);
  const allAfter = (afterMs: number) =>
    growths.reduce((sum, growth) => sum + growth.pushedAfter(afterMs).bytes, 0);
  const sharedFull = fullAfter(shared, allAfter);
  return growths.map((growth) => {
    const { snapshot, asOfMs, pushedAfter } = growth;
    const ownFull = fullAfter(ofFiles, (afterMs) => pushedAfter(afterMs).bytes);
    const full = soonest(sharedFull, ownFull);
    const noRevert = whyNoRevert(growths.length + others, asked);
    const asPoint = (hour: number): ForecastPoint => {
      const afterMs = hour * hourMs;
      const pushed = pushedAfter(afterMs);
      return {
        afterMs,
        sizeOnDiskBytes: pushed.bytes,
        pagesPushed: pushed.pages,
        revertMs: noRevert === null ? revertMs(scenario, pushed, asked.figures ?? new Map()) : null,
        commitsLost: changing(scenario) * growth.transactionsLostAfter(afterMs),
      };
    };
    return {
      snapshot,
      files: scenario.database.dataFiles,
      asOfMs,
      points: hours.filter((hour) => full === null || hour * hourMs < full.afterMs).map(asPoint),
      full,
      room:
        full === null
          ? smaller(shared, ofFiles)
          : { limit: full.limit, volume: full.volume, bytes: full.bytes },
      noRevert,
    };
  });
}

/** Share of the transactions that commit something that a revert loses. */
const changing = ({ workload }: Scenario): number =>
  Math.max(0, writerShare(workload.profile) - (1 - committedShare(workload)));

function whyNoRevert(snapshots: number, { scenario, figures }: Asked): string | null {
  if (snapshots > 1) {
    return "A revert is refused while there is more than one snapshot: drop the others first.";
  }
  if (scenario.mode === "real") {
    return "How long a revert takes is not forecast of a real run: what this machine’s disks can do is not known.";
  }
  if (figures === null) {
    return "How long a revert takes is not forecast: the devices could not be asked what they can do.";
  }
  return null;
}

type Full = Room & { readonly afterMs: number };

/** When the next region finds no room. */
function fullAfter(room: Room | null, bytesAfter: (afterMs: number) => number): Full | null {
  if (room === null) return null;
  const afterMs = firstMoment((ms) => bytesAfter(ms) + regionBytes > room.bytes);
  return afterMs === null ? null : { ...room, afterMs };
}

const soonest = (one: Full | null, other: Full | null): Full | null =>
  one === null || other === null ? (one ?? other) : one.afterMs <= other.afterMs ? one : other;

const smaller = (one: Room | null, other: Room | null): Room | null =>
  one === null || other === null ? (one ?? other) : one.bytes <= other.bytes ? one : other;
