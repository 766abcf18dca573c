/** A figure as a study: what is run. */
import type { FigurePoint } from "../../contract/figure.ts";
import { resolvedKey } from "../../contract/resolve-scenario.ts";
import { type Result, success } from "../../contract/result.ts";
import { type Scenario, scenarioSchema } from "../../contract/scenario.ts";
import { applySetting } from "../../contract/set-path.ts";
import type { StudyPlan } from "../../contract/study.ts";
import { pointScenarios, repeated } from "../studies/study-scenarios.ts";
import type { FigureDefinition } from "./figure-definition.ts";

export interface FigurePlan {
  readonly repeats: number;
  /** The seed of the first repeat; null: the preset's. */
  readonly seed: number | null;
}

/** `preset`: the document of the figure's. */
export function figureStudy(
  { settings, points }: Pick<FigureDefinition, "settings" | "points">,
  preset: unknown,
  { repeats, seed }: FigurePlan,
): Result<Pick<StudyPlan, "base" | "points" | "repeats">> {
  let base = preset;
  for (const setting of [...settings, ...(seed === null ? [] : [`seed=${seed}`])]) {
    const changed = applySetting(base, setting, scenarioSchema);
    if (!changed.ok) return changed;
    base = changed.value;
  }
  return success({
    base: base as Record<string, unknown>,
    points: points.map((point) => ({ name: point.name, settings: [...point.settings] })),
    repeats,
  });
}

/** What makes the scenario of a point out of the figure's preset. */
export const settingsOf = (
  figure: Pick<FigureDefinition, "settings">,
  point: Pick<FigurePoint, "settings">,
): readonly string[] => [...figure.settings, ...point.settings];

/** Whether both make the same scenario of the preset, but for its seed; false where this version allows one of them not. */
export function makeOneScenario(
  preset: unknown,
  settings: readonly string[],
  others: readonly string[],
): boolean {
  if (settings.join("\n") === others.join("\n")) return true;
  const [one, other] = [settings, others].map((each) => keyOf(preset, each));
  return one !== null && one === other;
}

/**
 * Whether a study computes the figure, whatever it is called: the same scenarios in the same order, but for their
 * seed. False where this version allows one of them not.
 */
export function isStudyOf(
  figure: Pick<FigureDefinition, "settings" | "points">,
  preset: unknown,
  { base, points }: Pick<StudyPlan, "base" | "points">,
): boolean {
  if (points.length !== figure.points.length) return false;
  const plan = figureStudy(figure, preset, { repeats: 1, seed: null });
  const own = plan.ok ? pointScenarios(plan.value) : plan;
  const others = pointScenarios({ base, points, repeats: 1 });
  if (!own.ok || !others.ok) return false;
  const keys = [own.value, others.value].map((scenarios) =>
    scenarios.map((scenario) => resolvedKey({ ...scenario, seed: 0 })),
  );
  return keys[0]?.every((key, at) => key === keys[1]?.[at]) === true;
}

function keyOf(preset: unknown, settings: readonly string[]): string | null {
  const scenarios = pointScenarios({
    base: preset as Record<string, unknown>,
    points: [{ settings: [...settings] }],
    repeats: 1,
  });
  const [scenario] = scenarios.ok ? scenarios.value : [];
  return scenario === undefined ? null : resolvedKey(scenario);
}

export interface FigureTurn {
  /** Index among the points of the figure. */
  readonly point: number;
  readonly repeat: number;
  readonly scenario: Scenario;
}

/** Repeat by repeat, so that what is there early is of all points. */
export function figureTurns(
  figure: Pick<FigureDefinition, "settings" | "points">,
  preset: unknown,
  plan: FigurePlan,
): Result<readonly FigureTurn[]> {
  const study = figureStudy(figure, preset, plan);
  if (!study.ok) return study;
  const scenarios = pointScenarios(study.value);
  if (!scenarios.ok) return scenarios;
  return success(
    Array.from({ length: plan.repeats }, (_, repeat) =>
      scenarios.value.flatMap((scenario, point) =>
        repeat < (figure.points[point]?.mostRepeats ?? plan.repeats)
          ? [{ point, repeat, scenario: repeated(scenario, repeat) }]
          : [],
      ),
    ).flat(),
  );
}
