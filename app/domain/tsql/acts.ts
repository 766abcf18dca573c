/** The T-SQL of what was done in a run, and of what is planned for one. */
import { type Command, commandSchema } from "../../contract/command.ts";
import type { Scenario } from "../../contract/scenario.ts";
import { orderOf } from "../../contract/timeline-order.ts";
import { plannedOriginMs } from "../scenario-form/moments.ts";
import type { Act, Timeline } from "../timeline/timeline.ts";
import type { GivenCommand, Tsql } from "./scene.ts";
import { tsqlOf, tsqlOfRecorded } from "./tsql.ts";

/** The T-SQL of an act among those of its run: a restore names the backups that were taken before it. */
export const tsqlOfAct = (
  act: Act,
  { acts, originMs }: Pick<Timeline, "acts" | "originMs">,
  scenario: Scenario,
): Tsql =>
  tsqlOfRecorded(act.command, {
    scenario,
    originMs,
    before: acts.slice(0, acts.indexOf(act)).flatMap(givenBy),
  });

/** The T-SQL of what is about to be asked of a run. */
export const tsqlOfNext = (
  command: Command,
  { acts, originMs }: Pick<Timeline, "acts" | "originMs">,
  scenario: Scenario,
): Tsql => tsqlOf(command, { scenario, originMs, before: acts.flatMap(givenBy) });

function givenBy({ command, atMs, outcome }: Act): readonly GivenCommand[] {
  const known = commandSchema.safeParse(command);
  return known.success && outcome === "applied"
    ? [{ command: known.data, atSeconds: atMs / 1000 }]
    : [];
}

/**
 * The T-SQL of a timeline's entry, which may be a draft's; null while it is not right. What the run decides, the order
 * of two triggers, is as the list has it.
 */
export function tsqlOfEntry(scenario: Scenario, index: number): Tsql | null {
  const { timeline, warmupSeconds } = scenario;
  const entry = commandSchema.safeParse(timeline[index]?.command);
  if (!entry.success) return null;
  const { earliest, fixed } = orderOf(timeline, warmupSeconds);
  const isBefore = (position: number): boolean =>
    earliest(position) === earliest(index)
      ? position < index
      : earliest(position) < earliest(index);
  const before = timeline
    .map(({ command }, position) => ({ ...commandSchema.safeParse(command), position }))
    .filter(({ position }) => isBefore(position))
    .sort((a, b) => earliest(a.position) - earliest(b.position) || a.position - b.position)
    .flatMap(({ success, data, position }) =>
      success ? [{ command: data, atSeconds: fixed(position) }] : [],
    );
  return tsqlOf(entry.data, { scenario, originMs: plannedOriginMs(scenario), before });
}
