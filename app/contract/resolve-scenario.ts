/** From what a file or a command line says to the complete scenario that the engine runs. */
import { parseWith } from "./issues.ts";
import { type Result, success } from "./result.ts";
import { type Scenario, scenarioSchema, virtualStartTime } from "./scenario.ts";

/** Resolving is idempotent: a resolved scenario resolves to itself, so a recorded one runs again. */
export function resolveScenario(raw: unknown, what: string): Result<Scenario> {
  const parsed = parseWith(scenarioSchema, raw, what);
  if (!parsed.ok) return parsed;
  const scenario = parsed.value;
  // Only the virtual clock has a start of its own; a real run starts when it starts.
  if (scenario.mode === "real" || scenario.startTime !== null) return success(scenario);
  return success({ ...scenario, startTime: virtualStartTime });
}
