/** Device presets as text. */
import type { ComposedDevice, DeviceFigures } from "../../contract/device.ts";
import {
  type DevicePresetName,
  devicePreset,
  devicePresetNames,
} from "../../contract/device-presets.ts";
import { describeFigures } from "../../domain/device-text.ts";
import { renderPreset, renderPresetList } from "./hardware-presets.ts";

export const renderDeviceList = (): string =>
  renderPresetList(
    "device",
    devicePresetNames.map((name) => [name, devicePreset(name)]),
  );

export const renderDevice = (
  name: DevicePresetName,
  device: ComposedDevice,
  figures: DeviceFigures,
): string => renderPreset(name, devicePreset(name), device, describeFigures(figures));
