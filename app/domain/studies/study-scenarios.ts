/** The scenarios that a study runs: of each point by its settings, of each repeat by its seed. */

import { resolvedKey, resolveScenario } from "../../contract/resolve-scenario.ts";
import { failure, type Result, success } from "../../contract/result.ts";
import { type Scenario, scenarioSchema } from "../../contract/scenario.ts";
import { applySetting, parsePath } from "../../contract/set-path.ts";
import { mostStudyRuns, type StudyPlan } from "../../contract/study.ts";
import { cutText } from "../format/cut-text.ts";
import { settingName, writtenSettingPhrase } from "../scenario-form/setting-text.ts";

/**
 * Resolved, with the base's seed, one for each point in order. Settings are made to the document as it
 * was given: what it leaves open may depend on them, as the recovery time on the version.
 */
export function pointScenarios({
  base,
  points,
  repeats,
}: Pick<StudyPlan, "base" | "points" | "repeats">): Result<readonly Scenario[]> {
  if (points.length * repeats > mostStudyRuns) {
    return failure(
      "badInput",
      `${points.length} points with ${repeats} repeats are ${points.length * repeats} runs; ` +
        `allowed: up to ${mostStudyRuns} in one study; take fewer values or repeats`,
    );
  }
  const resolved = resolveScenario(base, "base");
  if (!resolved.ok) return resolved;
  const { seed, pace } = resolved.value;
  const mostSeed = Number.MAX_SAFE_INTEGER - (repeats - 1);
  if (seed > mostSeed) {
    return failure(
      "badInput",
      `base: seed: ${seed} leaves no room for ${repeats} repeats, whose seeds follow it; allowed: up to ${mostSeed}`,
    );
  }
  const scenarios: Scenario[] = [];
  /** Places of scenarios by their keys. */
  const places = new Map<string, number>();
  for (const [index, { settings }] of points.entries()) {
    const place = `points[${index}]`;
    let document: unknown = base;
    for (const setting of settings) {
      const changed = applySetting(document, setting, scenarioSchema, place);
      if (!changed.ok) return changed;
      document = changed.value;
    }
    const scenario = resolveScenario(document, `${place} (${settings.join(", ")})`);
    if (!scenario.ok) return scenario;
    // Seeds are shared by all points, and no simulated run waits for a clock.
    const alike = { ...scenario.value, seed, pace };
    const key = resolvedKey(alike);
    const twin = places.get(key);
    if (twin !== undefined) return failure("badInput", sameAs(place, settings, twin));
    places.set(key, index);
    scenarios.push(alike);
  }
  return success(scenarios);
}

const sameAs = (place: string, settings: readonly string[], twin: number): string =>
  `${place} (${settings.join(", ")}): is the same scenario as points[${twin}]; each point has to ` +
  "differ from the others in more than seed and pace, which all points share";

/** The scenario that the n-th repeat runs. */
export const repeated = (scenario: Scenario, repeat: number): Scenario => ({
  ...scenario,
  seed: scenario.seed + repeat,
  pace: scenario.mode === "virtual" ? 0 : scenario.pace,
});

export interface Turn {
  readonly point: number;
  readonly repeat: number;
}

/**
 * In which order runs go: repeat by repeat, so that what is there early is of all points, and every
 * other one backwards (A B B A), so that a drift of the machine favours no point.
 */
export const turns = (points: number, repeats: number): Turn[] =>
  Array.from({ length: repeats }, (_, repeat) => {
    const forwards = Array.from({ length: points }, (_, point) => ({ point, repeat }));
    return repeat % 2 === 0 ? forwards : forwards.toReversed();
  }).flat();

/** What a study is called when nobody named it: by its base and by what differs. */
export function studyName({ base, points }: Pick<StudyPlan, "base" | "points">): string {
  const name = typeof base.name === "string" ? base.name : "study";
  const settings = points.map((point) => point.settings).filter(({ length }) => length > 0);
  const paths = new Set(
    points.flatMap((point) => point.settings.map((text) => text.slice(0, text.indexOf("=")))),
  );
  const differs =
    settings.length === 1
      ? settings[0]?.map(writtenSettingPhrase).join(", ")
      : [...paths].map((path) => settingName(parsePath(path))).join(", ");
  const full = differs === undefined || differs === "" ? name : `${name}: ${differs}`;
  return cutText(full, longestName);
}

/** The longest that the library takes. */
const longestName = 100;
