/**
 * What views need of a capture's records: columns that cost nothing to read, and texts that are read
 * back from the files. Records are only ever appended; a position never changes its meaning.
 */

import type { PhaseName } from "../../contract/phase.ts";
import type { MessageKind } from "../../domain/errorlog/messages/message.ts";

export interface RecordTable {
  readonly count: number;
  /** Grows with the records; a position keeps its name. */
  readonly sources: readonly string[];
  fileOf(record: number): number;
  /** NaN: the record has no time. */
  atMs(record: number): number;
  sourceId(record: number): number;
  kindId(record: number): number;
  /** 0: no error. */
  severity(record: number): number;
  /** Decodes the records from `from` up to `to`; neighbours cost one read. */
  texts(from: number, to: number, visit: (record: number, text: string) => void): void;
}

/** Where the names of kinds and phases come from. */
export interface KindTable {
  /** By kind id. */
  readonly kinds: readonly MessageKind[];
  /** By kind id; "byText" where kind alone does not tell. */
  readonly phases: readonly (PhaseName | null | "byText")[];
  /** The phase of a record whose kind does not tell it. */
  phaseOfText(kindId: number, text: string): PhaseName | null;
}

/** Adjacent records are read together, and so are some that nobody asked for between them. */
const mostSkipped = 8;

/** Decodes the records at these positions, which rise. */
export function visitTexts(
  table: RecordTable,
  records: readonly number[],
  visit: (record: number, text: string) => void,
): void {
  let index = 0;
  while (index < records.length) {
    const first = records[index] ?? 0;
    let last = first;
    let end = index + 1;
    while (end < records.length && (records[end] ?? 0) - last <= mostSkipped) {
      last = records[end] ?? 0;
      end += 1;
    }
    let wanted = index;
    table.texts(first, last + 1, (record, text) => {
      if (record !== records[wanted]) return;
      wanted += 1;
      visit(record, text);
    });
    index = end;
  }
}
