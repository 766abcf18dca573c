/**
 * What began before the log did. A record states how long something took, and that may reach back
 * beyond the first record: no axis shows that, so the phase begins with the log and says how much of
 * it is not there.
 */
import type { Phase } from "../../../contract/phase.ts";

/** `firstMs`: where the log begins. The figure `beganBeforeLogMs` is what lies before it. */
export function withinLog(phase: Phase, firstMs: number): Phase {
  const { startMs, endMs, figures } = phase;
  if (startMs >= firstMs) return phase;
  // Where the figures of a recovery are the log's first record, even the end of redo lies before it.
  const isOver = endMs !== null && endMs < firstMs;
  return {
    ...phase,
    startMs: firstMs,
    startSource: "bound",
    ...(isOver ? { endMs: firstMs, endSource: "bound" } : {}),
    figures: { ...figures, beganBeforeLogMs: firstMs - startMs },
  };
}
