/** What devices can do, asked of their models; a figure that is being typed is waited for. */
import {
  checkDevice,
  type DeviceDescription,
  type DeviceFigures,
  deviceSchema,
} from "../../../app/contract/device.ts";
import { typingPause, useFetched } from "../services/fetching.ts";
import { services } from "../services/services.ts";

export interface FiguresState {
  readonly figures: DeviceFigures | null;
  /** Why there are none; a device that cannot be is told by its own fields. */
  readonly problem: string | null;
}

const typingPauseMs = 400;

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
  if (!known) return { figures: null, problem: "Its figures do not make a device yet." };
  return { figures: value, problem: message };
}
