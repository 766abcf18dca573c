/**
 * The points of a band: the scenario as it is given; each assumed figure at its slow and at its fast end,
 * all else as given; and all of them at one end together. A band is a study of these points.
 */

import { endOf, type RangeEnd, rangeEnds } from "../../contract/assumed-range.ts";
import { resolveScenario } from "../../contract/resolve-scenario.ts";
import { failure, type Result, success } from "../../contract/result.ts";
import { type Scenario, scenarioSchema } from "../../contract/scenario.ts";
import { printPath, valueAt } from "../../contract/schema-path.ts";
import { applySetting } from "../../contract/set-path.ts";
import type { StudyPlan, StudyPoint } from "../../contract/study.ts";
import { cutText } from "../format/cut-text.ts";
import { settingText } from "../scenario-form/differences.ts";
import { type Assumption, assumptionsOf, endsBeside, figureText } from "./assumptions.ts";

export interface BandPlan {
  readonly request: StudyPlan;
  /** Ends that cannot be with the rest of the scenario, each a sentence. */
  readonly leftOut: readonly string[];
}

/** Refuses a scenario that assumes nothing: its result has no band. */
export function bandPlan(scenario: Scenario, repeats = 1): Result<BandPlan> {
  const assumed = assumptionsOf(scenario);
  if (assumed.length === 0) return failure("badInput", `${scenario.name}: ${nothingAssumed}`);
  const ends: StudyPoint[] = assumed.flatMap((one) =>
    endsBeside(one).map((end) => ({
      name: nameOf(one, end),
      settings: settingsAt(scenario, [one], end),
      assumed: { end, figure: printPath(one.path) },
    })),
  );
  const together: StudyPoint[] = rangeEnds.map((end) => ({
    name: `all of it at its ${end} end`,
    settings: settingsAt(scenario, assumed, end),
    assumed: { end },
  }));
  const points: StudyPoint[] = [{ name: "as given", settings: [] }];
  const leftOut: string[] = [];
  const seen = new Set<string>();
  for (const point of [...ends, ...together]) {
    const text = point.settings.join("\n");
    // With one figure alone, all together is the same again.
    if (text === "" || seen.has(text)) continue;
    seen.add(text);
    const problem = problemOf(scenario, point);
    if (problem === null) points.push(point);
    else leftOut.push(`Left out, since it cannot be: ${problem}.`);
  }
  const name = cutText(`${scenario.name}: what is assumed`, longestName);
  return success({ request: { name, base: { ...scenario }, points, repeats }, leftOut });
}

export const nothingAssumed =
  "nothing of its server and devices is assumed, so its result is no band; " +
  "what comes with a preset and is not changed may be: see snapscope devices NAME";

const longestName = 100;

const nameOf = (one: Assumption, end: RangeEnd): string =>
  cutText(`${one.name}: ${figureText(one, endOf(one.range, end))}`, longestName);

/** "path=value" of every figure that differs when these are at one end of their ranges. */
export function settingsAt(
  scenario: Scenario,
  assumed: readonly Assumption[],
  end: RangeEnd,
): string[] {
  const values = new Map<string, number>();
  const gone: string[] = [];
  for (const { path, range } of assumed) {
    const value = endOf(range, end);
    if (value === null) gone.push(printPath(path.slice(0, -1)));
    else values.set(printPath(path), value);
  }
  // Factors multiply: channels and pages that are both halved leave the rate what it is.
  for (const [path, factor] of assumed.flatMap(({ also }) => also[end])) {
    const given = values.get(printPath(path)) ?? valueAt(scenario, path);
    if (typeof given === "number") values.set(printPath(path), given * factor);
  }
  const isGone = (path: string) => gone.some((part) => path.startsWith(`${part}.`));
  const changed = [...values].flatMap(([path, value]) => {
    const rounded = Math.max(1, Math.round(value));
    const same = valueAt(scenario, keysOf(path)) === rounded;
    return same || isGone(path) ? [] : [settingText(path, rounded)];
  });
  return [...changed, ...gone.map((part) => settingText(part, null))];
}

const keysOf = (path: string) =>
  path.split(".").map((key) => (/^\d+$/.test(key) ? Number(key) : key));

function problemOf(scenario: Scenario, { name = "", settings }: StudyPoint): string | null {
  let document: unknown = scenario;
  for (const setting of settings) {
    const changed = applySetting(document, setting, scenarioSchema, name);
    if (!changed.ok) return changed.error.message;
    document = changed.value;
  }
  const resolved = resolveScenario(document, name);
  return resolved.ok ? null : resolved.error.message;
}
