/** Reads texts in batches of about equal work, however long the records are. */
import { type RecordTable, visitTexts } from "./record-table.ts";

/** Characters of a batch: some ten milliseconds to decode and to search. */
const charactersAtOnce = 2 * 1024 * 1024;
const [fewest, most] = [16, 16_384] as const;

export interface RecordText {
  readonly record: number;
  readonly text: string;
}

export class TextBatch {
  readonly #table: RecordTable;
  #size = 512;

  constructor(table: RecordTable) {
    this.#table = table;
  }

  /** Records that the next batch should have, by the length of those before. */
  get size(): number {
    return this.#size;
  }

  /** `records` rise. */
  read(records: readonly number[]): RecordText[] {
    const texts: RecordText[] = [];
    let characters = 0;
    visitTexts(this.#table, records, (record, text) => {
      characters += text.length;
      texts.push({ record, text });
    });
    if (texts.length > 0) {
      const fitting = Math.floor(charactersAtOnce / Math.max(1, characters / texts.length));
      this.#size = Math.min(most, Math.max(fewest, fitting));
    }
    return texts;
  }
}
