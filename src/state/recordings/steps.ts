/** The guided series of a run: what each step changed and came to, and how the next is started. */
import type { Recommendation } from "../../../app/contract/recommendation.ts";
import type { RunEntry } from "../../../app/contract/rpc/runs.ts";
import { type Scenario, scenarioSchema } from "../../../app/contract/scenario.ts";
import { applySetting } from "../../../app/contract/set-path.ts";
import type { Step } from "../../../app/contract/step.ts";
import { detailsOf } from "../library/run-details.ts";
import { startRunOrTell } from "../library/start-run.ts";
import { ask } from "../services/ask.ts";
import { type Loading, useFetched } from "../services/fetching.ts";
import { useNavigation } from "../shell/navigation.ts";

type Ended = Pick<RunEntry, "id" | "status">;

/** Nothing is asked of no run, nor of one that did not complete. */
export function useSteps(run: Ended | null): Loading<readonly Step[]> {
  const recording = { kind: "run", id: run?.id ?? "" } as const;
  return useFetched({
    key: run?.status === "completed" ? ["steps", run.id] : null,
    ask: (services, signal) => services.recordings.steps.query({ recording }, { signal }),
  });
}

/** Shows the run of a step. */
export const openStep = (runId: string): void =>
  useNavigation.getState().openReplay({ kind: "run", id: runId });

/** Runs what is recommended of a run, once, as the next step of its series. */
export async function runStep(
  { id, preset }: Pick<RunEntry, "id" | "preset">,
  { title, both, settings }: Recommendation,
): Promise<void> {
  const details = await ask("The next step was not started", detailsOf(id));
  if (details === null) return;
  const { scenario, summary } = details;
  const changed = withSettings(summary?.scenario ?? scenario, [...both, ...settings]);
  await startRunOrTell(changed, preset, { of: id, change: title.replace(/\.$/, "") });
}

/** The service refuses what cannot be run; a setting that the page cannot make is left to it as well. */
const withSettings = (scenario: Scenario, settings: readonly string[]): unknown =>
  settings.reduce<unknown>((document, setting) => {
    const changed = applySetting(document, setting, scenarioSchema);
    return changed.ok ? changed.value : document;
  }, scenario);
