/** What a run under way is yet going to do: its plan after now, as Experiments shows it before the run. */
import { lastingCommands } from "../../contract/command.ts";
import type { Scenario } from "../../contract/scenario.ts";
import { plannedTimeline } from "../scenario-form/planned-timeline.ts";
import { labelOf } from "./acts.ts";
import type { PlannedAct, Timeline } from "./timeline.ts";

type Progress = Pick<Timeline, "endMs" | "plannedEndMs">;

/** In order of time, up to the planned end. What waits for an event is where it can be at the earliest. */
export function plannedAhead(
  scenario: Scenario,
  { endMs, plannedEndMs }: Progress,
): readonly PlannedAct[] {
  if (plannedEndMs === null) return [];
  const { moments } = plannedTimeline(scenario, plannedEndMs / 1000);
  const planned = moments.map(({ index, seconds, label, isCertain }) => ({
    id: `planned/${index}`,
    atMs: seconds * 1000,
    label: isCertain ? label : `≥ ${label}`,
  }));
  const repeated = scenario.commands.flatMap(({ atNs, command }, index) =>
    lastingCommands.has(command.kind)
      ? [{ id: `repeated/${index}`, atMs: atNs / 1e6, label: labelOf(command) }]
      : [],
  );
  return [...planned, ...repeated]
    .filter(({ atMs }) => atMs > endMs && atMs <= plannedEndMs)
    .toSorted((a, b) => a.atMs - b.atMs);
}
