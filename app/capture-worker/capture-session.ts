/** One capture in its worker: read in the background, while requests are answered between slices. */

import {
  type Capture,
  type CaptureInput,
  openCapture,
  type SeriesRequest,
} from "../capture/capture.ts";
import { CaptureViews } from "../capture/views/capture-views.ts";
import { kindTable } from "../capture/views/kind-table.ts";
import { exportedRecord, exportHead } from "../capture/views/record-export.ts";
import type { RecordView } from "../capture/views/record-view.ts";
import { type Result, success } from "../contract/result.ts";
import type { CaptureUpdate } from "../contract/rpc/captures.ts";
import type { RecordFormat } from "../contract/rpc/exports.ts";
import type {
  RecordFacets,
  RecordFilter,
  RecordHits,
  RecordRow,
  RecordRows,
} from "../contract/rpc/records.ts";
import type { Series } from "../contract/rpc/timeline-data.ts";
import type {
  CaptureWorkerApi,
  ExportPiece,
  HitsRequest,
  RowsRequest,
  WorkerOpening,
} from "./api.ts";
import { breathe, workAWhile, workThrough } from "./breathe.ts";
import { Reading } from "./reading.ts";

/** How long a part of an export is, characters. */
const exportPieceLength = 4 * 1024 * 1024;
/** Rows between two looks at what else there is to do. */
const rowsAtOnce = 256;

export class CaptureSession implements CaptureWorkerApi {
  #opened: Opened | null = null;
  #working = false;

  open(files: readonly CaptureInput[], originMs: number | null = null): Result<WorkerOpening> {
    const opened = openCapture(files, originMs);
    if (!opened.ok) return opened;
    const { capture, refused } = opened.value;
    const reading = new Reading(capture);
    const views = new CaptureViews({
      table: capture.records,
      kinds: kindTable,
      ended: () => reading.ended,
    });
    this.#opened = { capture, reading, views };
    return success({ files: capture.inputs, refused });
  }

  read(listener: (update: CaptureUpdate) => void): void {
    this.#capture.reading.start(listener);
    void this.#work();
  }

  cancel(): void {
    this.#capture.reading.cancel();
  }

  async rows(
    { filter, from, count }: RowsRequest,
    signal?: AbortSignal,
  ): Promise<Result<RecordRows>> {
    const made = this.#capture.views.view(filter);
    if (!made.ok) return made;
    const view = made.value;
    const enough = () => view.count >= from + count || view.complete;
    await workAWhile({ enough, step: () => view.step(), signal }, this.#mayGrow);
    void this.#work();
    if (view.failed !== null) return view.failed;
    const end = Math.min(view.count, from + count);
    const records = Array.from({ length: Math.max(0, end - from) }, (_, row) =>
      view.recordAt(from + row),
    );
    return success({ count: view.count, complete: view.complete, rows: this.#rowsAt(records) });
  }

  async facets(signal?: AbortSignal): Promise<Result<RecordFacets>> {
    const { facets } = this.#capture.views;
    await workThrough({ enough: () => false, step: () => facets.step(), signal });
    return success(facets.counts());
  }

  async hits({ filter, query }: HitsRequest, signal?: AbortSignal): Promise<Result<RecordHits>> {
    const search = this.#capture.views.search(filter, query);
    if (!search.ok) return search;
    const { value } = search;
    const work = { enough: () => value.complete, step: () => value.step(), signal };
    await workAWhile(work, this.#mayGrow);
    void this.#work();
    return value.failed ?? success(value.hits());
  }

  async nextHit(
    request: HitsRequest & { row: number; backwards: boolean },
    signal?: AbortSignal,
  ): Promise<Result<number | null>> {
    const search = this.#capture.views.search(request.filter, request.query);
    if (!search.ok) return search;
    const looking = search.value.nextHit(request.row, request.backwards);
    for (;;) {
      const turn = looking.next();
      if (search.value.failed !== null) return search.value.failed;
      if (turn.done === true) return success(turn.value);
      await breathe();
      signal?.throwIfAborted();
    }
  }

  async rowOf(
    { filter, record }: { filter: RecordFilter; record: number },
    signal?: AbortSignal,
  ): Promise<Result<number>> {
    const known = (view: RecordView) => view.hasScanned(record);
    return this.#place({ filter, known, place: (view) => view.rowOf(record), signal });
  }

  async rowAt(
    { filter, atMs }: { filter: RecordFilter; atMs: number },
    signal?: AbortSignal,
  ): Promise<Result<number>> {
    const known = (view: RecordView) => view.reaches(atMs);
    return this.#place({ filter, known, place: (view) => view.rowAt(atMs), signal });
  }

  async series(request: SeriesRequest): Promise<Result<Series>> {
    return success(this.#capture.capture.series(request));
  }

  async recordsAt(records: readonly number[]): Promise<Result<readonly RecordRow[]>> {
    const { count } = this.#capture.capture.records;
    return success(this.#rowsAt(records.filter((record) => record >= 0 && record < count)));
  }

  async exportPiece(
    { filter, format, from }: { filter: RecordFilter; format: RecordFormat; from: number },
    signal?: AbortSignal,
  ): Promise<Result<ExportPiece>> {
    const made = this.#capture.views.view(filter);
    if (!made.ok) return made;
    const view = made.value;
    const { capture, reading } = this.#capture;
    const { origin, files } = reading.overview;
    const context = {
      format,
      originMs: Date.parse(`${origin}Z`),
      fileNames: files.map(({ name }) => name),
    };
    let text = from === 0 ? exportHead(format) : "";
    let row = from;
    while (text.length < exportPieceLength) {
      await workThrough({ enough: () => view.count > row, step: () => view.step(), signal });
      if (view.failed !== null) return view.failed;
      if (row >= view.count) break;
      const end = Math.min(view.count, row + rowsAtOnce);
      for (; row < end && text.length < exportPieceLength; row += 1) {
        text += exportedRecord(capture.records, view.recordAt(row), context);
      }
      await breathe();
      signal?.throwIfAborted();
    }
    return success({
      bytes: new TextEncoder().encode(text),
      next: row < view.count ? row : null,
    });
  }

  /** Whether records are still being added. */
  readonly #mayGrow = (): boolean => {
    const { reading } = this.#capture;
    return reading.started && !reading.ended;
  };

  get #capture(): Opened {
    if (this.#opened === null) throw new Error("the worker was asked before it had opened files");
    return this.#opened;
  }

  /** Reads, and takes on what somebody looks at, until both have nothing to do. */
  async #work(): Promise<void> {
    if (this.#working) return;
    this.#working = true;
    const { reading, views } = this.#capture;
    for (;;) {
      const readsOn = reading.step();
      const looksOn = views.step();
      if (!readsOn && !looksOn) break;
      await breathe();
    }
    this.#working = false;
  }

  async #place({ filter, known, place, signal }: Placing): Promise<Result<number>> {
    const view = this.#capture.views.view(filter);
    if (!view.ok) return view;
    await workThrough({ enough: () => known(view.value), step: () => view.value.step(), signal });
    return view.value.failed ?? success(place(view.value));
  }

  /** Neighbours are read together. */
  #rowsAt(records: readonly number[]): RecordRow[] {
    const table = this.#capture.capture.records;
    const rows: RecordRow[] = [];
    let index = 0;
    while (index < records.length) {
      const first = records[index] ?? 0;
      let end = index + 1;
      while (end < records.length && records[end] === first + (end - index)) end += 1;
      rows.push(...table.rows(first, first + (end - index)));
      index = end;
    }
    return rows;
  }
}

/** Which row of a filter is wanted. */
interface Placing {
  readonly filter: RecordFilter;
  known(view: RecordView): boolean;
  place(view: RecordView): number;
  readonly signal: AbortSignal | undefined;
}

interface Opened {
  readonly capture: Capture;
  readonly reading: Reading;
  readonly views: CaptureViews;
}
