/** The creation whose ERRORLOG the SQLCAT paper prints, beside the times that it prints. */
import { asPrinted, at, type FigureCheck, near, shape } from "./checks.ts";
import type { FigureDefinition } from "./figure-definition.ts";
import { phases, redoRange } from "./measures.ts";
import {
  creationTime,
  moment,
  sqlcatInputs,
  sqlcatPreset,
  toAsOf,
  untilCreated,
} from "./sqlcat-creation.ts";

const checkpoint = phases("checkpoint", "checkpoint", ["checkpoint"]);
const toOpening = phases("toOpening", "span before the opening of the files", [
  "secondPass",
  "openWait",
]);
const toStartup = phases("toStartup", "span before the start-up", [
  "open",
  "arming",
  "startupWait",
]);
const startupAnalysis = phases("startupAnalysis", "start-up and analysis", ["startup", "analysis"]);
const redo = phases("redo", "redo", ["redo"]);
const undo = phases("undo", "undo and flush", ["undo", "flush"]);

const redoRecords = redoRange(
  "redoRecords",
  { name: "log records of the redo range", unit: { name: "log records" } },
  "records",
);
const redoBytes = redoRange("redoBytes", { name: "log of the redo range", unit: "bytes" }, "bytes");

/** The paper's spans, ms, each from the times of the lines that it prints. */
const printed = [
  { measure: checkpoint, ms: 80_907, source: "FlushCache: 732965 bufs in 80907 ms" },
  { measure: toOpening, ms: 58_550, source: "21:49:28.34 to 21:50:26.89" },
  { measure: toStartup, ms: 338_570, source: "21:50:26.89 to 21:56:05.46" },
  { measure: startupAnalysis, ms: 31_350, source: "21:56:05.46 to 21:56:36.81" },
  { measure: redo, ms: 1_196_850, source: "21:56:37.21 to 22:16:34.06" },
  { measure: undo, ms: 25_740, source: "22:16:34.06 to 22:16:59.80" },
  { measure: creationTime, ms: 1_732_580, source: "21:48:07.22 to 22:16:59.80" },
] as const;

/** Printed too: what the two silent spans lead to. */
const followed = [
  {
    measure: toAsOf,
    what: "the time from the command to the as-of time",
    value: 478_240,
    source: "21:48:07.22 to 21:56:05.46",
  },
  {
    measure: redoRecords,
    what: "the redo range",
    value: 1_560_650,
    source: "Estimate … UNDO 1560650 records",
  },
  {
    measure: redoBytes,
    what: "the redo range",
    value: 815_938_560,
    source: "Estimate REDO 815938560 bytes",
  },
] as const;

const armings = [
  { id: "at-once", name: "Armed at once", settings: ["storage.arming=atOnce"] },
  {
    id: "copy-dirty-pages",
    name: "Dirty pages copied",
    settings: ["storage.arming=copyDirtyPages"],
  },
] as const;

export const givenSpans = {
  id: "given-spans",
  name: "Silent spans given",
  settings: [
    "storage.arming=atOnce",
    "storage.spans.beforeOpeningSeconds=58.55",
    "storage.spans.beforeStartUpSeconds=338.57",
    // The log from the checkpoint on stays until the creation is over.
    "database.logSizeMiB=8192",
    "durationSeconds=3000",
  ],
  given: [toOpening.id, toStartup.id],
  mostRepeats: 3,
} as const;

const [atOnce, copyDirtyPages] = armings;

const isGiven = (measure: string): boolean => givenSpans.given.some((id) => id === measure);

/** The name of a sum beside which that of its part stands. */
const nameWith = (measure: (typeof printed)[number]["measure"]): string =>
  measure === creationTime ? `${givenSpans.name}, which are part of it` : givenSpans.name;

const nearPrinted = (
  id: string,
  name: string,
  { measure, ms, source }: (typeof printed)[number],
): FigureCheck =>
  near(
    {
      id: `${id}-${measure.id}`,
      statement: `${name}: ${measure.metric.name} takes between half and twice the ${asPrinted(measure, ms)} of the paper`,
      says: source,
    },
    2,
    ms,
    at(id, measure),
  );

const redoIsLongest = (id: string, name: string): FigureCheck =>
  shape(
    {
      id: `${id}-redo-longest`,
      statement: `${name}: redo is the longest step of the recovery`,
      says: "redo 1,196.85 s; start-up and analysis 31.35 s, undo 25.74 s",
    },
    [at(id, redo), at(id, startupAnalysis), at(id, undo)],
    ([redone = 0, ...others]) => others.every((other) => redone > other),
  );

export const errorlogFigure: FigureDefinition = {
  id: "sqlcat-creation",
  paper: "sqlcat",
  label: "ERRORLOG",
  title: "The creation whose ERRORLOG is printed",
  question:
    "How long does each step of the paper’s creation take, beside the times that its log has?",
  says: "The printed ERRORLOG has a checkpoint of 80.91 s, then 6 min 37.12 s in which nothing is logged but the opening of the files, and 20 min 54.34 s of recovery.",
  preset: sqlcatPreset,
  settings: [untilCreated],
  comparesSizes: true,
  inputs: [
    ...sqlcatInputs,
    moment,
    {
      what: "Arming of dirty pages",
      value: "at once, as is documented; or by copying, a hypothesis for the two silent spans",
      source: "assumed",
    },
    {
      what: "Silent spans",
      value:
        "58.55 s before the opening of the sparse files and 338.57 s before the start-up, given in one scenario: what follows from them is predicted, they are not",
      source: "paper",
    },
    {
      what: "Log file",
      value:
        "1.25 GiB; 8 GiB where the spans are given, since what was logged from the checkpoint on is kept until the creation is over",
      source: "assumed",
    },
  ],
  across: "scenario",
  chart: "bars",
  points: [...armings, givenSpans].map((point) => ({ ...point, series: "", x: null })),
  measures: [
    checkpoint,
    toOpening,
    toStartup,
    startupAnalysis,
    redo,
    undo,
    creationTime,
    toAsOf,
    redoRecords,
    redoBytes,
  ],
  concludes: ({ value, paper }) =>
    `The paper’s creation took ${paper(creationTime)}. This model takes ${value(atOnce.id, creationTime)} from the paper’s load alone, and ${value(givenSpans.id, creationTime)} when it is given the two spans in which that log is silent.`,
  published: [
    ...printed.map(({ measure, ms, source }) => ({ measure: measure.id, value: ms, source })),
    ...followed.map(({ measure, value, source }) => ({ measure: measure.id, value, source })),
  ],
  checks: [
    ...armings.flatMap(({ id, name }) => [
      ...printed.map((line) => nearPrinted(id, name, line)),
      redoIsLongest(id, name),
    ]),
    ...printed
      .filter(({ measure }) => !isGiven(measure.id))
      .map((line) => nearPrinted(givenSpans.id, nameWith(line.measure), line)),
    ...followed.map(({ measure, value, source, what }) =>
      near(
        {
          id: `${givenSpans.id}-${measure.id}`,
          statement: `${givenSpans.name}: ${what} is between half and twice the ${asPrinted(measure, value)} of the paper`,
          says: source,
        },
        2,
        value,
        at(givenSpans.id, measure),
      ),
    ),
    redoIsLongest(givenSpans.id, givenSpans.name),
  ],
  mechanisms: [
    {
      checks: [toOpening, toStartup].flatMap(({ id }) => [
        `${atOnce.id}-${id}`,
        `${copyDirtyPages.id}-${id}`,
      ]),
      because:
        "The paper’s log is silent for 58.55 s and for 338.57 s, and what the server did in these two spans is not known.",
      detail:
        "A snapshot that is armed at once has nothing to do in them. Where dirty pages are copied instead, what changes during the checkpoint is written again (62,159 pages), and what is still dirty then goes to the snapshot page by page (5,862): the paper’s spans would need 298,164 and some 514,000. Load is not the reason: the paper’s redo range has 3,264 log records a second, and this model logs 3,125.",
    },
    {
      checks: [`${atOnce.id}-${startupAnalysis.id}`, `${copyDirtyPages.id}-${startupAnalysis.id}`],
      because:
        "Analysis reads the log since the checkpoint began, and here that is the log of 44 s.",
      detail:
        "In the paper it is the log of a checkpoint of 81 s and of the silent minutes that follow it.",
    },
    {
      checks: [`${atOnce.id}-${redo.id}`, `${copyDirtyPages.id}-${redo.id}`],
      because:
        "Redo has fewer pages to bring in, because less was logged since the checkpoint began.",
      detail:
        "It reads each page that this log names from the source database. Where dirty pages were copied it finds many of them in the snapshot already, and is shorter still.",
    },
    {
      checks: [`${copyDirtyPages.id}-${undo.id}`],
      because:
        "Where dirty pages are copied, redo has fewer pages left to copy, and the flush fewer copies to make durable.",
      detail: "",
    },
    {
      checks: [`${atOnce.id}-${creationTime.id}`, `${copyDirtyPages.id}-${creationTime.id}`],
      because: "The creation is the sum of these steps.",
      detail: "",
    },
    {
      checks: [`${givenSpans.id}-${startupAnalysis.id}`],
      because:
        "This model reads the log at some 100 MiB/s, as its disks allow; the paper’s server read it at 25 MiB/s.",
      detail:
        "The redo range is nearly the paper’s. What else the paper’s server did with these disks meanwhile, the paper does not say.",
    },
    {
      checks: [`${givenSpans.id}-${redo.id}`],
      because: "Redo takes 0.34 ms for each log record; in the paper it takes 0.77 ms.",
      detail:
        "Users are at work meanwhile, and the first change of each page is copied. How many pages the paper’s log records named, and how many of these were in memory, the paper does not say.",
    },
    {
      checks: [`${givenSpans.id}-${undo.id}`],
      because: "Nearly all of it is the final flush, which makes every copied page durable.",
      detail:
        "These are the copies of redo and those that users have pushed since the snapshot was armed 14 minutes before; users go on pushing to the same 28 disks meanwhile. The real server logs nothing of when it does that: redo and all that follows takes 806 s here and 1,223 s in the paper.",
    },
  ],
};
