/** Whether a run under way is going to be over before what it does is. */
import { listed } from "../format/listed.ts";
import { formatRoughDuration } from "../format/times.ts";
import type { Timeline } from "../timeline/timeline.ts";

/** Near is what is left of this share of the run, or of so many milliseconds where that is more. */
const nearShare = 0.1;
const nearMs = 10_000;

/** In words, where a creation is under way as the end nears; null: there is nothing to say. */
export function endNears({ bands, endMs, plannedEndMs }: Timeline): string | null {
  if (plannedEndMs === null) return null;
  const remainingMs = plannedEndMs - endMs;
  if (remainingMs > Math.max(nearShare * plannedEndMs, nearMs)) return null;
  const created = bands.flatMap(({ row, phase, snapshot, endMs: over }) =>
    row === "command" && phase === null && over === null && snapshot !== null ? snapshot : [],
  );
  if (created.length === 0) return null;
  const names = `${listed(created)} ${created.length === 1 ? "is" : "are"}`;
  return `The run ends in ${formatRoughDuration(Math.max(0, remainingMs))}, and ${names} still being created.`;
}
