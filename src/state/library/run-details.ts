/** Scenario and summary of one run, without its columns: for a panel, not for a chart. */
import type { RunDetails } from "../../../app/contract/rpc/timeline-data.ts";
import type { Call } from "../services/ask.ts";
import { type Loading, useFetched } from "../services/fetching.ts";
import { useRun } from "./library.ts";

export const detailsOf =
  (runId: string): Call<RunDetails> =>
  (services, signal) =>
    services.library.details.query({ runId }, { signal });

/** Fetched again when the run's status changes: a summary comes with the end. */
export function useRunDetails(runId: string): Loading<RunDetails> {
  const key = ["run details", runId, useRun(runId)?.status];
  return useFetched({ key, ask: detailsOf(runId) });
}
