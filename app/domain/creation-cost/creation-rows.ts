/**
 * The phases of a creation and the spans between them that no phase tells of, so that the rows of a
 * table add up to the creation. A log prints the end of one phase and the start of the next, and is
 * silent about what lies between.
 */
import type { Span } from "../timeline/span.ts";

interface Told {
  readonly startMs: number;
  /** Null: not ended. */
  readonly endMs: number | null;
}

/** `phase` null: nothing is told of that span. */
export interface CreationRow<Phase extends Told> {
  readonly phase: Phase | null;
  readonly startMs: number;
  readonly endMs: number | null;
}

/** What is shorter is a rounding of the times around it. */
const shortestSilenceMs = 1;

/** In order of time. `endMs` null: where the creation ends is not known. */
export function creationRows<Phase extends Told>(
  phases: readonly Phase[],
  { startMs, endMs }: { readonly startMs: number; readonly endMs: number | null },
): CreationRow<Phase>[] {
  const rows: CreationRow<Phase>[] = [];
  let told = startMs;
  const silence = (until: number): Span[] =>
    until - told >= shortestSilenceMs ? [{ startMs: told, endMs: until }] : [];
  for (const phase of phases.toSorted((a, b) => a.startMs - b.startMs)) {
    for (const span of silence(phase.startMs)) rows.push({ phase: null, ...span });
    rows.push({ phase, startMs: phase.startMs, endMs: phase.endMs });
    told = Math.max(told, phase.endMs ?? endMs ?? Number.POSITIVE_INFINITY);
  }
  if (endMs !== null) for (const span of silence(endMs)) rows.push({ phase: null, ...span });
  return rows;
}
