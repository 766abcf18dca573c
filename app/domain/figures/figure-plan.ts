/** A figure as a study: what is run. */
import { type Result, success } from "../../contract/result.ts";
import { type Scenario, scenarioSchema } from "../../contract/scenario.ts";
import { applySetting } from "../../contract/set-path.ts";
import { pointScenarios, repeated } from "../studies/study-scenarios.ts";
import type { FigureDefinition } from "./figure-definition.ts";

export interface FigurePlan {
  readonly repeats: number;
  /** Of the first repeat; null: the preset's. */
  readonly seed: number | null;
}

/** `preset`: the document of the figure's. Of each point its scenario, of the first repeat. */
export function figureScenarios(
  { settings, points }: Pick<FigureDefinition, "settings" | "points">,
  preset: unknown,
  { repeats, seed }: FigurePlan,
): Result<readonly Scenario[]> {
  let base = preset;
  for (const setting of [...settings, ...(seed === null ? [] : [`seed=${seed}`])]) {
    const changed = applySetting(base, setting, scenarioSchema);
    if (!changed.ok) return changed;
    base = changed.value;
  }
  return pointScenarios({
    base: base as Record<string, unknown>,
    points: [...points].map(({ name, settings }) => ({ name, settings: [...settings] })),
    repeats,
  });
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
  const scenarios = figureScenarios(figure, preset, plan);
  if (!scenarios.ok) return scenarios;
  return success(
    Array.from({ length: plan.repeats }, (_, repeat) =>
      scenarios.value.map((scenario, point) => ({
        point,
        repeat,
        scenario: repeated(scenario, repeat),
      })),
    ).flat(),
  );
}
