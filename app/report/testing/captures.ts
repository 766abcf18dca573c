/**
 * Captures for tests of reports: one creation of four minutes on a busy night, with what a log shows
 * around it, and captures that hold one kind of file only.
 */
import type { CaptureFile, CaptureOverview, Evidence } from "../../contract/capture.ts";
import type { Phase } from "../../contract/phase.ts";
import type { Report } from "../../contract/report.ts";
import type { RecordFacets, RecordRow } from "../../contract/rpc/records.ts";
import type { Series } from "../../contract/rpc/timeline-data.ts";
import { noticedActs } from "../../domain/acts/noticed-acts.ts";
import { recordingTimeline } from "../../domain/timeline/recording-timeline.ts";
import { capturedCost, capturedCreations } from "../log/captured-costs.ts";
import type { ReportedLog, ReportInput } from "../report-input.ts";
import { buildReport } from "../report-model.ts";
import { context } from "./recordings.ts";

/** What was read, as a test puts it together. */
export interface CapturedParts extends ReportedLog, Pick<ReportInput, "title" | "span"> {
  readonly series: Series;
}

export const reportOfCapture = (
  { overview, rows, facets, series, title, span }: CapturedParts,
  edited: Pick<ReportInput, "edits" | "addedCharts"> = {},
): Report =>
  buildReport({
    ...context,
    ...edited,
    title,
    span,
    costs: capturedCreations(overview).map((creation) =>
      capturedCost(creation, series, noticedActs(overview.phases)),
    ),
    timeline: { ...recordingTimeline(overview), series },
    run: null,
    log: { overview, rows, facets },
  });

const minute = 60_000;

export const logFile: CaptureFile = {
  name: "ERRORLOG",
  kind: "errorlog",
  form: "product",
  encoding: "utf-16le",
  product: "Microsoft SQL Server 2019 (RTM-CU15)",
  build: "15.0.4198.2",
  edition: "Enterprise Edition: Core-based Licensing (64-bit)",
  host: "SQLPROD01",
  bytes: 3_145_728,
  lines: 12_500,
  records: 12_345,
  errors: 3,
  unrecognised: 45,
  firstTime: "2026-03-28T23:00:00.000",
  lastTime: "2026-03-28T23:59:59.990",
  utcOffsetMinutes: 60,
  timeSteps: [
    { line: 900, from: "2026-03-28T23:40:00.120", to: "2026-03-28T23:39:58.000", byMs: 2120 },
  ],
  timeStepCount: 1,
  notes: ["Line 77 holds two records that were glued together."],
};

export const perfmonFile: CaptureFile = {
  ...logFile,
  name: "night.csv",
  kind: "perfmon",
  form: null,
  encoding: "windows-1252",
  product: null,
  build: null,
  edition: null,
  errors: 0,
  unrecognised: 0,
  records: 60,
  lines: 61,
  bytes: 4096,
  timeSteps: [],
  timeStepCount: 0,
  notes: [],
};

export const waitsFile: CaptureFile = {
  ...perfmonFile,
  name: "waits.csv",
  kind: "waitStats",
  records: 4,
  lines: 5,
};

const phase = (
  name: Phase["name"],
  startMs: number,
  endMs: number | null,
  rest: Partial<Phase> = {},
): Phase => ({
  snapshot: null,
  database: null,
  name,
  startMs,
  endMs,
  startSource: "logged",
  endSource: endMs === null ? null : "logged",
  figures: {},
  ...rest,
});

const ofCreation = { snapshot: "sales_2330" };

/** From 23:30:00 to 23:34:00, as of 23:31:30. */
const creation: readonly Phase[] = [
  phase("files", 30 * minute, 30 * minute + 500, ofCreation),
  phase("checkpoint", 30 * minute + 1000, 31 * minute, {
    ...ofCreation,
    startSource: "derived",
    figures: { buffers: 192_890, writes: 12_000, avoided: 7, durationMs: 59_000 },
  }),
  phase("open", 31 * minute + 5000, 31 * minute + 5000, ofCreation),
  phase("startup", 31 * minute + 10_000, 31.5 * minute, ofCreation),
  phase("analysis", 31.5 * minute, 32 * minute, ofCreation),
  phase("redo", 32 * minute, 33 * minute, { ...ofCreation, endSource: "bound" }),
  phase("undo", 33 * minute, 34 * minute, { ...ofCreation, startSource: "bound" }),
  phase("complete", 34 * minute, 34 * minute, ofCreation),
];

const activities: readonly Phase[] = [
  phase("serverStart", 0, 20_000, { figures: { build: "15.0.4198.2" } }),
  phase("recovery", 5000, 17_000, {
    database: "Sales",
    figures: { seconds: 12, analysisMs: 1000, redoMs: 9000, undoMs: 2000, rolledForward: 41 },
  }),
  // 154.40 MiB/s, as the paper's worked example.
  phase("checkpoint", 10 * minute, 10 * minute + 9760, {
    startSource: "derived",
    figures: {
      buffers: 192_890,
      writes: 6094,
      durationMs: 9760,
      avoided: 1,
      databaseId: 7,
      averageWriteLatencyMs: 31,
    },
  }),
  phase("backup", 40 * minute, 45 * minute, {
    database: "Sales",
    startSource: "derived",
    figures: {
      scope: "database",
      operation: "BACKUP DATABASE",
      pages: 1_000_000,
      seconds: 300,
      megabytesPerSecond: 26.041,
      device: "TYPE=DISK: {'D:\\backup\\Sales.bak'}",
    },
  }),
  phase("backup", 46 * minute, 46 * minute, {
    database: "Payroll",
    figures: { failed: true, cause: "Operating system error 112 (not enough space)" },
  }),
  phase("consistencyCheck", 47 * minute, 50 * minute, {
    database: "Sales",
    startSource: "derived",
    figures: {
      command: "DBCC CHECKDB",
      errorsFound: 2,
      errorsRepaired: 0,
      durationMs: 180_000,
      splitLsn: "00000123:00004567:0001",
    },
  }),
  phase("longIo", 32 * minute, 32 * minute + 21_000, {
    startSource: "derived",
    figures: {
      occurrences: 4,
      thresholdSeconds: 15,
      file: "E:\\data\\Sales.mdf",
      durationMs: 21_000,
    },
  }),
  phase("longIo", 33 * minute, 33 * minute, {
    figures: { occurrences: 9, thresholdSeconds: 15, file: "E:\\data\\Sales.mdf" },
  }),
  phase("longIo", 34 * minute, 34 * minute, {
    figures: { occurrences: 2, thresholdSeconds: 15, file: "L:\\log\\Sales.ldf" },
  }),
  phase("ioFreeze", 52 * minute, 52 * minute + 800, { database: "Sales" }),
  phase("stackDump", 55 * minute, null, { figures: { lines: 120 } }),
];

const evidence = (line: number, atMs: number, text: string): Evidence => ({
  file: 0,
  line,
  record: line - 1,
  atMs,
  text,
});

export const findings: CaptureOverview["findings"] = [
  {
    id: "longIoDuringCreation/1",
    weight: "warning",
    title: "I/O of up to 21 s on E:\\data\\Sales.mdf while sales_2330 was created",
    text: "Pages that are changed are written to the snapshot first.",
    startMs: 32 * minute,
    endMs: 34 * minute,
    evidence: [
      evidence(800, 33 * minute, "SQL Server has encountered 9 occurrence(s) of I/O requests"),
    ],
    occurrences: 3,
  },
  {
    id: "checkDbErrors/1",
    weight: "critical",
    title: "DBCC CHECKDB found 2 errors in Sales",
    text: "Restore from the last good backup.",
    startMs: 47 * minute,
    endMs: 50 * minute,
    evidence: [evidence(990, 50 * minute, "DBCC CHECKDB (Sales) found 2 errors")],
    occurrences: 1,
  },
];

/** 100 transactions/s, 80 from 23:30 to 23:34, 95 afterwards; a sample a minute. */
export function perfmonSeries(): Series {
  const column = (valueAt: (row: number) => number) =>
    Float64Array.from({ length: 60 }, (_, row) => valueAt(row));
  return {
    timeMs: column((row) => (row + 1) * minute),
    counters: {
      transactionsPerSecond: column((row) => (row < 30 ? 100 : row < 34 ? 80 : 95)),
      "\\\\SQLPROD01\\Memory\\Available MBytes": column((row) => (row === 5 ? Number.NaN : 2048)),
    },
    waits: {},
    p99Ms: column(() => Number.NaN),
    samplesPerPoint: 1,
  };
}

export const noSeries: Series = {
  timeMs: new Float64Array(),
  counters: {},
  waits: {},
  p99Ms: new Float64Array(),
  samplesPerPoint: 1,
};

const counters: CaptureOverview["counters"] = [
  {
    id: "transactionsPerSecond",
    file: 1,
    path: "\\\\SQLPROD01\\SQLServer:Databases(_Total)\\Transactions/sec",
    object: "SQLServer:Databases",
    instance: "_Total",
    counter: "Transactions/sec",
    lane: "transactionsPerSecond",
    unit: "transactions/s",
    samples: 60,
    minimum: 80,
    mean: 96.5,
    maximum: 100,
  },
  {
    id: "\\\\SQLPROD01\\Memory\\Available MBytes",
    file: 1,
    path: "\\\\SQLPROD01\\Memory\\Available MBytes",
    object: "Memory",
    instance: null,
    counter: "Available MBytes",
    lane: null,
    unit: "",
    samples: 59,
    minimum: 2048,
    mean: 2048,
    maximum: 2048,
  },
];

const wait = (waitType: string, waitMs: number, idle = false) => ({
  waitType,
  tasks: 10,
  waitMs,
  maxWaitMs: null,
  signalMs: null,
  idle,
});

export const waits: CaptureOverview["waits"] = [
  {
    file: 2,
    label: "23:00",
    atMs: 0,
    since: null,
    spanMs: null,
    reset: false,
    waits: [wait("LAZYWRITER_SLEEP", 9_000_000, true), wait("WRITELOG", 400_000)],
  },
  {
    file: 2,
    label: "00:00",
    atMs: 60 * minute,
    since: "23:00",
    spanMs: 60 * minute,
    reset: true,
    waits: [
      wait("LAZYWRITER_SLEEP", 3_600_000, true),
      wait("WRITELOG", 30_000),
      wait("FCB_REPLICA_WRITE", 10_000),
      ...Array.from({ length: 20 }, (_, index) => wait(`LATCH_${index}`, 500)),
    ],
  },
];

export const noFacets: RecordFacets = {
  files: [],
  sources: [],
  kinds: [],
  phases: [],
  severities: [],
};

const row = (record: number, atMs: number, rest: Partial<RecordRow>): RecordRow => ({
  record,
  file: 0,
  line: record + 1,
  atMs,
  source: "spid51",
  text: "",
  cut: false,
  kind: "other",
  error: null,
  phase: null,
  database: null,
  ...rest,
});

const error = (number: number, severity: number) => ({ number, severity, state: 1 });

export const rows: readonly RecordRow[] = [
  row(100, 20 * minute, {
    kind: "errorHeader",
    text: "Error: 9002, Severity: 17, State: 2.",
    error: error(9002, 17),
  }),
  row(101, 20 * minute, {
    kind: "logFull",
    text: "The transaction log for database 'Sales' is full due to 'ACTIVE_TRANSACTION'.",
    error: error(9002, 17),
  }),
  row(300, 25 * minute, {
    kind: "errorHeader",
    text: "Error: 18456, Severity: 14, State: 8.",
    source: "Logon",
    error: error(18_456, 14),
  }),
  row(301, 25 * minute, {
    kind: "logonFailed",
    text: "Login failed for user 'contoso_app'.",
    source: "Logon",
    error: error(18_456, 14),
  }),
  // Its header lies outside of what the report was given.
  row(411, 26 * minute, {
    kind: "logonFailed",
    text: "Login failed for user 'contoso_batch'.",
    source: "Logon",
    error: error(18_456, 14),
  }),
  row(500, 28 * minute, {
    kind: "configurationChanged",
    text: "Configuration option 'max degree of parallelism' changed from 0 to 8.",
  }),
];

export const nightOverview: CaptureOverview = {
  origin: "2026-03-28T23:00:00.000",
  endMs: 60 * minute - 10,
  source: sourceOf(logFile, "mixed"),
  files: [logFile, perfmonFile, waitsFile],
  phases: [...activities, ...creation],
  phasesLeftOut: 3,
  effects: [],
  marks: [
    {
      atMs: 20 * minute,
      file: 0,
      record: 101,
      kind: "logFull",
      number: 9002,
      severity: 17,
      title: "The log of Sales is full",
    },
    {
      atMs: 55 * minute,
      file: 0,
      record: 900,
      kind: "stackDump",
      number: null,
      severity: 21,
      title: "A stack dump",
    },
  ],
  marksLeftOut: 0,
  snapshots: [
    {
      name: "sales_2330",
      asOf: "2026-03-28T23:31:30.000",
      asOfMs: 31.5 * minute,
      createdMs: 4 * minute,
    },
  ],
  findings,
  counters,
  waits,
};

/** `source` has the figures of a file, without its name and form. */
export function sourceOf(
  { name: _name, form: _form, ...figures }: CaptureFile,
  kind: CaptureOverview["source"]["kind"],
): CaptureOverview["source"] {
  return { ...figures, kind };
}

const emptyOverview: CaptureOverview = {
  ...nightOverview,
  source: sourceOf(logFile, "errorlog"),
  files: [logFile],
  phases: [],
  phasesLeftOut: 0,
  marks: [],
  snapshots: [],
  findings: [],
  counters: [],
  waits: [],
};

const input: Omit<CapturedParts, "overview"> = {
  title: "ERRORLOG and 2 more",
  span: null,
  series: noSeries,
  rows: [],
  facets: noFacets,
};

export const night: CapturedParts = {
  ...input,
  overview: nightOverview,
  series: perfmonSeries(),
  rows,
  facets: {
    ...noFacets,
    kinds: [
      { value: "other", count: 45 },
      { value: "backedUp", count: 12_300 },
    ],
  },
};

export const perfmonOnly: CapturedParts = {
  ...input,
  title: "night.csv",
  series: perfmonSeries(),
  overview: {
    ...emptyOverview,
    source: sourceOf(perfmonFile, "perfmon"),
    files: [perfmonFile],
    counters: counters.map((counter) => ({ ...counter, file: 0 })),
  },
};

export const waitsOnly: CapturedParts = {
  ...input,
  title: "waits.csv",
  overview: {
    ...emptyOverview,
    source: sourceOf(waitsFile, "waitStats"),
    files: [waitsFile],
    waits: waits.map((capture) => ({ ...capture, file: 0 })),
  },
};

/** A log in which nothing happened. */
export const quietLog: CapturedParts = {
  ...input,
  title: "ERRORLOG",
  overview: {
    ...emptyOverview,
    source: sourceOf({ ...logFile, errors: 0 }, "errorlog"),
    files: [{ ...logFile, errors: 0 }],
  },
};
