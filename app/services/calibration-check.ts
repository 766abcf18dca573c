/** How well a calibrated device predicts: real runs on the disk, and the same on the device. */
import type { QueueDevice } from "../contract/device.ts";
import { resolveScenario } from "../contract/resolve-scenario.ts";
import { failure, type Result, success } from "../contract/result.ts";
import type { Scenario } from "../contract/scenario.ts";
import type { Summary } from "../contract/summary.ts";
import { startExperiment } from "./experiments.ts";
import { readPreset } from "./presets.ts";

export interface RunFigures {
  readonly transactionsPerSecond: number;
  readonly creationMs: number;
  /** Share of the schedulers' time that sessions spent on them, 0 to 1. */
  readonly cpuShare: number;
}

export interface CalibrationCheck {
  readonly preset: string;
  /** In the order in which they ran. */
  readonly realRuns: readonly RunFigures[];
  /** Their medians. */
  readonly real: RunFigures;
  readonly virtual: RunFigures;
}

const preset = "creation-on-this-machine";

/** Real runs, of which the median counts: the time of one creation varies from run to run. */
const realRuns = 3;

export async function checkCalibration(
  device: QueueDevice,
  folder: string | null,
  signal: AbortSignal,
): Promise<Result<CalibrationCheck>> {
  const base = await readPreset(preset);
  if (!base.ok) return base;
  const real: RunFigures[] = [];
  while (real.length < realRuns) {
    const run = await figuresOf(onVolumes(base.value, { folder }), signal);
    if (!run.ok) return run;
    real.push(run.value);
  }
  const simulated = resolveScenario(onDevice(base.value, device), preset);
  if (!simulated.ok) return simulated;
  const virtual = await figuresOf(simulated.value, signal);
  if (!virtual.ok) return virtual;
  return success({ preset, realRuns: real, real: medians(real), virtual: virtual.value });
}

/** A real run has this engine alone: the statements of a whole server cost it nothing. */
const onDevice = (scenario: Scenario, device: QueueDevice): Scenario => ({
  ...onVolumes(scenario, { device }),
  mode: "virtual",
  server: { ...scenario.server, statementUs: 0 },
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
  const { run, transactions, snapshots, sessions, scenario } = summary;
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
    cpuShare: sessions.cpuMs / (run.engineMs * scenario.server.schedulers),
  });
}
