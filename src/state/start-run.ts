/** Starts runs, from wherever: the designer, the palette, the list of runs. */

import { timelineCommandSchema } from "../../app/contract/command.ts";
import { failure, type Result } from "../../app/contract/result.ts";
import type { RunEntry } from "../../app/contract/rpc/runs.ts";
import { takeEntry } from "./library.ts";
import { useNavigation } from "./navigation.ts";
import { notify } from "./notifications.ts";
import { messageOf, services } from "./services.ts";

/** Starts and shows the run; a refusal comes back for who has a field to show it at. */
export async function startRun(
  scenario: unknown,
  preset: string | null,
): Promise<Result<RunEntry>> {
  const started = await services().experiments.start.mutate({ scenario, preset });
  if (started.ok) {
    takeEntry(started.value);
    useNavigation.getState().openLive(started.value.id);
  }
  return started;
}

/** The same, where there is no field: a refusal becomes a message. */
export async function startRunOrTell(scenario: unknown, preset: string | null): Promise<void> {
  const started = await startRun(scenario, preset).catch((error) =>
    failure("protocol", messageOf(error)),
  );
  if (!started.ok) {
    notify({ intent: "error", title: "The run did not start", body: started.error.message });
  }
}

/** Commands that change what is measured; pauses, paces and a cancel belong to one sitting. */
const lasting = new Set<string>(timelineCommandSchema.options.map(({ shape }) => shape.kind.value));

/**
 * Again with the same seed. As it was asked for; or `steered`: with what was done to it by hand, at
 * the same engine times.
 */
export async function runAgain(
  { id, preset }: Pick<RunEntry, "id" | "preset">,
  steered = false,
): Promise<void> {
  const title = "The run did not start";
  try {
    const recorded = await services().library.timeline.query({ runId: id, points: 2 });
    if (!recorded.ok) {
      notify({ intent: "error", title, body: recorded.error.message });
      return;
    }
    const { scenario, summary } = recorded.value;
    const commands = steered ? (summary?.scenario.commands ?? scenario.commands) : [];
    const kept = commands.filter(({ command }) => lasting.has(command.kind));
    await startRunOrTell({ ...scenario, commands: kept }, preset);
  } catch (error) {
    notify({ intent: "error", title, body: messageOf(error) });
  }
}
