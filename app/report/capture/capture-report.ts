/**
 * Builds the report of a capture from what its reader found. Everything that a rendering shows is
 * decided here; renderings only lay it out.
 */
import type { CaptureOverview, Finding } from "../../contract/capture.ts";
import { findingWeights } from "../../contract/capture.ts";
import type { CapturedPhase, CaptureReport } from "../../contract/capture-report.ts";
import { phaseNames } from "../../contract/phase.ts";
import type { ReportMachine } from "../../contract/report.ts";
import type { CaptureFacets, CaptureRow } from "../../contract/rpc/captures.ts";
import type { Series } from "../../contract/rpc/timeline-data.ts";
import { recordTerm } from "../../domain/glossary/glossary.ts";
import { creationsOf } from "../creations.ts";
import { untold } from "../phase-text.ts";
import { countText } from "../text.ts";
import { captureConclusion } from "./capture-conclusion.ts";
import { captureKeyFigures } from "./capture-key-figures.ts";
import { countersOver, samplesOf } from "./captured-counters.ts";
import { errorsOf } from "./error-groups.ts";
import { longIoGroups } from "./long-io-groups.ts";
import { changeKinds } from "./notable-kinds.ts";
import { meets, type ReportSpan } from "./report-span.ts";
import { usualInterval, withGaps } from "./series-gaps.ts";

export interface CaptureReportInput {
  readonly overview: CaptureOverview;
  readonly title: string;
  /** Of a part only; null: of all. */
  readonly span: { readonly fromMs: number; readonly toMs: number } | null;
  /** The counters to show, over the span, at most `maxReportPoints` points. */
  readonly series: Series;
  /**
   * Of the span, at most `maxReportRows`: errors, records of `notableKinds`, evidence. As many as
   * that are taken for the first of more.
   */
  readonly rows: readonly CaptureRow[];
  readonly facets: CaptureFacets;
  readonly machine: ReportMachine;
  /** UTC, ISO 8601. */
  readonly createdAt: string;
}

export function captureReport(input: CaptureReportInput): CaptureReport {
  const { overview, title, machine, createdAt } = input;
  const span = spanOf(input);
  const whole = overview.phases.map(phaseOf).toSorted((a, b) => a.startMs - b.startMs);
  const isIn = ({ startMs, endMs }: { startMs: number; endMs: number | null }) =>
    meets(span, startMs, endMs ?? overview.endMs);
  const phases = whole.filter(isIn);
  const findings = overview.findings.filter((finding) => isWithin(finding, span));
  const series = withGaps(input.series);
  // A part may hold some phases of a creation only: its times are still those of all of it.
  const marks = overview.marks.filter(({ atMs }) => meets(span, atMs, atMs));
  const creations = creationsIn(whole, overview, series).filter(isIn);
  const parts = { overview, span, phases, findings, creations };
  return {
    formatVersion: 1,
    kind: "snapscope-capture-report",
    generatedAt: createdAt,
    title,
    subtitle: subtitleOf(overview),
    conclusion: captureConclusion(parts),
    machine,
    origin: overview.origin,
    endMs: overview.endMs,
    span,
    keyFigures: captureKeyFigures(parts),
    source: overview.source,
    files: overview.files,
    findings: findings.toSorted((a, b) => rankOf(a) - rankOf(b)),
    findingsOutside: overview.findings.length - findings.length,
    snapshots: overview.snapshots.filter(
      ({ name, asOfMs }) =>
        span.whole ||
        creations.some(({ snapshot }) => snapshot === name) ||
        (asOfMs !== null && meets(span, asOfMs, asOfMs)),
    ),
    creations,
    phases,
    phasesLeftOut: overview.phasesLeftOut,
    timing: timingOf(phases),
    marks,
    marksLeftOut: overview.marksLeftOut,
    longIo: longIoGroups(phases),
    errors: errorsOf(input.rows, marks),
    changes: input.rows
      .filter(({ kind }) => changeKinds.includes(kind))
      .map(({ kind, atMs, file, line, text }) => ({ kind, atMs, file, line, text })),
    recordKinds: input.facets.kinds
      .map(({ value, count }) => ({ kind: value, title: recordTerm(value).title, count }))
      .toSorted((a, b) => b.count - a.count),
    ...countersOver(overview.counters, series, span),
    samples: samplesOf(overview.counters, series),
    waits: overview.waits.filter(
      ({ atMs, spanMs }) => atMs === null || meets(span, atMs - (spanMs ?? 0), atMs),
    ),
  };
}

/** A span that reaches beyond the files ends with them. */
function spanOf({ overview: { endMs }, span }: CaptureReportInput): ReportSpan {
  if (span === null) return { fromMs: 0, toMs: endMs, whole: true };
  const { fromMs, toMs } = span;
  return {
    fromMs: Math.max(0, Math.min(fromMs, toMs)),
    toMs: Math.max(fromMs, toMs),
    whole: false,
  };
}

/** A finding without a time is about all of a capture. */
const isWithin = ({ startMs, endMs }: Finding, span: ReportSpan): boolean =>
  span.whole || startMs === null || meets(span, startMs, endMs ?? startMs);

const rankOf = ({ weight }: Finding): number => findingWeights.indexOf(weight);

const instants: ReadonlySet<string> = new Set(["open", "complete"]);

function phaseOf({
  snapshot,
  database = null,
  name,
  startMs,
  endMs,
  startSource = "logged",
  endSource,
  figures,
}: CaptureOverview["phases"][number]): CapturedPhase {
  return {
    snapshot,
    database,
    name,
    startMs,
    endMs,
    durationMs: endMs === null ? null : endMs - startMs,
    instant: instants.has(name) || (endMs === startMs && untold.has(name)),
    startSource,
    endSource: endSource ?? (endMs === null ? null : "logged"),
    figures: { ...figures },
  };
}

const creationPhases: ReadonlySet<string> = new Set(phaseNames);

/** What they cost, where a counter file has Transactions/sec; else no more than their times. */
function creationsIn(
  phases: readonly CapturedPhase[],
  overview: CaptureOverview,
  series: Series,
): CaptureReport["creations"] {
  const sampleIntervalMs = usualInterval([...series.timeMs]);
  return creationsOf(
    phases.filter(({ name }) => creationPhases.has(name)),
    series,
    { warmupMs: Math.max(0, series.timeMs[0] ?? 0), engineMs: overview.endMs, sampleIntervalMs },
  );
}

function timingOf(phases: readonly CapturedPhase[]): CaptureReport["timing"] {
  const timing = { logged: 0, derived: 0, bound: 0, open: 0 };
  for (const { startSource, endSource } of phases) {
    timing[startSource] += 1;
    timing[endSource ?? "open"] += 1;
  }
  return timing;
}

/** "SQLPROD01, Microsoft SQL Server 2019 (RTM-CU15), 15.0.4198.2, Enterprise Edition, 3 files". */
const subtitleOf = ({ source, files }: CaptureOverview): string =>
  [source.host, source.product, source.build, source.edition, countText(files.length, "file")]
    .filter((part) => part !== null)
    .join(", ");
