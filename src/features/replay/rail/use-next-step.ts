/** The next step of a run's series as an action, by its key and by its button. */
import { useState } from "react";
import type { Advice } from "../../../../app/contract/advice.ts";
import type { RunEntry } from "../../../../app/contract/rpc/runs.ts";
import { runStep } from "../../../state/recordings/steps.ts";
import { useConnection } from "../../../state/services/services.ts";
import { useActions, useRegistry } from "../../../state/shell/actions.ts";

export const nextStepAction = "replay.next-step";
export const nextStepKeys = "Ctrl+Enter";

/** The first of what is recommended of all of the run. */
export function useNextStep(
  run: Pick<RunEntry, "id" | "preset"> | null,
  { recommendations }: Advice,
): void {
  const connected = useConnection() === "open";
  const [starting, setStarting] = useState(false);
  const next = recommendations[0];
  const start = async (): Promise<void> => {
    if (run === null || next === undefined) return;
    setStarting(true);
    await runStep(run, next);
    setStarting(false);
  };
  useActions([
    {
      id: nextStepAction,
      title: "Run the next step that is recommended",
      group: "Run",
      keys: nextStepKeys,
      enabled: connected && !starting && run !== null && next !== undefined,
      run: () => void start(),
    },
  ]);
}

export const useCanRunStep = (): boolean =>
  useRegistry(({ registrations }) =>
    registrations.some(({ actions }) =>
      actions.some(({ id, enabled }) => id === nextStepAction && enabled !== false),
    ),
  );
