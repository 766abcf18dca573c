/** What a run speaks for changing: looked for once it is over. */
import type { Recommendation } from "../../../app/contract/recommendation.ts";
import type { RunEntry } from "../../../app/contract/rpc/runs.ts";
import { type Loading, useFetched } from "../services/fetching.ts";

/** Nothing is asked of no run, nor of one that is not over. */
export function useRecommendations(
  run: Pick<RunEntry, "id" | "status"> | null,
): Loading<readonly Recommendation[]> {
  const recording = { kind: "run", id: run?.id ?? "" } as const;
  return useFetched({
    key: run === null || run.status === "running" ? null : ["recommendations", run.id, run.status],
    ask: (services, signal) => services.recordings.recommendations.query({ recording }, { signal }),
  });
}
