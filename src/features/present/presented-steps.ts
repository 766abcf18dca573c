/** The steps of what is presented, computed again only with what they are of. */
import { useMemo } from "react";
import { type Presented, presentation } from "../../../app/domain/present/presentation.ts";
import type { PresentStep } from "../../../app/domain/present/step.ts";

export function usePresentation(presented: Presented): readonly PresentStep[] {
  const { timeline, findings, effects, costs, summary, seenIn, underWay } = presented;
  const { perSecond, hasCounters, hasRecords, pushes } = presented;
  return useMemo(
    () =>
      presentation({
        ...{ timeline, findings, effects, costs, summary, seenIn, underWay },
        ...{ perSecond, hasCounters, hasRecords, pushes },
      }),
    [
      timeline,
      findings,
      effects,
      costs,
      summary,
      seenIn,
      underWay,
      perSecond,
      hasCounters,
      hasRecords,
      pushes,
    ],
  );
}
