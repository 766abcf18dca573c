/**
 * The timeline of a recording: what its overview tells. Records and samples are not part of it: there
 * may be millions, and lists and lanes ask for those that they show.
 */
import type { CaptureMark, CaptureOverview } from "../../contract/capture.ts";
import type { RecordingOverview } from "../../contract/rpc/recordings.ts";
import type { Series } from "../../contract/rpc/timeline-data.ts";
import { databaseOf, recognise } from "../errorlog/messages/recognise.ts";
import { asOfLines, lostTrack, RunTimeline } from "./run-timeline.ts";
import type { Mark, SnapshotTrack, Timeline } from "./timeline.ts";

/** No samples: of a recording without counters, or until they are here. */
export const noSeries: Series = {
  timeMs: new Float64Array(),
  counters: {},
  waits: {},
  p99Ms: new Float64Array(),
  samplesPerPoint: 1,
};

/** An overview as far as its timeline goes; what a recording has not may be left out. */
export type TimelineOverview = Pick<CaptureOverview, "origin" | "endMs" | "phases" | "marks"> &
  Partial<Pick<RecordingOverview, "run" | "events" | "plannedEndMs" | "warmupEndMs">>;

/** A server's log shows of creations what there was; a run is about them. */
const ofServer = { timeTitle: "Log time", alwaysRows: [], marginShare: 0.008 } as const;

export function recordingTimeline(overview: TimelineOverview): Timeline {
  const { origin, phases, events = [], plannedEndMs = null, warmupEndMs = 0 } = overview;
  const told = new RunTimeline({ origin, plannedEndMs, warmupEndMs, toldOnce: true });
  const phaseEvents = phases.map((phase) => ({ ...phase, kind: "phase" as const }));
  told.take({ series: noSeries, events: [...phaseEvents, ...events] });
  const { timeline } = told;
  const bands = timeline.bands.toSorted((a, b) => a.startMs - b.startMs);
  return {
    ...timeline,
    ...(overview.run == null ? ofServer : {}),
    bands,
    asOf: asOfLines(bands),
    // A phase may end later than the last record: nothing lies beyond the end.
    endMs: Math.max(timeline.endMs, overview.endMs),
    marks: marksOf(overview.marks),
    snapshots: timeline.snapshots.map((track) => withLoss(track, timeline, overview.marks)),
  };
}

/** The track with a loss that a run's log tells of, whose marks are the overview's. */
function withLoss(
  track: SnapshotTrack,
  { snapshots }: Pick<Timeline, "snapshots">,
  marks: readonly CaptureMark[],
): SnapshotTrack {
  const loss = marks.find(
    ({ kind, title, atMs }) =>
      kind === "snapshotSuspect" &&
      lostTrack(snapshots, { database: databaseOf(recognise(title, null)), atMs }) === track,
  );
  return loss === undefined ? track : { ...track, lostMs: loss.atMs };
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
