/** What devices can do, asked of their models; a figure that is being typed is waited for. */
import { useEffect, useState } from "react";
import {
  checkDevice,
  type DeviceDescription,
  type DeviceFigures,
  deviceSchema,
} from "../../app/contract/device.ts";
import { messageOf, services, useConnection } from "./services.ts";

export interface FiguresState {
  readonly figures: DeviceFigures | null;
  /** Why there are none; a device that cannot be is told by its own fields. */
  readonly problem: string | null;
}

const typingPauseMs = 400;
const none: FiguresState = { figures: null, problem: null };

export function useDeviceFigures(device: DeviceDescription): FiguresState {
  const connection = useConnection();
  const [state, setState] = useState<FiguresState>(none);
  const asked = JSON.stringify(device);
  useEffect(() => {
    let isGone = false;
    const wanted = deviceSchema.safeParse(JSON.parse(asked));
    if (!wanted.success || checkDevice(wanted.data).length > 0) {
      setState({ figures: null, problem: "Its figures do not make a device yet." });
      return;
    }
    if (connection !== "open") return;
    setState(none);
    const ask = async () => {
      try {
        const answer = await services().devices.figures.query(wanted.data);
        if (isGone) return;
        setState(
          answer.ok
            ? { figures: answer.value, problem: null }
            : { figures: null, problem: answer.error.message },
        );
      } catch (error) {
        if (!isGone) setState({ figures: null, problem: messageOf(error) });
      }
    };
    const timer = setTimeout(() => void ask(), typingPauseMs);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [asked, connection]);
  return state;
}
