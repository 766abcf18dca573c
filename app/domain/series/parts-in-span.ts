/** The points of a series that lie in a span, each with the part of it that does. */
import type { Span } from "../timeline/span.ts";
import { firstPointAfter } from "./points.ts";

export interface Part {
  readonly point: number;
  /** 0 to 1: how much of the point's span lies in the span. */
  readonly weight: number;
  readonly lengthMs: number;
}

/** `beginMs`: where the first point's span begins. */
export function partsInSpan(
  timeMs: Float64Array,
  { startMs, endMs }: Span,
  beginMs = 0,
): readonly Part[] {
  const parts: Part[] = [];
  for (let point = firstPointAfter(timeMs, startMs); point < timeMs.length; ++point) {
    const pointStart = point === 0 ? beginMs : (timeMs[point - 1] ?? beginMs);
    if (pointStart >= endMs) break;
    const pointEnd = timeMs[point] ?? pointStart;
    const lengthMs = Math.min(pointEnd, endMs) - Math.max(pointStart, startMs);
    if (lengthMs <= 0) continue;
    parts.push({ point, weight: lengthMs / (pointEnd - pointStart), lengthMs });
  }
  return parts;
}
