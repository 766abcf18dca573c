/**
 * How many pages of each cell were copied in a span of the log, by cause, and how many of its 64 KiB regions
 * took space on disk. Counts are sums: forward and back, a span moves by the pushes that it gains and
 * loses; only where these are more than all that was pushed into the cells is it counted anew.
 */

import { pushCauses } from "../../contract/telemetry-catalog.ts";
import { type PlacedPushes, pushesOfASlice, roles } from "./placed-pushes.ts";
import type { Slices } from "./slices.ts";

/** Neighbouring stretches of a file, all of one size. */
export interface Cells {
  readonly firstPage: number;
  /** A power of two. */
  readonly pagesPerCell: number;
  readonly cells: number;
}

/** Positions in the log: from the first one to the one before `to`. */
export interface LogSpan {
  readonly from: number;
  readonly to: number;
}

export const causes = pushCauses.length;
/** More candidates than these are counted in order of time, which can be interrupted. */
const mostAtOnce = 1 << 18;

export class SpanCounts {
  readonly #pushes: PlacedPushes;
  readonly #cells: Cells;
  readonly #shift: number;
  /** By cell, then by cause. */
  readonly pages: Uint32Array;
  readonly regions: Uint32Array;
  #from = 0;
  #to = 0;

  constructor(pushes: PlacedPushes, cells: Cells) {
    this.#pushes = pushes;
    this.#cells = cells;
    this.#shift = Math.round(Math.log2(cells.pagesPerCell));
    this.pages = new Uint32Array(cells.cells * causes);
    this.regions = new Uint32Array(cells.cells * causes);
  }

  get pushes(): PlacedPushes {
    return this.#pushes;
  }

  get cells(): Cells {
    return this.#cells;
  }

  /** What is counted now: wherever the work is interrupted, it is exactly this. */
  get span(): LogSpan {
    return { from: this.#from, to: this.#to };
  }

  /** Pushes that the sparse file has not taken yet are left out. */
  *moveTo({ from: wanted, to: end }: LogSpan): Slices {
    const to = Math.min(end, this.#pushes.log.count);
    const from = Math.min(wanted, to);
    const changes = Math.abs(from - this.#from) + Math.abs(to - this.#to);
    const { firstPage, pagesPerCell, cells } = this.#cells;
    const endPage = firstPage + pagesPerCell * cells;
    const candidates = this.#pushes.candidates(firstPage, endPage);
    if (changes > Math.min(candidates, to - from)) {
      this.pages.fill(0);
      this.regions.fill(0);
      this.#from = from;
      this.#to = from;
      if (candidates < Math.min(mostAtOnce, to - from)) {
        this.#pushes.forEachNear(firstPage, endPage, (index) => {
          if (index >= from && index < to) this.#add(index, 1);
        });
        this.#to = to;
        return;
      }
    }
    yield* this.#moveEdges(from, to);
  }

  /** Never more than a slice at once; growing comes first, so that the span never turns inside out. */
  *#moveEdges(from: number, to: number): Slices {
    while (this.#to < to) {
      const next = Math.min(to, this.#to + pushesOfASlice);
      this.#addAll(this.#to, next, 1);
      this.#to = next;
      yield;
    }
    while (this.#from > from) {
      const next = Math.max(from, this.#from - pushesOfASlice);
      this.#addAll(next, this.#from, 1);
      this.#from = next;
      yield;
    }
    while (this.#from < from) {
      const next = Math.min(from, this.#from + pushesOfASlice);
      this.#addAll(this.#from, next, -1);
      this.#from = next;
      yield;
    }
    while (this.#to > to) {
      const next = Math.max(to, this.#to - pushesOfASlice);
      this.#addAll(next, this.#to, -1);
      this.#to = next;
      yield;
    }
  }

  #addAll(from: number, to: number, sign: 1 | -1): void {
    for (let index = from; index < to; ++index) this.#add(index, sign);
  }

  #add(index: number, sign: 1 | -1): void {
    const role = this.#pushes.roles[index] ?? roles.none;
    if (role === roles.none) return;
    const { pages, causes: causeOf } = this.#pushes.log;
    const offset = (pages[index] ?? 0) - this.#cells.firstPage;
    if (offset < 0) return;
    const cell = offset >>> this.#shift;
    if (cell >= this.#cells.cells) return;
    const at = cell * causes + (causeOf[index] ?? 0);
    this.pages[at] = (this.pages[at] ?? 0) + sign;
    if (role === roles.takesSpace) this.regions[at] = (this.regions[at] ?? 0) + sign;
  }
}
