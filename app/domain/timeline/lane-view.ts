/** What all charts over one axis of time share: where one looks, and what is done there. */
import type { Span } from "./span.ts";

/** A moment with a line of its own. */
export interface ViewMark {
  /** "end": of a run under way that has ended. */
  readonly name: "now" | "end" | "playhead";
  readonly atMs: number;
}

/** How often something happened in each of many equal parts of a span. */
export interface Moments {
  readonly span: Span;
  readonly counts: Uint32Array;
}

export interface LaneView {
  readonly view: Span;
  readonly cursorMs: number | null;
  readonly cursorLocked: boolean;
  readonly mark: ViewMark | null;
  readonly selectedSpan: Span | null;
  /** Lit on all charts, such as those at which pages of the map were pushed. */
  readonly moments?: Moments | null;
  setView(view: Span): void;
  /** All of the timeline, also of what comes. */
  fit(): void;
  pointAt(atMs: number | null): void;
  toggleLock(): void;
  /** A tap or Enter. Without it they lock the crosshair. */
  readonly seek?: (atMs: number) => void;
  /** A drag with Shift. */
  readonly selectSpan?: (span: Span) => void;
  /** What End does in a run under way, instead of moving the crosshair. */
  readonly toEnd?: () => void;
}
