/**
 * A push log that grows. What was handed out before stays as it was: it is a view of the part that was
 * filled then.
 */
import { noOwners, type OwnerLog } from "./owner-log.ts";
import {
  causeNumber,
  type PagedFile,
  type Push,
  type PushedSnapshot,
  type PushLog,
  type SparseFile,
} from "./push-log.ts";

const finestTickMs = 0.001;
const mostTicks = 0xffffffff;
const smallestCapacity = 1024;

export class PushLogBuilder {
  #files: readonly PagedFile[] = [];
  #snapshots: readonly PushedSnapshot[] = [];
  readonly #sparseFiles: SparseFile[] = [];
  readonly #targetOf = new Map<number, number>();
  #ticks: Uint32Array;
  #pages: Uint32Array;
  #causes: Uint8Array;
  #targets: Uint16Array;
  #count = 0;
  #tickMs: number;
  #byExtentsFrom: number | null = null;
  #endsMs: number | null = null;
  #owners: OwnerLog = noOwners;
  #log: PushLog | null = null;

  /** Room for as many pushes as are known to come, with ticks that reach as far as the run does. */
  constructor({ capacity = smallestCapacity, endMs = 0 } = {}) {
    this.#ticks = new Uint32Array(capacity);
    this.#pages = new Uint32Array(capacity);
    this.#causes = new Uint8Array(capacity);
    this.#targets = new Uint16Array(capacity);
    this.#tickMs = finestTickMs;
    while (endMs / this.#tickMs > mostTicks) this.#tickMs *= 2;
  }

  /** The files and snapshots that pushes name by their positions; more may come later. */
  describe(files: readonly PagedFile[], snapshots: readonly PushedSnapshot[]): void {
    this.#files = files;
    this.#snapshots = snapshots;
    this.#log = null;
  }

  /** Whose extents were when, as far as is known. */
  own(owners: OwnerLog): void {
    this.#owners = owners;
    this.#log = null;
  }

  push({ atMs, page, cause, snapshot, file }: Push): void {
    while (atMs / this.#tickMs > mostTicks) this.#coarsen();
    if (this.#count === this.#ticks.length) this.#grow();
    const at = this.#count++;
    this.#ticks[at] = Math.round(atMs / this.#tickMs);
    this.#pages[at] = page;
    this.#causes[at] = causeNumber(cause);
    this.#targets[at] = this.#target(snapshot, file);
    this.#log = null;
  }

  /** From here on only the first push of each extent is recorded. */
  byExtentsFromHere(): void {
    this.#byExtentsFrom ??= this.#count;
    this.#log = null;
  }

  /** From this moment on nothing is recorded. */
  endAt(atMs: number): void {
    this.#endsMs ??= atMs;
    this.#log = null;
  }

  /** One object until something is added. */
  get log(): PushLog {
    const count = this.#count;
    this.#log ??= {
      files: this.#files,
      snapshots: this.#snapshots,
      sparseFiles: [...this.#sparseFiles],
      count,
      tickMs: this.#tickMs,
      ticks: this.#ticks.subarray(0, count),
      pages: this.#pages.subarray(0, count),
      causes: this.#causes.subarray(0, count),
      targets: this.#targets.subarray(0, count),
      owners: this.#owners,
      byExtentsFrom: this.#byExtentsFrom,
      endsMs: this.#endsMs,
    };
    return this.#log;
  }

  #target(snapshot: number, file: number): number {
    const key = snapshot * 0x10000 + file;
    const known = this.#targetOf.get(key);
    if (known !== undefined) return known;
    const added = this.#sparseFiles.push({ snapshot, file }) - 1;
    this.#targetOf.set(key, added);
    return added;
  }

  #grow(): void {
    const capacity = 2 * this.#ticks.length;
    this.#ticks = grown(this.#ticks, new Uint32Array(capacity));
    this.#pages = grown(this.#pages, new Uint32Array(capacity));
    this.#causes = grown(this.#causes, new Uint8Array(capacity));
    this.#targets = grown(this.#targets, new Uint16Array(capacity));
  }

  #coarsen(): void {
    this.#tickMs *= 2;
    this.#ticks = this.#ticks.map((ticks) => Math.round(ticks / 2));
  }
}

function grown<Column extends Uint8Array | Uint16Array | Uint32Array>(
  from: Column,
  to: Column,
): Column {
  to.set(from);
  return to;
}
