/** `snapscope band`: what a result is over all that is assumed of its server and devices. */
import { resolveScenario } from "../../contract/resolve-scenario.ts";
import type { Result } from "../../contract/result.ts";
import { type Scenario, scenarioSchema } from "../../contract/scenario.ts";
import { applySetting } from "../../contract/set-path.ts";
import { mostRepeats } from "../../contract/study.ts";
import { bandPlan } from "../../domain/assumptions/band-points.ts";
import { checkMetrics } from "../../domain/comparison/run-metrics.ts";
import { readRawScenario } from "../../services/presets.ts";
import { printNote, reportFailure } from "../console.ts";
import { type JsonOption, startStudy } from "./sweep.ts";

export interface BandOptions extends JsonOption {
  readonly set: readonly string[];
  readonly repeats: string;
  readonly primary?: string;
  readonly name?: string;
}

export async function bandCommand(what: string, options: BandOptions): Promise<void> {
  const { primary, name } = options;
  const repeats = Number(options.repeats);
  if (!Number.isInteger(repeats) || repeats < 1 || repeats > mostRepeats) {
    return reportFailure({
      code: "badInput",
      message: `--repeats ${options.repeats}: is not allowed; allowed: 1 to ${mostRepeats} runs of each point`,
    });
  }
  const metric = checkMetrics(primary === undefined ? [] : [primary]);
  if (!metric.ok) return reportFailure(metric.error);
  const scenario = await askedScenario(what, options.set);
  if (!scenario.ok) return reportFailure(scenario.error);
  const plan = bandPlan(scenario.value, repeats);
  if (!plan.ok) return reportFailure(plan.error);
  const { request, leftOut } = plan.value;
  for (const note of leftOut) printNote(`note: ${note}`);
  await startStudy(
    {
      ...request,
      ...(primary === undefined ? {} : { primary }),
      ...(name === undefined ? {} : { name }),
    },
    options,
  );
}

async function askedScenario(what: string, settings: readonly string[]): Promise<Result<Scenario>> {
  const raw = await readRawScenario(what);
  if (!raw.ok) return raw;
  let document: unknown = raw.value;
  for (const setting of settings) {
    const changed = applySetting(document, setting, scenarioSchema);
    if (!changed.ok) return changed;
    document = changed.value;
  }
  return resolveScenario(document, what);
}
