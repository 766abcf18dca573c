/** What was read of the logs of a server, as far as it lies in the span of a report. */
import { type Finding, findingWeights } from "../../contract/capture.ts";
import type { Report, ReportLog } from "../../contract/report.ts";
import type { Series } from "../../contract/rpc/timeline-data.ts";
import { recordTerm } from "../../domain/glossary/glossary.ts";
import { capturedCounters } from "../counters.ts";
import type { ReportedLog } from "../report-input.ts";
import { meets, type ReportSpan } from "../report-span.ts";
import { errorsOf } from "./error-groups.ts";
import { longIoGroups } from "./long-io-groups.ts";
import { changeKinds } from "./notable-kinds.ts";

export function logOf(
  { overview, rows, facets }: ReportedLog,
  { span, phases, creations }: Pick<Report, "span" | "phases" | "creations">,
  series: Series,
): ReportLog {
  const findings = overview.findings.filter((finding) => isWithin(finding, span));
  const marks = overview.marks.filter(({ atMs }) => meets(span, atMs, atMs));
  return {
    source: overview.source,
    files: overview.files,
    findings: findings.toSorted((a, b) => rankOf(a) - rankOf(b)),
    effects: overview.effects.filter(({ startMs, endMs }) => meets(span, startMs, endMs)),
    findingsOutside: overview.findings.length - findings.length,
    snapshots: overview.snapshots.filter(
      ({ name, asOfMs }) =>
        span.whole ||
        creations.some(({ snapshot }) => snapshot === name) ||
        (asOfMs !== null && meets(span, asOfMs, asOfMs)),
    ),
    phasesLeftOut: overview.phasesLeftOut,
    timing: timingOf(phases),
    marks,
    marksLeftOut: overview.marksLeftOut,
    longIo: longIoGroups(phases),
    errors: errorsOf(rows, marks, overview.files),
    changes: rows
      .filter(({ kind }) => changeKinds.includes(kind))
      .map(({ kind, atMs, file, line, text }) => ({ kind, atMs, file, line, text })),
    recordKinds: facets.kinds
      .map(({ value, count }) => ({ kind: value, title: recordTerm(value).title, count }))
      .toSorted((a, b) => b.count - a.count),
    ...capturedCounters(overview.counters, series, span),
    waits: overview.waits.filter(
      ({ atMs, spanMs }) => atMs === null || meets(span, atMs - (spanMs ?? 0), atMs),
    ),
  };
}

/** A finding without a time is about all of a capture. */
const isWithin = ({ startMs, endMs }: Finding, span: ReportSpan): boolean =>
  span.whole || startMs === null || meets(span, startMs, endMs ?? startMs);

const rankOf = ({ weight }: Finding): number => findingWeights.indexOf(weight);

function timingOf(phases: Report["phases"]): ReportLog["timing"] {
  const timing = { logged: 0, derived: 0, bound: 0, open: 0 };
  for (const { startSource, endSource } of phases) {
    timing[startSource] += 1;
    timing[endSource ?? "open"] += 1;
  }
  return timing;
}
