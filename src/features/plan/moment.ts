/** A moment of the plan's day that is looked at. */
import type { PlanFailure } from "../../../app/contract/protection-plan.ts";

export interface Moment {
  readonly failure: PlanFailure;
  readonly atSeconds: number;
}
