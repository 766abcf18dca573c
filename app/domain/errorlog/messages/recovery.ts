import {
  byNumber,
  byStart,
  firstQuoted,
  number,
  numberOrNull,
  type Recogniser,
  says,
  text,
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
  /** A secondary database of an availability group is connected with its primary, or no longer. */
  | {
      readonly kind: "primaryConnection";
      readonly database: string;
      readonly established: boolean;
    };

const recovered = { database: text, databaseId: numberOrNull };
const progressFields = { ...recovered, percent: number, secondsRemaining: number };

const progressOf = (what: string) =>
  String.raw`${what} of database '{name}' \({id}\) is (\d{1,3})% complete \(approximately (\d+) (?:seconds? remain|more seconds)\)`;
/** A name may hold anything but a line end. */
const traced = String.raw`RECOVERY \({name}, {id}\): `;

/** "81 transactions rolled forward ...": what a message may begin with that begins with a count. */
const digits = [..."0123456789"];
const countStarts = digits.flatMap((first) => [
  `${first} t`,
  ...digits.flatMap((second) => [
    `${first}${second} `,
    ...digits.map((third) => `${first}${second}${third}`),
  ]),
]);

const counted = (kind: "rolledForward" | "rolledBack", what: string): Recogniser =>
  says(
    kind,
    String.raw`(\d{1,12}) transactions rolled ${what} in database '{name}' \({id}\)\.`,
    { transactions: number, ...recovered },
    { starts: countStarts },
  );

export const recoveryRecognisers: readonly Recogniser[] = [
  says("startingUp", String.raw`Starting up database '{name}'\.?{end}`, { database: text }),
  says("startSkipped", "Skipping the default startup of database '{name}'", { database: text }),
  byNumber([35_262], (message) => {
    const database = firstQuoted(message);
    return database === null ? null : { kind: "startSkipped", database };
  }),
  says(
    "primaryConnection",
    "Always ?On Availability Groups connection with primary database (established|terminated) for secondary database '{name}'",
    { established: (word) => word === "established", database: text },
  ),
  says("recoveryStarting", `${traced}Starting{end}`, recovered),
  says("analysisStarting", `${traced}Analysis starting{end}`, recovered),
  says("redoStarting", `${traced}Redo starting{end}`, recovered),
  says("recoveryEstimate", String.raw`${traced}Estimate REDO {int} bytes, UNDO {int} records\.`, {
    ...recovered,
    redoBytes: number,
    undoRecords: number,
  }),
  says("analysisProgress", progressOf("Analysis"), progressFields),
  says("recoveryProgress", String.raw`${progressOf("Recovery")}\.? \(?Phase (\d) of 3\b`, {
    ...progressFields,
    phase: number,
  }),
  says(
    "recoveryCompleted",
    String.raw`SQL recovery \(analysis, redo and undo\) completed for database \({name}, {id}\)`,
    recovered,
  ),
  says(
    "recoveryFigures",
    String.raw`Recovery completed for database {name} \(database ID {id}\) in {int} second\(s\) \(analysis {int} ms, redo {int} ms, undo {int} ms`,
    { ...recovered, seconds: number, analysisMs: number, redoMs: number, undoMs: number },
  ),
  counted("rolledForward", "forward"),
  counted("rolledBack", "back"),
  says(
    "recoveryCheckpoint",
    String.raw`Recovery is writing a checkpoint in database '{name}' \({id}\)`,
    recovered,
  ),
  byStart("Recovery is complete.", { kind: "allRecovered" }),
  says(
    "parallelRedo",
    "Parallel redo is (started|shutdown) for database '{name}' with worker pool",
    {
      started: (word) => word === "started",
      database: text,
    },
  ),
];
