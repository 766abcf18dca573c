/**
 * Counts what the map shows, in slices of a few milliseconds, so that no task of the page is long. A new wish
 * takes the place of the one before it, and goes on from what is counted already.
 */
import type { MapCounts, MapWish } from "../../../app/domain/page-map/map-counts.ts";
import { PlacedPushes } from "../../../app/domain/page-map/placed-pushes.ts";
import { advance, type Slices } from "../../../app/domain/page-map/slices.ts";
import { type Cells, SpanCounts } from "../../../app/domain/page-map/span-counts.ts";

/** Of a slice: far below what one notices, and below the 50 ms of a long task on a processor that is four times slower. */
const sliceMs = 8;

export class MapCounter<Grid extends Cells> {
  readonly #onCounted: (counts: MapCounts<Grid>) => void;
  readonly #channel = new MessageChannel();
  #work: Slices | null = null;
  /** Goes on in what time wishes leave. */
  #placing: Slices | null = null;
  #isAwaited = false;
  #pushes: PlacedPushes | null = null;
  #name = "";
  #copied: SpanCounts | null = null;
  #brushed: SpanCounts | null = null;
  #strip: SpanCounts | null = null;

  constructor(onCounted: (counts: MapCounts<Grid>) => void) {
    this.#onCounted = onCounted;
    this.#channel.port1.onmessage = () => this.#slice();
  }

  want(wish: MapWish<Grid>): void {
    this.#work = this.#count(wish);
    this.#await();
  }

  stop(): void {
    this.#work = null;
    this.#placing = null;
    this.#channel.port1.close();
  }

  #await(): void {
    if (this.#isAwaited) return;
    this.#isAwaited = true;
    this.#channel.port2.postMessage(null);
  }

  #slice(): void {
    this.#isAwaited = false;
    const untilMs = performance.now() + sliceMs;
    const nowMs = () => performance.now();
    if (this.#work !== null) {
      if (advance(this.#work, { untilMs, nowMs }) !== null) this.#work = null;
    } else if (this.#placing !== null && advance(this.#placing, { untilMs, nowMs }) !== null) {
      this.#placing = null;
    }
    if (this.#work !== null || this.#placing !== null) this.#await();
  }

  *#count(wish: MapWish<Grid>): Slices {
    const pushes = this.#pushesOf(wish);
    yield* pushes.take(wish.log);
    const made = { from: 0, to: wish.made };
    this.#copied = countsOf(this.#copied, pushes, wish.grid);
    yield* this.#copied.moveTo(made);
    this.#strip = countsOf(this.#strip, pushes, wish.strip);
    yield* this.#strip.moveTo(made);
    if (wish.brush !== null) {
      this.#brushed = countsOf(this.#brushed, pushes, wish.grid);
      yield* this.#brushed.moveTo({ ...wish.brush, to: Math.min(wish.brush.to, wish.made) });
    }
    const brushed = wish.brush === null ? null : this.#brushed;
    this.#onCounted({ wish, pushes, copied: this.#copied, brushed, strip: this.#strip });
    if (pushes.isLoose) this.#placing ??= pushes.place();
  }

  #pushesOf({ name, log, target }: MapWish<Grid>): PlacedPushes {
    const known = this.#pushes;
    if (known !== null && this.#name === name && known.target === target) return known;
    this.#name = name;
    this.#pushes = new PlacedPushes(log, target);
    this.#placing = null;
    return this.#pushes;
  }
}

/** What is counted of these cells already; else new counts. */
function countsOf(known: SpanCounts | null, pushes: PlacedPushes, cells: Cells): SpanCounts {
  const isOfThem =
    known !== null &&
    known.pushes === pushes &&
    known.cells.firstPage === cells.firstPage &&
    known.cells.pagesPerCell === cells.pagesPerCell &&
    known.cells.cells === cells.cells;
  return isOfThem ? known : new SpanCounts(pushes, cells);
}
