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
const toOpening = phases("toOpening", "to the opening of the files", ["secondPass", "openWait"]);
const toStartup = phases("toStartup", "to the start-up", ["open", "arming", "startupWait"]);
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

const isGiven = (measure: string): boolean => givenSpans.given.some((id) => id === measure);

/** Of a sum of which they are a part. */
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
    "How long does each step of the paper's creation take, beside the times that it prints?",
  says: "FlushCache: cleaned up 732965 bufs with 507694 writes in 80907 ms (avoided 298164 new dirty bufs)",
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
};
