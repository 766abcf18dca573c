/** A run of a lesson: how far it is computed, and all that the lesson is told from once it is over. */
import { useMemo } from "react";
import type { Lesson } from "../../../app/contract/lesson.ts";
import type { RecordingRef } from "../../../app/contract/rpc/recordings.ts";
import { type LessonRun, seriesNeeds } from "../../../app/domain/lessons/lesson-run.ts";
import type { Span } from "../../../app/domain/timeline/span.ts";
import { extentOf } from "../../../app/domain/timeline/viewport.ts";
import { useRun } from "../library/library.ts";
import { useLiveRun } from "../live/live-run.ts";
import { usePushLog } from "../recordings/push-log.ts";
import { useRecording } from "../recordings/recording.ts";
import { useRecordingSeries } from "../recordings/recording-series.ts";

export interface LessonRunState {
  /** Share of its time that is computed, 0 to 1. */
  readonly computed: number;
  /** Null until all of it is here. */
  readonly run: LessonRun | null;
  /** Why it cannot be told from. */
  readonly problem: string | null;
}

const nothing: RecordingRef = { kind: "run", id: "00000000-0000-0000-0000-000000000000" };
const noSpan: Span = { startMs: 0, endMs: 0 };
const none: readonly string[] = [];

/** Null: there is no such run. */
export function useLessonRun(runId: string | null, lesson: Lesson): LessonRunState {
  const listed = useRun(runId);
  const underWay = listed?.status === "running";
  const live = useLiveRun(underWay ? runId : null);
  const over = runId !== null && listed !== null && !underWay;
  const recording = useMemo<RecordingRef | null>(
    () => (over && runId !== null ? { kind: "run", id: runId } : null),
    [over, runId],
  );
  const { timeline, overview, reading, message } = useRecording(recording);
  const summary = reading ? null : (overview?.run?.summary ?? null);
  const isRead = timeline !== null && summary !== null;
  const pushes = usePushLog(isRead ? recording : null);
  const needs = useMemo(() => seriesNeeds(lesson), [lesson]);
  const extent = useMemo(() => (timeline === null ? noSpan : extentOf(timeline)), [timeline]);
  const { series, loading, problem } = useRecordingSeries({
    recording: recording ?? nothing,
    counters: isRead ? needs.counters : none,
    waits: isRead && needs.waits,
    ...{ extent, view: extent, samples: 0 },
  });
  const isHere = isRead && pushes.ended && !loading && series.timeMs.length > 0;
  const run = useMemo(
    () => (isHere ? { timeline, summary, pushes: pushes.log, series } : null),
    [isHere, timeline, summary, pushes.log, series],
  );
  const failed =
    listed !== null && !underWay && listed.status !== "completed"
      ? (listed.error?.message ?? `the run is ${listed.status}`)
      : null;
  const { engineMs = 0, plannedMs = 1 } = live.entry ?? listed ?? {};
  return {
    computed: over ? 1 : Math.min(1, engineMs / plannedMs),
    run,
    problem: failed ?? message ?? pushes.message ?? problem,
  };
}
