/** What a device could do that is none, for tests. */
import type { DeviceFigures } from "../device.ts";

export const someFigures: DeviceFigures = {
  depth: 64,
  randomReadsPerSecond: 4900,
  randomWritesPerSecond: 2500,
  writesAfterCliffPerSecond: null,
  sequentialMiBPerSecond: 180,
  readUs: 5600,
  writeUs: 300,
  capacityMiB: 1024,
};
