/** How many records there are of each file, source, kind, phase and severity; counted in slices. */
import type { FacetCount, RecordFacets } from "../../contract/rpc/records.ts";
import { outsidePhases } from "./column-filter.ts";
import type { KindTable, RecordTable } from "./record-table.ts";
import { TextBatch } from "./text-batch.ts";

/** Records of one slice: about a millisecond, unless their phase takes their texts. */
const recordsAtOnce = 65_536;

class Counts {
  readonly #counts: number[] = [];

  add(key: number): void {
    this.#counts[key] = (this.#counts[key] ?? 0) + 1;
  }

  /** What occurred, in order of the keys. */
  named(nameOf: (key: number) => string): FacetCount[] {
    return this.#counts.flatMap((count, key) =>
      count === undefined ? [] : [{ value: nameOf(key), count }],
    );
  }
}

const mostFirst = (counts: readonly FacetCount[]) => counts.toSorted((a, b) => b.count - a.count);

export class Facets {
  readonly #table: RecordTable;
  readonly #kinds: KindTable;
  readonly #batch: TextBatch;
  readonly #files = new Counts();
  readonly #sources = new Counts();
  readonly #kindCounts = new Counts();
  readonly #severities = new Counts();
  readonly #phases = new Map<string, number>();
  #counted = 0;

  constructor(table: RecordTable, kinds: KindTable) {
    this.#table = table;
    this.#kinds = kinds;
    this.#batch = new TextBatch(table);
  }

  /** Counts some more records; true while there are more. */
  step(): boolean {
    const table = this.#table;
    const byText: number[] = [];
    const end = Math.min(table.count, this.#counted + recordsAtOnce);
    let record = this.#counted;
    for (; record < end && byText.length < this.#batch.size; record += 1) {
      const kind = table.kindId(record);
      this.#files.add(table.fileOf(record));
      this.#sources.add(table.sourceId(record));
      this.#kindCounts.add(kind);
      if (table.severity(record) > 0) this.#severities.add(table.severity(record));
      const phase = this.#kinds.phases[kind] ?? null;
      if (phase === "byText") byText.push(record);
      else this.#addPhase(phase);
    }
    for (const { record, text } of this.#batch.read(byText)) {
      this.#addPhase(this.#kinds.phaseOfText(table.kindId(record), text));
    }
    this.#counted = record;
    return this.#counted < table.count;
  }

  /** Counts of the records so far. Sources, kinds and phases: the most frequent first. */
  counts(): RecordFacets {
    return {
      files: this.#files.named(String),
      sources: mostFirst(this.#sources.named((id) => this.#table.sources[id] ?? "")),
      kinds: mostFirst(this.#kindCounts.named((id) => this.#kinds.kinds[id] ?? "other")),
      phases: mostFirst([...this.#phases].map(([value, count]) => ({ value, count }))),
      severities: this.#severities.named(String),
    };
  }

  #addPhase(phase: string | null): void {
    const name = phase ?? outsidePhases;
    this.#phases.set(name, (this.#phases.get(name) ?? 0) + 1);
  }
}
