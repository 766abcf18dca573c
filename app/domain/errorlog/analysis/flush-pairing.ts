/**
 * Ties the further lines of a FlushCache to its first one. Since 2008 each is a record of its own,
 * and what people post mixes checkpoints, sessions and even the order of lines. Throughput and write
 * rate follow from the first line's figures, so they tell whose they are; the target has nothing to
 * go by but session, time and distance.
 */
import type { Phase } from "../../../contract/phase.ts";
import type { EventPlace } from "../events.ts";
import { addDetail, type FlushDetail, type FlushDetailKind } from "./flush-figures.ts";
import type { MessageOf, Placed } from "./follower.ts";

type PlacedDetail = Placed<FlushDetailKind>;

/** The lines of one FlushCache are printed within milliseconds; clocks in posts are coarser. */
const maxApartMs = 5000;
/** Lines that wait for their partners. A checkpoint prints four; this is room for many at once. */
const maxWaiting = 64;
/** From three significant digits on, figures can be trusted across sessions. */
const tellingFigure = 1;

interface Waiting {
  readonly place: EventPlace;
  readonly flush: MessageOf<"flushCache">;
  /** Figures of its phase; null: the phase is not kept, but its lines are nobody else's either. */
  readonly figures: Phase["figures"] | null;
  readonly missing: { [Kind in FlushDetailKind]: boolean };
  /** Records of its lines so far. */
  firstRecord: number;
  lastRecord: number;
}

export class FlushPairing {
  readonly #flushes: Waiting[] = [];
  readonly #details: PlacedDetail[] = [];

  /** The figures of lines that belong to it are added to its own. */
  takeFlush(
    place: EventPlace,
    flush: MessageOf<"flushCache">,
    figures: Phase["figures"] | null,
  ): void {
    const waiting: Waiting = {
      place,
      flush,
      figures,
      missing: { flushThroughput: true, flushWriteRate: true, flushTarget: true },
      firstRecord: place.record,
      lastRecord: place.record,
    };
    expire(this.#flushes, place.atMs);
    this.#flushes.push(waiting);
    if (this.#details.length > 0) this.#claimEarlier(waiting);
  }

  takeDetail(place: EventPlace, message: FlushDetail): void {
    const detail = { place, message };
    const best = this.#flushOf(detail);
    if (best !== null) {
      this.#tie(best, detail);
      return;
    }
    expire(this.#details, place.atMs);
    this.#details.push(detail);
  }

  #flushOf(detail: PlacedDetail): Waiting | null {
    let best: Waiting | null = null;
    let least = Number.POSITIVE_INFINITY;
    for (const waiting of this.#flushes) {
      if (!fits(waiting, detail)) continue;
      const far = distance(waiting, detail);
      if (far < least) [best, least] = [waiting, far];
    }
    return best;
  }

  /** Posted logs have the newest line first. Lines with figures go before the one without. */
  #claimEarlier(waiting: Waiting): void {
    for (const kind of ["flushThroughput", "flushWriteRate", "flushTarget"] as const) {
      const detail = this.#detailOf(waiting, kind);
      if (detail === null) continue;
      this.#details.splice(this.#details.indexOf(detail), 1);
      this.#tie(waiting, detail);
    }
  }

  #detailOf(waiting: Waiting, kind: FlushDetailKind): PlacedDetail | null {
    let best: PlacedDetail | null = null;
    let least = Number.POSITIVE_INFINITY;
    for (const detail of this.#details) {
      if (detail.message.kind !== kind || !fits(waiting, detail)) continue;
      const far = distance(waiting, detail);
      if (far < least) [best, least] = [detail, far];
    }
    return best;
  }

  #tie(waiting: Waiting, { place, message }: PlacedDetail): void {
    const { missing } = waiting;
    missing[message.kind] = false;
    waiting.firstRecord = Math.min(waiting.firstRecord, place.record);
    waiting.lastRecord = Math.max(waiting.lastRecord, place.record);
    if (waiting.figures !== null) addDetail(waiting.figures, message);
    if (missing.flushThroughput || missing.flushWriteRate || missing.flushTarget) return;
    this.#flushes.splice(this.#flushes.indexOf(waiting), 1);
  }
}

function expire(items: { readonly place: EventPlace }[], nowMs: number): void {
  for (let oldest = items[0]; oldest !== undefined; oldest = items[0]) {
    if (Math.abs(nowMs - oldest.place.atMs) <= maxApartMs && items.length < maxWaiting) return;
    items.shift();
  }
}

/** Another session weighs more than any distance between lines, and the time more than lines. */
function distance(waiting: Waiting, { place }: PlacedDetail): number {
  const { firstRecord, lastRecord } = waiting;
  const lines = Math.max(firstRecord - place.record, place.record - lastRecord, 0);
  const apartMs = Math.abs(waiting.place.atMs - place.atMs);
  const foreign = waiting.place.source === place.source ? 0 : 1e12;
  return foreign + apartMs * 1000 + lines;
}

function fits({ place, flush, missing }: Waiting, detail: PlacedDetail): boolean {
  const { message } = detail;
  if (!missing[message.kind]) return false;
  if (Math.abs(place.atMs - detail.place.atMs) > maxApartMs) return false;
  const own = place.source === detail.place.source;
  switch (message.kind) {
    case "flushTarget":
      return own;
    case "flushWriteRate":
      return (
        (own || message.writesPerSecond >= tellingFigure) &&
        fitsRate(flush.writes, flush.durationMs, message.writesPerSecond)
      );
    case "flushThroughput":
      return (
        (own || message.megabytesPerSecond >= tellingFigure) &&
        fitsRate(flush.buffers / 128, flush.durationMs, message.megabytesPerSecond)
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
