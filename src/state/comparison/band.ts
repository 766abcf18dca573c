/** Bands over what is assumed: started for an experiment or a run, and as far as their runs are. */
import type { Band } from "../../../app/contract/band.ts";
import type { RunEntry } from "../../../app/contract/rpc/runs.ts";
import type { StudyState } from "../../../app/contract/rpc/studies.ts";
import type { Scenario } from "../../../app/contract/scenario.ts";
import { bandPlan } from "../../../app/domain/assumptions/band-points.ts";
import { detailsOf } from "../library/run-details.ts";
import { ask } from "../services/ask.ts";
import { type Loading, standingIn, useFetched } from "../services/fetching.ts";
import { useNavigation } from "../shell/navigation.ts";
import { startStudy } from "./studies.ts";

const notComputed = "The band is not computed";

/** Starts its runs and goes to where they are shown. */
export async function startBand(scenario: Scenario): Promise<void> {
  const started = await ask(notComputed, async () => {
    const plan = bandPlan(scenario);
    return plan.ok ? startStudy(plan.value.request) : plan;
  });
  if (started === null) return;
  const { studyId } = started;
  useNavigation.getState().openCompare({ sides: [], studyId, primary: null, align: "analysis" });
}

export async function startBandOfRun({ id }: Pick<RunEntry, "id">): Promise<void> {
  const details = await ask(notComputed, detailsOf(id));
  if (details !== null) await startBand(details.scenario);
}

/** Asked anew as runs end. */
export function useBand(study: StudyState): Loading<Band> {
  const over = study.runs.filter(({ status }) => status === "completed").length;
  const key = ["band", study.id, over];
  return useFetched(
    {
      key,
      ask: (services, signal) => services.studies.band.query({ studyId: study.id }, { signal }),
    },
    { placeholderData: standingIn(key, 2) },
  );
}
