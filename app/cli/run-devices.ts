/** What the devices of a run of this process say of it: what a revert would find. */
import type { DeviceFigures } from "../contract/device.ts";
import type { RecordedTimeline } from "../contract/rpc/timeline-data.ts";
import { Devices } from "../services/devices.ts";
import { forkEngine } from "../services/engine-launcher.ts";
import { revertFigures } from "../services/revert-figures.ts";

export const devicesOf = (
  run: Pick<RecordedTimeline, "scenario" | "events">,
): Promise<ReadonlyMap<string, DeviceFigures> | null> =>
  revertFigures(run, new Devices({ launchEngine: forkEngine, environment: process.env }));
