/** What devices can do, asked of their models; a figure that is being typed is waited for. */
import {
  checkDevice,
  type DeviceDescription,
  type DeviceFigures,
  deviceSchema,
} from "../../../app/contract/device.ts";
import { type Result, success } from "../../../app/contract/result.ts";
import { typingPause, useFetched } from "../services/fetching.ts";
import { services } from "../services/services.ts";

export interface FiguresState {
  readonly figures: DeviceFigures | null;
  /** Why there are none; a device that cannot be is told by its own fields. */
  readonly problem: string | null;
}

const typingPauseMs = 400;

/** A volume and what it is made of. */
interface DeviceOfVolume {
  readonly name: string;
  readonly device: DeviceDescription;
}

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
    ask: async (signal): Promise<Result<ReadonlyMap<string, DeviceFigures>>> => {
      await typingPause(typingPauseMs, signal);
      const answers = new Map<string, DeviceFigures>();
      for (const { name, device } of volumes) {
        const answer = await services().devices.figures.query(device);
        if (!answer.ok) return answer;
        answers.set(name, answer.value);
      }
      return success(answers);
    },
  });
  return known ? { figures: value, problem: message } : { figures: null, problem: notYet };
}

const notYet = "Its figures do not make a device yet.";

function isKnown(device: DeviceDescription): boolean {
  const wanted = deviceSchema.safeParse(device);
  return wanted.success && checkDevice(wanted.data).length === 0;
}

export function useDeviceFigures(device: DeviceDescription): FiguresState {
  const wanted = deviceSchema.safeParse(device);
  const known = wanted.success && checkDevice(wanted.data).length === 0;
  const { value, message } = useFetched({
    key: known ? ["device figures", wanted.data] : null,
    ask: async (signal) => {
      await typingPause(typingPauseMs, signal);
      return services().devices.figures.query(device);
    },
  });
  if (!known) return { figures: null, problem: notYet };
  return { figures: value, problem: message };
}
