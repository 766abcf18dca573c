/** What the devices of volumes can do, by the names of the volumes. */
import type { DeviceDescription, DeviceFigures } from "../contract/device.ts";
import { type Result, success } from "../contract/result.ts";
import type { DevicesService } from "../contract/rpc/services.ts";

/** A volume and what it is made of. */
export interface DeviceOfVolume {
  readonly name: string;
  readonly device: DeviceDescription;
}

/** Asked in one go, which one engine process answers. Without a volume nobody is asked. */
export async function figuresOfVolumes(
  volumes: readonly DeviceOfVolume[],
  ask: DevicesService["figures"],
): Promise<Result<ReadonlyMap<string, DeviceFigures>>> {
  if (volumes.length === 0) return success(new Map());
  const answer = await ask(volumes.map(({ device }) => device));
  if (!answer.ok) return answer;
  const named = answer.value.map((figures, at) => [volumes[at]?.name ?? "", figures] as const);
  return success(new Map(named));
}
