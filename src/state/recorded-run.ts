/** A run of the library as the player shows it. */
import { useCallback, useMemo } from "react";
import type { RecordedTimeline } from "../../app/contract/rpc/timeline-data.ts";
import { RunTimeline } from "../../app/domain/timeline/run-timeline.ts";
import type { Span } from "../../app/domain/timeline/span.ts";
import type { Timeline } from "../../app/domain/timeline/timeline.ts";
import { extentOf } from "../../app/domain/timeline/viewport.ts";
import { useFetched } from "./loading.ts";
import {
  type DetailedSeries,
  type FetchSeries,
  pointsOfPart,
  useSeriesDetail,
} from "./series-detail.ts";
import { services } from "./services.ts";

export interface RecordedRun {
  readonly status: "loading" | "ready" | "failed";
  readonly timeline: Timeline | null;
  readonly recorded: RecordedTimeline | null;
  readonly message: string | null;
}

const fetchRun = (runId: string) =>
  services().library.timeline.query({ runId, points: pointsOfPart });

export function timelineOfRun(recorded: RecordedTimeline): Timeline {
  const run = new RunTimeline({
    origin: recorded.origin,
    // What a run that is over did not get to will not come.
    plannedEndMs: recorded.entry.status === "running" ? recorded.entry.plannedMs : null,
    warmupEndMs: recorded.scenario.warmupSeconds * 1000,
  });
  run.take({ series: recorded.series, events: recorded.events });
  return run.timeline;
}

export function useRecordedRun(runId: string | null): RecordedRun {
  const { status, value: recorded, message } = useFetched(runId, fetchRun);
  const timeline = useMemo(() => (recorded === null ? null : timelineOfRun(recorded)), [recorded]);
  return { status, timeline, recorded, message };
}

/** The samples of a run for what is visible of it, on its own clock: each one where there is room. */
export function useRunSeries(runId: string, timeline: Timeline | null, view: Span): DetailedSeries {
  const extent = useMemo(() => (timeline === null ? view : extentOf(timeline)), [timeline, view]);
  const fetch = useCallback<FetchSeries>(
    ({ startMs: fromMs, endMs: toMs }, signal) =>
      services().library.series.query({ runId, points: pointsOfPart, fromMs, toMs }, { signal }),
    [runId],
  );
  return useSeriesDetail({ view, extent, whole: timeline?.series ?? null, fetch });
}
