/** What was done to a run, as entries of its timeline: a change then has one list to change. */
import { type TimelineCommand, timelineCommands } from "../../contract/command.ts";
import type { Scenario } from "../../contract/scenario.ts";
import type { TimelineEntry } from "../../contract/timeline.ts";
import { prolongedSeconds } from "../run/prolong.ts";

/** Live commands become entries at their times. Those that change how fast a run goes are left out. */
export function planned(scenario: Scenario): Scenario {
  const live = scenario.commands.flatMap(({ atNs, command }): TimelineEntry[] =>
    isPlannable(command) ? [{ atSeconds: Math.round(atNs / 1e6) / 1000, command }] : [],
  );
  const durationSeconds = prolongedSeconds(scenario);
  return live.length === 0 && durationSeconds === scenario.durationSeconds
    ? scenario
    : {
        ...scenario,
        durationSeconds,
        timeline: [...scenario.timeline, ...live],
        commands: [],
      };
}

const isPlannable = (
  command: Scenario["commands"][number]["command"],
): command is TimelineCommand => timelineCommands.has(command.kind);

type Trigger = Pick<TimelineEntry, "atSeconds" | "after" | "when">;

export const triggerOf = ({ atSeconds, after, when }: TimelineEntry): Trigger => ({
  ...(atSeconds === undefined ? {} : { atSeconds }),
  ...(after === undefined ? {} : { after }),
  ...(when === undefined ? {} : { when }),
});

export const withTrigger = ({ name, command }: TimelineEntry, trigger: Trigger): TimelineEntry => ({
  ...(name === undefined ? {} : { name }),
  ...trigger,
  command,
});

/** The one entry that creates a snapshot of that name; null: none does, or several. */
export function creationOf({ timeline }: Scenario, snapshot: string): TimelineEntry | null {
  const entries = timeline.filter(
    ({ command }) => command.kind === "createSnapshot" && command.name === snapshot,
  );
  return entries.length === 1 ? (entries[0] ?? null) : null;
}

/** Whether somebody reads the snapshot or goes back to it: then it has to be there when he does. */
export const isNeeded = ({ timeline }: Scenario, snapshot: string): boolean =>
  timeline.some(
    ({ command }) =>
      (command.kind === "setReportUsers" || command.kind === "revertSnapshot") &&
      command.name === snapshot,
  );
