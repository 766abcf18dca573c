/** Whose the extents of one data file are at a moment, and whose most of each cell are. */
import { changesAt, type ExtentOwner, type OwnerLog } from "./owner-log.ts";
import { type PageGrid, pagesOf } from "./page-grid.ts";
import { pagesPerExtent } from "./push-log.ts";

const free = 0;
/** Of a cell with more extents so many are looked at, evenly. */
const mostOfACell = 4096;

export class OwnedExtents {
  readonly #file: number;
  /** By extent, the position of its owner, plus 1. */
  #owners: Uint8Array;
  #log: OwnerLog | null = null;
  #taken = 0;

  /** `pages`: of that file. */
  constructor(file: number, pages: number) {
    this.#file = file;
    this.#owners = new Uint8Array(Math.ceil(pages / pagesPerExtent));
  }

  /** To a moment of a log that only grows; back in time is from its beginning. */
  moveTo(log: OwnerLog, atMs: number): void {
    const to = changesAt(log, atMs);
    if (to < this.#taken) {
      this.#owners = new Uint8Array(this.#owners.length);
      this.#taken = 0;
    }
    this.#log = log;
    for (; this.#taken < to; ++this.#taken) {
      const change = log.changes[this.#taken];
      if (change?.anew) this.#owners = new Uint8Array(this.#owners.length);
      for (const { file, first, end, owner } of change?.spans ?? []) {
        if (file === this.#file) this.#owners.fill(owner, first, end);
      }
    }
  }

  /** False while nothing is known. */
  get isKnown(): boolean {
    return this.#taken > 0;
  }

  /** Position in the log's owners, plus 1; 0: it is free. */
  at(extent: number): number {
    return this.#owners[extent] ?? free;
  }

  /** By cell, whose most of its extents are that are not free; positions as of `at`. */
  ofCells(grid: PageGrid): Uint8Array {
    const counts = new Uint32Array(1 + (this.#log?.owners.length ?? 0));
    return Uint8Array.from({ length: grid.cells }, (_, cell) => this.#ofCell(grid, cell, counts));
  }

  ofCell(grid: PageGrid, cell: number): number {
    return this.#ofCell(grid, cell, new Uint32Array(1 + (this.#log?.owners.length ?? 0)));
  }

  #ofCell(grid: PageGrid, cell: number, counts: Uint32Array): number {
    const { firstPage, endPage } = pagesOf(grid, cell);
    const first = Math.floor(firstPage / pagesPerExtent);
    const end = Math.ceil(endPage / pagesPerExtent);
    if (end - first === 1) return this.at(first);
    // Odd, so that it does not go with what repeats in a file.
    const step = Math.ceil((end - first) / mostOfACell) | 1;
    counts.fill(0);
    for (let extent = first; extent < end; extent += step) {
      const owner = this.#owners[extent] ?? free;
      counts[owner] = (counts[owner] ?? 0) + 1;
    }
    counts[free] = 0;
    let most = free;
    for (let owner = 1; owner < counts.length; ++owner) {
      if ((counts[owner] ?? 0) > (counts[most] ?? 0)) most = owner;
    }
    return most;
  }
}

/** Whose an extent is from a moment on. */
export interface OwnedFrom {
  readonly atMs: number;
  /** Null: it is free. */
  readonly owner: ExtentOwner | null;
}

/** Whose the extent of a page has been, in order of time; empty: nothing is known. */
export function ownersOf({ owners, changes }: OwnerLog, file: number, page: number): OwnedFrom[] {
  const extent = Math.floor(page / pagesPerExtent);
  const known: OwnedFrom[] = [];
  let last = -1;
  for (const { atMs, anew, spans } of changes) {
    const span = spans.findLast(
      (each) => each.file === file && each.first <= extent && extent < each.end,
    );
    const owner = span?.owner ?? (anew ? free : last);
    if (owner === last) continue;
    known.push({ atMs, owner: owners[owner - 1] ?? null });
    last = owner;
  }
  return known;
}

/** Whose it is at a moment, of those in order of time. */
export const ownerAt = (owned: readonly OwnedFrom[], atMs: number): ExtentOwner | null =>
  owned.findLast((each) => each.atMs <= atMs)?.owner ?? owned[0]?.owner ?? null;

/** "index IX_accounts_1"; null: it is nobody's. */
export function ownerWords(owner: ExtentOwner | null): string {
  switch (owner?.kind) {
    case undefined:
      return "free";
    case "table":
    case "index":
      return `${owner.kind} ${owner.name}`;
    case "build":
      return "build under way";
    case "allocation":
      return "boot and allocation pages";
  }
}

/** A letter for each owner, in the order of the log: A to Z, then a to z, and again. */
export function ownerLetter(owner: number): string {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  return letters[(owner - 1) % letters.length] ?? "";
}
