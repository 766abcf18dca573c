/** Starts the same again, as it was asked for: without the steering of the run before. */
import type { Scenario } from "../../../app/contract/scenario.ts";
import { takeEntry } from "../../state/library.ts";
import { useNavigation } from "../../state/navigation.ts";
import { notify } from "../../state/notifications.ts";
import { messageOf, services } from "../../state/services.ts";

export async function runAgain(scenario: Scenario, preset: string | null): Promise<void> {
  const title = "The run was not started";
  try {
    const request = { scenario: { ...scenario, commands: [] }, preset };
    const started = await services().experiments.start.mutate(request);
    if (!started.ok) {
      notify({ intent: "error", title, body: started.error.message });
      return;
    }
    takeEntry(started.value);
    useNavigation.getState().openLive(started.value.id);
  } catch (error) {
    notify({ intent: "error", title, body: messageOf(error) });
  }
}
