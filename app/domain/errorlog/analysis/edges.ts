/** Where a phase starts and ends, and how that is known. */
import type { Phase, PhaseName, TimeSource } from "../../../contract/phase.ts";

export interface Edge {
  readonly atMs: number;
  readonly source: TimeSource;
  /** A bound that says: not before this. Any other bound of a start or an end says: not after this. */
  readonly isAtLeast: boolean;
}

export const logged = (atMs: number): Edge => ({ atMs, source: "logged", isAtLeast: false });
export const derived = (atMs: number): Edge => ({ atMs, source: "derived", isAtLeast: false });
/** It was over, or under way, by then. */
export const bound = (atMs: number): Edge => ({ atMs, source: "bound", isAtLeast: false });
/** It went on until then, or longer. */
export const atLeast = (atMs: number): Edge => ({ atMs, source: "bound", isAtLeast: true });

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
  given: Phase["figures"] = {},
): Phase {
  const last = end === null ? null : notBefore(start, end);
  const startMs = start.atMs;
  const endMs = last === null ? null : last.atMs;
  const startSource = start.source;
  const endSource = last === null ? null : last.source;
  const figures = last?.isAtLeast === true ? { ...given, endIsAtLeast: true } : given;
  // Two literals, because a conditional spread costs as much as all the rest.
  return database === null
    ? { snapshot, name, startMs, endMs, startSource, endSource, figures }
    : { snapshot, database, name, startMs, endMs, startSource, endSource, figures };
}

/** A server's clock may be set back within a phase: then all that is known is that it has ended. */
const notBefore = (start: Edge, end: Edge): Edge =>
  end.atMs < start.atMs ? atLeast(start.atMs) : end;

/** The length of a phase that is open is endless, so that it outranks every other. */
export const lengthOfPhase = ({ startMs, endMs }: Phase): number =>
  endMs === null ? Number.POSITIVE_INFINITY : endMs - startMs;
