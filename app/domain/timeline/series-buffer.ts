/**
 * Series that grow. A piece is appended in place, and what was handed out before stays as it was:
 * it is a view of the part that was filled then. So a piece costs its own length, not the run's.
 */
import type { Series, WaitSeries } from "../../contract/rpc/timeline-data.ts";

const smallestCapacity = 256;

class Column {
  #values = new Float64Array(smallestCapacity);

  /** Writes at `at`; what lies between the last end and `at` stays zero. */
  write(at: number, values: Float64Array): void {
    const needed = at + values.length;
    if (needed > this.#values.length) {
      const grown = new Float64Array(Math.max(needed, 2 * this.#values.length));
      grown.set(this.#values.subarray(0, at));
      this.#values = grown;
    }
    this.#values.set(values, at);
  }

  /** The first `length` values; zero beyond what was written. */
  view(length: number): Float64Array {
    if (length > this.#values.length) this.write(length, new Float64Array());
    return this.#values.subarray(0, length);
  }
}

interface WaitColumns {
  readonly tasks: Column;
  readonly waitMs: Column;
  readonly signalMs: Column;
}

/** A sample under way, as far as it has come. */
export interface PartialSample {
  readonly atMs: number;
  readonly counters: Readonly<Record<string, number>>;
  readonly waits: Readonly<
    Record<string, { readonly tasks: number; readonly waitMs: number; readonly signalMs: number }>
  >;
  readonly p99Ms: number | null;
}

/** The series with that sample as its last point. */
export function withSample(series: Series, sample: PartialSample): Series {
  const length = series.timeMs.length;
  const plus = (column: Float64Array | undefined, value: number): Float64Array => {
    const longer = new Float64Array(length + 1);
    longer.set(column ?? []);
    longer[length] = value;
    return longer;
  };
  const types = [...new Set([...Object.keys(series.waits), ...Object.keys(sample.waits)])];
  return {
    ...series,
    timeMs: plus(series.timeMs, sample.atMs),
    p99Ms: plus(series.p99Ms, sample.p99Ms ?? Number.NaN),
    counters: Object.fromEntries(
      Object.entries(series.counters).map(([id, column]) => [
        id,
        plus(column, sample.counters[id] ?? Number.NaN),
      ]),
    ),
    waits: Object.fromEntries(
      types.map((type) => {
        const [before, now] = [series.waits[type], sample.waits[type]];
        const columns = {
          tasks: plus(before?.tasks, now?.tasks ?? 0),
          waitMs: plus(before?.waitMs, now?.waitMs ?? 0),
          signalMs: plus(before?.signalMs, now?.signalMs ?? 0),
        };
        return [type, columns];
      }),
    ),
  };
}

export class SeriesBuffer {
  readonly #timeMs = new Column();
  readonly #p99Ms = new Column();
  /** Those that the recording has. */
  readonly #counters = new Map<string, Column>();
  readonly #waits = new Map<string, WaitColumns>();
  #length = 0;
  #samplesPerPoint = 1;
  #series: Series | null = null;

  append(piece: Series): void {
    const added = piece.timeMs.length;
    if (added === 0) return;
    const at = this.#length;
    this.#timeMs.write(at, piece.timeMs);
    this.#p99Ms.write(at, piece.p99Ms);
    for (const [id, values] of Object.entries(piece.counters)) {
      this.#counterColumn(id).write(at, values);
    }
    for (const [type, wait] of Object.entries(piece.waits)) {
      const columns = this.#waitColumns(type);
      columns.tasks.write(at, wait.tasks);
      columns.waitMs.write(at, wait.waitMs);
      columns.signalMs.write(at, wait.signalMs);
    }
    this.#length += added;
    this.#samplesPerPoint = Math.max(this.#samplesPerPoint, piece.samplesPerPoint);
    this.#series = null;
  }

  /** One object until something is appended. */
  get series(): Series {
    this.#series ??= this.#view();
    return this.#series;
  }

  /** One version records a whole run: its counters are there from the first piece on. */
  #counterColumn(id: string): Column {
    const known = this.#counters.get(id);
    if (known !== undefined) return known;
    const column = new Column();
    this.#counters.set(id, column);
    return column;
  }

  #waitColumns(type: string): WaitColumns {
    const known = this.#waits.get(type);
    if (known !== undefined) return known;
    const columns = { tasks: new Column(), waitMs: new Column(), signalMs: new Column() };
    this.#waits.set(type, columns);
    return columns;
  }

  #view(): Series {
    const length = this.#length;
    const waits: [string, WaitSeries][] = [...this.#waits].map(([type, columns]) => [
      type,
      {
        tasks: columns.tasks.view(length),
        waitMs: columns.waitMs.view(length),
        signalMs: columns.signalMs.view(length),
      },
    ]);
    return {
      timeMs: this.#timeMs.view(length),
      counters: Object.fromEntries(
        [...this.#counters].map(([id, column]) => [id, column.view(length)]),
      ),
      waits: Object.fromEntries(waits),
      p99Ms: this.#p99Ms.view(length),
      samplesPerPoint: this.#samplesPerPoint,
    };
  }
}
