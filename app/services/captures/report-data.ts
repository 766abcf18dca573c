/** Gathers what a report of a capture is made from, wherever the capture is held. */

import type { SeriesRequest } from "../../capture/capture.ts";
import type { CapturedCounter, CaptureOverview } from "../../contract/capture.ts";
import type { CreationCost } from "../../contract/creation-cost.ts";
import { maxReportPoints, maxReportRows } from "../../contract/report.ts";
import { type Result, success } from "../../contract/result.ts";
import {
  noRecordFilter,
  type RecordFacets,
  type RecordFilter,
  type RecordRow,
} from "../../contract/rpc/records.ts";
import type { Series } from "../../contract/rpc/timeline-data.ts";
import { noticedActs } from "../../domain/acts/noticed-acts.ts";
import { isOfMachine, isOneClock } from "../../domain/files-together.ts";
import { parseCounterPath } from "../../domain/perfmon/counter-path.ts";
import { recordingTimeline } from "../../domain/timeline/recording-timeline.ts";
import { capturedCost, capturedCreations, costCounter } from "../../report/log/captured-costs.ts";
import { notableKinds } from "../../report/log/notable-kinds.ts";
import type { ReportedLog, ReportInput } from "../../report/report-input.ts";

/** A capture that was read, as reports ask it. */
export interface ReportedCapture {
  readonly overview: CaptureOverview;
  facets(): Promise<Result<RecordFacets>>;
  series(request: SeriesRequest): Promise<Result<Series>>;
  /** The first `most` records of a filter. */
  firstRows(filter: RecordFilter, most: number): Promise<Result<readonly RecordRow[]>>;
  recordsAt(records: readonly number[]): Promise<Result<readonly RecordRow[]>>;
}

export type ReportRequest = Pick<ReportInput, "title" | "span" | "machine" | "createdAt">;

/** Charts of a report where few or none of the counters are lanes. */
const fewestCharts = 8;

export async function inputOfCapture(
  capture: ReportedCapture,
  request: ReportRequest,
): Promise<Result<ReportInput>> {
  const { overview } = capture;
  const { span } = request;
  const series = await capture.series({
    counters: chartedCounters(overview.counters),
    points: maxReportPoints,
    ...(span ?? {}),
  });
  if (!series.ok) return series;
  const log = await reportedLog(capture, span);
  if (!log.ok) return log;
  const costs = await capturedCosts(capture);
  if (!costs.ok) return costs;
  return success({
    ...request,
    costs: costs.value,
    timeline: { ...recordingTimeline(overview), series: series.value },
    run: null,
    log: log.value,
  });
}

/** Read at full resolution around each creation. */
export async function capturedCosts({
  overview,
  series,
}: Pick<ReportedCapture, "overview" | "series">): Promise<Result<CreationCost[]>> {
  const logs = overview.files.filter(({ kind }) => kind === "errorlog");
  const servers = logs.flatMap(({ host }) => host ?? []);
  // The transactions of another machine, or of another clock, are no cost of this one's creations.
  const isMeasured = overview.counters.some(({ id, path, file }) => {
    const offset = overview.files[file]?.utcOffsetMinutes ?? null;
    return (
      id === costCounter &&
      isOfMachine(parseCounterPath(path)?.host ?? null, servers) &&
      logs.every(({ utcOffsetMinutes }) => isOneClock(utcOffsetMinutes, offset))
    );
  });
  const costs: CreationCost[] = [];
  const acts = noticedActs(overview.phases);
  for (const creation of capturedCreations(overview)) {
    const asked = await series({
      counters: isMeasured ? [costCounter] : [],
      points: maxReportPoints,
      fromMs: creation.before.startMs,
      toMs: creation.after.endMs,
    });
    if (!asked.ok) return asked;
    costs.push(capturedCost(creation, asked.value, acts));
  }
  return success(costs);
}

/** The records of a part are those that lie in it. */
export async function reportedLog(
  capture: ReportedCapture,
  span: ReportRequest["span"],
): Promise<Result<ReportedLog>> {
  const rows = await notableRows(capture, span);
  if (!rows.ok) return rows;
  const facets = await capture.facets();
  if (!facets.ok) return facets;
  return success({ overview: capture.overview, rows: rows.value, facets: facets.value });
}

/** Those that are lanes, and others until there are a few; by id. */
export function chartedCounters(counters: readonly CapturedCounter[]): string[] {
  const lanes = new Set(counters.flatMap(({ id, lane }) => (lane === null ? [] : id)));
  for (const { id } of counters) {
    if (lanes.size >= fewestCharts) break;
    lanes.add(id);
  }
  return [...lanes];
}

/** Evidence and changes are few and said by name; errors take the places that are left. */
async function notableRows(
  capture: ReportedCapture,
  span: ReportRequest["span"],
): Promise<Result<readonly RecordRow[]>> {
  const isIn = (atMs: number | null) =>
    span === null || (atMs !== null && atMs >= span.fromMs && atMs <= span.toMs);
  const evidence = capture.overview.findings
    .flatMap((finding) => finding.evidence)
    .flatMap(({ record, atMs }) => (record === null || !isIn(atMs) ? [] : record));
  const asked = [
    await capture.recordsAt([...new Set(evidence)].toSorted((a, b) => a - b)),
    await capture.firstRows({ ...noRecordFilter, kinds: [...notableKinds], span }, maxReportRows),
    await capture.firstRows({ ...noRecordFilter, minimumSeverity: 1, span }, maxReportRows),
  ];
  const rows = new Map<number, RecordRow>();
  for (const part of asked) {
    if (!part.ok) return part;
    for (const row of part.value) {
      if (rows.size < maxReportRows) rows.set(row.record, row);
    }
  }
  return success([...rows.values()].toSorted((a, b) => a.record - b.record));
}
