/** Starts runs, from wherever: the designer, the palette, the list of runs. */

import { lastingCommands } from "../../../app/contract/command.ts";
import type { Result } from "../../../app/contract/result.ts";
import type { RunEntry, RunStep } from "../../../app/contract/rpc/runs.ts";
import type { StartRequest } from "../../../app/contract/rpc/services.ts";
import { answerTo, ask } from "../services/ask.ts";
import { useNavigation } from "../shell/navigation.ts";
import { notify } from "../shell/notifications.ts";
import { takeEntry } from "./library.ts";
import { detailsOf } from "./run-details.ts";

/** Starts and shows the run; a refusal comes back for who has a field to show it at. */
export async function startRun(
  scenario: unknown,
  preset: string | null,
  more: Pick<StartRequest, "step" | "paused"> = {},
): Promise<Result<RunEntry>> {
  const started = await answerTo((services, signal) =>
    services.experiments.start.mutate({ scenario, preset, ...more }, { signal }),
  );
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
  const removed = await ask("What interrupted runs left was not removed", (services, signal) =>
    services.experiments.removeLeftovers.mutate({ scenario }, { signal }),
  );
  if (removed === null) return false;
  const title = removed === 1 ? "1 file removed" : `${removed} files removed`;
  notify({ intent: "success", title, body: "The run can start now." });
  return true;
}

const notStarted = "The run did not start";

/** Starts a run where there is no field: a refusal becomes a message. */
export async function startRunOrTell(
  scenario: unknown,
  preset: string | null,
  step?: RunStep,
): Promise<void> {
  const of = step === undefined ? {} : { step };
  await ask(notStarted, () => startRun(scenario, preset, of));
}

/**
 * Again with the same seed, as it was asked for; or `steered`: with what was done to it by hand, at
 * the same engine times.
 */
export async function runAgain(
  { id, preset }: Pick<RunEntry, "id" | "preset">,
  steered = false,
): Promise<void> {
  const details = await ask(notStarted, detailsOf(id));
  if (details === null) return;
  const { scenario, summary } = details;
  const commands = steered ? (summary?.scenario.commands ?? scenario.commands) : [];
  const kept = commands.filter(({ command }) => lastingCommands.has(command.kind));
  await startRunOrTell({ ...scenario, commands: kept }, preset);
}
