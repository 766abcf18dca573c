/** The counters by which a DBA judges how a server fared: work done, how long its disks took, its processors. */

import { type CounterSource, counterSources } from "../perfmon/counter-lanes.ts";
import { counterName } from "../perfmon/counter-names.ts";
import { coveredFrom, stepOf } from "../perfmon/perfmon-series.ts";
import type { PerfmonTable } from "../perfmon/perfmon-table.ts";

/** A sample covers the time since the one before it. */
export interface Sample {
  readonly fromMs: number;
  readonly toMs: number;
  readonly value: number;
}

export interface EffectCounter {
  /** Counters that measure the same are told by the one that changed most. */
  readonly measure: string;
  /** "transactions", "writes on D:". */
  readonly name: string;
  /** Id of the counter, as its capture has it. */
  readonly id: string;
  readonly host: string | null;
  /** Behind a figure: " ms". */
  readonly unit: string;
  /** A difference that matters, in the unit. */
  readonly least: number;
  /** In order of time. */
  readonly samples: () => readonly Sample[];
}

interface Measure {
  readonly name: string;
  readonly unit: string;
  readonly least: number;
  readonly scale: number;
  readonly matches: (source: CounterSource, name: string) => boolean;
}

const ofLane =
  (lane: string): Measure["matches"] =>
  (source) =>
    source.lane === lane;
const named =
  (wanted: string): Measure["matches"] =>
  (_source, name) =>
    name === wanted;

export const milliseconds = " ms";

const disk = (verb: string): Measure => ({
  name: `${verb}s`,
  unit: milliseconds,
  least: 1,
  scale: 1000,
  matches: (_source, name) => name.endsWith(`disk\\avg. disk sec/${verb}`),
});

const measures: readonly Measure[] = [
  {
    name: "transactions",
    unit: " a second",
    least: 1,
    scale: 1,
    matches: ofLane("transactionsPerSecond"),
  },
  {
    name: "batches",
    unit: " a second",
    least: 1,
    scale: 1,
    matches: named("sql statistics\\batch requests/sec"),
  },
  disk("read"),
  disk("write"),
  {
    name: "processors",
    unit: " %",
    least: 10,
    scale: 1,
    matches: ofLane("processorTimePercent"),
  },
];

/** Times of the samples count from `originMs`. */
export function effectCounters(
  tables: readonly PerfmonTable[],
  originMs: number,
): readonly EffectCounter[] {
  const sources = counterSources(tables);
  const axes = tables.map(({ timeMs }): Axis => ({ timeMs, step: stepOf(timeMs) }));
  const found = measures.map((measure) => ({
    measure,
    own: drivesOf(sources.filter((source) => measure.matches(source, nameOf(source)))),
  }));
  const drives = new Set(
    found.flatMap(({ own }) => own.flatMap((source) => driveOf(source) ?? [])),
  );
  return found.flatMap(({ measure, own }) =>
    own.map((source): EffectCounter => {
      const { host = null } = source.places[0]?.column ?? {};
      const drive = drives.size > 1 ? driveOf(source) : null;
      return {
        measure: measure.name,
        name: drive === null ? measure.name : `${measure.name} on ${drive}`,
        id: source.id,
        host,
        unit: measure.unit,
        least: measure.least,
        samples: () => samplesOf(source, measure, axes, originMs),
      };
    }),
  );
}

/** "D:", of a physical disk "1 D:"; null: it is no disk, or the sum of all. */
function driveOf(source: CounterSource): string | null {
  const instance = source.places[0]?.column.instance ?? null;
  return isTotal(source) || !nameOf(source).includes("disk\\") ? null : instance;
}

function nameOf({ places }: CounterSource): string {
  const column = places[0]?.column;
  if (column === undefined) return "";
  const { object, counter } = counterName(column);
  return `${object}\\${counter}`;
}

const isTotal = ({ places }: CounterSource): boolean =>
  places[0]?.column.instance?.toLowerCase() === "_total";

/** The drives of what is measured by drive and in total; the logical ones of logical and physical disks. */
function drivesOf(sources: readonly CounterSource[]): readonly CounterSource[] {
  const isLogical = (source: CounterSource) => nameOf(source).startsWith("logical");
  const logical = sources.filter(isLogical);
  const same = logical.length > 0 ? logical : sources;
  const single = same.filter((source) => !isTotal(source));
  return single.length > 0 ? single : same;
}

interface Axis {
  readonly timeMs: Float64Array;
  /** The usual distance of its rows. */
  readonly step: number;
}

function samplesOf(
  { places }: CounterSource,
  { scale, unit }: Measure,
  axes: readonly Axis[],
  originMs: number,
): readonly Sample[] {
  const samples: Sample[] = [];
  for (const { table, column } of places) {
    const { timeMs, step } = axes[table] ?? { timeMs: new Float64Array(), step: 0 };
    for (const [row, time] of timeMs.entries()) {
      const value = (column.values[row] ?? Number.NaN) * scale;
      // A mean time of 0 is that of no I/O at all.
      if (Number.isNaN(value) || (unit === milliseconds && value === 0)) continue;
      const fromMs = row === 0 ? time - step : coveredFrom(timeMs, row, step);
      samples.push({ fromMs: fromMs - originMs, toMs: time - originMs, value });
    }
  }
  return samples.sort((a, b) => a.toMs - b.toMs);
}
