/** What the services ask of a worker that holds one capture. Everything crosses as plain values. */
import type { CaptureInput, SeriesRequest } from "../capture/capture.ts";
import type { FileKind } from "../contract/capture.ts";
import type { Result } from "../contract/result.ts";
import type { CaptureUpdate, RefusedFile } from "../contract/rpc/captures.ts";
import type { RecordFormat } from "../contract/rpc/exports.ts";
import type {
  RecordFacets,
  RecordFilter,
  RecordHits,
  RecordRow,
  RecordRows,
  TextQuery,
} from "../contract/rpc/records.ts";
import type { Series } from "../contract/rpc/timeline-data.ts";

export interface OpenedFile {
  readonly name: string;
  readonly kind: FileKind;
  readonly bytes: number;
}

export interface WorkerOpening {
  readonly files: readonly OpenedFile[];
  readonly refused: readonly RefusedFile[];
}

export interface RowsRequest {
  readonly filter: RecordFilter;
  readonly from: number;
  readonly count: number;
}

export interface HitsRequest {
  readonly filter: RecordFilter;
  readonly query: TextQuery;
}

/** A part of an export; `next` is null in the last. */
export interface ExportPiece {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly next: number | null;
}

export interface CaptureWorkerApi {
  /** `originMs`: local time of 0 ms; null: the earliest moment in the files. */
  open(files: readonly CaptureInput[], originMs: number | null): Result<WorkerOpening>;
  /** Starts to read, or goes on after it was cancelled. `listener` hears of it until the end. */
  read(listener: (update: CaptureUpdate) => void): void;
  cancel(): void;
  // What is asked with a signal ends soon after its abort: nobody waits for the answer any more.
  rows(request: RowsRequest, signal?: AbortSignal): Promise<Result<RecordRows>>;
  facets(signal?: AbortSignal): Promise<Result<RecordFacets>>;
  hits(request: HitsRequest, signal?: AbortSignal): Promise<Result<RecordHits>>;
  nextHit(
    request: HitsRequest & { row: number; backwards: boolean },
    signal?: AbortSignal,
  ): Promise<Result<number | null>>;
  rowOf(
    request: { filter: RecordFilter; record: number },
    signal?: AbortSignal,
  ): Promise<Result<number>>;
  rowAt(
    request: { filter: RecordFilter; atMs: number },
    signal?: AbortSignal,
  ): Promise<Result<number>>;
  series(request: SeriesRequest): Promise<Result<Series>>;
  /** These records, in their order; those that do not exist are left out. */
  recordsAt(records: readonly number[]): Promise<Result<readonly RecordRow[]>>;
  /** Rows of the filter from `from` on, as a part of a file. */
  exportPiece(
    request: { filter: RecordFilter; format: RecordFormat; from: number },
    signal?: AbortSignal,
  ): Promise<Result<ExportPiece>>;
}
