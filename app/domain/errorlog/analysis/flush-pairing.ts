/**
 * Ties the further lines of a FlushCache to its first one. Since 2008 each is a record of its own,
 * and what people post mixes checkpoints, sessions and even the order of lines. Throughput and write
 * rate follow from the first line's figures, so they tell whose they are; the target has nothing to
 * go by but session, time and distance.
 */
import type { EventOf } from "./follower.ts";

export type FlushDetail = EventOf<"flushThroughput" | "flushWriteRate" | "flushTarget">;

/** The lines of one FlushCache are printed within milliseconds; clocks in posts are coarser. */
const maxApartMs = 5000;
/** Lines that wait for their partners. A checkpoint prints four; this is room for many at once. */
const maxWaiting = 64;
/** From three significant digits on, figures can be trusted across sessions. */
const tellingFigure = 1;

export interface PairedFlush {
  readonly flush: EventOf<"flushCache">;
  /** Is told of each line that belongs to it, at most once for each kind. */
  readonly onDetail: (detail: FlushDetail) => void;
}

interface Waiting extends PairedFlush {
  readonly missing: { [Kind in FlushDetail["kind"]]: boolean };
  /** Records of its lines so far. */
  firstRecord: number;
  lastRecord: number;
}

export class FlushPairing {
  readonly #flushes: Waiting[] = [];
  readonly #details: FlushDetail[] = [];

  takeFlush({ flush, onDetail }: PairedFlush): void {
    const waiting: Waiting = {
      flush,
      onDetail,
      missing: { flushThroughput: true, flushWriteRate: true, flushTarget: true },
      firstRecord: flush.record,
      lastRecord: flush.record,
    };
    expire(this.#flushes, (other) => other.flush.atMs, flush.atMs);
    this.#flushes.push(waiting);
    if (this.#details.length > 0) this.#claimEarlier(waiting);
  }

  takeDetail(detail: FlushDetail): void {
    const best = nearest(
      this.#flushes,
      (waiting) => fits(waiting, detail),
      (waiting) => distance(waiting, detail),
    );
    if (best !== null) {
      this.#tie(best, detail);
      return;
    }
    expire(this.#details, (other) => other.atMs, detail.atMs);
    this.#details.push(detail);
  }

  /** Posted logs have the newest line first. Lines with figures go before the one without. */
  #claimEarlier(waiting: Waiting): void {
    for (const kind of ["flushThroughput", "flushWriteRate", "flushTarget"] as const) {
      const detail = nearest(
        this.#details,
        (candidate) => candidate.kind === kind && fits(waiting, candidate),
        (candidate) => distance(waiting, candidate),
      );
      if (detail === null) continue;
      this.#details.splice(this.#details.indexOf(detail), 1);
      this.#tie(waiting, detail);
    }
  }

  #tie(waiting: Waiting, detail: FlushDetail): void {
    const { missing } = waiting;
    missing[detail.kind] = false;
    waiting.firstRecord = Math.min(waiting.firstRecord, detail.record);
    waiting.lastRecord = Math.max(waiting.lastRecord, detail.record);
    waiting.onDetail(detail);
    if (missing.flushThroughput || missing.flushWriteRate || missing.flushTarget) return;
    this.#flushes.splice(this.#flushes.indexOf(waiting), 1);
  }
}

function expire<T>(items: T[], timeOf: (item: T) => number, nowMs: number): void {
  for (let oldest = items[0]; oldest !== undefined; oldest = items[0]) {
    if (Math.abs(nowMs - timeOf(oldest)) <= maxApartMs && items.length < maxWaiting) return;
    items.shift();
  }
}

function nearest<T>(
  items: readonly T[],
  fitting: (item: T) => boolean,
  far: (item: T) => number,
): T | null {
  let best: T | null = null;
  for (const item of items) {
    if (fitting(item) && (best === null || far(item) < far(best))) best = item;
  }
  return best;
}

/** Another session weighs more than any distance between lines, and the time more than lines. */
function distance({ flush, firstRecord, lastRecord }: Waiting, detail: FlushDetail): number {
  const lines = Math.max(firstRecord - detail.record, detail.record - lastRecord, 0);
  const apartMs = Math.abs(flush.atMs - detail.atMs);
  const foreign = flush.source === detail.source ? 0 : 1e12;
  return foreign + apartMs * 1000 + lines;
}

function fits({ flush, missing }: Waiting, detail: FlushDetail): boolean {
  if (!missing[detail.kind]) return false;
  if (Math.abs(flush.atMs - detail.atMs) > maxApartMs) return false;
  const own = flush.source === detail.source;
  switch (detail.kind) {
    case "flushTarget":
      return own;
    case "flushWriteRate":
      return (
        (own || detail.writesPerSecond >= tellingFigure) &&
        fitsRate(flush.writes, flush.durationMs, detail.writesPerSecond)
      );
    case "flushThroughput":
      return (
        (own || detail.megabytesPerSecond >= tellingFigure) &&
        fitsRate(flush.buffers / 128, flush.durationMs, detail.megabytesPerSecond)
      );
  }
}

/**
 * Whether `printed`, with two decimals, is `amount` in a time that prints as `durationMs`: that is
 * cut to whole milliseconds, so a short checkpoint leaves much room.
 */
function fitsRate(amount: number, durationMs: number, printed: number): boolean {
  const rounding = 0.0051;
  const slowest = (amount * 1000) / (durationMs + 1);
  const fastest =
    durationMs === 0 ? Number.POSITIVE_INFINITY : (amount * 1000) / (durationMs - 0.5);
  // Nothing can be divided by no time: the product prints 0 then.
  if (durationMs === 0 && printed === 0) return true;
  return printed >= slowest - rounding && printed <= fastest + rounding;
}
