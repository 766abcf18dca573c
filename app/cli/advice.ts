/** What the devices of a run of this process say of it: recommendations, and what a revert would find. */
import type { DeviceFigures } from "../contract/device.ts";
import type { Recommendation } from "../contract/recommendation.ts";
import type { RecordedTimeline } from "../contract/rpc/timeline-data.ts";
import type { Summary } from "../contract/summary.ts";
import { recommendationsFor } from "../services/advisor.ts";
import { Devices } from "../services/devices.ts";
import { forkEngine } from "../services/engine-launcher.ts";
import { revertFigures } from "../services/revert-figures.ts";

const newDevices = () => new Devices({ launchEngine: forkEngine, environment: process.env });

export const adviceOn = (summary: Summary): Promise<readonly Recommendation[]> =>
  recommendationsFor(summary, newDevices());

export const devicesOf = (
  run: Pick<RecordedTimeline, "scenario" | "events">,
): Promise<ReadonlyMap<string, DeviceFigures> | null> => revertFigures(run, newDevices());
