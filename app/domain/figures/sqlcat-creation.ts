/** The SQLCAT paper's creations of its figures 1, 2, 3 and 9. */
import type { FigureInput, FigurePoint } from "../../contract/figure.ts";
import { at, atLeast, atLeastTimes, atMost, rising, shape } from "./checks.ts";
import { type FigureDefinition, timeline } from "./figure-definition.ts";
import { between, creation, phaseShare, phases, recoveryPhases } from "./measures.ts";

export const sqlcatPreset = "sqlcat-creation";

/** What every figure on the paper's hardware has. */
export const sqlcatInputs: readonly FigureInput[] = [
  {
    what: "Server and disks",
    value:
      "HP DL585 with 32 GB, EMC CX-700: 80, 28 and 8 disks in RAID 10 for data, snapshots and log",
    source: "paper",
  },
  { what: "Database", value: "1 TB in one data file", source: "paper" },
  {
    what: "Think time and row width",
    value: "936 ms and 1,950 bytes, from the log records and bytes of the printed redo range",
    source: "derived",
  },
  {
    what: "Transactions",
    value: "five, 1 and 3 write-intensive, 2 and 4 light, 5 read-only; how many rows each takes",
    source: "assumed",
  },
];

export const moment: FigureInput = {
  what: "Moment of the creation",
  value: "308 s after the last checkpoint, from the dirty buffers that the paper's one wrote",
  source: "derived",
};

/** The creation of the preset begins at 308 s, and the longest takes a minute and a half. */
export const untilCreated = "durationSeconds=450";

export const creationTime = creation("creation", "creation of a snapshot");
export const toAsOf = between(
  "toAsOf",
  "from the command to the as-of time",
  ({ startMs, asOfMs }) => [startMs, asOfMs],
);
const writers = [0, 10, 50, 100, 200, 300, 400, 500] as const;
const withUsers = (users: number): FigurePoint => ({
  id: `${users}-users`,
  name: `${users} users`,
  series: "read and write",
  x: users,
  settings: [`workload.users=${users}`],
});
const readers: FigurePoint = {
  id: "500-readers",
  name: "500 users who only read",
  series: "only read",
  x: 500,
  settings: ["workload.users=500", "workload.profile=read-only"],
};
const userPoints = (counts: readonly number[]) => counts.map(withUsers);
const createdWith = (users: number) => at(`${users}-users`, creationTime);

const creationByLoad: FigureDefinition = {
  id: "sqlcat-1",
  paper: "sqlcat",
  label: "Figure 1",
  title: "Creation time by load",
  question: "How much time does it take to create a database snapshot?",
  says: "It takes seconds while hardly anything is written, and longer the more is written.",
  preset: sqlcatPreset,
  settings: [untilCreated],
  inputs: [...sqlcatInputs, moment],
  across: "users",
  chart: "lines",
  points: [...userPoints(writers), readers],
  measures: [creationTime],
  predictsCreations: true,
  concludes: ({ value }) =>
    `The more is written meanwhile, the longer a snapshot takes to create: ${value("0-users", creationTime)} without users, ${value("100-users", creationTime)} with 100 and ${value("500-users", creationTime)} with 500. With 500 users who only read it takes ${value(readers.id, creationTime)}.`,
  published: [],
  checks: [
    atMost(
      {
        id: "quick",
        statement: "Without users, and with 10, a creation takes at most 5 s",
        says: "with little or nothing written, a few seconds",
      },
      5000,
      [createdWith(0), createdWith(10)],
    ),
    rising(
      {
        id: "rises",
        statement: "With each step from 10 to 500 users a creation takes longer",
        says: "the more is written, the longer it takes",
      },
      writers.slice(1).map(createdWith),
    ),
    atLeastTimes(
      {
        id: "threefold",
        statement: "A creation at 500 users takes at least 3 times one at 100",
        says: "pages changed a second are proportional to the users at work",
      },
      3,
      [createdWith(500), createdWith(100)],
    ),
    atLeastTimes(
      {
        id: "readers",
        statement: "A creation with 500 users takes at least 10 times one with 500 who only read",
        says: "with users who only read it is much shorter, however many there are",
      },
      10,
      [createdWith(500), at(readers.id, creationTime)],
    ),
  ],
};

const recoveryTime = phases("recovery", "recovery", recoveryPhases);
const recoveryShare = phaseShare("recoveryShare", "share of the recovery", recoveryPhases);
const otherTime = phases("other", "files, checkpoint, opening", [
  "files",
  "checkpointWait",
  "checkpoint",
  "secondPass",
  "open",
  "arming",
]);
const phaseLoads = [100, 300, 500] as const;

const phasesByLoad: FigureDefinition = {
  id: "sqlcat-2",
  paper: "sqlcat",
  label: "Figure 2",
  title: "Steps of a creation by load",
  question: "Which of the steps takes longer as the user load increases?",
  says: "Recovery (start-up, analysis, redo and undo) is most of a creation, and takes longer the more is changed meanwhile.",
  preset: sqlcatPreset,
  settings: [untilCreated],
  inputs: [...sqlcatInputs, moment],
  across: "users",
  chart: "lines",
  points: userPoints(phaseLoads),
  measures: [otherTime, recoveryTime, recoveryShare],
  predictsCreations: true,
  concludes: ({ value }) =>
    `The more is written, the more of a creation is recovery: ${value("100-users", recoveryShare)} of it with 100 users, ${value("300-users", recoveryShare)} with 300 and ${value("500-users", recoveryShare)} with 500. In the paper it is most of it.`,
  published: [],
  mechanisms: [
    {
      checks: ["most"],
      because: "Redo has few pages to bring in, while the checkpoint writes all that was dirty.",
      detail:
        "Beside the creation whose log the paper prints, the checkpoint is half as long and redo is far shorter. The share of recovery rises with the load, as the paper’s does.",
    },
  ],
  checks: [
    atLeast(
      {
        id: "most",
        statement: "At 500 users the recovery is at least half of the creation",
        says: "recovery is most of a creation",
      },
      0.5,
      [at("500-users", recoveryShare)],
    ),
    rising(
      {
        id: "rises",
        statement: "From 100 to 300 to 500 users the recovery takes longer",
        says: "the more is changed meanwhile, the longer recovery takes",
      },
      phaseLoads.map((users) => at(`${users}-users`, recoveryTime)),
    ),
  ],
};

const ordinals = ["first", "second", "third", "fourth", "fifth"] as const;
const nth = ordinals.map((ordinal, place) => creation(`creation${place + 1}`, ordinal, place));
const [first = creationTime, , , , fifth = creationTime] = nth;
/** So long every creation has been preceded by changes that no checkpoint has written. */
const backlogSeconds = 180;
/** Each run ends after its fifth creation; at 500 users that takes minutes. */
const fiveCreations = [
  { users: 100, durationSeconds: 1000 },
  { users: 300, durationSeconds: 1100 },
  { users: 500, durationSeconds: 3000 },
];

const severalSnapshots: FigureDefinition = {
  id: "sqlcat-3",
  paper: "sqlcat",
  label: "Figure 3",
  title: "Up to five snapshots, one after the other",
  question: "Does it take the same amount of time to create another snapshot of the same database?",
  says: "Each further snapshot took longer to create than the one before it, since each adds I/O.",
  preset: sqlcatPreset,
  settings: [
    timeline([
      { name: "s1", atSeconds: backlogSeconds, command: { kind: "createSnapshot", name: "s1" } },
      ...[2, 3, 4, 5].map((number) => ({
        name: `s${number}`,
        after: {
          step: `s${number - 1}`,
          event: "completed" as const,
          delaySeconds: backlogSeconds,
        },
        command: { kind: "createSnapshot" as const, name: `s${number}` },
      })),
    ]),
  ],
  inputs: [
    ...sqlcatInputs,
    {
      what: "Time between two creations",
      value: `${backlogSeconds} s, so that each has as much to write as the one before it`,
      source: "assumed",
    },
  ],
  across: "users",
  chart: "bars",
  points: fiveCreations.map(({ users, durationSeconds }) => ({
    ...withUsers(users),
    settings: [`workload.users=${users}`, `durationSeconds=${durationSeconds}`],
  })),
  measures: nth,
  predictsCreations: true,
  concludes: ({ value }) =>
    `Where the disks are overloaded, each further snapshot takes longer to create: with 500 users the first took ${value("500-users", first)} and the fifth ${value("500-users", fifth)}; with 100 users it was ${value("100-users", first)} and ${value("100-users", fifth)}.`,
  published: [],
  mechanisms: [
    {
      checks: ["rises-100", "rises-300"],
      because:
        "With 100 and 300 users the snapshots’ disks have room left: a further snapshot slows down the users, and hardly the creation.",
      detail:
        "What earlier snapshots add is the pages that are pushed to them, on disks that hold nothing else. With 100 users the checkpoint takes as long each time, and redo is level from the third creation on. With 300, users wait for pushes and change less in the 180 s before a creation: the fifth checkpoint has least to write (11 s; the fourth 15 s). With 500 users these disks are the bottleneck: the flush of the new snapshot waits behind all pushes.",
    },
  ],
  checks: [
    ...phaseLoads.map((users) =>
      rising(
        {
          id: `rises-${users}`,
          statement: `At ${users} users each of five creations takes longer than the one before it`,
          says: "each took longer to create than the one before it",
        },
        nth.map((measure) => at(`${users}-users`, measure)),
      ),
    ),
    shape(
      {
        id: "more-at-load",
        statement:
          "From the first creation to the fifth more time is added at 500 users than at 100",
        says: "where I/O is overloaded, the next one may take longer",
      },
      [
        at("100-users", first),
        at("100-users", fifth),
        at("500-users", first),
        at("500-users", fifth),
      ],
      ([first100 = 0, fifth100 = 0, first500 = 0, fifth500 = 0]) =>
        fifth500 - first500 > fifth100 - first100,
    ),
  ],
};

const afterAsOf = between("afterAsOf", "from the as-of time to the end", ({ asOfMs, endMs }) => [
  asOfMs,
  endMs,
]);
const toAnalysis = between(
  "toAnalysis",
  "from the as-of time to analysis",
  ({ asOfMs, phases: all }) => [
    asOfMs,
    all.find(({ name }) => name === "analysis")?.startMs ?? null,
  ],
);
const newestRow = between(
  "newestRow",
  "from the newest row to the as-of time",
  ({ newestRowMs, asOfMs }) => [newestRowMs, asOfMs],
);
const asOfLoads = [100, 300, 500] as const;

const asOf: FigureDefinition = {
  id: "sqlcat-9",
  paper: "sqlcat",
  label: "Figure 9",
  title: "What point in time a snapshot shows",
  question: "As of what point in time is the database snapshot current?",
  says: "The newest row that a snapshot had was of the moment when the analysis of its recovery began.",
  preset: sqlcatPreset,
  settings: [untilCreated],
  inputs: [...sqlcatInputs, moment],
  across: "users",
  chart: "lines",
  points: userPoints(asOfLoads),
  measures: [toAsOf, afterAsOf, toAnalysis, newestRow],
  predictsCreations: true,
  concludes: ({ value }) =>
    `A snapshot shows the database as of the start of analysis, not of the command: with 500 users that was ${value("500-users", toAsOf)} after the command and ${value("500-users", afterAsOf)} before the creation ended.`,
  published: [],
  checks: [
    shape(
      {
        id: "analysis",
        statement: "The as-of time is the start of analysis, to 10 ms",
        says: "its data are those of the beginning of analysis",
      },
      asOfLoads.map((users) => at(`${users}-users`, toAnalysis)),
      (values) => values.every((value) => Math.abs(value) <= 10),
    ),
    shape(
      {
        id: "newest-row",
        statement:
          "The newest row that a snapshot has was put in at most 1 s before the as-of time, and not after it",
        says: "its newest row was of that moment",
      },
      asOfLoads.map((users) => at(`${users}-users`, newestRow)),
      (values) => values.every((value) => value >= 0 && value <= 1000),
    ),
    shape(
      {
        id: "in-the-middle",
        statement:
          "At 500 users the as-of time is 1 s or more after the command, and 1 s or more before the end",
        says: "neither of the command's beginning nor of its end, but between them",
      },
      [at("500-users", toAsOf), at("500-users", afterAsOf)],
      (values) => values.every((value) => value >= 1000),
    ),
  ],
};

export const creationFigures: readonly FigureDefinition[] = [
  creationByLoad,
  phasesByLoad,
  severalSnapshots,
];
export const asOfFigure: FigureDefinition = asOf;
