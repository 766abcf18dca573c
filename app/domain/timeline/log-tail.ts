/**
 * The end of the ERRORLOG of a run under way, as one reads it live. Each record is taken by itself:
 * which phase it tells of, its message says. All of the log is in the run's recording.
 */
import { databaseOf, phaseOfKind, recognise } from "../errorlog/messages/recognise.ts";
import { productStartAt } from "../errorlog/product-record.ts";
import type { TimelineRecord } from "./timeline.ts";

/** Kept at least: more than one scrolls back through while the next ones come. */
const recordsKept = 1000;

export interface ShownTail {
  /** The newest, in order; the position of each in the log is its index. */
  readonly records: readonly TimelineRecord[];
  /** How many records the whole log has. */
  readonly count: number;
}

const firstLine = (text: string): string => text.split("\n", 1)[0] ?? "";

export class LogTail {
  #records: TimelineRecord[] = [];
  #count = 0;
  #shown: ShownTail | null = null;

  /** One object until a record comes. */
  get shown(): ShownTail {
    this.#shown ??= { records: [...this.#records], count: this.#count };
    return this.#shown;
  }

  /** Records that came and are not shown. */
  skip(count: number): void {
    if (count === 0) return;
    this.#count += count;
    this.#shown = null;
  }

  /** A record as the engine wrote it. Its clock is finer than the printed time, so that stands for it. */
  take(printed: string, atMs: number): TimelineRecord {
    const start = productStartAt(printed, 0);
    const [source, text] =
      start === null ? ["", printed] : [start.source, printed.slice(start.textStart)];
    // The first line holds the message; what follows continues it.
    const message = recognise(firstLine(text), null);
    const before = this.#records.at(-1)?.atMs ?? null;
    const record: TimelineRecord = {
      index: this.#count,
      file: null,
      line: this.#count + 1,
      atMs,
      sinceMs: before === null ? null : atMs - before,
      source,
      text: text.trimEnd(),
      kind: message.kind,
      phase: phaseOfKind(message),
      database: databaseOf(message),
      error: null,
      cut: false,
    };
    this.#records.push(record);
    this.#count += 1;
    if (this.#records.length > 2 * recordsKept) this.#records = this.#records.slice(-recordsKept);
    this.#shown = null;
    return record;
  }
}
