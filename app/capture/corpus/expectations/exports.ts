/**
 * Exports: the log viewer's files, results of sp_readerrorlog and xp_readerrorlog, messages cut from
 * pages. A header, a rule or a trailer is a line that belongs to no record.
 */
import {
  alone,
  type ExpectedCapture,
  type ExpectedFile,
  type ExpectedPhase,
  log,
} from "./expectation.ts";

const at = (time: string) => `2021-03-04T${time}`;
const opens = (database: string, atMs = 0): ExpectedPhase => [
  "recovery",
  database,
  atMs,
  atMs,
  "logged",
  "bound",
];
const newestFirst = "The newest record came first; records are shown in order of time.";
const wholeSeconds = "Times have no fractions of a second: durations may be off by one second.";
const monthFirst = "No date tells the order of day and month; they were read month first.";

type Figures = Partial<ExpectedFile> & Pick<ExpectedFile, "lines" | "records">;
type Span = readonly [string, string];
const viewer = (name: string, span: Span, notes: readonly string[], figures: Figures) =>
  log(name, span, {
    form: "ssmsCsv",
    ...figures,
    facts: { ...figures.facts, notes: [...notes, newestFirst, wholeSeconds] },
  });
const grid = (name: string, span: Span, figures: Figures) =>
  log(name, span, { form: "grid", ...figures });

const logonAndDatabase = { startingUp: 1, errorHeader: 1, logonFailed: 1 };

export const viewerExports: readonly ExpectedCapture[] = [
  // The error stands below its text: the export is read from its end. <nl/> is a line end.
  alone(
    viewer("form-viewer-export.csv", ["2021-02-28T09:00:00.000", at("10:00:03.000")], [], {
      lines: 6,
      records: 5,
      errors: 1,
      unrecognised: 2,
      facts: {
        product: "Microsoft SQL Server 2019 (RTM-CU15)",
        edition: "Developer Edition (64-bit)",
      },
    }),
    { ...logonAndDatabase, serverBanner: 1 },
    {
      // The banner alone, days before the rest, is no start.
      phases: [opens("Sales", 4 * 86_400_000 + 3_600_000)],
      findings: ["failedLogons"],
    },
  ),
  // <c/> is a comma; five columns behind the message are empty.
  alone(
    viewer(
      "form-viewer-export-wide.csv",
      ["2021-11-18T06:40:02.000", "2021-11-18T07:39:25.000"],
      [],
      { encoding: "utf-16le", lines: 4, records: 3, errors: 1, unrecognised: 2 },
    ),
    { backupSetValid: 1, errorHeader: 1 },
  ),
  alone(
    viewer(
      "form-viewer-export-no-header.csv",
      ["2021-04-12T10:00:00.000", "2021-04-13T10:00:01.000"],
      [],
      { lines: 2, records: 2 },
    ),
    { startingUp: 2 },
    { phases: [opens("Sales"), opens("Stock", 86_401_000)] },
  ),
  alone(
    viewer(
      "form-viewer-export-quoted.csv",
      ["2021-04-03T10:00:00.000", "2021-04-03T10:00:02.000"],
      [monthFirst],
      { lines: 5, records: 3, unrecognised: 3 },
    ),
    { startingUp: 1 },
    { phases: [opens("Sales, old", 1000)] },
  ),
  alone(
    viewer(
      "form-viewer-export-ambiguous.csv",
      [at("09:00:00.000"), at("10:00:00.000")],
      [monthFirst],
      { lines: 3, records: 2, unrecognised: 2 },
    ),
    { startingUp: 1 },
    { phases: [opens("Sales", 3_600_000)] },
  ),
  alone(
    viewer(
      "form-viewer-export-one-way.csv",
      ["2021-02-11T10:00:00.000", "2021-03-02T10:00:00.000"],
      ["The dates were read day first: only so does the log run one way."],
      { lines: 5, records: 4, unrecognised: 5 },
    ),
    {},
  ),
  alone(
    viewer(
      "form-viewer-export-am-pm.csv",
      ["2021-03-14T00:30:00.000", "2021-03-14T13:05:09.000"],
      [],
      { lines: 3, records: 2, unrecognised: 3 },
    ),
    {},
  ),
];

export const grids: readonly ExpectedCapture[] = [
  alone(
    grid("form-grid-copy.txt", [at("10:00:00.120"), at("10:00:02.340")], {
      lines: 6,
      records: 4,
      errors: 1,
      unrecognised: 2,
    }),
    logonAndDatabase,
    { phases: [opens("Sales")], findings: ["failedLogons"] },
  ),
  alone(
    grid("form-grid-copy-no-header.txt", [at("10:00:00.120"), at("10:00:01.000")], {
      encoding: "utf-16le",
      lines: 2,
      records: 2,
      unrecognised: 1,
    }),
    { startingUp: 1 },
    { phases: [opens("Sales")] },
  ),
  alone(
    grid("form-grid-two-digits.txt", [at("10:00:00.000"), at("10:00:01.000")], {
      lines: 2,
      records: 2,
      unrecognised: 1,
    }),
    { startingUp: 1 },
    { phases: [opens("Sales")] },
  ),
  alone(
    grid("form-grid-newest-first.txt", [at("10:00:00.120"), at("10:00:02.340")], {
      lines: 4,
      records: 3,
      errors: 1,
      unrecognised: 1,
    }),
    logonAndDatabase,
    { phases: [opens("Sales")], findings: ["failedLogons"] },
  ),
  // Header, rule, "(2 rows affected)" and "Completion time" belong to no record.
  alone(
    grid("form-grid-text.txt", [at("10:00:00.120"), at("10:00:01.000")], {
      lines: 9,
      records: 2,
      unrecognised: 5,
    }),
    { startingUp: 1 },
    { phases: [opens("Sales")] },
  ),
  alone(
    grid("form-grid-sqlcmd.txt", [at("10:00:00.120"), at("10:00:01.000")], {
      lines: 6,
      records: 2,
      unrecognised: 4,
    }),
    { startingUp: 1 },
    { phases: [opens("Sales")] },
  ),
  // Cut at the width of a screen, within its numbers; the checkpoint began before the log.
  alone(
    grid("form-grid-sqlcmd-cut.txt", [at("10:00:00.120"), at("10:00:01.000")], {
      lines: 18,
      records: 2,
      unrecognised: 7,
    }),
    { flushCache: 1 },
    {
      phases: [["checkpoint", null, 0, 0, "bound", "logged"]],
      findings: ["slowCheckpoint"],
    },
  ),
  alone(
    grid("form-grid.csv", [at("10:00:00.120"), at("10:00:02.000")], {
      lines: 5,
      records: 3,
      unrecognised: 3,
    }),
    { startingUp: 1 },
    { phases: [opens("Sales")] },
  ),
  alone(
    grid("form-grid-powershell.csv", ["2021-03-14T13:05:09.000", "2021-03-14T13:05:10.000"], {
      lines: 3,
      records: 2,
      unrecognised: 2,
      facts: { notes: [wholeSeconds] },
    }),
    { startingUp: 1 },
    { phases: [opens("Sales")] },
  ),
  alone(
    grid("form-grid-semicolon.csv", ["2021-03-14T13:05:09.000", "2021-03-14T13:05:10.000"], {
      lines: 3,
      records: 2,
      unrecognised: 2,
      facts: { notes: [wholeSeconds] },
    }),
    { startingUp: 1 },
    { phases: [opens("Sales")] },
  ),
];

const bare = (name: string, span: Span | null, figures: Figures) =>
  log(name, span, { form: "bare", ...figures });

export const pages: readonly ExpectedCapture[] = [
  // Without times there are no phases; the prose around belongs to no record.
  alone(
    bare("form-bare-forum.txt", null, {
      lines: 10,
      records: 4,
      errors: 1,
      unrecognised: 3,
      facts: { notes: ["The messages have no time: they are in no phase and on no chart."] },
    }),
    { startingUp: 1, errorHeader: 1, ioError: 1, allRecovered: 1 },
  ),
  alone(bare("form-bare-messages.txt", null, { lines: 3, records: 3, errors: 1 }), {
    errorHeader: 1,
    sparseFileFull: 1,
    backupTerminated: 1,
  }),
  // What a client printed: an error, and without a time a finding all the same.
  alone(
    bare("form-bare-client.txt", null, { lines: 2, records: 2, errors: 1 }),
    { errorHeader: 1, snapshotNotStarted: 1 },
    { findings: ["unfinishedCreation"] },
  ),
  // A message that a mail program wrapped goes on up to the next blank line.
  alone(
    bare("form-bare-quoted.txt", [at("10:00:00.000"), at("10:00:01.000")], {
      lines: 7,
      records: 2,
      unrecognised: 3,
    }),
    { startingUp: 1, logonFailed: 1 },
    { phases: [opens("Sales")], findings: ["failedLogons"] },
  ),
  alone(
    bare("form-bare-indented.txt", [at("10:00:00.000"), at("10:00:01.000")], {
      lines: 6,
      records: 2,
      unrecognised: 2,
    }),
    { startingUp: 1 },
    { phases: [opens("Sales")] },
  ),
];
