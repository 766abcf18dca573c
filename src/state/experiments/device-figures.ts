/** What devices can do, asked of their models; a figure that is being typed is waited for. */
import {
  checkDevice,
  type DeviceDescription,
  type DeviceFigures,
  deviceSchema,
} from "../../../app/contract/device.ts";
import { type DeviceOfVolume, figuresOfVolumes } from "../../../app/domain/volume-figures.ts";
import { typingPause, useFetched } from "../services/fetching.ts";

export interface FiguresState {
  readonly figures: DeviceFigures | null;
  /** Why there are none; a device that cannot be is told by its own fields. */
  readonly problem: string | null;
}

const typingPauseMs = 400;

export interface VolumeFiguresState {
  /** By the name of the volume; null until all are known. */
  readonly figures: ReadonlyMap<string, DeviceFigures> | null;
  readonly problem: string | null;
}

/** The figures of several volumes' devices, or why they are not to be had. */
export function useVolumeFigures(volumes: readonly DeviceOfVolume[]): VolumeFiguresState {
  const known = volumes.every(({ device }) => isKnown(device));
  const { value, message } = useFetched({
    key: known && volumes.length > 0 ? ["figures of volumes", volumes] : null,
    ask: async (services, signal) => {
      await typingPause(typingPauseMs, signal);
      return figuresOfVolumes(volumes, (devices) =>
        services.devices.figures.query([...devices], { signal }),
      );
    },
  });
  return known ? { figures: value, problem: message } : { figures: null, problem: notYet };
}

const notYet = "Its figures do not make a device yet.";

function isKnown(device: DeviceDescription): boolean {
  const wanted = deviceSchema.safeParse(device);
  return wanted.success && checkDevice(wanted.data).length === 0;
}

/** One device, whatever volume has it. */
const anyVolume = "any";

export function useDeviceFigures(device: DeviceDescription): FiguresState {
  const { figures, problem } = useVolumeFigures([{ name: anyVolume, device }]);
  return { figures: figures?.get(anyVolume) ?? null, problem };
}
