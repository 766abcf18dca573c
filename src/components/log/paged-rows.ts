/**
 * Rows that a service holds, by pages: those around what is shown are here, the rest is asked for
 * when somebody looks. One per filter; after `close` no answer counts any more.
 */

import type { Result } from "../../../app/contract/result.ts";
import type { RecordRow, RecordRows } from "../../../app/contract/rpc/records.ts";
import type { Band, TimelineRecord } from "../../../app/domain/timeline/timeline.ts";
import type { LogRows, SoonOrNow } from "./log-rows.ts";

export interface RowSource {
  // Once the signal is aborted nobody waits for the answer.
  rows(from: number, count: number, signal: AbortSignal): Promise<Result<RecordRows>>;
  /** Row of a record, or of the first after it. */
  rowOf(record: number, signal: AbortSignal): Promise<Result<number>>;
  /** The first row at or after a moment. */
  rowAt(atMs: number, signal: AbortSignal): Promise<Result<number>>;
}

export interface PagedRowsOptions {
  readonly source: RowSource;
  /** Why rows cannot be had; null when they can again. */
  readonly onProblem: (message: string | null) => void;
  /** A test brings its own. */
  readonly later?: (run: () => void, delayMs: number) => () => void;
}

export const pageRows = 200;
/** Some hundred screens of rows. */
const mostPages = 50;
/** Stack dumps are long: pages of them make room earlier. */
const mostCharacters = 16_000_000;
/** Between two questions after a count that is not final. */
const recountMs = 300;
/** After a question that was not answered. */
const retryMs = 2000;

interface Page {
  readonly records: readonly TimelineRecord[];
  /** How many characters all texts have. */
  readonly characters: number;
  /** How many rows there were when it came. */
  readonly ofCount: number;
}

const byTimer = (run: () => void, delayMs: number): (() => void) => {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
};

export class PagedRows implements LogRows {
  readonly #source: RowSource;
  readonly #onProblem: (message: string | null) => void;
  readonly #later: NonNullable<PagedRowsOptions["later"]>;
  /** In order of use, the longest unused first. */
  readonly #pages = new Map<number, Page>();
  readonly #asked = new Map<number, Promise<void>>();
  readonly #listeners = new Set<() => void>();
  #count = 0;
  #complete = false;
  #version = 0;
  #closed = false;
  #abort = new AbortController();
  #stopRecount: (() => void) | null = null;
  #stopRetry: (() => void) | null = null;

  constructor({ source, onProblem, later = byTimer }: PagedRowsOptions) {
    this.#source = source;
    this.#onProblem = onProblem;
    this.#later = later;
  }

  /** Begins to ask; also again after `close`. */
  open(): void {
    if (this.#closed) this.#abort = new AbortController();
    this.#closed = false;
    void this.#ask(this.#lastPage);
  }

  get count(): number {
    return this.#count;
  }

  get complete(): boolean {
    return this.#complete;
  }

  get version(): number {
    return this.#version;
  }

  at(row: number): TimelineRecord | null {
    const number = Math.floor(row / pageRows);
    return this.#pages.get(number)?.records[row - number * pageRows] ?? null;
  }

  ensure(from: number, to: number): void {
    if (to <= from) return;
    const [first, last] = [Math.floor(from / pageRows), Math.floor((to - 1) / pageRows)];
    for (let number = first; number <= last; ++number) this.#use(number);
    // The next page either way, so that scrolling on finds it here.
    if (last + 1 <= this.#lastPage) this.#use(last + 1);
    if (first > 0) this.#use(first - 1);
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  knownRowOf(index: number): number {
    for (const [number, { records }] of this.#pages) {
      const first = records[0]?.index ?? Number.POSITIVE_INFINITY;
      if (index < first || index > (records.at(-1)?.index ?? -1)) continue;
      const at = records.findIndex((record) => record.index === index);
      return at < 0 ? -1 : number * pageRows + at;
    }
    return -1;
  }

  rowOf(index: number): SoonOrNow<number> {
    const known = this.knownRowOf(index);
    if (known >= 0) return known;
    return answerOf(this.#source.rowOf(index, this.#abort.signal)).then((row) => row ?? -1);
  }

  async rowAt(atMs: number): Promise<number> {
    // The last that is not after a moment is the one before the first that is.
    const next = await answerOf(this.#source.rowAt(atMs + 0.001, this.#abort.signal));
    return next === null ? -1 : next - 1;
  }

  async rowOfBand({ startMs, endMs, startSource }: Band): Promise<number> {
    // What is told only when it is over began before its first record.
    const atMs = startSource === "derived" && endMs !== null ? endMs : startMs;
    return (await answerOf(this.#source.rowAt(atMs, this.#abort.signal))) ?? -1;
  }

  load(row: number): SoonOrNow<TimelineRecord | null> {
    return this.at(row) ?? this.#ask(Math.floor(row / pageRows)).then(() => this.at(row));
  }

  /** What was final may not be any more: files are read on. */
  refresh(): void {
    if (!this.#closed) void this.#ask(this.#lastPage);
  }

  close(): void {
    this.#closed = true;
    this.#abort.abort();
    this.#asked.clear();
    this.#stopRecount?.();
    this.#stopRetry?.();
  }

  get #lastPage(): number {
    return Math.max(0, Math.floor((this.#count - 1) / pageRows));
  }

  #use(number: number): void {
    const page = this.#pages.get(number);
    // A page that was the last when it came may have got more since.
    const grew = page !== undefined && page.ofCount < this.#count;
    if (page === undefined || (grew && page.records.length < pageRows)) void this.#ask(number);
    if (page === undefined) return;
    this.#pages.delete(number);
    this.#pages.set(number, page);
  }

  #ask(number: number): Promise<void> {
    const asked = this.#asked.get(number);
    if (asked !== undefined) return asked;
    const answer = this.#fetch(number).finally(() => {
      if (this.#asked.get(number) === answer) this.#asked.delete(number);
    });
    this.#asked.set(number, answer);
    return answer;
  }

  async #fetch(number: number): Promise<void> {
    if (this.#closed) return;
    // One row more, for how long after it the page's first one came.
    const from = Math.max(0, number * pageRows - 1);
    const before = number * pageRows - from;
    const { signal } = this.#abort;
    try {
      const answer = await this.#source.rows(from, pageRows + before, signal);
      if (signal.aborted) return;
      if (!answer.ok) return this.#fail(answer.error.message);
      this.#take(number, answer.value, before);
      this.#onProblem(null);
    } catch (error) {
      if (!signal.aborted) this.#fail(error instanceof Error ? error.message : String(error));
    }
  }

  /** Who shows the rows asks again when it is told of a change. */
  #fail(message: string): void {
    this.#onProblem(message);
    this.#stopRetry?.();
    this.#stopRetry = this.#later(() => this.#changed(), retryMs);
  }

  #changed(): void {
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }

  #take(number: number, { rows, count, complete }: RecordRows, before: number): void {
    const records = rows.map((row, position) => recordOf(row, rows[position - 1] ?? null));
    const characters = rows.reduce((sum, { text }) => sum + text.length, 0);
    this.#count = count;
    this.#complete = complete;
    this.#pages.delete(number);
    this.#pages.set(number, { records: records.slice(before), characters, ofCount: count });
    this.#makeRoom(number);
    if (!complete) this.#recountLater();
    this.#changed();
  }

  #makeRoom(newest: number): void {
    let characters = 0;
    for (const page of this.#pages.values()) characters += page.characters;
    for (const [number, page] of this.#pages) {
      const fits = this.#pages.size <= mostPages && characters <= mostCharacters;
      if (fits || number === newest) return;
      this.#pages.delete(number);
      characters -= page.characters;
    }
  }

  /** A filter by text takes time, and a log that is being read grows. */
  #recountLater(): void {
    this.#stopRecount?.();
    this.#stopRecount = this.#later(() => void this.#ask(this.#lastPage), recountMs);
  }
}

/** Null: there is no answer. What is missing then is said by the rows themselves. */
async function answerOf(answer: Promise<Result<number>>): Promise<number | null> {
  try {
    const row = await answer;
    return row.ok ? row.value : null;
  } catch {
    return null;
  }
}

/** `before` is the row above it, which a filter may have put there. */
export function recordOf(row: RecordRow, before: RecordRow | null): TimelineRecord {
  const sinceMs =
    row.atMs === null || before === null || before.atMs === null ? null : row.atMs - before.atMs;
  const { record: index, file, line, atMs, source, text, kind, phase, database, error, cut } = row;
  const where = { index, file, line, atMs, sinceMs, source };
  return { ...where, text, kind, phase, database, error, cut };
}
