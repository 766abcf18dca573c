/** Whose the extents of the data files were, and when: what was told, one change after the other. */
import type { RunEvent } from "../../contract/events.ts";

type OwnersEvent = Extract<RunEvent, { kind: "extentOwners" }>;

/** A table, an index, a build under way, or the database's own maps. */
export type ExtentOwner = Pick<OwnersEvent["owners"][number], "name" | "kind">;

/** Extents of a file that got one owner. */
export interface OwnedSpan {
  /** Position of the data file. */
  readonly file: number;
  readonly first: number;
  readonly end: number;
  /** Position in `owners`, plus 1; 0: the extents are free. */
  readonly owner: number;
}

export interface OwnerChange {
  readonly atMs: number;
  /** Extents that no span has are free. */
  readonly anew: boolean;
  readonly spans: readonly OwnedSpan[];
}

export interface OwnerLog {
  readonly owners: readonly ExtentOwner[];
  /** Times do not fall. It only grows. */
  readonly changes: readonly OwnerChange[];
  /** From this moment on none is recorded; null: all of the run is. */
  readonly endsMs: number | null;
}

export const noOwners: OwnerLog = { owners: [], changes: [], endsMs: null };

/** How many changes had been told at a moment, itself included. */
export function changesAt({ changes }: OwnerLog, atMs: number): number {
  let [from, to] = [0, changes.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((changes[middle]?.atMs ?? 0) <= atMs) from = middle + 1;
    else to = middle;
  }
  return from;
}
