/** Waits as a chart over time shows them: a few types by name, in steps that a chart can draw. */
import type { Series } from "../../contract/rpc/timeline-data.ts";
import type { Span } from "../timeline/span.ts";
import { waitsInSpan } from "./waits-in-span.ts";

export interface WaitStep extends Span {
  /** ms/s by wait type, for each of `types`. */
  readonly msPerSecond: Readonly<Record<string, number>>;
  /** ms/s of all types that are not among `types`. */
  readonly others: number;
}

export interface WaitsOverTime {
  /** Types with most time in the whole span, most first. */
  readonly types: readonly string[];
  readonly steps: readonly WaitStep[];
}

/** `types` and `steps` are upper limits: a short series has fewer steps, never empty ones. */
export function waitsOverTime(
  series: Series,
  span: Span,
  limits: { readonly types: number; readonly steps: number },
): WaitsOverTime {
  const known: Span = {
    startMs: Math.max(0, span.startMs),
    endMs: Math.min(span.endMs, series.timeMs.at(-1) ?? 0),
  };
  const points = series.timeMs.filter(
    (timeMs) => timeMs > known.startMs && timeMs <= known.endMs,
  ).length;
  const count = Math.min(limits.steps, points);
  const types = waitsInSpan(series, known)
    .slice(0, limits.types)
    .map(({ waitType }) => waitType);
  const lengthMs = (known.endMs - known.startMs) / count;
  const steps = Array.from({ length: count }, (_, step) => {
    const startMs = known.startMs + step * lengthMs;
    return stepOf(series, { startMs, endMs: startMs + lengthMs }, types);
  });
  return { types, steps };
}

function stepOf(series: Series, span: Span, types: readonly string[]): WaitStep {
  const msPerSecond: Record<string, number> = Object.fromEntries(types.map((type) => [type, 0]));
  let others = 0;
  for (const wait of waitsInSpan(series, span)) {
    if (wait.waitType in msPerSecond) msPerSecond[wait.waitType] = wait.msPerSecond;
    else others += wait.msPerSecond;
  }
  return { ...span, msPerSecond, others };
}
