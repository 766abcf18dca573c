/**
 * The pushes into one sparse file by their places: what is asked of a stretch of the file costs as much as
 * was pushed there, not as much as the log has. The file lies in stretches of 8,192 pages; each has the
 * positions of its pushes in the log, in order of time. What came since stands apart,
 * and is looked through one by one.
 */
import type { PushLog } from "./push-log.ts";
import type { Slices } from "./slices.ts";

const stretchBits = 13;
const extentBits = 3;
/** Pushes between two places where the work may be interrupted. */
export const pushesOfASlice = 1 << 15;
/** So many pushes that came since are looked through one by one. */
const mostApart = 1 << 16;

/** What a push is to the sparse file. */
export const roles = {
  /** It went to another file, or the page had been copied before, and is counted already. */
  none: 0,
  copies: 1,
  /** The first page of its 64 KiB: they took space on disk with it. */
  takesSpace: 2,
} as const;

export class PlacedPushes {
  readonly #target: number;
  #log: PushLog;
  /** Of each push of the log, one of `roles`. */
  #roles = new Uint8Array(0);
  /** A byte an extent, a bit a page: which were copied. */
  #held: Uint8Array;
  /** How many pushes of the log have their role. */
  #known = 0;
  /** How many of them are in their stretches. */
  #placed = 0;
  #starts = new Uint32Array(1);
  #order = new Uint32Array(0);

  /** Of the sparse file at this position of the log's; `take` brings its pushes. */
  constructor(log: PushLog, target: number) {
    this.#target = target;
    this.#log = { ...log, count: 0 };
    const pages = log.files[log.sparseFiles[target]?.file ?? -1]?.pages ?? 0;
    this.#held = new Uint8Array((pages >>> extentBits) + 1);
  }

  get log(): PushLog {
    return this.#log;
  }

  get target(): number {
    return this.#target;
  }

  /** The role of each push of the log. */
  get roles(): Uint8Array {
    return this.#roles;
  }

  /** What the log has more than before. */
  *take(log: PushLog): Slices {
    if (log.count > this.#roles.length) {
      const room = new Uint8Array(this.#roles.length === 0 ? log.count : 2 * log.count);
      room.set(this.#roles);
      this.#roles = room;
    }
    while (this.#known < log.count) {
      const to = Math.min(log.count, this.#known + pushesOfASlice);
      this.#giveRoles(log, this.#known, to);
      this.#known = to;
      this.#log = to === log.count ? log : { ...log, count: to };
      yield;
    }
    this.#log = log;
  }

  /** Whether so many are apart that putting them into their stretches is worth it. */
  get isLoose(): boolean {
    return this.#known - this.#placed > Math.max(mostApart, this.#placed / 2);
  }

  /** How many pushes would be looked at for a stretch of pages. */
  candidates(firstPage: number, endPage: number): number {
    const [from, to] = this.#stretches(firstPage, endPage);
    return (this.#starts[to] ?? 0) - (this.#starts[from] ?? 0) + this.#known - this.#placed;
  }

  /** Positions in the log of what may lie in [firstPage, endPage), and surely of what does. */
  forEachNear(firstPage: number, endPage: number, visit: (index: number) => void): void {
    const [from, to] = this.#stretches(firstPage, endPage);
    const end = this.#starts[to] ?? 0;
    for (let at = this.#starts[from] ?? 0; at < end; ++at) visit(this.#order[at] ?? 0);
    for (let index = this.#placed; index < this.#known; ++index) visit(index);
  }

  #stretches(firstPage: number, endPage: number): [from: number, to: number] {
    const last = this.#starts.length - 1;
    const from = Math.min(last, firstPage >>> stretchBits);
    return [from, Math.min(last, Math.max(from, Math.ceil(endPage / (1 << stretchBits))))];
  }

  #giveRoles({ pages, targets }: PushLog, from: number, to: number): void {
    const given = this.#roles;
    for (let index = from; index < to; ++index) {
      if (targets[index] !== this.#target) continue;
      const page = pages[index] ?? 0;
      const extent = page >>> extentBits;
      if (extent >= this.#held.length) this.#enlarge(extent);
      const before = this.#held[extent] ?? 0;
      const bit = 1 << (page & 7);
      if ((before & bit) !== 0) continue;
      this.#held[extent] = before | bit;
      given[index] = before === 0 ? roles.takesSpace : roles.copies;
    }
  }

  #enlarge(extent: number): void {
    const larger = new Uint8Array(Math.max(extent + 1, Math.ceil(this.#held.length * 1.25)));
    larger.set(this.#held);
    this.#held = larger;
  }

  /** Puts all pushes so far into their stretches: a counting sort, which keeps those of one in order of time. */
  *place(): Slices {
    const { pages, targets } = this.#log;
    const count = this.#known;
    const starts = new Uint32Array((this.#held.length >>> (stretchBits - extentBits)) + 2);
    for (let from = 0; from < count; from += pushesOfASlice) {
      const to = Math.min(count, from + pushesOfASlice);
      for (let index = from; index < to; ++index) {
        if (targets[index] !== this.#target) continue;
        const stretch = (pages[index] ?? 0) >>> stretchBits;
        starts[stretch + 1] = (starts[stretch + 1] ?? 0) + 1;
      }
      yield;
    }
    for (let at = 1; at < starts.length; ++at)
      starts[at] = (starts[at] ?? 0) + (starts[at - 1] ?? 0);
    const next = starts.slice();
    const order = new Uint32Array(starts.at(-1) ?? 0);
    for (let from = 0; from < count; from += pushesOfASlice) {
      const to = Math.min(count, from + pushesOfASlice);
      for (let index = from; index < to; ++index) {
        if (targets[index] !== this.#target) continue;
        const stretch = (pages[index] ?? 0) >>> stretchBits;
        const at = next[stretch] ?? 0;
        order[at] = index;
        next[stretch] = at + 1;
      }
      yield;
    }
    this.#starts = starts;
    this.#order = order;
    this.#placed = count;
  }
}
