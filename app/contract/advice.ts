/** What a recording says of itself: where its bottleneck is, and what it speaks for changing. */
import type { Bottleneck } from "./bottleneck.ts";
import type { Recommendation } from "./recommendation.ts";

export interface Advice {
  /** Null: nothing was measured, or it is of a server's files. */
  readonly bottleneck: Bottleneck | null;
  /** Of a run that completed. */
  readonly recommendations: readonly Recommendation[];
}

export const noAdvice: Advice = { bottleneck: null, recommendations: [] };
