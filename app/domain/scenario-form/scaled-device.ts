/** A device of the same kind that is slower or faster in all that it does. */
import type { DeviceDescription } from "../../contract/device.ts";
import type { Scenario } from "../../contract/scenario.ts";

/**
 * Times grow by `factor`, and rates shrink by it; what is neither, such as sizes and how much is done at a time, stays.
 * Nothing, which stands for no limit and for what takes no time, stays nothing.
 */
export function scaledDevice<Device extends DeviceDescription>(
  device: Device,
  factor: number,
): Device {
  return scaled(device, factor) as Device;
}

/** All its volumes that are devices, each on one of its own kind. */
export const onScaledDevices = (scenario: Scenario, factor: number): Scenario => ({
  ...scenario,
  storage: {
    ...scenario.storage,
    volumes: scenario.storage.volumes.map((volume) =>
      volume.device === undefined
        ? volume
        : { ...volume, device: scaledDevice(volume.device, factor) },
    ),
  },
});

function scaled(part: object, factor: number): object {
  const entries = Object.entries(part).map(([key, value]: [string, unknown]) => {
    if (typeof value === "object" && value !== null) return [key, scaled(value, factor)];
    return [key, typeof value === "number" ? scaledFigure(key, value, factor) : value];
  });
  return Object.fromEntries(entries);
}

function scaledFigure(key: string, value: number, factor: number): number {
  if (value === 0) return 0;
  if (key.endsWith("Us")) return Math.max(1, Math.round(value * factor));
  return /Per(?:Second|Minute)$/.test(key) ? Math.max(1, Math.round(value / factor)) : value;
}
