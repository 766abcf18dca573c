/**
 * Reads a Perfmon log in text form, piece by piece. Lines are taken as they come; what only the whole
 * file can tell - the order of day and month, the order of its rows - is decided at the end.
 */
import { failure, type Result, success } from "../../contract/result.ts";
import { LineEnds } from "../line-ends.ts";
import { type CellSpan, firstCell, nextCell, nextValue, noCell } from "./cells.ts";
import { type Grouping, type HeldRow, HeldRows } from "./held-rows.ts";
import { parseLooseDate } from "./local-dates.ts";
import { maxPreambleLines, type PerfmonHeader, parseHeader } from "./perfmon-header.ts";
import { ReadingNotes } from "./perfmon-notes.ts";
import type { PerfmonTable } from "./perfmon-table.ts";
import { SampleStore } from "./sample-store.ts";
import { tidyTable } from "./tidy-table.ts";

export interface PerfmonOptions {
  /**
   * Values that are held at most, 8 bytes each. Beyond it neighbouring samples are averaged, so that
   * a log of any size fits.
   */
  readonly maxValues?: number;
}

const standardValues = 2 ** 25;
/** No line of a log is as long; the limit keeps a file that is none from filling memory. */
const longestLine = 2 ** 26;
const counterExample = String.raw`"\\HOST\Memory\Available MBytes"`;
const newline = 0x0a;
const carriageReturn = 0x0d;

export class PerfmonReader {
  readonly #name: string;
  readonly #notes = new ReadingNotes();
  readonly #store: SampleStore;
  readonly #span: CellSpan = noCell();
  /** Parts of the line that no piece has ended yet. Joined once, or long lines would take quadratic time. */
  #pending: string[] = [];
  #pendingLength = 0;
  /** At the end of a piece; a feed that begins the next one belongs to them. */
  #returns = "";
  #header: PerfmonHeader | null = null;
  /** Column of the store for each cell after the first; -1: none. */
  #targets: Int32Array = new Int32Array();
  #separator = 0;
  #line = 0;
  /** Null: which sign is the decimal one is known. */
  #held: HeldRows | null = null;
  /** Code of the sign that groups thousands; 0: none does. */
  #grouping = 0;
  #failed: Result<null> = success(null);

  constructor(name: string, { maxValues = standardValues }: PerfmonOptions = {}) {
    this.#name = name;
    this.#store = new SampleStore(maxValues);
  }

  /** Fails once, and from then on, when the file turns out to be none of Perfmon. */
  push(piece: string): Result<null> {
    const whole = this.#returns + piece;
    this.#returns = /\r{0,2}$/.exec(whole.slice(-2))?.[0] ?? "";
    return this.#take(whole.slice(0, whole.length - this.#returns.length));
  }

  #take(text: string): Result<null> {
    const ends = new LineEnds(text);
    let start = 0;
    while (this.#failed.ok) {
      const next = ends.next(start);
      if (next === null) break;
      if (this.#pendingLength === 0) {
        this.#takeLine(text, start, next, false);
      } else {
        this.#pending.push(text.slice(start, next));
        this.#takePending(false);
      }
      start = next;
    }
    if (start < text.length && this.#failed.ok) {
      this.#pending.push(text.slice(start));
      this.#pendingLength += text.length - start;
      if (this.#pendingLength > longestLine) {
        this.#fail(`line ${this.#line + 1} is longer than ${longestLine / 2 ** 20} MiB`);
      }
    }
    return this.#failed;
  }

  end(): Result<PerfmonTable> {
    if (this.#returns !== "") this.#take(this.#returns);
    if (this.#failed.ok && this.#pendingLength > 0) this.#takePending(true);
    if (this.#held !== null) this.#release(this.#held.release(), this.#held.usual);
    if (this.#failed.ok && this.#header === null) this.#fail("no line of it is such a header");
    if (!this.#failed.ok) return this.#failed;
    const { zone = null, utcOffsetMinutes = null } = this.#header ?? {};
    if (this.#store.rows === 0) {
      return failure(
        "badInput",
        `${this.#name}: has the header of a Perfmon log, but no sample follows it: each would begin with a time, such as "10/23/2006 21:48:07.220".`,
      );
    }
    const facts = { name: this.#name, zone, utcOffsetMinutes, lines: this.#line };
    return success(tidyTable(facts, this.#store, this.#notes));
  }

  #fail(what: string): void {
    this.#refuse(
      `${this.#name}: is no Perfmon log in text form: ${what}. Expected is a header that begins with "(PDH-CSV 4.0)" or "(PDH-TSV 4.0)" and names counters such as ${counterExample}. A binary log (.blg) has to be converted first: relog FILE.blg -f csv -o FILE.csv`,
    );
  }

  #refuse(message: string): void {
    this.#failed = failure("badInput", message);
    this.#pending = [];
  }

  #takePending(cut: boolean): void {
    const line = this.#pending.join("");
    this.#pending = [];
    this.#pendingLength = 0;
    this.#takeLine(line, 0, line.length, cut);
  }

  /** `cut`: the file ends here, without a line end. */
  #takeLine(text: string, start: number, lineEnd: number, cut: boolean): void {
    this.#line += 1;
    let end = lineEnd;
    while (end > start && isLineEnd(text.charCodeAt(end - 1))) --end;
    if (end === start) return;
    if (this.#header === null) this.#seekHeader(text.slice(start, end));
    else if (this.#held === null) this.#takeSample(text, start, end, cut);
    else {
      const rows = this.#held.take({ text: text.slice(start, end), line: this.#line, cut });
      this.#release(rows, this.#held.grouping);
    }
  }

  /** `grouping` null: not known yet, and of no consequence for these rows. */
  #release(rows: readonly HeldRow[], grouping: Grouping | null): void {
    if (grouping !== null) {
      this.#held = null;
      this.#grouping = grouping === "" ? 0 : grouping.charCodeAt(0);
    }
    const line = this.#line;
    for (const row of rows) {
      this.#line = row.line;
      this.#takeSample(row.text, 0, row.text.length, row.cut);
    }
    this.#line = line;
  }

  #takeSample(text: string, start: number, end: number, cut: boolean): void {
    if (!this.#takeRow(text, start, end, cut)) this.#takeOther(text.slice(start, end));
  }

  #seekHeader(line: string): void {
    const header = parseHeader(line);
    if (header !== null) {
      this.#takeHeader(header);
    } else if (line.trim() !== "") {
      this.#notes.otherLine(this.#line, line);
      if (this.#line >= maxPreambleLines) {
        this.#fail(`its first ${maxPreambleLines} lines have no such header`);
      }
    }
  }

  #takeHeader(header: PerfmonHeader): void {
    this.#targets = this.#store.addColumns(header.counters);
    this.#separator = header.separator.charCodeAt(0);
    if (this.#header === null) {
      this.#header = header;
      this.#held = new HeldRows(header.separator);
      if (header.counters.every((counter) => counter === null)) {
        this.#refuse(
          `${this.#name}: has the header of a Perfmon log, but it names no counter: each cell after the first would be such as ${counterExample}.`,
        );
      }
    } else {
      this.#notes.repeatedHeader(this.#line);
    }
  }

  /** Two logs that were joined have a header in the middle; anything else is no sample. */
  #takeOther(line: string): void {
    const header = parseHeader(line);
    if (header?.signed === true) this.#takeHeader(header);
    else if (line.trim() !== "") this.#notes.otherLine(this.#line, line);
  }

  /** False: the line does not begin with a time. */
  #takeRow(text: string, start: number, end: number, cut: boolean): boolean {
    const span = this.#span;
    firstCell(span, start);
    nextCell(text, end, this.#separator, span);
    const date = parseLooseDate(text.slice(span.from, Math.min(span.to, span.from + 64)));
    if (date === null) return false;
    // A row that ends in its time is cut, or a line of text that begins with a date.
    if (span.next > end) return false;
    this.#store.beginRow(date, this.#line);
    const cells = this.#targets.length;
    let cell = 0;
    for (; span.next <= end && cell < cells; ++cell) {
      nextValue(text, end, this.#separator, this.#grouping, span);
      const target = this.#targets[cell] ?? -1;
      // The last cell of a row that breaks off may lack digits.
      if (cut && span.next > end && (span.open || cell < cells - 1)) break;
      if (target >= 0) this.#takeValue(target, span.value);
    }
    this.#store.endRow();
    const surplus = span.next <= end && text.slice(span.next, end).trim() !== "";
    if (cut && cell < cells) this.#notes.cutRow(this.#line, cell);
    else if (cell < cells || surplus) this.#notes.oddRow(this.#line, cells);
    return true;
  }

  #takeValue(target: number, value: number): void {
    if (Math.abs(value) === Number.POSITIVE_INFINITY) this.#notes.unreadable(this.#line);
    // typeperf and relog write -1 for a sample that failed; no counter of theirs is negative.
    else if (value === -1) this.#notes.minusOne();
    else this.#store.take(target, value);
  }
}

const isLineEnd = (code: number) => code === carriageReturn || code === newline;
