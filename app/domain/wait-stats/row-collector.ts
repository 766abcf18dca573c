/** Rows of a result on their way into captures: headers, rules and messages between them told apart. */
import { parseLooseDate } from "../perfmon/local-dates.ts";
import { columnsOf, isViewRow, isWaitType, viewColumns, type WaitColumns } from "./wait-columns.ts";

/** Cells as they are written; null: there is no such column. */
export interface RawRow {
  readonly line: number;
  readonly waitType: string;
  readonly tasks: string | null;
  readonly wait: string;
  readonly max: string | null;
  readonly signal: string | null;
  readonly resource: string | null;
  readonly inSeconds: boolean;
}

export interface RawCapture {
  readonly time: string | null;
  readonly server: string | null;
  readonly rows: readonly RawRow[];
}

interface OpenCapture extends RawCapture {
  time: string | null;
  readonly rows: RawRow[];
  readonly types: Set<string>;
}

/** A year of captures every hour. What is beyond is left out, and told. */
export const maxWaitRows = 5_000_000;

export class RowCollector {
  readonly captures: OpenCapture[] = [];
  selected = false;
  unrecognised = 0;
  #columns: WaitColumns | null = null;
  #assumed = false;
  /** Captures of the present table by their time and server. */
  #open = new Map<string, OpenCapture>();
  /** A time that was printed between tables. */
  #printedTime: string | null = null;
  #rows = 0;
  #leftOut = 0;
  #repeated = 0;
  #misplaced = 0;
  #firstMisplaced = 0;

  take(cells: readonly string[] | null, line: number): void {
    if (cells === null) {
      this.#misplaced += 1;
      this.#firstMisplaced ||= line;
      this.unrecognised += 1;
      return;
    }
    const header = columnsOf(cells);
    if (header !== null) {
      this.#columns = header;
      this.selected ||= header.selected;
      this.#open = new Map();
      return;
    }
    if (cells.length < 2 || cells.every((cell) => /^:?-*:?$/.test(cell))) {
      this.#takeMessage(cells.join(" ").trim());
      return;
    }
    if (this.#columns === null && isViewRow(cells)) {
      this.#columns = viewColumns;
      this.#assumed = true;
    }
    const columns = this.#columns;
    const waitType = columns === null ? "" : (cells[columns.type] ?? "");
    if (columns === null || !isWaitType(waitType)) this.#takeOther(cells);
    else this.#takeRow(cells, columns, waitType, line);
  }

  /** A message in a query's output; a time is of the table before it, or else of the one that follows. */
  #takeMessage(text: string): void {
    if (text === "" || /^-[- ]*$/.test(text)) return;
    const at = /\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?/.exec(
      text.slice(0, 200),
    )?.[0];
    if (at === undefined || parseLooseDate(at) === null) return;
    const last = this.captures.at(-1);
    if (/^completion time/i.test(text)) {
      if (last !== undefined) last.time ??= at;
    } else {
      this.#printedTime = at;
      this.#open = new Map();
    }
  }

  /** Words of a message that were taken for cells. */
  #takeOther(cells: readonly string[]): void {
    const text = cells.join(" ");
    if (/^\(\d+ /.test(text) || /^completion time/i.test(text)) this.#takeMessage(text);
    else if (this.#columns !== null) this.unrecognised += 1;
  }

  #takeRow(cells: readonly string[], columns: WaitColumns, waitType: string, line: number): void {
    if (this.#rows >= maxWaitRows) {
      this.#leftOut += 1;
      return;
    }
    const cell = (position: number) => (position < 0 ? null : (cells[position] ?? null));
    const written = cell(columns.time);
    const capture = this.#captureOf(written, cell(columns.server), waitType);
    this.#rows += 1;
    capture.types.add(waitType);
    capture.rows.push({
      line,
      waitType,
      tasks: cell(columns.tasks),
      wait: cell(columns.wait) ?? "",
      max: cell(columns.max),
      signal: cell(columns.signal),
      resource: cell(columns.resource),
      inSeconds: columns.inSeconds,
    });
  }

  /** A type occurs once in a result: where it comes again, the next one begins. */
  #captureOf(written: string | null, server: string | null, waitType: string): OpenCapture {
    const key = `${written ?? ""}\n${server ?? ""}`;
    const open = this.#open.get(key);
    if (open !== undefined && !open.types.has(waitType)) return open;
    if (open !== undefined && written !== null) this.#repeated += 1;
    const time = written ?? this.#printedTime;
    this.#printedTime = null;
    const capture: OpenCapture = { time, server, rows: [], types: new Set() };
    this.#open.set(key, capture);
    this.captures.push(capture);
    return capture;
  }

  notes(): readonly string[] {
    const notes: string[] = [];
    if (this.#assumed) {
      notes.push(
        "There is no header: columns are taken as those of sys.dm_os_wait_stats (wait_type, waiting_tasks_count, wait_time_ms, max_wait_time_ms, signal_wait_time_ms).",
      );
    }
    if (this.selected) {
      notes.push(
        "A script chose these waits: types that it left out are missing, and differences are of types that both results have.",
      );
    }
    if (this.#misplaced > 0) {
      notes.push(
        `${this.#misplaced} ${this.#misplaced === 1 ? "row does" : "rows do"} not stand under the columns of the table, the first in line ${this.#firstMisplaced}; left out. Print it with sqlcmd -s , -W -w 65535.`,
      );
    }
    if (this.#repeated > 0) {
      notes.push("Some times have several results; they are told apart by types that repeat.");
    }
    if (this.#leftOut > 0) {
      notes.push(
        `Only the first ${maxWaitRows} rows are read; ${this.#leftOut} more were left out. Export a shorter span.`,
      );
    }
    return notes;
  }
}
