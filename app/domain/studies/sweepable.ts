/** The values of a scenario that a sweep can vary: its numbers, by the parts of the form. */
import type { Scenario } from "../../contract/scenario.ts";
import { scenarioField } from "../../contract/scenario-form.ts";
import type { Path } from "../../contract/schema-path.ts";
import { formSections, sectionOf } from "../scenario-form/labels.ts";

export interface SweepableGroup {
  readonly title: string;
  readonly paths: readonly Path[];
}

/** Repeats have seeds of their own, a sweep waits for no clock, and what was done by hand is no setting. */
const neverSwept = new Set(["formatVersion", "seed", "pace", "commands"]);

export function sweepable(scenario: Scenario): readonly SweepableGroup[] {
  const bySection = Map.groupBy(numbersOf(scenario, [], scenario), sectionOf);
  return formSections.flatMap(({ id, title }) => {
    const paths = bySection.get(id) ?? [];
    return paths.length === 0 ? [] : [{ title, paths }];
  });
}

function numbersOf(value: unknown, path: Path, scenario: Scenario): Path[] {
  if (path.length === 1 && neverSwept.has(String(path[0]))) return [];
  if (Array.isArray(value)) {
    return value.flatMap((one, at) => numbersOf(one, [...path, at], scenario));
  }
  if (typeof value === "object" && value !== null) {
    return Object.entries(value).flatMap(([key, one]) => numbersOf(one, [...path, key], scenario));
  }
  const kind = scenarioField(path, scenario)?.kind;
  return kind === "integer" || kind === "decimal" ? [path] : [];
}
