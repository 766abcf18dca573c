import type { Calibration } from "../calibration.ts";

/** What a calibration may find of a disk. */
export const fittedDevice: Calibration["device"] = {
  parallelism: 4,
  readServiceUs: 900,
  writeServiceUs: 1500,
  sequentialReadServiceUs: 200,
  sequentialWriteServiceUs: 1400,
  flushServiceUs: 700,
  spread: "uniform",
  bandwidthMiBPerSecond: 500,
  capacityMiB: 0,
};
