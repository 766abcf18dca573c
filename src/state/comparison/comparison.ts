/** A comparison as the services make it: asked for anew when a side has other recordings. */
import type { ComparisonOfSides } from "../../../app/contract/comparison.ts";
import type { ComparisonQuestion } from "../../../app/contract/rpc/comparisons.ts";
import { standingIn, useFetched } from "../services/fetching.ts";

export interface ComputedComparison {
  /** While it is computed, the one before; null: there was none, or nothing is compared. */
  readonly comparison: ComparisonOfSides | null;
  readonly isComputing: boolean;
  /** Why it could not be had. */
  readonly message: string | null;
}

/** Null: there is nothing to compare yet. */
export function useComparison(question: ComparisonQuestion | null): ComputedComparison {
  const key = question === null ? null : ["comparison", question];
  const { value, isAsked, message } = useFetched(
    {
      key,
      ask: (services, signal) =>
        services.comparisons.compare.query(question ?? { sides: [] }, { signal }),
    },
    { placeholderData: standingIn(key, 1) },
  );
  return { comparison: question === null ? null : value, isComputing: isAsked, message };
}
