/** How long the run will still take here, from how fast its engine time passes now. */
import { useEffect, useRef, useState } from "react";
import { PaceMeter } from "../../../../app/domain/run/pace.ts";
import { type Activity, takes } from "../../../../app/domain/run/run-activity.ts";
import type { Timeline } from "../../../../app/domain/timeline/timeline.ts";

/** Often enough for an estimate in seconds, seldom enough not to flicker. */
const estimateEveryMs = 1000;

export function useRemainingWall(timeline: Timeline | null, activity: Activity): number | null {
  const meter = useRef(new PaceMeter());
  const [estimate, setEstimate] = useState<{ atMs: number; remainingMs: number | null }>({
    atMs: 0,
    remainingMs: null,
  });
  const moves = takes(activity, "pause");
  const pace = timeline?.state?.pace ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: at another pace the past says nothing
  useEffect(() => meter.current.restart(), [moves, pace]);
  useEffect(() => {
    if (timeline === null || timeline.plannedEndMs === null || !moves) return;
    const nowMs = performance.now();
    meter.current.take(nowMs, timeline.endMs);
    const { rate } = meter.current;
    const remainingEngineMs = Math.max(0, timeline.plannedEndMs - timeline.endMs);
    setEstimate((before) =>
      before.remainingMs !== null && nowMs - before.atMs < estimateEveryMs
        ? before
        : { atMs: nowMs, remainingMs: rate === null ? null : remainingEngineMs / rate },
    );
  }, [timeline, moves]);
  return moves ? estimate.remainingMs : null;
}
