/** `snapscope devices`: the storage that a virtual volume can stand for. */
import { deviceOfPreset } from "../../contract/device.ts";
import {
  type DevicePresetName,
  devicePreset,
  devicePresetNames,
  isDevicePreset,
} from "../../contract/device-presets.ts";
import { Devices } from "../../services/devices.ts";
import { forkEngine } from "../../services/engine-launcher.ts";
import { printResult, reportFailure } from "../console.ts";
import { renderDevice, renderDeviceList } from "../text/devices.ts";
import { unknownPreset } from "../text/hardware-presets.ts";

export async function devicesCommand(
  name: string | undefined,
  options: { readonly json?: true },
): Promise<void> {
  if (name === undefined) {
    const all = devicePresetNames.map((each) => ({ name: each, ...devicePreset(each) }));
    printResult(options.json ? JSON.stringify(all, null, 2) : renderDeviceList());
    return;
  }
  if (!isDevicePreset(name)) {
    return reportFailure(unknownPreset("device", name, devicePresetNames).error);
  }
  await showDevice(name, options.json === true);
}

async function showDevice(name: DevicePresetName, json: boolean): Promise<void> {
  const device = deviceOfPreset(name);
  const devices = new Devices({ launchEngine: forkEngine, environment: process.env });
  const answer = await devices.figures([device]);
  if (!answer.ok) return reportFailure(answer.error);
  const [figures] = answer.value;
  if (figures === undefined) return;
  printResult(
    json
      ? JSON.stringify({ name, ...devicePreset(name), figures }, null, 2)
      : renderDevice(name, device, figures),
  );
}
