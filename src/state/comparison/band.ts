/** Bands over what is assumed: started for an experiment or a run, and as far as their runs are. */
import type { Band } from "../../../app/contract/band.ts";
import type { RunEntry } from "../../../app/contract/rpc/runs.ts";
import type { StudyState } from "../../../app/contract/rpc/studies.ts";
import type { Scenario } from "../../../app/contract/scenario.ts";
import { bandPlan } from "../../../app/domain/assumptions/band-points.ts";
import { type Loading, standingIn, useFetched } from "../services/fetching.ts";
import { messageOf, services } from "../services/services.ts";
import { useNavigation } from "../shell/navigation.ts";
import { notify } from "../shell/notifications.ts";
import { startStudy } from "./studies.ts";

const notStarted = (body: string): void =>
  notify({ intent: "error", title: "The band is not computed", body });

/** Starts its runs and goes to where they are shown. */
export async function startBand(scenario: Scenario): Promise<void> {
  const plan = bandPlan(scenario);
  if (!plan.ok) return notStarted(plan.error.message);
  try {
    const started = await startStudy(plan.value.request);
    if (!started.ok) return notStarted(started.error.message);
    const { studyId } = started.value;
    useNavigation.getState().openCompare({ sides: [], studyId, primary: null, align: "analysis" });
  } catch (error) {
    notStarted(messageOf(error));
  }
}

export async function startBandOfRun({ id }: Pick<RunEntry, "id">): Promise<void> {
  try {
    const details = await services().library.details.query({ runId: id });
    if (details.ok) await startBand(details.value.scenario);
    else notStarted(details.error.message);
  } catch (error) {
    notStarted(messageOf(error));
  }
}

/** Asked anew as runs end. */
export function useBand(study: StudyState): Loading<Band> {
  const over = study.runs.filter(({ status }) => status === "completed").length;
  const key = ["band", study.id, over];
  return useFetched(
    { key, ask: (signal) => services().studies.band.query({ studyId: study.id }, { signal }) },
    { placeholderData: standingIn(key, 2) },
  );
}
