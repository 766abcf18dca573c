/** What is told of a stretch of time, before it is put into words. */
import type { EffectCounter } from "./effect-counters.ts";
import type { EffectSpan } from "./effect-spans.ts";

export interface ToldChange {
  readonly counter: EffectCounter;
  readonly from: number;
  readonly to: number;
  readonly samples: number;
}

export interface ToldEffect extends EffectSpan {
  readonly changes: readonly ToldChange[];
  /** What else the log tells of the same time. */
  readonly parts: string[];
}
