/** From when on a run is steady: as the services find it, or as the user said. */
import type { SteadyState } from "../../../app/contract/steady-state.ts";
import { fetched, useFetched } from "../services/fetching.ts";
import { useRun } from "./library.ts";
import { changeRun } from "./runs.ts";

/** Null until it is known, of a run under way, and of none. */
export function useSteadyState(runId: string | null): SteadyState | null {
  const run = useRun(runId);
  const isOver = run !== null && run.status !== "running";
  const { value } = useFetched({
    key: runId !== null && isOver ? ["steady state", runId, run.steadyFromMs] : null,
    ask: (services, signal) =>
      services.library.steadyState.query({ runId: runId ?? "" }, { signal }),
  });
  return value;
}

/** Null: as it is detected. False: it was refused, and the user told. */
export async function chooseSteadyState(
  runId: string,
  steadyFromMs: number | null,
): Promise<boolean> {
  const changed = await changeRun(runId, { steadyFromMs });
  // Comparisons of the run are others now.
  if (changed) void fetched.invalidateQueries({ queryKey: ["comparison"] });
  return changed;
}
