/** A run of the library as the player shows it. */
import { useMemo } from "react";
import type { RecordedTimeline } from "../../app/contract/rpc/timeline-data.ts";
import { RunTimeline } from "../../app/domain/timeline/run-timeline.ts";
import type { Timeline } from "../../app/domain/timeline/timeline.ts";
import { useFetched } from "./loading.ts";
import { services } from "./services.ts";

/** More than a 4K screen has columns for a lane, so that zooming in a little needs no new fetch. */
const points = 4096;

export interface RecordedRun {
  readonly status: "loading" | "ready" | "failed";
  readonly timeline: Timeline | null;
  readonly recorded: RecordedTimeline | null;
  readonly message: string | null;
}

const fetchRun = (runId: string) => services().library.timeline.query({ runId, points });

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
