/** Scenario and summary of one run, without its columns: for a panel, not for a chart. */
import type { RunDetails } from "../../app/contract/rpc/timeline-data.ts";
import { useRun } from "./library.ts";
import { type Loading, useFetched } from "./loading.ts";
import { services } from "./services.ts";

/** Fetched again when the run's status changes: a summary comes with the end. */
export function useRunDetails(runId: string | null): Loading<RunDetails> {
  const status = useRun(runId)?.status;
  return useFetched(runId === null ? null : `${runId} ${status}`, () =>
    services().library.details.query({ runId: runId ?? "" }),
  );
}
