/** What the figures of Dell's paper share: its hardware, its load, and what is read of an operation. */
import type { FigureInput, FigurePoint } from "../../contract/figure.ts";
import type { FigureRun } from "../../contract/figure-results.ts";
import type { ActivityName } from "../../contract/phase.ts";
import { responseCounters } from "./figure-run.ts";
import type { MeasureDefinition } from "./measure-definition.ts";
import { meanOf } from "./measures.ts";

export const dellPreset = "dell-creation";

export const dellInputs: readonly FigureInput[] = [
  {
    what: "Server",
    value:
      "a virtual machine with two processors and 24 GB on a PowerEdge R710; SQL Server 2008 R2",
    source: "paper",
  },
  {
    what: "Disks",
    value:
      "data, log and snapshots on one PS6000XV, 14 disks of 15k in RAID 10; backups on a PS6500E, 46 SATA disks in RAID 50; four cables of 1 GbE to each",
    source: "paper",
  },
  { what: "Load", value: "TPC-C-style, by a benchmark program; 4,000 users", source: "paper" },
  {
    what: "Keying and think time",
    value:
      "18.0 s on average instead of 20.99 s, so that 4,000 users ask for the paper’s 220 transactions a second",
    source: "derived",
  },
  { what: "Database", value: "130 GB in use: 1,452 warehouses", source: "derived" },
  {
    what: "Files",
    value: "three data files, one for each of the paper’s volumes, all on the one pool",
    source: "derived",
  },
  { what: "Log", value: "20 GiB; the paper names a volume of 100 GB", source: "assumed" },
  {
    what: "Speed of a processor, memory for pages",
    value:
      "40 % of a core of today, 20 GiB; see the server and device presets for what they assume",
    source: "assumed",
  },
  {
    what: "Processor time of what goes over iSCSI",
    value:
      "3.6 us for each KiB on their processor: one hertz for each bit a second, the rule of thumb for TCP at a gigabit (Foong and others, TCP Performance Re-Visited, 2003); network cards that segment for themselves take less",
    source: "assumed",
  },
];

/** A run has in memory what the log's disk has, and longer runs fill it. */
export const smallerLog = (gib: number) => ({
  setting: `database.logSizeMiB=${gib * 1024}`,
  input: {
    what: "Log in these runs",
    value: `${gib} GiB, so that a run takes less memory; shorter ones have 20`,
    source: "assumed",
  } satisfies FigureInput,
});

/** The first operation of a kind, if it was over by the end of the run. */
export const firstOf = ({ operations }: FigureRun, kind: ActivityName) =>
  operations.find(({ name }) => name === kind) ?? null;

export const lengthOf = (id: string, kind: ActivityName, name: string): MeasureDefinition => ({
  id,
  metric: { name, unit: "duration", better: "lower" },
  read: (run) => {
    const found = firstOf(run, kind);
    return found === null ? null : found.endMs - found.startMs;
  },
});

export const simple: FigureInput = {
  what: "Recovery model",
  value: "simple: no log backups during this test",
  source: "assumed",
};

export const load4000: FigurePoint = {
  id: "4000-users",
  name: "4,000 users",
  series: "",
  x: null,
  settings: [],
};

export const fiveMinutes: FigureInput = {
  what: "Time between creations",
  value: "five minutes from the end of one to the next; the paper does not say",
  source: "assumed",
};

export const places = [0, 1, 2, 3, 4] as const;
export const ordinals = ["first", "second", "third", "fourth", "fifth"] as const;

export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

export const counters = [
  "transactionsPerSecond",
  "processorTimePercent",
  ...responseCounters,
] as const;
export type Counter = (typeof counters)[number];

export const meanIn = (run: FigureRun, counter: Counter, span: Span | null): number | null =>
  span === null ? null : meanOf(run, counter, span.fromMs, span.toMs);

export const share = (
  id: string,
  name: string,
  read: MeasureDefinition["read"],
): MeasureDefinition => ({
  id,
  metric: { name, unit: "share", better: null },
  read,
});

/** Null: not all of them were measured. */
export function sumOf(run: FigureRun, measures: readonly MeasureDefinition[]): number | null {
  const values = measures.map((measure) => measure.read(run));
  const known = values.filter((value) => value !== null);
  return known.length < values.length ? null : known.reduce((sum, value) => sum + value, 0);
}

/** Of durations. */
export const meanLength = (
  id: string,
  name: string,
  measures: readonly MeasureDefinition[],
): MeasureDefinition => ({
  id,
  metric: { name, unit: "duration", better: "lower" },
  read: (run) => {
    const sum = sumOf(run, measures);
    return sum === null ? null : sum / measures.length;
  },
});
