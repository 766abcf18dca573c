/** Recordings for tests of reports: two minutes in which one snapshot is created at 30 s. */

import { noAdvice } from "../../contract/advice.ts";
import type { CreationCost } from "../../contract/creation-cost.ts";
import type { Recommendation } from "../../contract/recommendation.ts";
import type { Report } from "../../contract/report.ts";
import { resolveScenario } from "../../contract/resolve-scenario.ts";
import type { RunEntry, RunStatus } from "../../contract/rpc/runs.ts";
import type { Series, TimelineEvent } from "../../contract/rpc/timeline-data.ts";
import { counters } from "../../contract/telemetry-catalog.ts";
import { fakeSummary } from "../../contract/testing/fake-summary.ts";
import { runEntryOf } from "../../contract/testing/run-entry.ts";
import { plainScenario } from "../../contract/testing/scenarios.ts";
import { noticedIn } from "../../domain/acts/noticed-acts.ts";
import { creationCost } from "../../domain/creation-cost/creation-cost.ts";
import { watchedCreations } from "../../domain/creation-cost/creation-spans.ts";
import { snapshotSpans } from "../../domain/creation-cost/snapshots-of-run.ts";
import { bucketsOf } from "../../domain/creation-cost/testing/fake-samples.ts";
import { setupPhrase } from "../../domain/setup-phrase.ts";
import { inputOfRun, type ReportInput, type RunRecording } from "../report-input.ts";
import { buildReport } from "../report-model.ts";

export const context: Pick<ReportInput, "machine" | "createdAt"> = {
  machine: {
    program: "0.1.0",
    node: "24.0.0",
    platform: "Linux 6.1 (x64)",
    processors: 2,
    memoryBytes: 8 * 1024 ** 3,
  },
  createdAt: new Date("2026-11-21T12:00:00Z"),
};

const intervalMs = 1000;
const samples = 120;

/** 200 transactions/s, 150 in the five samples from 30 s on, 190 after them. */
const rateAt = (row: number): number => (row < 30 ? 200 : row < 35 ? 150 : 190);

export function fakeSeries(): Series {
  const column = (valueAt: (row: number) => number) =>
    Float64Array.from({ length: samples }, (_, row) => valueAt(row));
  return {
    timeMs: column((row) => (row + 1) * intervalMs),
    counters: Object.fromEntries(
      counters.map(({ id }, index) => [
        id,
        column(id === "transactionsPerSecond" ? rateAt : (row) => index + row / 7),
      ]),
    ),
    waits: {
      WRITELOG: {
        tasks: column(() => 10),
        waitMs: column(() => 12.5),
        signalMs: column(() => 0.25),
      },
      LAZYWRITER_SLEEP: {
        tasks: column(() => 1),
        waitMs: column(() => 1000),
        signalMs: column(() => 0),
      },
    },
    p99Ms: column((row) => (row === 3 ? Number.NaN : 40 + row / 8)),
    samplesPerPoint: 1,
  };
}

const events: readonly TimelineEvent[] = [
  {
    kind: "command",
    atNs: 30e9,
    command: { kind: "createSnapshot", name: "sales_snapshot_1" },
    outcome: "applied",
  },
  phase("files", 30_000, 30_020),
  phase("checkpoint", 30_020, 32_500),
  phase("open", 32_500, 32_500),
  phase("startup", 32_500, 33_000),
  phase("analysis", 33_000, 33_400),
  phase("redo", 33_400, 34_000),
  phase("undo", 34_000, 34_750),
  phase("complete", 34_750, 34_750),
  {
    kind: "errorlog",
    atMs: 30_000,
    line: "2006-10-23 21:48:37.00 spid51      Creating file P:\\sales_snapshot_1.ss.",
  },
  {
    kind: "snapshot",
    atMs: 40_000,
    name: "sales_snapshot_1",
    pagesPushed: 600,
    sizeOnDiskBytes: 9_830_400,
  },
  {
    kind: "snapshot",
    atMs: 120_000,
    name: "sales_snapshot_1",
    pagesPushed: 1234,
    sizeOnDiskBytes: 20_185_088,
  },
];

function phase(
  name: Extract<TimelineEvent, { kind: "phase" }>["name"],
  startMs: number,
  endMs: number,
): TimelineEvent {
  return { kind: "phase", snapshot: "sales_snapshot_1", name, startMs, endMs, figures: {} };
}

export interface RecordingOptions {
  readonly status?: RunStatus;
  readonly withSummary?: boolean;
  readonly entry?: Partial<RunEntry>;
}

export function fakeRecording({
  status = "completed",
  withSummary = true,
  entry = {},
}: RecordingOptions = {}): RunRecording {
  const scenario = resolveScenario(plainScenario, "the plain scenario");
  if (!scenario.ok) throw new Error(scenario.error.message);
  const ended = status === "failed" || status === "cancelled" ? status : "completed";
  // The engine reports each phase twice: as it happens, and in its summary.
  const phases = events.flatMap((event) => {
    if (event.kind !== "phase") return [];
    const { kind: _told, ...phase } = event;
    return phase;
  });
  const summary = withSummary ? { ...fakeSummary(scenario.value, ended), phases } : null;
  return {
    entry: runEntryOf({
      id: "00000000-0000-4000-8000-000000000001",
      name: "plain",
      status,
      verified: summary?.run.verified ?? null,
      createdAt: "2026-11-21T11:00:00.000Z",
      endedAt: "2026-11-21T11:00:10.000Z",
      wallMs: 10_000,
      engineMs: samples * intervalMs,
      plannedMs: samples * intervalMs,
      users: 100,
      snapshots: 1,
      transactionsPerSecond: 200,
      recordedBytes: 1,
      ...entry,
    }),
    scenario: scenario.value,
    summary,
    origin: "2006-10-23T21:48:07.000",
    series: fakeSeries(),
    events,
  };
}

/** What its creations cost, by the samples of its series: 100 ms each, 152 ms in the creation. */
export function costsOf(recording: RunRecording): CreationCost[] {
  const { series, events, scenario } = recording;
  const { timeMs, counters: values } = series;
  const rates = values.transactionsPerSecond ?? new Float64Array();
  const samples = {
    beginMs: 0,
    sampleMs: scenario.sampleIntervalMs,
    timeMs,
    transactionsPerSecond: rates,
    latency: [...rates].map((rate, row) => bucketsOf(row >= 30 && row < 35 ? 152 : 100, rate)),
  };
  const recorded = { warmupMs: scenario.warmupSeconds * 1000, endMs: timeMs.at(-1) ?? 0 };
  const acts = noticedIn(events);
  return watchedCreations(snapshotSpans(events, scenario), recorded, acts).map((creation) =>
    creationCost(creation, samples, "run", setupPhrase(scenario), acts),
  );
}

export const reportOfRun = (
  recording: RunRecording,
  costs: readonly CreationCost[] = costsOf(recording),
  recommendations: readonly Recommendation[] = [],
): Report => {
  const advice = { ...noAdvice, recommendations };
  return buildReport(inputOfRun(recording, { ...context, costs, advice, log: null }));
};
