/** The tuning post's backups, made faster step by step. */
import type { FigureInput } from "../../contract/figure.ts";
import { at, atLeast, atLeastTimes, atMost, shape } from "./checks.ts";
import type { FigureDefinition } from "./figure-definition.ts";
import type { MeasureDefinition } from "./measure-definition.ts";
import { operation, otherWaits, rateOfOperation, wait } from "./measures.ts";

const inputs: readonly FigureInput[] = [
  {
    what: "Server and storage",
    value:
      "Unisys ES7000 7600R with 96 cores and 512 GB, two solid state units of 3 GB/s each with data and backups",
    source: "paper",
  },
  {
    what: "Speed of a core",
    value: "35 % of one of 2024, as the server’s preset assumes",
    source: "assumed",
  },
  {
    what: "An I/O of a unit",
    value: "300 µs, and its bytes at 3 GB/s; one read of a volume at a time",
    source: "assumed",
  },
  {
    what: "Database",
    value:
      "16 GB of rows like LINEITEM’s; the post’s had a couple of hundred, on which rates do not depend",
    source: "assumed",
  },
  {
    what: "Compression",
    value: "cost and ratio of zstd, measured from the codec; the product’s is another",
    source: "assumed",
  },
];

const throughput = rateOfOperation("backup", "backup throughput");
const duration = operation("backup", "backup");
const forBuffers = wait("BACKUPBUFFER");
const writing = wait("BACKUPIO");
const others = otherWaits([forBuffers.id]);
/** As trace flag 3213 tells the ERRORLOG. */
const buffers: MeasureDefinition = {
  id: "buffers",
  metric: { name: "buffers", unit: { name: "buffers" }, better: null },
  read: ({ operations }) =>
    operations.find(({ name }) => name === "backup")?.figures.buffers ?? null,
};

const set = (name: string, value: unknown): string => `timeline.0.command.${name}=${value}`;
const nineFiles = set("files", 9);
const large = [set("bufferCount", 2200), set("maxTransferSizeKiB", 2048)];
const blocks = set("blockSizeBytes", 65_536);

const points = [
  { id: "default", name: "As it comes, one destination", settings: [] },
  { id: "nine", name: "Nine destinations", settings: [nineFiles] },
  { id: "blocks", name: "Blocks of 64 KB alone", settings: [nineFiles, blocks] },
  {
    id: "tuned",
    name: "2,200 buffers of 2 MB, blocks of 64 KB",
    settings: [nineFiles, ...large, blocks],
  },
  { id: "nul", name: "To NUL", settings: [set("toNul", true), ...large, blocks] },
] as const;

const timesFirst = (
  stated: { readonly id: string; readonly says: string },
  point: string,
  [least, most]: readonly [number, number],
) =>
  shape(
    {
      ...stated,
      statement: `Its throughput is ${least} to ${most} times that of the backup as it comes`,
    },
    [at(point, throughput), at("default", throughput)],
    ([one = 0, first = 0]) => one >= least * first && one <= most * first,
  );

export const tuningBackupFigure: FigureDefinition = {
  id: "tuning-post-backup",
  paper: "tuning-post",
  label: "Backups",
  title: "A compressed backup made faster, step by step",
  question: "How fast can a full backup with compression get by its own parameters?",
  says: "More destinations, then more and larger buffers take it from 1.4 GB/s to two and a half times as much.",
  preset: "faster-backups-step-by-step",
  settings: [],
  inputs,
  across: "step",
  chart: "bars",
  points: points.map((point) => ({ ...point, series: "", x: null })),
  measures: [throughput, duration, buffers, forBuffers, writing, others],
  concludes: ({ value }) =>
    `A compressed backup as it comes waits for its buffers, and reads ${value("default", throughput)}. Nine destinations, which bring more of them, make it ${value("nine", throughput)}, and 2,200 buffers of 2 MB ${value("tuned", throughput)}: that is nearly all its readers can do, as a backup to NUL shows with ${value("nul", throughput)}.`,
  published: [
    {
      measure: throughput.id,
      value: 1400,
      points: ["default"],
      isRough: true,
      source: "step 1: more than 1400 MByte/sec is read on average",
    },
    {
      measure: throughput.id,
      value: 2300,
      points: ["nine"],
      isRough: true,
      source: "step 2: up to 2.2 to 2.4 GB/sec",
    },
    {
      measure: throughput.id,
      value: 3500,
      points: ["tuned"],
      isRough: true,
      source: "step 3: 2.5 times the throughput of step 1; 3939 MB/sec at the peak",
    },
    {
      measure: buffers.id,
      value: 9,
      points: ["default"],
      source: "step 1, the ERRORLOG: 9 buffers",
    },
    {
      measure: buffers.id,
      value: 49,
      points: ["nine", "blocks"],
      source: "step 3, of the backup to nine files: 49 buffers of 1024 KB",
    },
    {
      measure: buffers.id,
      value: 2200,
      points: ["tuned", "nul"],
      source: "step 3: BUFFERCOUNT of 2200",
    },
  ],
  checks: [
    shape(
      {
        id: "top-wait",
        statement: "As it comes, BACKUPBUFFER is what is waited for most",
        says: "the number 1 wait type is BACKUPBUFFER",
      },
      [at("default", forBuffers), at("default", others)],
      ([most = 0, other = 0]) => most > other,
    ),
    shape(
      {
        id: "usual-buffers",
        statement: "It has 9 buffers with one destination and 49 with nine",
        says: "9 buffers of 1 MB, then extra ones that are added automatically: 49",
      },
      [at("default", buffers), at("nine", buffers)],
      ([one, nine]) => one === 9 && nine === 49,
    ),
    timesFirst(
      { id: "nine", says: "8 more destinations take it from 1.4 GB/s to 2.2 to 2.4" },
      "nine",
      [1.4, 1.9],
    ),
    atLeastTimes(
      {
        id: "blocks",
        statement: "Blocks of 64 KB alone make it at least 1.05 times as fast",
        says: "typically an improvement of 5 to 6 %",
      },
      1.05,
      [at("blocks", throughput), at("nine", throughput)],
    ),
    timesFirst({ id: "tuned", says: "2.5 times the throughput" }, "tuned", [2.2, 2.8]),
    atMost(
      {
        id: "nul-writers",
        statement: "To NUL nobody waits for a write or for a buffer",
        says: "one destination is enough",
      },
      0,
      [at("nul", writing), at("nul", forBuffers)],
    ),
    atLeast(
      {
        id: "nul-reads",
        statement: "To NUL it reads at least 3,000 MB/s",
        says: "it shows how fast the data can be read; 3.9 GB/s was the highest that the post saw",
      },
      3000,
      [at("nul", throughput)],
    ),
  ],
  mechanisms: [
    {
      checks: ["blocks"],
      because:
        "No mechanism is known by which larger blocks make a backup faster, so none is modelled.",
      detail:
        "BLOCKSIZE is a number in the header of each file, and its size a multiple of it. Writes are of whole buffers, which are aligned to 64 KB in either case.",
    },
  ],
};
