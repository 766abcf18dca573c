import type { Calibration } from "../calibration.ts";

/** What a calibration may measure of a disk. */
export const measuredLoad: Omit<Calibration["loads"][number], "predictedPerSecond"> = {
  isWrite: true,
  durable: true,
  sequential: false,
  target: "written",
  depth: 4,
  ioBytes: 8192,
  iosPerSecond: 1000,
  meanUs: 4000.1,
  processorUs: 45.5,
};

/** What it may find of the processor. */
export const fittedServer: Calibration["server"] = {
  ioUs: 12,
  durableWriteUs: 30,
  newRegionUs: 80,
};

/** And what it may find. */
export const fittedDevice: Calibration["device"] = {
  parallelism: 4,
  readServiceUs: 900,
  writeServiceUs: 1500,
  sequentialReadServiceUs: 200,
  sequentialWriteServiceUs: 1400,
  flushServiceUs: 700,
  sparseFlushWrites: 1,
  regionAllocationUs: 30,
  batchSetupUs: 0,
  spread: "uniform",
  bandwidthMiBPerSecond: 500,
  capacityMiB: 0,
};
