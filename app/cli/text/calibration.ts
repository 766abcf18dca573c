/** A calibration as text: what was measured beside what the fitted device does, and how to use it. */
import type { Calibration, CalibrationStep } from "../../contract/calibration.ts";
import { describeDevice } from "../../domain/device-text.ts";
import type { CalibrationCheck, RunFigures } from "../../services/calibration-check.ts";
import { fixed, percentOf } from "./numbers.ts";
import { left, renderTable, right } from "./table.ts";

type Load = Pick<CalibrationStep, "isWrite" | "durable" | "sequential" | "depth" | "ioBytes">;

export const nameOfLoad = ({ isWrite, durable, sequential, ioBytes }: Load): string => {
  const kind = isWrite ? (durable ? "durable writes" : "writes") : "reads";
  return `${sequential ? "sequential" : "random"} ${kind} of ${ioBytes / 1024} KB`;
};

export function renderCalibration(calibration: Calibration, file: string | null): string {
  const { device, unbuffered, loads } = calibration;
  const columns = [
    left("load"),
    right("depth"),
    right("measured/s"),
    right("mean ms"),
    right("fitted/s"),
    right("residual"),
  ];
  const rows = loads.map((load) => [
    nameOfLoad(load),
    String(load.depth),
    fixed(load.iosPerSecond, 0),
    fixed(load.meanUs / 1000, 3),
    fixed(load.predictedPerSecond, 0),
    signedPercent(load.predictedPerSecond / load.iosPerSecond - 1),
  ]);
  const cached = unbuffered
    ? []
    : [
        "The file system refuses unbuffered I/O: reads may come from its cache, as in a real run here.",
      ];
  return [
    renderTable(columns, rows),
    "",
    ...cached,
    `Fitted: ${describeDevice(device)}; sequential read ${device.sequentialReadServiceUs / 1000} ms, write ${device.sequentialWriteServiceUs / 1000} ms, flush ${device.flushServiceUs / 1000} ms`,
    ...doubtOf(loads),
    "",
    file === null ? JSON.stringify(device) : `Written to ${file}`,
    "Use it for a virtual volume, here the first one of a preset:",
    `  snapscope run creation-under-load --set "storage.volumes.0.device=$(cat ${file ?? "FILE"})"`,
  ].join("\n");
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

export function renderCheck({ preset, real, virtual }: CalibrationCheck): string {
  const row = (name: string, figureOf: (figures: RunFigures) => number, digits: number) => [
    name,
    fixed(figureOf(real), digits),
    fixed(figureOf(virtual), digits),
    fixed(figureOf(virtual) / figureOf(real), 2),
  ];
  const columns = [left(preset), right("real"), right("fitted"), right("fitted/real")];
  return [
    renderTable(columns, [
      row("transactions/s", ({ transactionsPerSecond }) => transactionsPerSecond, 1),
      row("creation ms", ({ creationMs }) => creationMs, 0),
    ]),
    "",
    `CPU of the schedulers: real ${percentOf(real.cpuShare, 1)} %, fitted ${percentOf(virtual.cpuShare, 1)} %`,
  ].join("\n");
}

const signedPercent = (share: number): string =>
  `${share < 0 ? "" : "+"}${fixed(100 * share, 1)} %`;
