/**
 * The push log: every page that got into a sparse file, in the order in which it did, as columns. A push
 * takes 11 bytes, so five million of them 55 MB. A page gets into a sparse file once.
 */

import { type PushCause, pushCauses } from "../../contract/telemetry-catalog.ts";
import type { OwnerLog } from "./owner-log.ts";

export interface PagedFile {
  /** The engine's number of the file: the first half of "(1:8519530)". */
  readonly id: number;
  readonly name: string;
  /** How many pages it has; it may grow. */
  readonly pages: number;
}

/** One creation: a snapshot that is created again under its name is another one. */
export interface PushedSnapshot {
  readonly name: string;
  readonly createdMs: number;
  /** Null while it is there. */
  readonly droppedMs: number | null;
  /** Of a consistency check: no list of snapshots has it. */
  readonly hidden: boolean;
}

/** A snapshot has one for each data file. */
export interface SparseFile {
  /** Positions in `snapshots` and `files`. */
  readonly snapshot: number;
  readonly file: number;
}

export interface PushLog {
  readonly files: readonly PagedFile[];
  readonly snapshots: readonly PushedSnapshot[];
  readonly sparseFiles: readonly SparseFile[];
  /** All columns have as many entries. */
  readonly count: number;
  /** Milliseconds of engine time of one tick. */
  readonly tickMs: number;
  /** Never falls. */
  readonly ticks: Uint32Array;
  /** The page's number within its data file. */
  readonly pages: Uint32Array;
  /** Position in `pushCauses`. */
  readonly causes: Uint8Array;
  /** Position in `sparseFiles`. */
  readonly targets: Uint16Array;
  /** From this push on only the first of each extent is recorded; null: all are. */
  readonly byExtentsFrom: number | null;
  /** Whose extents were when. */
  readonly owners: OwnerLog;
  /** From this moment on none is recorded; null: all of the run is. */
  readonly endsMs: number | null;
}

export interface Push {
  readonly atMs: number;
  readonly page: number;
  readonly cause: PushCause;
  readonly snapshot: number;
  readonly file: number;
}

export const pagesPerExtent = 8;
export const pageBytes = 8192;

const causeNumbers = new Map<PushCause, number>(pushCauses.map((cause, number) => [cause, number]));

export const causeNumber = (cause: PushCause): number => causeNumbers.get(cause) ?? 0;

/** The push at a position of the log. */
export function pushAt(log: PushLog, index: number): Push | null {
  const target = log.sparseFiles[log.targets[index] ?? -1];
  const cause = pushCauses[log.causes[index] ?? -1];
  if (target === undefined || cause === undefined) return null;
  return { atMs: timeAt(log, index), page: log.pages[index] ?? 0, cause, ...target };
}

export const timeAt = ({ ticks, tickMs }: PushLog, index: number): number =>
  (ticks[index] ?? 0) * tickMs;

/** How many pushes had been made at a moment, itself included. */
export function countAt({ ticks, tickMs, count }: PushLog, atMs: number): number {
  // Ticks are rounded: half of one decides nothing, but a moment that was read from the log holds its push.
  const last = Math.floor(atMs / tickMs + 0.5);
  let [from, to] = [0, count];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((ticks[middle] ?? 0) <= last) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Position of a snapshot's sparse file of a data file; null: it has none. */
export function sparseFileOf(log: PushLog, { snapshot, file }: SparseFile): number | null {
  const found = log.sparseFiles.findIndex(
    (each) => each.snapshot === snapshot && each.file === file,
  );
  return found < 0 ? null : found;
}
