/**
 * What a presentation is made of: steps through a timeline in order of time, each one sentence and one
 * picture. A step is a stretch of the recording that is played, or a moment at which one stands.
 */
import type { PhaseName } from "../../contract/phase.ts";
import type { Span } from "../timeline/span.ts";
import type { Band } from "../timeline/timeline.ts";

export interface PresentStep extends Span {
  /** Stable while a run goes on. */
  readonly id: string;
  readonly sentence: string;
  readonly picture: Picture;
  /** Under way: its end moves on with the run. */
  readonly open: boolean;
  /** Ids of what begins with it: of all that happens at one moment the picture shows no more than what was told. */
  readonly tells: readonly string[];
}

export type Picture = PhasesPicture | LanesPicture | PagesPicture | PagePicture;

/** What happened, to scale: a row for each phase. */
export interface PhasesPicture {
  readonly kind: "phases";
  readonly view: Span;
  /** Top down; of some that are still to come there is no band. */
  readonly rows: readonly PhaseName[];
  /** In order of time. */
  readonly bands: readonly Band[];
  /** Stretches of which nothing is logged, each in the row of what comes after it. */
  readonly gaps: readonly Gap[];
  /** Null: not known, or no creation is shown. */
  readonly asOf: AsOfMoment | null;
}

/** The moment that a snapshot shows. */
export interface AsOfMoment {
  readonly id: string;
  readonly atMs: number;
}

export interface Gap extends Span {
  readonly row: PhaseName;
}

/** The counters over time. */
export interface LanesPicture {
  readonly kind: "lanes";
  readonly view: Span;
  /** Ids of the counters that are shown; absent: the usual ones. */
  readonly counters?: readonly string[];
}

/** The data file and a sparse file of it, page by page. */
export interface PagesPicture {
  readonly kind: "pages";
  readonly view: Span;
  /** Position of the sparse file in the push log. */
  readonly target: number;
}

/** One page: in the data file, its bit, and in the sparse file. */
export interface PagePicture {
  readonly kind: "page";
  readonly view: Span;
  /** Position in the push log of the push that copies it. */
  readonly push: number;
  /** When it is written again. */
  readonly writesMs: readonly number[];
}

/** A step before it is known whether there is room for it. */
export interface Candidate {
  readonly step: PresentStep;
  /** The order of several at one moment: what has just ended is told before what begins. */
  readonly rank: 0 | 1;
}
