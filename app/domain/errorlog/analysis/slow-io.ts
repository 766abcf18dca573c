/** Long I/Os (833) and latch time-outs (844, 845): one message each, which may tell how long it took. */
import type { Phase } from "../../../contract/phase.ts";
import type { DatabaseNames } from "./database-names.ts";
import { derived, logged, makePhase } from "./edges.ts";
import { type Follower, type MessageOf, MessagePhases } from "./follower.ts";
import { maxFollowedFiles, RecentMap } from "./recent-map.ts";

/** While an I/O does not end, its file is reported after the threshold, and every five minutes. */
const reportEveryMs = 300_000;

/**
 * Tells I/Os that were slow from those over which the machine slept: the latter are reported once it
 * wakes up, with the whole time, and never before.
 */
export class SleptIos {
  readonly #lastMs = new RecentMap<string, number>(maxFollowedFiles);

  /** Asked once for each report, in order. */
  take(atMs: number, message: MessageOf<"longIo">): boolean {
    const { file, durationMs, thresholdSeconds } = message;
    const lastMs = this.#lastMs.get(file);
    this.#lastMs.set(file, atMs);
    if (durationMs === null || durationMs <= reportEveryMs + 2 * thresholdSeconds * 1000)
      return false;
    return lastMs === undefined || lastMs <= atMs - durationMs;
  }
}

export function longIos(names: DatabaseNames): Follower {
  const slept = new SleptIos();
  return new MessagePhases(["longIo"], ({ atMs }, message) =>
    slept.take(atMs, message) ? null : longIoPhase(atMs, message, names),
  );
}

/** Only the newer form tells how long the latest of the I/Os took. */
export const longIoStart = (atMs: number, { durationMs }: MessageOf<"longIo">): number =>
  durationMs === null ? atMs : atMs - durationMs;

function longIoPhase(atMs: number, message: MessageOf<"longIo">, names: DatabaseNames): Phase {
  const { occurrences, thresholdSeconds, file, databaseId, offset, durationMs } = message;
  const database = message.database ?? names.nameOf(databaseId);
  const start = durationMs === null ? logged(atMs) : derived(longIoStart(atMs, message));
  return makePhase("longIo", { database }, start, logged(atMs), {
    occurrences,
    thresholdSeconds,
    file,
    databaseId,
    ...(offset === null ? {} : { offset }),
    ...(durationMs === null ? {} : { durationMs }),
  });
}

export const latchTimeouts = (names: DatabaseNames): Follower =>
  new MessagePhases(["latchTimeout"], ({ atMs }, message) => latchPhase(atMs, message, names));

function latchPhase(
  atMs: number,
  { latchType, databaseId, page, waitSeconds, continues }: MessageOf<"latchTimeout">,
  names: DatabaseNames,
): Phase {
  const start = waitSeconds === null ? logged(atMs) : derived(atMs - waitSeconds * 1000);
  return makePhase("latchTimeout", { database: names.nameOf(databaseId) }, start, logged(atMs), {
    continues,
    ...(latchType === null ? {} : { latchType }),
    ...(databaseId === null ? {} : { databaseId }),
    ...(page === null ? {} : { page }),
    ...(waitSeconds === null ? {} : { waitSeconds }),
  });
}
