/** Scenarios as files: what the command line runs, and what it prints. */
import { parseJson } from "../../../app/contract/issues.ts";
import { resolveScenario } from "../../../app/contract/resolve-scenario.ts";
import { type Result, success } from "../../../app/contract/result.ts";
import type { ExportedFile } from "../../../app/contract/rpc/services.ts";
import type { Scenario } from "../../../app/contract/scenario.ts";
import { draftOf } from "../../../app/domain/scenario-form/draft.ts";
import { addOwn } from "./drafts.ts";

export const scenarioJson = (scenario: Scenario): string =>
  `${JSON.stringify(scenario, null, 2)}\n`;

/** "orders-month-end.json" of "Orders, month end". */
export function scenarioFileName({ name }: Scenario): string {
  const stem = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  return `${stem === "" ? "scenario" : stem}.json`;
}

export const scenarioFile = (scenario: Scenario): ExportedFile => ({
  fileName: scenarioFileName(scenario),
  mediaType: "application/json",
  bytes: new TextEncoder().encode(scenarioJson(scenario)),
});

/** A scenario file, or the summary of a run, whose scenario is then meant: as `snapscope run` reads it. */
export function readScenario(fileName: string, text: string): Result<Scenario> {
  const json = parseJson(text, fileName);
  if (!json.ok) return json;
  const { value } = json;
  const isSummary =
    typeof value === "object" && value !== null && "run" in value && "scenario" in value;
  return resolveScenario(isSummary ? value.scenario : value, fileName);
}

/** A scenario file becomes an experiment of the user's own, and the one that the designer shows. */
export function loadScenario(fileName: string, text: string): Result<Scenario> {
  const scenario = readScenario(fileName, text);
  if (!scenario.ok) return scenario;
  addOwn(draftOf(scenario.value), { preset: null, file: fileName });
  return success(scenario.value);
}
