/** What is kept of a Perfmon file: one time axis, one column per counter. */
import type { TimeStep } from "../../contract/capture.ts";

/** A counter's name, taken apart: \\HOST\Object(Instance)\Counter. */
export interface CounterPath {
  /** The path that the file has. */
  readonly path: string;
  /** Without the leading backslashes; null where the path names none. */
  readonly host: string | null;
  readonly object: string;
  readonly instance: string | null;
  readonly counter: string;
}

/** Over the rows of the file that have a value, whether or not the table still holds each. */
export interface ColumnFigures {
  readonly samples: number;
  /** Null without any sample. */
  readonly minimum: number | null;
  readonly mean: number | null;
  readonly maximum: number | null;
}

export interface PerfmonColumn extends CounterPath, ColumnFigures {
  /** The unit of the values: "bytes/s", "%", "ms"; "" where the name does not tell. */
  readonly unit: string;
  /** One for each time; NaN where the file has none. */
  readonly values: Float64Array;
}

export interface PerfmonTable {
  /** The name of the file. */
  readonly name: string;
  /** The header's words for the zone, localised and perhaps cut; null where it has none. */
  readonly zone: string | null;
  /** How far local time was from UTC when the log was begun: 120 for +2:00. The header has it negated. */
  readonly utcOffsetMinutes: number | null;
  /** The first that a counter names. */
  readonly host: string | null;
  /** Local clock, ms since 1970 without a zone. Ascending, each time once. */
  readonly timeMs: Float64Array;
  readonly columns: readonly PerfmonColumn[];
  /** Samples that the file has. */
  readonly rows: number;
  /** Samples that were averaged to one row of the table, because the file is very large; else 1. */
  readonly samplesPerRow: number;
  readonly lines: number;
  /** Lines that are neither header nor sample. */
  readonly unrecognised: number;
  /** Where the clock goes back: the first `maxListedTimeSteps` of them. */
  readonly timeSteps: readonly TimeStep[];
  readonly timeStepCount: number;
  /** Damage, and what was assumed. */
  readonly notes: readonly string[];
}
