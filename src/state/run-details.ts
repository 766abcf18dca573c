/** Scenario and summary of one run, without its columns: for a panel, not for a chart. */

import { success } from "../../app/contract/result.ts";
import type { Scenario } from "../../app/contract/scenario.ts";
import type { Summary } from "../../app/contract/summary.ts";
import { useRun } from "./library.ts";
import { type Loading, useFetched } from "./loading.ts";
import { services } from "./services.ts";

export interface RunDetails {
  readonly scenario: Scenario;
  readonly summary: Summary | null;
}

/** Fetched again when the run's status changes: a summary comes with the end. */
export function useRunDetails(runId: string | null): Loading<RunDetails> {
  const status = useRun(runId)?.status;
  return useFetched(runId === null ? null : `${runId} ${status}`, async () => {
    const recorded = await services().library.timeline.query({ runId: runId ?? "", points: 2 });
    if (!recorded.ok) return recorded;
    const { scenario, summary } = recorded.value;
    return success({ scenario, summary });
  });
}
