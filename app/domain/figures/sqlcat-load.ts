/** What users feel of snapshots: the SQLCAT paper's figures 4, 5 and 6, and its table 4. */
import type { FigurePoint } from "../../contract/figure.ts";
import type { FigureRun } from "../../contract/figure-results.ts";
import { at, differs, shape } from "./checks.ts";
import { type FigureDefinition, timeline } from "./figure-definition.ts";
import type { MeasureDefinition } from "./measure-definition.ts";
import { meanOf, response, throughput } from "./measures.ts";
import { sqlcatInputs, sqlcatPreset } from "./sqlcat-creation.ts";

/** So long before a creation, and at the end of the run, counters are taken as usual. */
const usualMs = 240_000;

interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

const names = {
  before: "before",
  checkpoint: "during its checkpoint",
  after: "after its checkpoint",
  end: "at the end",
} as const;

/**
 * Around the run's creation. What is before it ends with the last point that does: the next one has part of the
 * creation merged into it.
 */
const spansOf = ({
  creations: [creation],
  counters,
}: FigureRun): Record<keyof typeof names, Span> | null => {
  const checkpoint = creation?.phases.find(({ name }) => name === "checkpoint");
  if (creation === undefined || creation.endMs === null || checkpoint === undefined) return null;
  const endMs = counters?.timeMs.at(-1);
  const beforeMs = counters?.timeMs.findLast((atMs) => atMs <= creation.startMs);
  if (endMs === undefined || beforeMs === undefined) return null;
  return {
    before: { fromMs: beforeMs - usualMs, toMs: beforeMs },
    checkpoint: { fromMs: checkpoint.startMs, toMs: checkpoint.endMs },
    after: { fromMs: checkpoint.endMs, toMs: creation.endMs },
    end: { fromMs: endMs - usualMs, toMs: endMs },
  };
};

const counted = (
  counter: string,
  name: string,
  span: keyof typeof names,
  unit: string,
  size = 1,
): MeasureDefinition => ({
  id: `${counter}-${span}`,
  metric: { name: `${name} ${names[span]}`, unit: { name: unit }, better: null },
  read: (run) => {
    const found = spansOf(run)?.[span];
    const mean = found === undefined ? null : meanOf(run, counter, found.fromMs, found.toMs);
    return mean === null ? null : mean / size;
  },
});

const transactions = (span: keyof typeof names) =>
  counted("transactionsPerSecond", "transactions", span, "transactions/s");
const [transactionsBefore, transactionsDuring, transactionsAfter, transactionsAtEnd] = [
  transactions("before"),
  transactions("checkpoint"),
  transactions("after"),
  transactions("end"),
];
/** The lanes of the chart count in these; the paper's table 4 multiplies bytes by 0.000001. */
const mebibyte = 1024 ** 2;
const snapshotWrites = (span: keyof typeof names) =>
  counted("snapshotWriteBytesPerSecond", "writes to the snapshot", span, "MiB/s", mebibyte);
const logReads = (span: keyof typeof names) =>
  counted("logReadBytesPerSecond", "reads of the log", span, "MiB/s", mebibyte);
const [snapshotWritesBefore, snapshotWritesAfter] = [
  snapshotWrites("before"),
  snapshotWrites("after"),
];
const [logReadsBefore, logReadsAfter] = [logReads("before"), logReads("after")];

const busy: FigurePoint = { id: "300-users", name: "300 users", series: "", x: null, settings: [] };

const duringCreation: FigureDefinition = {
  id: "sqlcat-4",
  paper: "sqlcat",
  label: "Figure 4, table 4",
  title: "Counters during a creation",
  question: "What do transactions and I/O look like while a snapshot is created?",
  says: "Throughput dips after the checkpoint that begins a creation, and comes back slowly once the snapshot is there and checkpoints go on.",
  preset: sqlcatPreset,
  settings: [
    "workload.users=300",
    "durationSeconds=1500",
    timeline([{ atSeconds: 480, command: { kind: "createSnapshot", name: "s1" } }]),
  ],
  inputs: [
    ...sqlcatInputs,
    {
      what: "Load",
      value: "300 users for 25 minutes; the paper says “moderately heavy”",
      source: "assumed",
    },
    {
      what: "Moment of the creation",
      value: "480 s after the start, before the log is so full that a checkpoint comes by itself",
      source: "assumed",
    },
  ],
  across: "time",
  chart: "counters",
  points: [busy],
  measures: [
    transactionsBefore,
    transactionsDuring,
    transactionsAfter,
    transactionsAtEnd,
    snapshotWritesBefore,
    snapshotWritesAfter,
    logReadsBefore,
    logReadsAfter,
  ],
  counters: [
    "transactionsPerSecond",
    "checkpointPagesPerSecond",
    "dataWriteBytesPerSecond",
    "snapshotWriteBytesPerSecond",
    "snapshotReadBytesPerSecond",
    "logReadBytesPerSecond",
  ],
  concludes: ({ value, number }) =>
    `Creating a snapshot costs throughput: ${value(busy.id, transactionsBefore)} before, ${number(busy.id, transactionsDuring)} while its checkpoint writes, ${number(busy.id, transactionsAfter)} from then until it is there, and ${number(busy.id, transactionsAtEnd)} in the last 4 minutes.`,
  published: [],
  checks: [
    shape(
      {
        id: "dips",
        statement:
          "Between its checkpoint and the end of the creation throughput is at least 5 % below that of the 4 minutes before",
        says: "throughput dips after the checkpoint that begins a creation",
      },
      [at(busy.id, transactionsBefore), at(busy.id, transactionsAfter)],
      ([before = 0, after = 0]) => after <= 0.95 * before,
    ),
    shape(
      {
        id: "returns",
        statement: "In the last 4 minutes throughput is within 5 % of that before the creation",
        says: "it slowly comes back to what it was",
      },
      [at(busy.id, transactionsBefore), at(busy.id, transactionsAtEnd)],
      ([before = 0, end = 0]) => Math.abs(end - before) <= 0.05 * before,
    ),
    shape(
      {
        id: "snapshot-writes",
        statement:
          "The snapshot's volume is written after the checkpoint, and not before the creation",
        says: "a creation reads the source's data and log, and writes the snapshot's files, at high rates",
      },
      [at(busy.id, snapshotWritesBefore), at(busy.id, snapshotWritesAfter)],
      ([before = 0, after = 0]) => before === 0 && after > 0,
    ),
    shape(
      {
        id: "log-reads",
        statement: "The log is read after the checkpoint at least 10 times as fast as before",
        says: "the source's log is read at high rates",
      },
      [at(busy.id, logReadsBefore), at(busy.id, logReadsAfter)],
      ([before = 0, after = 0]) => after > 0 && after >= 10 * before,
    ),
  ],
};

const counts = [0, 1, 3, 5] as const;
const countText = (snapshots: number) =>
  snapshots === 1 ? "1 snapshot" : `${snapshots} snapshots`;

/** Snapshots of before: created while nobody works, then all users begin at the same time. */
const before = (snapshots: number, users: number): string =>
  timeline([
    ...Array.from({ length: snapshots }, (_, place) => ({
      atSeconds: 1 + place,
      command: { kind: "createSnapshot" as const, name: `s${place + 1}` },
    })),
    { atSeconds: 20, command: { kind: "setUsers", users } },
  ]);

const pointOf = (users: number, snapshots: number) => `${users}-users-${snapshots}`;

const withSnapshots = (snapshots: number, users: number): FigurePoint => ({
  id: pointOf(users, snapshots),
  name: `${users} users, ${countText(snapshots)}`,
  series: `${users} users`,
  x: snapshots,
  settings: [before(snapshots, users)],
});

/** A checkpoint comes about every six minutes at 500 users, when the log is full to 70 %: one is measured. */
const measured = ["workload.users=0", "durationSeconds=740", "warmupSeconds=380"];

const inputs = [
  ...sqlcatInputs,
  {
    what: "Snapshots",
    value: "created before the users begin, and never dropped",
    source: "derived" as const,
  },
  {
    what: "Measured",
    value: "6 minutes, after 6 minutes of warm-up; the paper does not say when it measured",
    source: "assumed" as const,
  },
];

const throughputOf = (users: number, snapshots: number) =>
  at(pointOf(users, snapshots), throughput);

const throughputBySnapshots: FigureDefinition = {
  id: "sqlcat-5",
  paper: "sqlcat",
  label: "Figure 5",
  title: "Throughput with several snapshots",
  question: "What is the impact of multiple database snapshots on transaction throughput?",
  says: "With 100 users several snapshots make no difference to throughput that matters; with 500 each further one takes some of it.",
  preset: sqlcatPreset,
  settings: measured,
  inputs,
  across: "snapshots",
  chart: "lines",
  points: [100, 500].flatMap((users) => counts.map((snapshots) => withSnapshots(snapshots, users))),
  measures: [throughput],
  concludes: ({ value, number }) => {
    const [few, many] = [pointOf(100, 0), pointOf(500, 0)];
    return `Snapshots cost throughput where the disks are busy: with 500 users it falls from ${value(many, throughput)} without a snapshot to ${number(pointOf(500, 5), throughput)} with five; with 100 users it is ${number(few, throughput)} and ${number(pointOf(100, 5), throughput)}.`;
  },
  published: [],
  checks: [
    shape(
      {
        id: "low-load",
        statement: "At 100 users five snapshots cost at most 5 % of the throughput",
        says: "with 100 users several snapshots make no difference that matters",
      },
      [throughputOf(100, 0), throughputOf(100, 5)],
      ([none = 0, five = 0]) => five >= 0.95 * none,
    ),
    differs(
      {
        id: "high-load",
        statement:
          "At 500 users throughput falls from 0 to 1, from 1 to 3 and from 3 to 5 snapshots, each proven",
        says: "with 500 users throughput falls with each further snapshot",
      },
      "less",
      counts.map((snapshots) => throughputOf(500, snapshots)),
    ),
  ],
};

const kinds = [1, 2, 3, 4, 5].map((number) =>
  response(`transaction${number}`, `transaction ${number}`),
);
const [first, second, third, fourth, fifth] = kinds as [
  MeasureDefinition,
  MeasureDefinition,
  MeasureDefinition,
  MeasureDefinition,
  MeasureDefinition,
];
const [none, five] = [pointOf(500, 0), pointOf(500, 5)];
const both = (measure: MeasureDefinition) => [at(none, measure), at(five, measure)];
/** By what five snapshots lengthen each of the kinds, of values that come in pairs: without, with. */
const addedTimes = (values: readonly number[]): number[] =>
  values.flatMap((value, place) => (place % 2 === 1 ? [value - (values[place - 1] ?? 0)] : []));

const responsesBySnapshots: FigureDefinition = {
  id: "sqlcat-6",
  paper: "sqlcat",
  label: "Figure 6",
  title: "Response times with several snapshots",
  question: "What is the impact of multiple database snapshots on response times?",
  says: "Transactions 1 and 3, which write most, lose most as snapshots are added; transaction 5, which only reads, loses nothing.",
  preset: sqlcatPreset,
  settings: measured,
  inputs,
  across: "snapshots",
  chart: "lines",
  points: counts.map((snapshots) => ({
    ...withSnapshots(snapshots, 500),
    name: countText(snapshots),
  })),
  measures: kinds,
  concludes: ({ value }) =>
    `Snapshots cost those who write, not those who read: with five of them transaction 1 takes ${value(five, first)} instead of ${value(none, first)}, and transaction 2 takes ${value(five, second)} instead of ${value(none, second)}. Transaction 5, which only reads, takes ${value(five, fifth)} instead of ${value(none, fifth)}.`,
  published: [],
  mechanisms: [
    {
      checks: ["readers"],
      because:
        "The mean response of a reader depends on how much of the measured minutes checkpoints fill, not on the snapshots.",
      detail:
        "A reader waits for no push: its median is 34.8, 34.8, 34.2 and 32.9 ms with 0, 1, 3 and 5 snapshots. During a checkpoint reads queue behind writes of the data disks: 19 in 20 take less than 890 ms without a snapshot, less than 1,099 ms with three. Users who wait for pushes change less, so fewer checkpoints come: with five snapshots none falls into the six minutes. The paper does not say whether its means have checkpoints in them.",
    },
  ],
  checks: [
    shape(
      {
        id: "writers",
        statement: "Five snapshots add more time to transactions 1 and 3 than to 2 and 4",
        says: "1 and 3 write most and lose most; 2 and 4 write less and lose less",
      },
      [first, third, second, fourth].flatMap(both),
      (values) => {
        const [one = 0, three = 0, two = 0, four = 0] = addedTimes(values);
        return Math.min(one, three) > Math.max(two, four);
      },
    ),
    differs(
      {
        id: "writers-rise",
        statement:
          "Transaction 3 takes longer from 0 to 1, from 1 to 3 and from 3 to 5 snapshots, each proven",
        says: "they lose most as snapshots are added",
      },
      "more",
      counts.map((snapshots) => at(`500-users-${snapshots}`, third)),
    ),
    shape(
      {
        id: "readers",
        statement:
          "With 1, 3 and 5 snapshots the read-only transaction 5 takes at most 5 % longer than without",
        says: "transaction 5 only reads, and loses nothing",
      },
      counts.map((snapshots) => at(`500-users-${snapshots}`, fifth)),
      ([without = 0, ...others]) => others.every((value) => value <= 1.05 * without),
    ),
    shape(
      {
        id: "readers-least",
        statement:
          "Five snapshots add less time to the read-only transaction 5 than to any of the others",
        says: "1 and 3 lose most, 2 and 4 less, and 5, which only reads, nothing",
      },
      [first, second, third, fourth, fifth].flatMap(both),
      (values) => {
        const added = addedTimes(values);
        return added.slice(0, -1).every((other) => (added.at(-1) ?? 0) < other);
      },
    ),
  ],
};

export const loadFigures: readonly FigureDefinition[] = [
  duringCreation,
  throughputBySnapshots,
  responsesBySnapshots,
];
