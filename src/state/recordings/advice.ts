/** Where the bottleneck of a run is, and what it speaks for changing: looked for once it is over. */
import type { Advice } from "../../../app/contract/advice.ts";
import type { RunEntry } from "../../../app/contract/rpc/runs.ts";
import type { Span } from "../../../app/domain/timeline/span.ts";
import { type Loading, standingIn, useFetched } from "../services/fetching.ts";

/**
 * Nothing is asked of no run, nor of one that is not over. `span`: null is all of it after the warm-up; another
 * span's answer stands in while one drags.
 */
export function useAdvice(
  run: Pick<RunEntry, "id" | "status"> | null,
  span: Span | null = null,
): Loading<Advice> {
  const question = { recording: { kind: "run", id: run?.id ?? "" } as const, span };
  const key =
    run === null || run.status === "running"
      ? null
      : ["advice", run.id, run.status, span?.startMs ?? null, span?.endMs ?? null];
  return useFetched(
    {
      key,
      ask: (services, signal) => services.recordings.advice.query(question, { signal }),
    },
    { placeholderData: standingIn(key, 3) },
  );
}
