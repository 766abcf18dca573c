/** A calibration as text: what was measured beside what the fitted device does, and how to use it. */
import type { Calibration, CalibrationStep } from "../../contract/calibration.ts";
import { describeDevice } from "../../domain/device-text.ts";
import { fixed } from "../../domain/format/plain-numbers.ts";
import type { CalibrationCheck, RunFigures } from "../../services/calibration-check.ts";
import { left, renderTable, right } from "./table.ts";

type Load = Pick<
  CalibrationStep,
  "isWrite" | "durable" | "sequential" | "target" | "depth" | "ioBytes"
>;

export const nameOfLoad = ({ isWrite, durable, sequential, target, ioBytes }: Load): string => {
  const size = `${ioBytes / 1024} KB`;
  if (target === "newRegions") return `writes of ${size}, a new sparse region each`;
  const kind = isWrite ? (durable ? "durable writes" : "writes") : "reads";
  if (target === "newPages") return `${kind} of ${size}, new in sparse regions`;
  return `${sequential ? "sequential" : "random"} ${kind} of ${size}`;
};

export function renderCalibration(calibration: Calibration, file: string | null): string {
  const { device, server, unbuffered, loads } = calibration;
  const columns = [
    left("load"),
    right("depth"),
    right("measured/s"),
    right("mean ms"),
    right("fitted/s"),
    right("residual"),
    right("CPU us"),
  ];
  const rows = loads.map((load) => [
    nameOfLoad(load),
    String(load.depth),
    fixed(load.iosPerSecond, 0),
    fixed(load.meanUs / 1000, 3),
    fixed(load.predictedPerSecond, 0),
    signedPercent(load.predictedPerSecond / load.iosPerSecond - 1),
    fixed(load.processorUs, 1),
  ]);
  const cached = unbuffered
    ? []
    : [
        "The file system refuses unbuffered I/O: reads may come from its cache, as in a real run here.",
      ];
  const serverSettings = Object.entries(server)
    .map(([name, us]) => `--set server.${name}=${us}`)
    .join(" ");
  return [
    renderTable(columns, rows),
    "",
    ...cached,
    describeFit(device),
    `Processor time beyond the engine's own: ${server.ioUs} us an I/O, ${server.durableWriteUs} us more to make a write durable, ${server.newRegionUs} us for a new region of a sparse file`,
    ...doubtOf(loads),
    "",
    file === null ? JSON.stringify(device) : `Written to ${file}`,
    "Use it for a virtual volume, here the first one of a preset:",
    `  snapscope run creation-under-load --set "storage.volumes.0.device=$(cat ${file ?? "FILE"})" ${serverSettings}`,
  ].join("\n");
}

function describeFit(device: Calibration["device"]): string {
  const milliseconds = (microseconds: number) => `${microseconds / 1000} ms`;
  const parts = [
    `Fitted: ${describeDevice(device)}`,
    `sequential read ${milliseconds(device.sequentialReadServiceUs)}, write ${milliseconds(device.sequentialWriteServiceUs)}`,
    `flush ${milliseconds(device.flushServiceUs)}, of a sparse file after ${device.sparseFlushWrites} of the journal's writes`,
    `allocation of a sparse region ${milliseconds(device.regionAllocationUs)}`,
    device.batchSetupUs === 0
      ? "each I/O completes by itself"
      : `I/Os complete together, after a setup of ${milliseconds(device.batchSetupUs)}`,
  ];
  return parts.join("; ");
}

/** Beyond it a prediction is none. */
const usableResidual = 0.25;

function doubtOf(loads: Calibration["loads"]): string[] {
  const residuals = loads.map((load) => load.predictedPerSecond / load.iosPerSecond - 1);
  const largest = residuals.toSorted((a, b) => Math.abs(b) - Math.abs(a))[0] ?? 0;
  if (Math.abs(largest) <= usableResidual) return [];
  return [
    `The largest residual is ${signedPercent(largest)}: something else used this machine meanwhile, or its disk is no such queue. Measure again when it is idle.`,
  ];
}

export function renderCheck(check: CalibrationCheck): string {
  const { preset, thinkTimeMs, realRuns, real, virtual } = check;
  const row = (name: string, figureOf: (figures: RunFigures) => number, digits: number) => [
    name,
    realRuns.map((figures) => fixed(figureOf(figures), digits)).join(", "),
    fixed(figureOf(real), digits),
    fixed(figureOf(virtual), digits),
    fixed(figureOf(virtual) / figureOf(real), 2),
  ];
  const columns = [
    left(`${preset}, think time ${thinkTimeMs} ms`),
    right("real runs"),
    right("median"),
    right("fitted"),
    right("fitted/median"),
  ];
  return [
    renderTable(columns, [
      row("transactions/s", ({ transactionsPerSecond }) => transactionsPerSecond, 1),
      row("creation ms", ({ creationMs }) => creationMs, 0),
      row("CPU %", ({ cpuShare }) => 100 * cpuShare, 1),
    ]),
    "",
    `Real run against real run: transactions/s within ${apart(realRuns, (run) => run.transactionsPerSecond)}, creation within ${apart(realRuns, (run) => run.creationMs)}`,
  ].join("\n");
}

/** How much more the largest is than the least. */
function apart(runs: readonly RunFigures[], figureOf: (figures: RunFigures) => number): string {
  const figures = runs.map(figureOf);
  return `${fixed(100 * (Math.max(...figures) / Math.min(...figures) - 1), 0)} %`;
}

const signedPercent = (share: number): string =>
  `${share < 0 ? "" : "+"}${fixed(100 * share, 1)} %`;
