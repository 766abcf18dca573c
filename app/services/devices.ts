/** What devices can do, asked of their models. */
import { addonPath } from "../addon/addon-path.ts";
import { checkDevice, type DeviceDescription, type DeviceFigures } from "../contract/device.ts";
import { failure, type Result } from "../contract/result.ts";
import type { DevicesService } from "../contract/rpc/services.ts";
import { measureDevice } from "./describe-engine.ts";
import type { EngineLauncher } from "./engine-launcher.ts";

/** A form asks again with every step back: as many as it has presets and some. */
const keptAnswers = 100;

interface DevicesOptions {
  readonly launchEngine: EngineLauncher;
  readonly environment: NodeJS.ProcessEnv;
}

/** Models draw nothing: the same device has the same figures, which are kept. */
export function createDevices({ launchEngine, environment }: DevicesOptions): DevicesService {
  const kept = new Map<string, Promise<Result<DeviceFigures>>>();
  const measure = async (device: DeviceDescription): Promise<Result<DeviceFigures>> => {
    const [problem] = checkDevice(device);
    if (problem !== undefined) {
      return failure("badInput", `device.${problem.path.join(".")}: ${problem.message}`);
    }
    return measureDevice(launchEngine, addonPath(environment), device);
  };
  return {
    figures(device) {
      const key = JSON.stringify(device);
      const known = kept.get(key);
      if (known !== undefined) return known;
      const [oldest] = kept.keys();
      if (kept.size >= keptAnswers && oldest !== undefined) kept.delete(oldest);
      const answer = measure(device);
      kept.set(key, answer);
      // What failed may work the next time.
      void answer.then(({ ok }) => ok || kept.delete(key));
      return answer;
    },
  };
}
