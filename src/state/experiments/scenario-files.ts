/** Scenarios as files: what the command line runs, and what it prints. */
import { parseJson } from "../../../app/contract/issues.ts";
import { resolveScenario } from "../../../app/contract/resolve-scenario.ts";
import { failure, type Result, success } from "../../../app/contract/result.ts";
import type { ExportedFile } from "../../../app/contract/rpc/exports.ts";
import type { StudyRequest } from "../../../app/contract/rpc/studies.ts";
import type { Scenario } from "../../../app/contract/scenario.ts";
import { parseSweep, type Sweep, splitSweep } from "../../../app/contract/sweep.ts";
import { draftOf } from "../../../app/domain/scenario-form/draft.ts";
import { expandSweep } from "../../../app/domain/studies/expand-sweep.ts";
import { pointScenarios } from "../../../app/domain/studies/study-scenarios.ts";
import { addOwn } from "./drafts.ts";

export const scenarioJson = (scenario: Scenario): string =>
  `${JSON.stringify(scenario, null, 2)}\n`;

/** "orders-month-end" of "Orders, month end"; `otherwise` where a name has no letter of it. */
export function fileStem(name: string, otherwise: string): string {
  const stem = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  return stem === "" ? otherwise : stem;
}

export const scenarioFileName = ({ name }: Scenario): string =>
  `${fileStem(name, "scenario")}.json`;

/** `sweep`: what is varied of it; null: nothing. */
export const scenarioFile = (scenario: Scenario, sweep: Sweep | null): ExportedFile => ({
  fileName: scenarioFileName(scenario),
  mediaType: "application/json",
  bytes: new TextEncoder().encode(
    sweep === null
      ? scenarioJson(scenario)
      : `${JSON.stringify({ ...scenario, sweep }, null, 2)}\n`,
  ),
});

export interface ReadScenario {
  readonly scenario: Scenario;
  /** Null: it has none. */
  readonly sweep: Sweep | null;
}

/** A scenario file, or the summary of a run, whose scenario is then meant: as `snapscope run` reads it. */
export function readScenario(fileName: string, text: string): Result<ReadScenario> {
  const json = parseJson(text, fileName);
  if (!json.ok) return json;
  const { value } = json;
  const isSummary =
    typeof value === "object" && value !== null && "run" in value && "scenario" in value;
  const { document, sweep: said } = splitSweep(isSummary ? value.scenario : value);
  const scenario = resolveScenario(document, fileName);
  if (!scenario.ok) return scenario;
  const sweep = parseSweep(said, fileName);
  if (!sweep.ok) return sweep;
  // A sweep that could not be run is refused with its file, where it can be mended.
  const planned = sweep.value === null ? null : planOf(scenario.value, sweep.value);
  if (planned !== null && !planned.ok) {
    return failure("badInput", `${fileName}: ${planned.error.message}`);
  }
  return success({ scenario: scenario.value, sweep: sweep.value });
}

/** What the sweep of a scenario runs; refused where it is no scenario of this version for each of its points. */
export function planOf(scenario: Scenario, sweep: Sweep): Result<StudyRequest> {
  const points = expandSweep(sweep);
  if (!points.ok) return points;
  const plan = { base: { ...scenario }, points: points.value, repeats: sweep.repeats };
  const scenarios = pointScenarios(plan);
  return scenarios.ok ? success(plan) : scenarios;
}

/** A scenario file becomes an experiment of the user's own, and the one that the designer shows. */
export function loadScenario(fileName: string, text: string): Result<Scenario> {
  const read = readScenario(fileName, text);
  if (!read.ok) return read;
  const { scenario, sweep } = read.value;
  addOwn(draftOf(scenario), { preset: null, file: fileName, sweep });
  return success(scenario);
}
