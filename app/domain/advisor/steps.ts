/** A guided series: runs of which each has what the one before it recommended. */
import type { Metric } from "../../contract/metric.ts";
import type { RunEntry } from "../../contract/rpc/runs.ts";
import type { Step } from "../../contract/step.ts";
import type { Summary } from "../../contract/summary.ts";
import { metricOf, valuesOfRun } from "../comparison/run-metrics.ts";
import { type AskedRun, adviceOn } from "./advice.ts";
import { firstOperation, throughputRises } from "./promises.ts";

export interface StepRun extends AskedRun {
  readonly entry: Pick<RunEntry, "id" | "step">;
}

/** The first run of the series comes first. */
export function stepsOf(runs: readonly StepRun[]): readonly Step[] {
  const steps = runs.map(stepOf);
  const first = steps[0]?.result ?? null;
  return steps.map(({ result, ...step }) => ({
    ...step,
    result: result && { name: result.metric.name, unit: result.metric.unit, value: result.value },
    timesFirst: first === null || result === null ? null : timesAsFast(result, first),
  }));
}

interface Result {
  readonly metric: Metric;
  readonly value: number;
}

const timesAsFast = ({ metric, value }: Result, first: Result): number | null => {
  const [fast, slow] = metric.better === "lower" ? [first.value, value] : [value, first.value];
  return slow > 0 ? fast / slow : null;
};

function stepOf(run: StepRun) {
  const { entry, summary } = run;
  const ended = summary?.run.status === "completed" ? summary : null;
  return {
    runId: entry.id,
    change: entry.step?.change ?? null,
    bound: ended === null ? null : (adviceOn(run, null).bottleneck?.binding?.name ?? null),
    result: ended === null ? null : resultOf(ended),
    bytesPerSecond: ended === null ? null : rateOf(ended),
  };
}

/** The time of the first operation where there are no users, else the throughput. */
function resultOf(summary: Summary): Result | null {
  const { scenario } = summary;
  const promise = scenario.workload.users > 0 ? throughputRises : firstOperation(scenario)?.promise;
  const metric = promise && metricOf(promise.metric);
  const value = promise && valuesOfRun(summary, null).get(promise.metric);
  return metric == null || value === undefined ? null : { metric, value };
}

const pageBytes = 8192;

/** Of backups and scans: their phases say how many pages they read. */
function rateOf({ scenario, phases }: Summary): number | null {
  if (scenario.workload.users > 0) return null;
  const name = firstOperation(scenario)?.phase ?? null;
  const phase = phases.find((one) => one.name === name && one.endMs !== null);
  const pages = phase?.figures.pages;
  if (phase?.endMs == null || typeof pages !== "number") return null;
  const seconds = (phase.endMs - phase.startMs) / 1000;
  return seconds > 0 ? (pages * pageBytes) / seconds : null;
}
