/** Which runs the list shows; kept with the settings, as its order is. */
import { useMemo } from "react";
import * as z from "zod";
import { useSetting } from "../../state/services/settings.ts";
import { everyRun, type RunFilter, type TagCount } from "./run-filter.ts";

const filterSchema = z.object({
  query: z.string(),
  tags: z.array(z.string()),
  ofStudies: z.boolean(),
});

/** Tags that no run has any more are left out: nobody could choose them away. */
export function useRunFilter(
  counts: readonly TagCount[],
): [RunFilter, (filter: RunFilter) => void] {
  const [kept, keep] = useSetting<RunFilter>("runs.filter", filterSchema, everyRun);
  const filter = useMemo(
    () => ({
      ...kept,
      tags: kept.tags.filter((chosen) => counts.some(({ tag }) => tag === chosen)),
    }),
    [kept, counts],
  );
  return [filter, keep];
}
