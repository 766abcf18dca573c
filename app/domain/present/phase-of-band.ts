/** Bands of a timeline as the phases that they were made of. */
import type { Phase, PhaseName } from "../../contract/phase.ts";
import type { Band } from "../timeline/timeline.ts";

/** A band of a phase, not that of a whole creation. */
export type ToldBand = Band & { readonly phase: PhaseName };

export const isTold = (band: Band): band is ToldBand => band.phase !== null;

export const phaseOf = (band: ToldBand): Phase => {
  const { phase: name, snapshot, database = null, startMs, endMs } = band;
  const { startSource, endSource, figures } = band;
  return { name, snapshot, database, startMs, endMs, startSource, endSource, figures };
};
