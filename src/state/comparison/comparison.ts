/** A comparison as the services make it: asked for anew when a side has other recordings. */
import type { ComparisonOfSides } from "../../../app/contract/comparison.ts";
import type { ComparisonQuestion } from "../../../app/contract/rpc/comparisons.ts";
import { type Loading, standingIn, useFetched } from "../services/fetching.ts";
import { services } from "../services/services.ts";

/** Null: there is nothing to compare yet. */
export function useComparison(question: ComparisonQuestion | null): Loading<ComparisonOfSides> {
  const key = question === null ? null : ["comparison", question];
  return useFetched(
    {
      key,
      ask: (signal) => services().comparisons.compare.query(question ?? { sides: [] }, { signal }),
    },
    { placeholderData: standingIn(key, 1) },
  );
}
