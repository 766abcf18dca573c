/**
 * An ERRORLOG that was exported, quoted or carried over: its whole text is in memory, its records
 * were told apart by the reader of its form, and here they come in order of time.
 */
import { countLines } from "../../domain/line-ends.ts";
import type { FormReading, FormRecord } from "./forms/form-reading.ts";
import { TextLines } from "./forms/text-lines.ts";
import { meantBy, otherKindId } from "./meaning.ts";
import type { ProductFileOptions } from "./product-file.ts";
import type { ReadingFile } from "./record-store.ts";

const recordsAtOnce = 10_000;

export interface FormFileOptions
  extends Pick<ProductFileOptions, "sources" | "meaning" | "facts" | "firstRecord" | "onTimeStep"> {
  readonly text: string;
  readonly reading: FormReading;
  /** Bytes of the file. */
  readonly size: number;
}

export class FormFile implements ReadingFile {
  readonly #text: string;
  readonly #size: number;
  readonly #options: FormFileOptions;
  readonly #records: readonly FormRecord[];
  readonly #gaps: ReadonlySet<FormRecord>;
  readonly #sourceIds: Uint16Array;
  readonly #kindIds: Uint8Array;
  readonly #severities: Uint8Array;
  #count = 0;

  constructor(options: FormFileOptions) {
    const { reading, text, size, facts } = options;
    this.#options = options;
    this.#text = text;
    this.#size = size;
    const { records, gaps } = withGaps(reading.records, text);
    this.#records = reading.newestFirst ? records.toReversed() : records;
    this.#gaps = gaps;
    this.#sourceIds = new Uint16Array(this.#records.length);
    this.#kindIds = new Uint8Array(this.#records.length).fill(otherKindId);
    this.#severities = new Uint8Array(this.#records.length);
    facts.notes.push(...reading.notes);
    facts.lines = countLines(text);
  }

  get count(): number {
    return this.#count;
  }

  get bytesRead(): number {
    const all = this.#records.length;
    return all === 0 ? this.#size : Math.round((this.#size * this.#count) / all);
  }

  readSlice(): boolean {
    const until = Math.min(this.#records.length, this.#count + recordsAtOnce);
    while (this.#count < until) {
      const record = this.#records[this.#count];
      if (record !== undefined) this.#take(record);
      this.#count += 1;
    }
    const more = this.#count < this.#records.length;
    if (!more) this.#options.meaning.finish();
    return more;
  }

  line(record: number): number {
    return this.#at(record).line;
  }
  timeMs(record: number): number {
    return this.#at(record).timeMs ?? Number.NaN;
  }
  sourceId(record: number): number {
    return this.#sourceIds[record] ?? 0;
  }
  kindId(record: number): number {
    return this.#kindIds[record] ?? otherKindId;
  }
  severity(record: number): number {
    return this.#severities[record] ?? 0;
  }
  message(record: number): string {
    return this.#messageOf(this.#at(record));
  }
  verbatim(record: number): string {
    const { start, end } = this.#at(record);
    return this.#text.slice(start, end);
  }
  messages(from: number, to: number, visit: (record: number, message: string) => void): void {
    for (let record = from; record < to; record++) visit(record, this.message(record));
  }

  #at(record: number): FormRecord {
    const found = this.#records[record];
    if (found === undefined) throw new RangeError(`record ${record} of ${this.#records.length}`);
    return found;
  }

  #messageOf({ text, textStart, textEnd }: FormRecord): string {
    return (text ?? this.#text.slice(textStart, textEnd)).trimEnd();
  }

  #take(record: FormRecord): void {
    const { sources, meaning, facts, firstRecord, onTimeStep } = this.#options;
    const position = firstRecord + this.#count;
    const { line, source, timeMs } = record;
    if (this.#gaps.has(record)) {
      facts.unrecognised += filledLines(this.verbatim(this.#count));
      return;
    }
    facts.records += 1;
    this.#sourceIds[this.#count] = sources.idOf(source);
    if (timeMs !== null) {
      const fromMs = facts.lastTimeMs ?? timeMs;
      facts.takeTimes(timeMs, timeMs);
      const step = { record: position, line, fromMs, toMs: timeMs };
      if (timeMs < fromMs) onTimeStep(step);
    }
    const text = this.#messageOf(record);
    const at = timeMs ?? Number.NaN;
    const sourceId = this.#sourceIds[this.#count] ?? 0;
    meaning.take(position, line, at, sourceId, meantBy(text, meaning.errorNumberOf(at, sourceId)));
    this.#kindIds[this.#count] = meaning.kindId;
    this.#severities[this.#count] = meaning.severity;
  }
}

/** What lies between records - headers, rules, blank lines - becomes an entry: nothing is dropped. */
function withGaps(
  records: readonly FormRecord[],
  text: string,
): { readonly records: readonly FormRecord[]; readonly gaps: ReadonlySet<FormRecord> } {
  const all: FormRecord[] = [];
  const gaps = new Set<FormRecord>();
  let [end, line] = [0, 1];
  const fill = (start: number): void => {
    if (start <= end) return;
    const place = { start: end, end: start, textStart: end, textEnd: start };
    const gap = { ...place, line, timeMs: null, source: "" };
    all.push(gap);
    gaps.add(gap);
  };
  for (const record of records) {
    fill(record.start);
    all.push(record);
    end = record.end;
    line = record.line + countLines(text.slice(record.start, record.end));
  }
  fill(text.length);
  return { records: all, gaps };
}

/** Lines that hold something; they belong to no record and could not be understood. */
function filledLines(text: string): number {
  const lines = new TextLines(text);
  let filled = 0;
  while (lines.next()) if (!lines.isBlank) filled += 1;
  return filled;
}
