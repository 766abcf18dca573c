/** How well a calibrated device predicts: real runs on the disk, and the same on the device. */
import type { Calibration } from "../contract/calibration.ts";
import { resolveScenario } from "../contract/resolve-scenario.ts";
import { failure, type Result, success } from "../contract/result.ts";
import type { Scenario } from "../contract/scenario.ts";
import type { Summary } from "../contract/summary.ts";
import { startExperiment } from "./experiments.ts";
import { readPreset } from "./presets.ts";

export interface RunFigures {
  readonly transactionsPerSecond: number;
  readonly creationMs: number;
  /** Share of the processors' time that the server used, its system's for it included: 0 to 1. */
  readonly cpuShare: number;
}

/** The check of one load. */
export interface CalibrationCheck {
  readonly preset: string;
  readonly thinkTimeMs: number;
  /** In the order in which they ran. */
  readonly realRuns: readonly RunFigures[];
  /** Their medians. */
  readonly real: RunFigures;
  readonly virtual: RunFigures;
}

const preset = "creation-on-this-machine";

/** Real runs, of which the median counts: the time of one creation varies from run to run. */
const realRuns = 3;

/** The preset's load, and as much as its users can do. */
export async function checkCalibration(
  calibration: Calibration,
  folder: string | null,
  signal: AbortSignal,
): Promise<Result<readonly CalibrationCheck[]>> {
  const base = await readPreset(preset);
  if (!base.ok) return base;
  const checks: CalibrationCheck[] = [];
  for (const thinkTimeMs of [base.value.workload.thinkTimeMs, 0]) {
    const { workload } = base.value;
    const loaded = { ...base.value, workload: { ...workload, thinkTimeMs } };
    const check = await checkLoad(loaded, calibration, folder, signal);
    if (!check.ok) return check;
    checks.push(check.value);
  }
  return success(checks);
}

async function checkLoad(
  scenario: Scenario,
  calibration: Calibration,
  folder: string | null,
  signal: AbortSignal,
): Promise<Result<CalibrationCheck>> {
  const real: RunFigures[] = [];
  while (real.length < realRuns) {
    const run = await figuresOf(onVolumes(scenario, { folder }), signal);
    if (!run.ok) return run;
    real.push(run.value);
  }
  const simulated = resolveScenario(onCalibrated(scenario, calibration), preset);
  if (!simulated.ok) return simulated;
  const virtual = await figuresOf(simulated.value, signal);
  if (!virtual.ok) return virtual;
  const { thinkTimeMs } = scenario.workload;
  return success({
    preset,
    thinkTimeMs,
    realRuns: real,
    real: medians(real),
    virtual: virtual.value,
  });
}

/** A real run has this engine alone: the statements of a whole server cost it nothing. */
const onCalibrated = (scenario: Scenario, { device, server }: Calibration): Scenario => ({
  ...onVolumes(scenario, { device }),
  mode: "virtual",
  server: { ...scenario.server, statementUs: 0, ...server },
});

function medians(runs: readonly RunFigures[]): RunFigures {
  const median = (figureOf: (figures: RunFigures) => number) =>
    runs.map(figureOf).toSorted((a, b) => a - b)[Math.floor(runs.length / 2)] ?? 0;
  return {
    transactionsPerSecond: median((figures) => figures.transactionsPerSecond),
    creationMs: median((figures) => figures.creationMs),
    cpuShare: median((figures) => figures.cpuShare),
  };
}

const onVolumes = (scenario: Scenario, what: object): Scenario => ({
  ...scenario,
  storage: {
    ...scenario.storage,
    volumes: scenario.storage.volumes.map(({ name }) => ({ name, ...what })),
  },
});

async function figuresOf(scenario: Scenario, signal: AbortSignal): Promise<Result<RunFigures>> {
  if (signal.aborted) return failure("interrupted", "cancelled before the comparison was over");
  const started = await startExperiment(scenario);
  if (!started.ok) return started;
  const { command, finished } = started.value;
  const cancel = () => command({ kind: "cancel" });
  signal.addEventListener("abort", cancel);
  if (signal.aborted) cancel();
  const result = await finished;
  signal.removeEventListener("abort", cancel);
  return result.ok ? runFigures(result.value) : result;
}

function runFigures(summary: Summary): Result<RunFigures> {
  const { run, transactions, snapshots, counters } = summary;
  if (run.status === "cancelled") {
    return failure("interrupted", "cancelled before the comparison was over");
  }
  const creationMs = snapshots[0]?.createdMs ?? null;
  if (run.status === "failed" || creationMs === null) {
    const reason = run.error?.message ?? "its snapshot was not completed";
    return failure("runFailed", `the ${run.mode} run of ${preset} failed: ${reason}`);
  }
  return success({
    transactionsPerSecond: transactions.perSecond,
    creationMs,
    cpuShare: (counters.processorTimePercent?.mean ?? 0) / 100,
  });
}
