/**
 * The timeline of a capture: what its overview tells. Records are not part of it: there may be
 * millions, and a list asks for those that it shows.
 */
import type { CaptureMark, CaptureOverview } from "../../contract/capture.ts";
import type { Series } from "../../contract/rpc/timeline-data.ts";
import { BandTable } from "./bands.ts";
import { clockOrigin } from "./clock.ts";
import { asOfLines } from "./run-timeline.ts";
import type { Mark, Timeline } from "./timeline.ts";

/** No samples: of a capture without counters, or until they are here. */
export const noSeries: Series = {
  timeMs: new Float64Array(),
  counters: {},
  waits: {},
  p99Ms: new Float64Array(),
  samplesPerPoint: 1,
};

/** `series` are those of the counters that are shown, at the resolution of the screen. */
export function captureTimeline(overview: CaptureOverview, series: Series | null): Timeline {
  const table = new BandTable({ toldOnce: true });
  for (const phase of overview.phases) table.take(phase);
  const bands = [...table.list].sort((a, b) => a.startMs - b.startMs);
  return {
    kind: "capture",
    originMs: clockOrigin(overview.origin),
    // A phase may end later than the last record: nothing of a capture lies beyond its end.
    endMs: bands.reduce(
      (latest, { startMs, endMs }) => Math.max(latest, endMs ?? startMs),
      overview.endMs,
    ),
    plannedEndMs: null,
    warmupEndMs: 0,
    series: series ?? noSeries,
    bands,
    asOf: asOfLines(bands),
    acts: [],
    marks: marksOf(overview.marks),
    records: [],
    snapshots: [],
    state: null,
    overlay: null,
  };
}

const marksOf = (marks: readonly CaptureMark[]): readonly Mark[] =>
  marks
    .map(({ atMs, record, kind, severity, title }, position) => ({
      id: `mark/${record}/${position}`,
      atMs,
      record,
      kind,
      severity,
      title,
    }))
    .sort((a, b) => a.atMs - b.atMs);
