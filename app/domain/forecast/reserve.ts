/** What array snapshots that are kept take of the reserves of their volumes, and what becomes of that. */
import { capacityMiB } from "../../contract/device.ts";
import type { ArrayForecast, ReserveForecast, RetainedForecast } from "../../contract/forecast.ts";
import type { Scenario } from "../../contract/scenario.ts";
import { secondsToWrite } from "../page-traffic.ts";
import { type ArraySnapshots, changedParts, type Retained, retained } from "./array-pages.ts";
import { firstMoment } from "./first-moment.ts";

const bytesPerMiB = 1024 ** 2;

/** Array snapshots at a moment. */
export interface Taken {
  /** Oldest first. */
  readonly snapshots: readonly TakenSnapshot[];
  /** From the start of the run until that moment. */
  readonly transactions: number;
  /** A second, that go on. */
  readonly rate: number;
}

export interface TakenSnapshot {
  readonly snapshot: string;
  /** Of its set. */
  readonly volumes: readonly string[];
  /** ms from origin; null: it is only planned. */
  readonly takenMs: number | null;
  /** Transactions from the start of the run until then. */
  readonly transactions: number;
  /** Those whose changes a restore took back right behind it, which changes as much once more; absent: none did. */
  readonly takenBack?: number;
}

interface Kept extends Retained {
  readonly snapshot: string;
}

/** The reserve of a volume with the snapshots that are kept of it. */
interface Reserve {
  readonly volume: string;
  readonly options: ArraySnapshots;
  /** Infinite where nothing limits the volume. */
  readonly bytes: number;
  readonly pageBytes: number;
  /** What so many transactions change, long after the start. */
  readonly changed: (transactions: number) => number;
  /** After so many transactions more; oldest first. */
  readonly keptAfter: (transactions: number) => Kept[];
  /** What each takes then, in array pages. */
  readonly takenAfter: (transactions: number) => number[];
}

/** Those of which there are snapshots. */
function reservesOf(scenario: Scenario, { snapshots, transactions: now, rate }: Taken): Reserve[] {
  // The array sees a page when it is written, and the log at once.
  const unwritten = rate * secondsToWrite(scenario, rate);
  return scenario.storage.volumes.flatMap(({ name, device, arraySnapshots: options }) => {
    const here = snapshots.filter(({ volumes }) => volumes.includes(name));
    if (options === undefined || here.length === 0) return [];
    const { data, log } = changedParts(scenario, name, options);
    const betweenAfter = (more: number) => (from: number, to: number) => {
      const at = (place: number) => here[place]?.transactions ?? now + more;
      const written = (place: number) => Math.max(0, at(place) - unwritten);
      const again = here.slice(from, to).reduce((sum, { takenBack = 0 }) => sum + takenBack, 0);
      return data(written(to) - written(from) + again) + log(at(to) - at(from));
    };
    const held = device === undefined ? null : capacityMiB(device);
    const volumeMiB = options.sizeGiB > 0 ? options.sizeGiB * 1024 : held;
    return {
      volume: name,
      options,
      bytes:
        volumeMiB === null
          ? Number.POSITIVE_INFINITY
          : (volumeMiB * bytesPerMiB * options.reservePercent) / 100,
      pageBytes: options.pageKiB * 1024,
      changed: (transactions) => data(transactions) + log(transactions),
      keptAfter: (more) =>
        retained(betweenAfter(more), here.length).map((each, place) => ({
          ...each,
          snapshot: here[place]?.snapshot ?? "",
        })),
      takenAfter: (more) => here.map((_, place) => betweenAfter(more)(place, place + 1)),
    };
  });
}

const usedAfter = ({ takenAfter }: Reserve, transactions: number): number =>
  takenAfter(transactions).reduce((sum, each) => sum + each, 0);

/** By the closed forms: what the reserves held so many transactions ago, or will hold. */
export const expectedBytes = (scenario: Scenario, taken: Taken, more: number): number =>
  reservesOf(scenario, taken).reduce(
    (sum, reserve) => sum + usedAfter(reserve, more) * reserve.pageBytes,
    0,
  );

/** Without what the array has deleted by now, because the reserve of a volume had no room for it. */
export function withRoom(scenario: Scenario, taken: Taken): Taken {
  const full = reservesOf(scenario, taken).find(
    (reserve) =>
      reserve.options.whenFull !== "takeOffline" &&
      usedAfter(reserve, 0) * reserve.pageBytes > roomOf(reserve.options, reserve.bytes),
  );
  if (full === undefined) return taken;
  const here = taken.snapshots.filter(({ volumes }) => volumes.includes(full.volume));
  const gone = here[firstToGo(full, 0, full.pageBytes)];
  const snapshots = taken.snapshots.flatMap((one) => {
    if (one !== gone) return one;
    const volumes = one.volumes.filter((name) => name !== full.volume);
    return volumes.length === 0 ? [] : { ...one, volumes };
  });
  return withRoom(scenario, { ...taken, snapshots });
}

/**
 * The place of the snapshot that goes first where there is no more room: the oldest, or the oldest of those that have
 * borrowed. `bytesOfPage`: of an array page, by what was measured.
 */
function firstToGo(
  { options, bytes, takenAfter }: Reserve,
  transactions: number,
  bytesOfPage: number,
): number {
  if (options.whenFull !== "borrow") return 0;
  let used = 0;
  return takenAfter(transactions).findIndex((pages) => {
    used += pages * bytesOfPage;
    return used > bytes;
  });
}

/** With what may be borrowed. */
const roomOf = ({ whenFull, poolGiB }: ArraySnapshots, reserveBytes: number): number =>
  reserveBytes + (whenFull === "borrow" ? poolGiB * 1024 * bytesPerMiB : 0);

/** How what was measured goes with what was expected. */
export interface ReserveFit {
  /** What is held now. */
  readonly now: number;
  /** What is added to it. */
  readonly growth: number;
}

export interface ReserveQuestion {
  readonly scenario: Scenario;
  readonly taken: Taken;
  readonly hours: readonly number[];
  readonly fit: ReserveFit;
}

const hourMs = 3_600_000;

/** Null: there are no array snapshots. */
export function arrayForecast(question: ReserveQuestion): ArrayForecast | null {
  const { scenario, taken, hours } = question;
  const reserves = reservesOf(scenario, taken).map((reserve) => growing(reserve, question));
  if (reserves.length === 0) return null;
  const times = hours.map((hour) => hour * hourMs);
  const endMs = Math.min(...reserves.map(({ endMs: ofOne }) => ofOne));
  const moments = times
    .filter((afterMs) => afterMs < endMs)
    .map((afterMs) => ({ afterMs, reserves: reserves.map((one) => heldAfter(one, afterMs)) }));
  return {
    reserves: reserves.map((one) => reserveForecast(one, times)),
    snapshots: taken.snapshots.map((one) => retainedForecast(one, moments)),
  };
}

interface Growing {
  readonly reserve: Reserve;
  /** Bytes of each snapshot, by what was measured. */
  readonly keptAfter: (afterMs: number) => Kept[];
  /** Bytes of all together. */
  readonly bytesAfter: (afterMs: number) => number;
  /** What may be borrowed included. */
  readonly room: number;
  readonly full: ReserveForecast["full"];
  /** What comes later is not forecast. */
  readonly endMs: number;
  readonly rate: number;
}

function growing(reserve: Reserve, { taken: { rate }, fit }: ReserveQuestion): Growing {
  const { pageBytes, bytes, options } = reserve;
  const transactions = (afterMs: number) => (rate * afterMs) / 1000;
  const now = usedAfter(reserve, 0);
  const bytesAfter = (afterMs: number) => {
    const then = usedAfter(reserve, transactions(afterMs));
    return (fit.now * now + fit.growth * (then - now)) * pageBytes;
  };
  const bytesOfPage = (afterMs: number) => {
    const expected = usedAfter(reserve, transactions(afterMs));
    return expected === 0 ? pageBytes : bytesAfter(afterMs) / expected;
  };
  const keptAfter = (afterMs: number) =>
    reserve.keptAfter(transactions(afterMs)).map(({ snapshot, own, held }) => ({
      snapshot,
      own: own * bytesOfPage(afterMs),
      held: held * bytesOfPage(afterMs),
    }));
  const { whenFull } = options;
  const room = roomOf(options, bytes);
  const fullMs = firstMoment((afterMs) => bytesAfter(afterMs) > bytes);
  const endMs = firstMoment((afterMs) => bytesAfter(afterMs) > room);
  const gone =
    endMs === null || whenFull === "takeOffline"
      ? undefined
      : keptAfter(endMs)[firstToGo(reserve, transactions(endMs), bytesOfPage(endMs))];
  return {
    reserve,
    rate,
    keptAfter,
    bytesAfter,
    room,
    full:
      fullMs === null
        ? null
        : {
            afterMs: fullMs,
            whenFull,
            deletes: gone?.snapshot ?? null,
            freesBytes: gone?.own ?? 0,
            poolFullMs: whenFull === "borrow" ? endMs : null,
          },
    endMs: endMs ?? Number.POSITIVE_INFINITY,
  };
}

function reserveForecast(growth: Growing, times: readonly number[]): ReserveForecast {
  const { reserve, bytesAfter, full, endMs } = growth;
  const { volume, bytes, pageBytes, options } = reserve;
  const leastFree = (bytes * options.warningPercent) / 100;
  return {
    volume,
    reserveBytes: Number.isFinite(bytes) ? bytes : null,
    pageBytes,
    points: times
      .filter((afterMs) => afterMs < endMs)
      .map((afterMs) => ({ afterMs, usedBytes: bytesAfter(afterMs) })),
    warningMs: firstMoment((afterMs) => bytes - bytesAfter(afterMs) < leastFree),
    full,
    newest: newestOf(growth),
  };
}

function newestOf({ reserve, rate }: Growing): ReserveForecast["newest"] {
  const { changed, pageBytes } = reserve;
  const after = (afterMs: number) => changed((rate * afterMs) / 1000);
  const day = after(24 * hourMs);
  return {
    dayBytes: day * pageBytes,
    halfMs: day === 0 ? null : firstMoment((afterMs) => after(afterMs) >= day / 2),
  };
}

interface Held {
  readonly kept: ReadonlyMap<string, Kept>;
  readonly freeBytes: number;
}

const heldAfter = ({ keptAfter, bytesAfter, room }: Growing, afterMs: number): Held => ({
  kept: new Map(keptAfter(afterMs).map((one) => [one.snapshot, one])),
  freeBytes: room - bytesAfter(afterMs),
});

function retainedForecast(
  { snapshot, volumes, takenMs }: TakenSnapshot,
  moments: readonly { readonly afterMs: number; readonly reserves: readonly Held[] }[],
): RetainedForecast {
  return {
    snapshot,
    volumes: [...volumes],
    takenMs,
    points: moments.map(({ afterMs, reserves }) => {
      let [ownBytes, heldBytes, restoreFits] = [0, 0, true];
      for (const { kept, freeBytes } of reserves) {
        const { own = 0, held = 0 } = kept.get(snapshot) ?? {};
        ownBytes += own;
        heldBytes += held;
        restoreFits &&= held <= freeBytes;
      }
      return { afterMs, ownBytes, sharedBytes: heldBytes - ownBytes, restoreFits };
    }),
  };
}
