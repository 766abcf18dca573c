/** Scenario and summary of one run, without its columns: for a panel, not for a chart. */
import type { RunDetails } from "../../../app/contract/rpc/timeline-data.ts";
import { type Loading, useFetched } from "../services/fetching.ts";
import { services } from "../services/services.ts";
import { useRun } from "./library.ts";

/** Fetched again when the run's status changes: a summary comes with the end. */
export function useRunDetails(runId: string): Loading<RunDetails> {
  const key = ["run details", runId, useRun(runId)?.status];
  return useFetched({ key, ask: () => services().library.details.query({ runId }) });
}
