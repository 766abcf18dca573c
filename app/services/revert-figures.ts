/** What the devices that a revert reads and writes can do, where there is a snapshot to revert to. */
import type { DeviceFigures } from "../contract/device.ts";
import type { DevicesService } from "../contract/rpc/services.ts";
import type { RecordedTimeline } from "../contract/rpc/timeline-data.ts";
import { revertVolumes } from "../domain/forecast/revert-time.ts";
import { figuresOfVolumes } from "../domain/volume-figures.ts";

/** Null: there is no snapshot, or the engine cannot be asked. Nobody is asked for nothing. */
export async function revertFigures(
  { scenario, events }: Pick<RecordedTimeline, "scenario" | "events">,
  devices: Pick<DevicesService, "figures">,
): Promise<ReadonlyMap<string, DeviceFigures> | null> {
  if (!events.some(({ kind }) => kind === "snapshot")) return null;
  const figures = await figuresOfVolumes(revertVolumes(scenario), (asked) =>
    devices.figures(asked),
  );
  return figures.ok ? figures.value : null;
}
