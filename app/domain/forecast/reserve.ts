/** What array snapshots that are kept take of the reserves of their volumes, and what becomes of that. */
import { capacityMiB } from "../../contract/device.ts";
import type { ArrayForecast, ReserveForecast, RetainedForecast } from "../../contract/forecast.ts";
import type { Scenario } from "../../contract/scenario.ts";
import {
  type ArraySnapshots,
  type ChangedPages,
  changedPages,
  type Retained,
  retained,
  setAside,
} from "./array-pages.ts";
import { firstMoment } from "./first-moment.ts";

const bytesPerMiB = 1024 ** 2;

export interface TakenSnapshot {
  readonly snapshot: string;
  /** Of its set. */
  readonly volumes: readonly string[];
  /** ms from origin; null: it is only planned. */
  readonly takenMs: number | null;
  /** Transactions since. */
  readonly transactions: number;
  /** Those whose changes a restore took back right behind it, which changes as much once more; absent: none did. */
  readonly takenBack?: number;
}

/** Volumes whose array takes snapshots of them. */
export const coveredVolumes = ({ storage }: Scenario): string[] =>
  storage.volumes.flatMap(({ name, arraySnapshots }) => (arraySnapshots === undefined ? [] : name));

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
  readonly changed: ChangedPages;
  /** After so many transactions more; oldest first. */
  readonly keptAfter: (transactions: number) => Kept[];
  /** What they take together then, in array pages. */
  readonly usedAfter: (transactions: number) => number;
}

/** Those of which there are snapshots. `taken`: oldest first. */
function reservesOf(scenario: Scenario, taken: readonly TakenSnapshot[]): Reserve[] {
  return scenario.storage.volumes.flatMap(({ name, device, arraySnapshots: options }) => {
    const here = taken.filter(({ volumes }) => volumes.includes(name));
    if (options === undefined || here.length === 0) return [];
    const held = device === undefined ? null : capacityMiB(device);
    const volumeMiB = options.sizeGiB > 0 ? options.sizeGiB * 1024 : held;
    const changed = changedPages(scenario, name, options);
    const intervalsAfter = (transactions: number) =>
      here.map(
        ({ transactions: since, takenBack = 0 }, place) =>
          takenBack + since - (here[place + 1]?.transactions ?? -transactions),
      );
    return {
      volume: name,
      options,
      bytes:
        volumeMiB === null
          ? Number.POSITIVE_INFINITY
          : (volumeMiB * bytesPerMiB * options.reservePercent) / 100,
      pageBytes: options.pageKiB * 1024,
      changed,
      keptAfter: (transactions) =>
        retained(changed, intervalsAfter(transactions)).map((each, place) => ({
          ...each,
          snapshot: here[place]?.snapshot ?? "",
        })),
      usedAfter: (transactions) => setAside(changed, intervalsAfter(transactions)),
    };
  });
}

/** By the closed forms: what the reserves held so many transactions ago, or will hold. */
export const expectedBytes = (
  scenario: Scenario,
  taken: readonly TakenSnapshot[],
  transactions: number,
): number =>
  reservesOf(scenario, taken).reduce(
    (sum, { usedAfter, pageBytes }) => sum + usedAfter(transactions) * pageBytes,
    0,
  );

/** Without those that the array has deleted by now, because their reserve has no room for them. */
export function withRoom(
  scenario: Scenario,
  taken: readonly TakenSnapshot[],
): readonly TakenSnapshot[] {
  const isTooMuch = ({ options, usedAfter, pageBytes, bytes }: Reserve) =>
    options.whenFull !== "takeOffline" && usedAfter(0) * pageBytes > roomOf(options, bytes);
  const isGone = ({ volumes }: TakenSnapshot) =>
    reservesOf(scenario, taken).some(
      (reserve) => volumes.includes(reserve.volume) && isTooMuch(reserve),
    );
  const gone = taken.find(isGone);
  if (gone === undefined) return taken;
  return withRoom(
    scenario,
    taken.filter((one) => one !== gone),
  );
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
  /** Oldest first. */
  readonly taken: readonly TakenSnapshot[];
  /** Transactions a second that go on. */
  readonly rate: number;
  readonly hours: readonly number[];
  readonly fit: ReserveFit;
}

const hourMs = 3_600_000;

/** Null: there are no array snapshots. */
export function arrayForecast(question: ReserveQuestion): ArrayForecast | null {
  const { scenario, taken, hours } = question;
  const reserves = reservesOf(scenario, taken).map((reserve) => growing(reserve, question));
  if (reserves.length === 0) return null;
  const endMs = Math.min(...reserves.map(({ endMs: ofOne }) => ofOne));
  const times = hours.map((hour) => hour * hourMs);
  return {
    reserves: reserves.map((one) => reserveForecast(one, times)),
    snapshots: taken.map((one) =>
      retainedForecast(
        one,
        reserves,
        times.filter((afterMs) => afterMs < endMs),
      ),
    ),
  };
}

interface Growing {
  readonly reserve: Reserve;
  /** Bytes of each snapshot, by what was measured. */
  readonly keptAfter: (afterMs: number) => Kept[];
  /** Bytes of all together. */
  readonly usedAfter: (afterMs: number) => number;
  /** What may be borrowed included. */
  readonly room: number;
  readonly full: ReserveForecast["full"];
  /** What comes later is not forecast. */
  readonly endMs: number;
  readonly rate: number;
}

function growing(reserve: Reserve, { rate, fit }: ReserveQuestion): Growing {
  const { pageBytes, bytes, options } = reserve;
  const now = reserve.usedAfter(0);
  const usedAfter = (afterMs: number) => {
    const then = reserve.usedAfter((rate * afterMs) / 1000);
    return (fit.now * now + fit.growth * (then - now)) * pageBytes;
  };
  const keptAfter = (afterMs: number) => {
    const expected = reserve.usedAfter((rate * afterMs) / 1000);
    const bytesOfPage = expected === 0 ? pageBytes : usedAfter(afterMs) / expected;
    return reserve.keptAfter((rate * afterMs) / 1000).map(({ snapshot, own, held }) => ({
      snapshot,
      own: own * bytesOfPage,
      held: held * bytesOfPage,
    }));
  };
  const { whenFull } = options;
  const room = roomOf(options, bytes);
  const fullMs = firstMoment((afterMs) => usedAfter(afterMs) > bytes);
  const endMs = firstMoment((afterMs) => usedAfter(afterMs) > room);
  const [oldest] = endMs === null || whenFull === "takeOffline" ? [] : keptAfter(endMs);
  return {
    reserve,
    rate,
    keptAfter,
    usedAfter,
    room,
    full:
      fullMs === null
        ? null
        : {
            afterMs: fullMs,
            whenFull,
            deletes: oldest?.snapshot ?? null,
            freesBytes: oldest?.own ?? 0,
            poolFullMs: whenFull === "borrow" ? endMs : null,
          },
    endMs: endMs ?? Number.POSITIVE_INFINITY,
  };
}

function reserveForecast(growth: Growing, times: readonly number[]): ReserveForecast {
  const { reserve, usedAfter, full, endMs } = growth;
  const { volume, bytes, pageBytes, options } = reserve;
  const leastFree = (bytes * options.warningPercent) / 100;
  return {
    volume,
    reserveBytes: Number.isFinite(bytes) ? bytes : null,
    pageBytes,
    points: times
      .filter((afterMs) => afterMs < endMs)
      .map((afterMs) => ({ afterMs, usedBytes: usedAfter(afterMs) })),
    warningMs: firstMoment((afterMs) => bytes - usedAfter(afterMs) < leastFree),
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

function retainedForecast(
  { snapshot, volumes, takenMs }: TakenSnapshot,
  growths: readonly Growing[],
  times: readonly number[],
): RetainedForecast {
  return {
    snapshot,
    volumes: growths.flatMap(({ reserve: { volume } }) => (volumes.includes(volume) ? volume : [])),
    takenMs,
    points: times.map((afterMs) => {
      let [ownBytes, heldBytes, restoreFits] = [0, 0, true];
      for (const { keptAfter, usedAfter, room } of growths) {
        const part = keptAfter(afterMs).find((one) => one.snapshot === snapshot);
        if (part === undefined) continue;
        ownBytes += part.own;
        heldBytes += part.held;
        restoreFits &&= usedAfter(afterMs) + part.held <= room;
      }
      return { afterMs, ownBytes, sharedBytes: heldBytes - ownBytes, restoreFits };
    }),
  };
}
