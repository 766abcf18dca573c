/** Commands to a run under way. What cannot even be sent is told at once; see `useRefusals` for the rest. */
import { useEffect, useRef } from "react";
import type { Command } from "../../../app/contract/command.ts";
import type { Act } from "../../../app/domain/timeline/timeline.ts";
import { askToDo } from "../../state/services/ask.ts";
import { notify } from "../../state/shell/notifications.ts";

/** True when the command is on its way: what the engine makes of it comes as an act of the run. */
export const sendCommand = (runId: string, command: Command): Promise<boolean> =>
  askToDo("The command was not given", (services, signal) =>
    services.experiments.command.mutate({ runId, command }, { signal }),
  );

export const endEngine = (runId: string): Promise<boolean> =>
  askToDo("The engine was not ended", (services, signal) =>
    services.experiments.kill.mutate({ runId }, { signal }),
  );

/** Tells what the engine refuses or ends early from now on, in its own words; what was before stays in the log. */
export function useRefusals(runId: string | null, acts: readonly Act[] | null): void {
  const seen = useRef<{ runId: string | null; ids: Set<string> | null }>({ runId, ids: null });
  useEffect(() => {
    if (acts === null) return;
    if (seen.current.runId !== runId || seen.current.ids === null) {
      seen.current = { runId, ids: new Set(acts.map(({ id }) => id)) };
      return;
    }
    const { ids } = seen.current;
    for (const act of acts) {
      if (ids.has(act.id)) continue;
      ids.add(act.id);
      if (act.outcome !== "refused") continue;
      notify({
        intent: "error",
        title: `Failed: ${act.label}`,
        body: act.message ?? "The engine gave no reason.",
      });
    }
  }, [runId, acts]);
}
