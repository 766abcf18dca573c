/** Where a phase starts and ends, and how that is known. */
import type { Phase, PhaseName, TimeSource } from "../../../contract/phase.ts";

export interface Edge {
  readonly atMs: number;
  readonly source: TimeSource;
}

export const logged = (atMs: number): Edge => ({ atMs, source: "logged" });
export const derived = (atMs: number): Edge => ({ atMs, source: "derived" });
export const bound = (atMs: number): Edge => ({ atMs, source: "bound" });

/** Whose phase it is: of a snapshot's creation, of a database, or of neither. */
export interface PhaseOf {
  readonly snapshot?: string | null;
  readonly database?: string | null;
}

/** Where the log breaks off, a phase has no end. */
export function makePhase(
  name: PhaseName,
  { snapshot = null, database = null }: PhaseOf,
  start: Edge,
  end: Edge | null,
  figures: Phase["figures"] = {},
): Phase {
  const last = end === null ? null : notBefore(start, end);
  return {
    snapshot,
    ...(database === null ? {} : { database }),
    name,
    startMs: start.atMs,
    endMs: last?.atMs ?? null,
    startSource: start.source,
    endSource: last?.source ?? null,
    figures,
  };
}

/** A server's clock may be set back within a phase: then all that is known is that it has ended. */
const notBefore = (start: Edge, end: Edge): Edge =>
  end.atMs < start.atMs ? bound(start.atMs) : end;

/** Of a phase that is open: endless, so that it outranks every other. */
export const lengthOfPhase = ({ startMs, endMs }: Phase): number =>
  endMs === null ? Number.POSITIVE_INFINITY : endMs - startMs;
