/** How lanes look that no paper gives a look: colour and dash by their position in a list. */

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

const colours: readonly LaneColour[] = [
  "data-snapshot-writes",
  "data-response",
  "data-data-writes",
  "data-log-reads",
  "data-checkpoint",
  "data-snapshot-reads",
];
const dashes: readonly (readonly number[])[] = [[], [6, 2], [2, 2], [8, 2, 2, 2]];

/** Colour and dash change together, so that neighbours differ in both; 24 looks in all. */
export function lookAt(position: number): LaneLook {
  const round = Math.floor(position / colours.length);
  return {
    colour: colours[position % colours.length] ?? "text-3",
    dash: dashes[(position + round) % dashes.length] ?? [],
  };
}
