/** A stretch of time, in milliseconds from the origin of a timeline. */
export interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

export const lengthOf = ({ startMs, endMs }: Span): number => endMs - startMs;

/** The end belongs to the next stretch, but a span without length holds its one moment. */
export const holds = ({ startMs, endMs }: Span, atMs: number): boolean =>
  atMs >= startMs && (atMs < endMs || (startMs === endMs && atMs === startMs));

export const overlaps = (a: Span, b: Span): boolean => a.startMs < b.endMs && b.startMs < a.endMs;

export const clampTo = ({ startMs, endMs }: Span, atMs: number): number =>
  Math.min(Math.max(atMs, startMs), endMs);

export const shifted = ({ startMs, endMs }: Span, byMs: number): Span => ({
  startMs: startMs + byMs,
  endMs: endMs + byMs,
});

/** One span whichever end was named first: a drag to the left names the later one. */
export const spanBetween = (a: number, b: number): Span =>
  a <= b ? { startMs: a, endMs: b } : { startMs: b, endMs: a };
