/** What creations cost: judged once they are recorded, by samples that the page never holds. */
import type { CreationCost } from "../../../app/contract/creation-cost.ts";
import type { RecordingRef } from "../../../app/contract/rpc/recordings.ts";
import type { RunEntry } from "../../../app/contract/rpc/runs.ts";
import { type Loading, useFetched } from "../services/fetching.ts";

export const useCreationCosts = ({
  id,
  status,
}: Pick<RunEntry, "id" | "status">): Loading<readonly CreationCost[]> =>
  useCostsOf({ kind: "run", id }, status === "running" ? null : status);

/** `state`: asked for anew where that has changed; null: there is more to come. */
export function useCostsOf(
  recording: RecordingRef,
  state: string | null,
): Loading<readonly CreationCost[]> {
  const { kind, id } = recording;
  return useFetched({
    key: state === null ? null : ["creation costs", kind, id, state],
    ask: (services, signal) => services.recordings.creationCosts.query({ recording }, { signal }),
  });
}
