/** Starts runs, from wherever: the designer, the palette, the list of runs. */

import { lastingCommands } from "../../../app/contract/command.ts";
import { failure, type Result } from "../../../app/contract/result.ts";
import type { RunEntry } from "../../../app/contract/rpc/runs.ts";
import { messageOf, services } from "../services/services.ts";
import { useNavigation } from "../shell/navigation.ts";
import { notify } from "../shell/notifications.ts";
import { takeEntry } from "./library.ts";

/** Starts and shows the run; a refusal comes back for who has a field to show it at. */
export async function startRun(
  scenario: unknown,
  preset: string | null,
): Promise<Result<RunEntry>> {
  const started = await services().experiments.start.mutate({ scenario, preset });
  if (started.ok) {
    const { notes, ...entry } = started.value;
    takeEntry(entry);
    useNavigation.getState().openLive(entry.id);
    for (const body of notes) notify({ intent: "info", title: "Cleaned up first", body });
  }
  return started;
}

/** Removes what interrupted runs left in the folders of a scenario, and says so. */
export async function removeLeftovers(scenario: unknown): Promise<boolean> {
  const removed = await services()
    .experiments.removeLeftovers.mutate({ scenario })
    .catch((error) => failure("protocol", messageOf(error)));
  notify(
    removed.ok
      ? {
          intent: "success",
          title: `${removed.value} files removed`,
          body: "The run can start now.",
        }
      : { intent: "error", title: "Not removed", body: removed.error.message },
  );
  return removed.ok;
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
    const details = await services().library.details.query({ runId: id });
    if (!details.ok) {
      notify({ intent: "error", title, body: details.error.message });
      return;
    }
    const { scenario, summary } = details.value;
    const commands = steered ? (summary?.scenario.commands ?? scenario.commands) : [];
    const kept = commands.filter(({ command }) => lastingCommands.has(command.kind));
    await startRunOrTell({ ...scenario, commands: kept }, preset);
  } catch (error) {
    notify({ intent: "error", title, body: messageOf(error) });
  }
}
