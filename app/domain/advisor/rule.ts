/** A rule looks at a run that completed, and says what to change of it; nothing where nothing speaks for it. */
import type { Bottleneck } from "../../contract/bottleneck.ts";
import type { Recommendation } from "../../contract/recommendation.ts";
import type { Scenario } from "../../contract/scenario.ts";
import type { Summary } from "../../contract/summary.ts";
import type { Measured } from "../bottleneck/measured.ts";

export interface AdvisedRun {
  readonly summary: Summary;
  /** The scenario that ran, its live commands being entries of the timeline. */
  readonly scenario: Scenario;
  /** Over the span that is asked about. */
  readonly measured: Measured;
  readonly bottleneck: Bottleneck;
}

export interface Proposal
  extends Pick<Recommendation, "rule" | "title" | "reason" | "evidence" | "change" | "promise"> {
  readonly changed: Scenario;
}

/** What gives a run more of what bounds it. */
export interface Relief {
  readonly title: string;
  readonly change: string;
  readonly changed: Scenario;
  /** Where it is not the throughput, or the time of the first operation, that it gives more of. */
  readonly promise?: Recommendation["promise"];
}

export type Rule = (run: AdvisedRun) => Proposal | null;
