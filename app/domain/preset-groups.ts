/** Under what a preset stands in a list: what it shows, or whose test it repeats. */
import type { Scenario } from "../contract/scenario.ts";

export const presetGroups = [
  "What a snapshot costs",
  "Undoing a mistake",
  "Faster, step by step",
  "On this machine’s disks",
  "Published tests",
] as const;
export type PresetGroup = (typeof presetGroups)[number];

interface Grouped {
  readonly name: string;
  readonly scenario: Pick<Scenario, "mode" | "timeline">;
}

/** Published tests are called by who published them. */
const published = /^(sqlcat|sqlskills|dell)-/;

export function presetGroupOf({ name, scenario }: Grouped): PresetGroup {
  if (published.test(name)) return "Published tests";
  if (scenario.mode === "real") return "On this machine’s disks";
  const undoes = scenario.timeline.some(
    ({ command: { kind } }) => kind === "restore" || kind === "revertSnapshot",
  );
  if (undoes) return "Undoing a mistake";
  return name.endsWith("-step-by-step") ? "Faster, step by step" : "What a snapshot costs";
}
