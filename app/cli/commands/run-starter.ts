/** How `snapscope run` starts its run: on its own, or with `--save` through the run library. */
import { type Result, success } from "../../contract/result.ts";
import type { Scenario } from "../../contract/scenario.ts";
import {
  type Experiment,
  type ExperimentObserver,
  startExperiment,
} from "../../services/experiments.ts";
import { printNote } from "../console.ts";

export interface Starter {
  start(scenario: Scenario, observer: ExperimentObserver): Promise<Result<Experiment>>;
  /** The id of the run in the library; null: it is in none. */
  savedId(): string | null;
  close(): Promise<void>;
}

/** `preset`: the one that the run is made from, which is kept with it; null: a file. */
export async function openStarter(preset: string | null, save: boolean): Promise<Result<Starter>> {
  if (!save) {
    return success({
      start: startExperiment,
      savedId: () => null,
      close: async () => undefined,
    });
  }
  // Loaded when asked for: a run that is not saved needs no database.
  const { createServices } = await import("../../services/services.ts");
  const services = await createServices();
  if (!services.ok) return services;
  const { experiments } = services.value;
  let savedId: string | null = null;
  return success({
    savedId: () => savedId,
    start: async (scenario, observer) => {
      const run = await experiments.begin({ scenario, preset, observer });
      if (!run.ok) return run;
      savedId = run.value.id;
      void run.value.finished.then(() => printNote(savedNote(run.value)));
      return run;
    },
    close: () => services.value.close(),
  });
}

function savedNote({ id, isKept }: { readonly id: string; readonly isKept: boolean }): string {
  const short = id.slice(0, 8);
  const show = `snapscope runs show ${short}`;
  return isKept
    ? `saved as run ${short}; show it with: ${show}`
    : `run ${short} was not saved whole; what the library has of it: ${show}`;
}
