/** What the creations of a run cost: judged once it is over, by samples that the page never holds. */
import type { CreationCost } from "../../../app/contract/creation-cost.ts";
import type { RunEntry } from "../../../app/contract/rpc/runs.ts";
import { type Loading, useFetched } from "../services/fetching.ts";

export function useCreationCosts({
  id,
  status,
}: Pick<RunEntry, "id" | "status">): Loading<readonly CreationCost[]> {
  const recording = { kind: "run", id } as const;
  return useFetched({
    key: status === "running" ? null : ["creation costs", id, status],
    ask: (services, signal) => services.recordings.creationCosts.query({ recording }, { signal }),
  });
}
