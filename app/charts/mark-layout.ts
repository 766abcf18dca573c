/** Marks as they are drawn: those that would lie over one another are one, with their number. */
import type { Span } from "../domain/timeline/span.ts";
import { toPixels } from "../domain/timeline/viewport.ts";

/** What a mark's place and look depend on. */
interface Markable {
  readonly atMs: number;
  /** The severity of the error, 1 to 25; null: no error. */
  readonly severity: number | null;
}

/** severe: an error of the server itself, or of its data. */
export type MarkWeight = "severe" | "error" | "event";

export interface PlacedMark<M extends Markable = Markable> {
  /** The most severe where there are several. */
  readonly mark: M;
  readonly count: number;
  readonly span: Span;
  /** px of the plot. */
  readonly x: number;
  readonly weight: MarkWeight;
}

/** From here on the server itself is in danger, and the connection is closed. */
export const severeFrom = 20;

/** A sign with a number of two digits has room in it. */
const leastApart = 26;

function weightOf({ severity }: Markable): MarkWeight {
  if (severity === null || severity === 0) return "event";
  return severity >= severeFrom ? "severe" : "error";
}

const severityOf = ({ severity }: Markable): number => severity ?? 0;

/** `marks` are in order of time. */
export function placeMarks<M extends Markable>(
  marks: readonly M[],
  view: Span,
  width: number,
): readonly PlacedMark<M>[] {
  const placed: PlacedMark<M>[] = [];
  if (width <= 0) return placed;
  for (const mark of marks) {
    const { atMs } = mark;
    if (atMs < view.startMs) continue;
    if (atMs > view.endMs) break;
    const x = toPixels(view, width, atMs);
    const before = placed.at(-1);
    if (before === undefined || x - before.x >= leastApart) {
      const span = { startMs: atMs, endMs: atMs };
      placed.push({ mark, count: 1, span, x, weight: weightOf(mark) });
      continue;
    }
    const worst = severityOf(mark) > severityOf(before.mark) ? mark : before.mark;
    placed[placed.length - 1] = {
      ...before,
      mark: worst,
      count: before.count + 1,
      span: { startMs: before.span.startMs, endMs: atMs },
      weight: weightOf(worst),
    };
  }
  return placed;
}

/** A mark can be hit from this far beside its middle, px. */
export const markReach = 8;

export const markAt = <M extends Markable>(
  placed: readonly PlacedMark<M>[],
  pointX: number,
): PlacedMark<M> | null =>
  placed.find(
    ({ x, count }) => pointX >= x - markReach && pointX <= x + (count > 1 ? 22 : markReach),
  ) ?? null;
