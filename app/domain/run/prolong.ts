/** Where a run ends that can be prolonged while it is under way. */
import type { RunEvent } from "../../contract/events.ts";
import { maxDurationSeconds } from "../../contract/fields.ts";
import type { Scenario } from "../../contract/scenario.ts";

/** By how much a run is prolonged by hand, s. */
export const prolongations = [30, 60, 300, 600] as const;

/** "1 min". */
export const prolongationText = (seconds: number): string =>
  seconds < 60 ? `${seconds} s` : `${seconds / 60} min`;

/** The engine time that a run takes with what it was prolonged by, by hand. A prolongation beyond what is allowed was refused. */
export function prolongedSeconds({
  durationSeconds,
  commands,
}: Pick<Scenario, "durationSeconds" | "commands">): number {
  let endMs = Math.round(durationSeconds * 1000);
  for (const { command } of commands) {
    if (command.kind === "prolong") endMs = prolongedMs(endMs, command.seconds) ?? endMs;
  }
  return endMs / 1000;
}

/** The end of a run that is prolonged; null: a run cannot take so long. */
export function prolongedMs(endMs: number, bySeconds: number): number | null {
  const laterMs = endMs + Math.round(bySeconds * 1000);
  return laterMs <= maxDurationSeconds * 1000 ? laterMs : null;
}

/** Where a run ends that was to end at `plannedMs`, after what it has told. */
export function plannedMsAfter(plannedMs: number, events: readonly RunEvent[]): number {
  let endMs = plannedMs;
  for (const event of events) {
    if (event.kind !== "command" || event.outcome !== "applied") continue;
    const { kind, seconds } = event.command;
    if (kind === "prolong" && typeof seconds === "number") {
      endMs = prolongedMs(endMs, seconds) ?? endMs;
    }
  }
  return endMs;
}
