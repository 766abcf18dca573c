import {
  byNumber,
  byPattern,
  byStart,
  firstQuoted,
  group,
  lineEnd,
  name,
  numberOf,
  optionalNumber,
  type Recogniser,
} from "./recogniser.ts";

interface Recovered {
  readonly database: string;
  readonly databaseId: number | null;
}

interface Progress extends Recovered {
  readonly percent: number;
  readonly secondsRemaining: number;
}

export type RecoveryMessage =
  | { readonly kind: "startingUp"; readonly database: string }
  /** 35262: it belongs to an availability group, which starts it. */
  | { readonly kind: "startSkipped"; readonly database: string }
  | ({ readonly kind: "recoveryStarting" } & Recovered)
  | ({ readonly kind: "analysisStarting" } & Recovered)
  | ({ readonly kind: "analysisProgress" } & Progress)
  | ({ readonly kind: "redoStarting" } & Recovered)
  | ({
      readonly kind: "recoveryEstimate";
      readonly redoBytes: number;
      readonly undoRecords: number;
    } & Recovered)
  /** Phase 1 is analysis, 2 redo, 3 undo. */
  | ({ readonly kind: "recoveryProgress"; readonly phase: number } & Progress)
  | ({ readonly kind: "recoveryCompleted" } & Recovered)
  | ({ readonly kind: "rolledForward"; readonly transactions: number } & Recovered)
  | ({ readonly kind: "rolledBack"; readonly transactions: number } & Recovered)
  | ({ readonly kind: "recoveryCheckpoint" } & Recovered)
  /** 3421: the figures at the end of a recovery. */
  | ({
      readonly kind: "recoveryFigures";
      readonly seconds: number;
      readonly analysisMs: number;
      readonly redoMs: number;
      readonly undoMs: number;
    } & Recovered)
  /** 3408: every database of the server. */
  | { readonly kind: "allRecovered" }
  | { readonly kind: "parallelRedo"; readonly database: string; readonly started: boolean }
  /** Of a secondary database in an availability group with its primary. */
  | {
      readonly kind: "primaryConnection";
      readonly database: string;
      readonly established: boolean;
    };

const recovered = (match: RegExpExecArray) => ({
  database: group(match, 1),
  databaseId: optionalNumber(match, 2),
});

const progress = (match: RegExpExecArray) => ({
  ...recovered(match),
  percent: numberOf(match, 3),
  secondsRemaining: numberOf(match, 4),
});

/** Since 2022 the id of a database is followed by that of its part: "(5:0)". */
const id = String.raw`(\d{1,10})(?::\d{1,10})?`;
/** RECOVERY (name, id): ...; a name may hold anything but a line end. */
const traced = new RegExp(
  String.raw`^RECOVERY \(${name}, ${id}\): (?:(Starting|Analysis starting|Redo starting)${lineEnd}|Estimate REDO (\d+) bytes, UNDO (\d+) records\.)`,
);

function readTraced(match: RegExpExecArray): RecoveryMessage {
  switch (match[3]) {
    case "Starting":
      return { kind: "recoveryStarting", ...recovered(match) };
    case "Analysis starting":
      return { kind: "analysisStarting", ...recovered(match) };
    case "Redo starting":
      return { kind: "redoStarting", ...recovered(match) };
    default: {
      const [redoBytes, undoRecords] = [numberOf(match, 4), numberOf(match, 5)];
      return { kind: "recoveryEstimate", ...recovered(match), redoBytes, undoRecords };
    }
  }
}

const progressOf = (what: string) =>
  String.raw`^${what} of database '${name}' \(${id}\) is (\d{1,3})% complete \(approximately (\d+) (?:seconds? remain|more seconds)\)`;

/** "81 transactions rolled forward ...": what a message may begin with that begins with a count. */
const digits = [..."0123456789"];
const countStarts = digits.flatMap((first) => [
  `${first} t`,
  ...digits.flatMap((second) => [
    `${first}${second} `,
    ...digits.map((third) => `${first}${second}${third}`),
  ]),
]);

export const recoveryRecognisers: readonly Recogniser[] = [
  byPattern(
    ["Starting up database '"],
    new RegExp(`^Starting up database '${name}'\\.?${lineEnd}`),
    (match) => ({ kind: "startingUp", database: group(match, 1) }),
  ),
  byPattern(
    ["Skipping the default startup of database '"],
    new RegExp(`^Skipping the default startup of database '${name}'`),
    (match) => ({ kind: "startSkipped", database: group(match, 1) }),
    [35_262],
  ),
  byNumber([35_262], (text) => {
    const database = firstQuoted(text);
    return database === null ? null : { kind: "startSkipped", database };
  }),
  byPattern(
    ["Always On Availability Groups connection", "AlwaysOn Availability Groups connection"],
    new RegExp(
      `^Always ?On Availability Groups connection with primary database (established|terminated) for secondary database '${name}'`,
    ),
    (match) => ({
      kind: "primaryConnection",
      database: group(match, 2),
      established: match[1] === "established",
    }),
  ),
  byPattern(["RECOVERY ("], traced, readTraced),
  byPattern(["Analysis of database '"], new RegExp(progressOf("Analysis")), (match) => ({
    kind: "analysisProgress",
    ...progress(match),
  })),
  byPattern(
    ["Recovery of database '"],
    new RegExp(String.raw`${progressOf("Recovery")}\.? \(?Phase (\d) of 3\b`),
    (match) => ({ kind: "recoveryProgress", ...progress(match), phase: numberOf(match, 5) }),
  ),
  byPattern(
    ["SQL recovery (analysis, redo and undo)"],
    new RegExp(
      String.raw`^SQL recovery \(analysis, redo and undo\) completed for database \(${name}, ${id}\)`,
    ),
    (match) => ({ kind: "recoveryCompleted", ...recovered(match) }),
  ),
  byPattern(
    ["Recovery completed for database "],
    new RegExp(
      String.raw`^Recovery completed for database ${name} \(database ID ${id}\) in (\d+) second\(s\) \(analysis (\d+) ms, redo (\d+) ms, undo (\d+) ms`,
    ),
    (match) => ({
      kind: "recoveryFigures",
      ...recovered(match),
      seconds: numberOf(match, 3),
      analysisMs: numberOf(match, 4),
      redoMs: numberOf(match, 5),
      undoMs: numberOf(match, 6),
    }),
    [3421],
  ),
  byPattern(
    countStarts,
    new RegExp(
      String.raw`^(\d{1,12}) transactions rolled (forward|back) in database '${name}' \(${id}\)\.`,
    ),
    (match) => ({
      kind: match[2] === "forward" ? "rolledForward" : "rolledBack",
      transactions: numberOf(match, 1),
      database: group(match, 3),
      databaseId: optionalNumber(match, 4),
    }),
  ),
  byPattern(
    ["Recovery is writing a checkpoint in database '"],
    new RegExp(String.raw`^Recovery is writing a checkpoint in database '${name}' \(${id}\)`),
    (match) => ({ kind: "recoveryCheckpoint", ...recovered(match) }),
  ),
  byStart("Recovery is complete.", { kind: "allRecovered" }),
  byPattern(
    ["Parallel redo is "],
    new RegExp(`^Parallel redo is (started|shutdown) for database '${name}' with worker pool`),
    (match) => ({
      kind: "parallelRedo",
      database: group(match, 2),
      started: match[1] === "started",
    }),
  ),
];
