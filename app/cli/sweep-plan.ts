/** What `snapscope sweep` and its export are asked for: from a scenario and options to a plan. */
import { failure, type Result, success } from "../contract/result.ts";
import type { StudyRequest } from "../contract/rpc/studies.ts";
import { scenarioSchema } from "../contract/scenario.ts";
import { applySetting } from "../contract/set-path.ts";
import { mostRepeats, usualRepeats } from "../contract/study.ts";
import { parseSweep, type Sweep, type SweepParameter, splitSweep } from "../contract/sweep.ts";
import { checkMetrics } from "../domain/comparison/run-metrics.ts";
import { expandSweep } from "../domain/studies/expand-sweep.ts";
import { parseOver } from "../domain/studies/parse-over.ts";

export interface PlanOptions {
  readonly set: readonly string[];
  readonly over: readonly string[];
  readonly repeats?: string;
  readonly primary?: string;
  readonly name?: string;
}

/** `raw`: the document that `what` stands for. */
export function planSweep(raw: unknown, what: string, options: PlanOptions): Result<StudyRequest> {
  const { primary, name } = options;
  const metric = checkMetrics(primary === undefined ? [] : [primary]);
  if (!metric.ok) return metric;
  const { document, sweep: own } = splitSweep(raw);
  const base = settled(document, options.set, what);
  if (!base.ok) return base;
  const written = parseSweep(own, what);
  if (!written.ok) return written;
  const sweep = askedSweep(written.value, what, options);
  if (!sweep.ok) return sweep;
  const points = expandSweep(sweep.value);
  if (!points.ok) return points;
  return success({
    base: base.value,
    points: points.value,
    repeats: sweep.value.repeats,
    ...(primary === undefined ? {} : { primary }),
    ...(name === undefined ? {} : { name }),
  });
}

function settled(
  raw: unknown,
  settings: readonly string[],
  what: string,
): Result<Record<string, unknown>> {
  let document = raw;
  for (const setting of settings) {
    const changed = applySetting(document, setting, scenarioSchema);
    if (!changed.ok) return changed;
    document = changed.value;
  }
  return typeof document === "object" && document !== null && !Array.isArray(document)
    ? success({ ...document })
    : failure("badInput", `${what}: is no scenario; expected one JSON object`);
}

/** What is given on the command line goes before what the file says. */
function askedSweep(written: Sweep | null, what: string, options: PlanOptions): Result<Sweep> {
  const repeats =
    options.repeats === undefined ? (written?.repeats ?? usualRepeats) : Number(options.repeats);
  if (!Number.isInteger(repeats) || repeats < 1 || repeats > mostRepeats) {
    return failure(
      "badInput",
      `--repeats ${options.repeats}: is not allowed; allowed: 1 to ${mostRepeats} runs of each point`,
    );
  }
  const parameters: SweepParameter[] = [];
  for (const text of options.over) {
    const parameter = parseOver(text);
    if (!parameter.ok) return parameter;
    parameters.push(parameter.value);
  }
  if (parameters.length > 0) return success({ parameters, repeats });
  if (written !== null) return success({ ...written, repeats });
  return failure(
    "badInput",
    `${what}: has no sweep, and --over says none; say what is varied, such as --over workload.users=100..400/100`,
  );
}
