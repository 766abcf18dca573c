/** What differs between the points of a study: the axes of its figure. */

import type { Scenario } from "../../contract/scenario.ts";
import { printPath, valueAt } from "../../contract/schema-path.ts";
import { parsePath } from "../../contract/set-path.ts";
import type { StudyPoint } from "../../contract/study.ts";
import type { SweptParameter } from "../../contract/study-results.ts";
import { settingTitle } from "../scenario-form/setting-text.ts";

/** `scenarios`: of the points, in their order, as they are run. */
export function sweptParameters(
  points: readonly StudyPoint[],
  scenarios: readonly Scenario[],
): SweptParameter[] {
  const said = points.map(({ settings }) => new Map(settings.map(partsOf)));
  const paths = new Set(said.flatMap((settings) => [...settings.keys()]));
  return [...paths].map((path) => ({
    path,
    label: settingTitle(parsePath(path)),
    values: scenarios.map((scenario, at) =>
      plainValue(valueAt(scenario, parsePath(path)), said[at]?.get(path)),
    ),
  }));
}

const partsOf = (setting: string): [path: string, value: string] => {
  const equals = setting.indexOf("=");
  return [printPath(parsePath(setting.slice(0, equals))), setting.slice(equals + 1)];
};

/** What a resolved scenario has in its own words, such as a device by its figures, is told as it was said. */
function plainValue(value: unknown, said: string | undefined): number | string {
  if (typeof value === "number" || typeof value === "string") return value;
  if (said !== undefined) return said;
  return value === undefined ? "none" : JSON.stringify(value);
}
