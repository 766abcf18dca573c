/** How lines of lanes look. */

/** A colour token of the theme, without its dashes. */
export type LaneColour =
  | "data-transactions"
  | "data-checkpoint"
  | "data-data-writes"
  | "data-snapshot-writes"
  | "data-snapshot-reads"
  | "data-log-reads"
  | "data-response"
  | "text-3";

export interface LaneLook {
  readonly colour: LaneColour;
  /** Tells lines apart that share one plot, in px; empty: solid. */
  readonly dash: readonly number[];
}

const dashes: readonly (readonly number[])[] = [[], [6, 2], [2, 2], [8, 2, 2, 2]];

/** By position in a list, so that neighbours differ. */
export const dashAt = (position: number): readonly number[] =>
  dashes[position % dashes.length] ?? [];
