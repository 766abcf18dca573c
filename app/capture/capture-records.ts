/** All records of a capture, in order of its files: columns at once, texts when asked for. */
import { maxRowText, type RecordRow } from "../contract/rpc/records.ts";
import type { ErrorNumbers } from "../domain/errorlog/events.ts";
import {
  databaseOf,
  messageKinds,
  phaseOfKind,
  recognise,
} from "../domain/errorlog/messages/recognise.ts";
import { plainLineEnds } from "../domain/line-ends.ts";
import type { RecordStore } from "./errorlog/record-store.ts";
import type { SourceTable } from "./errorlog/source-table.ts";

interface Part {
  /** Position in the capture's files. */
  readonly file: number;
  readonly firstRecord: number;
  readonly store: RecordStore;
}

export class CaptureRecords {
  readonly #parts: Part[] = [];
  readonly #sources: SourceTable;
  readonly #originMs: number;

  constructor(sources: SourceTable, originMs: number) {
    this.#sources = sources;
    this.#originMs = originMs;
  }

  /** Files come in order of time, each when the one before it was read to its end. */
  add(file: number, store: RecordStore): void {
    this.#parts.push({ file, firstRecord: this.count, store });
  }

  get count(): number {
    const last = this.#parts.at(-1);
    return last === undefined ? 0 : last.firstRecord + last.store.count;
  }

  /** By source id. */
  get sources(): readonly string[] {
    return this.#sources.names;
  }

  fileOf(record: number): number {
    return this.#partOf(record).file;
  }
  line(record: number): number {
    const { store, firstRecord } = this.#partOf(record);
    return store.line(record - firstRecord);
  }
  /** Milliseconds from origin; NaN: none. */
  atMs(record: number): number {
    const { store, firstRecord } = this.#partOf(record);
    return store.timeMs(record - firstRecord) - this.#originMs;
  }
  sourceId(record: number): number {
    const { store, firstRecord } = this.#partOf(record);
    return store.sourceId(record - firstRecord);
  }
  kindId(record: number): number {
    const { store, firstRecord } = this.#partOf(record);
    return store.kindId(record - firstRecord);
  }
  /** 0: no error. */
  severity(record: number): number {
    const { store, firstRecord } = this.#partOf(record);
    return store.severity(record - firstRecord);
  }
  /** The message with its continuation lines. */
  text(record: number): string {
    const { store, firstRecord } = this.#partOf(record);
    return store.message(record - firstRecord);
  }
  /** All characters of the file that belong to it: time, source, message, line ends. */
  verbatim(record: number): string {
    const { store, firstRecord } = this.#partOf(record);
    return store.verbatim(record - firstRecord);
  }

  /** Texts of [from, to), in order; neighbours are read together. */
  texts(from: number, to: number, visit: (record: number, text: string) => void): void {
    for (let at = from; at < to; ) {
      const { store, firstRecord } = this.#partOf(at);
      const end = Math.min(to, firstRecord + store.count);
      store.messages(at - firstRecord, end - firstRecord, (record, text) =>
        visit(firstRecord + record, text),
      );
      at = end;
    }
  }

  row(record: number): RecordRow {
    return this.#rowOf(record, this.text(record), this.#errorOf(record));
  }

  rows(from: number, to: number): RecordRow[] {
    const rows: RecordRow[] = [];
    let before: RecordRow | null = null;
    this.texts(from, to, (record, text) => {
      const explains = before !== null && before.kind === "errorHeader" && this.#isError(record);
      const error = explains ? (before?.error ?? null) : this.#errorOf(record);
      before = this.#rowOf(record, text, error);
      rows.push(before);
    });
    return rows;
  }

  #rowOf(record: number, text: string, error: ErrorNumbers | null): RecordRow {
    const atMs = this.atMs(record);
    const message = recognise(text, error?.number ?? null);
    return {
      record,
      file: this.fileOf(record),
      line: this.line(record),
      atMs: Number.isNaN(atMs) ? null : atMs,
      source: this.#sources.name(this.sourceId(record)),
      text: plainLineEnds(text.slice(0, maxRowText)),
      cut: text.length > maxRowText,
      // The kind is that of its place: a line that belongs to no record means nothing.
      kind: messageKinds[this.kindId(record)] ?? "other",
      error,
      phase: phaseOfKind(message),
      database: databaseOf(message),
    };
  }

  #isError(record: number): boolean {
    return this.severity(record) > 0;
  }

  /** A header states the numbers; the text that follows it does not repeat them. */
  #errorOf(record: number): ErrorNumbers | null {
    if (!this.#isError(record)) return null;
    const own = numbersOf(this.text(record));
    return own ?? (record > 0 ? numbersOf(this.text(record - 1)) : null);
  }

  #partOf(record: number): Part {
    const part = this.#parts.findLast(({ firstRecord }) => firstRecord <= record);
    if (part === undefined || record < 0 || record >= part.firstRecord + part.store.count) {
      throw new RangeError(`record ${record} of ${this.count}`);
    }
    return part;
  }
}

function numbersOf(text: string): ErrorNumbers | null {
  const message = recognise(text, null);
  if (message.kind !== "errorHeader") return null;
  const { number, severity, state } = message;
  return { number, severity, state };
}
