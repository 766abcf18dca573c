/** Device presets as text. */
import type { ComposedDevice, DeviceFigures } from "../../contract/device.ts";
import {
  type DevicePresetName,
  devicePreset,
  devicePresetNames,
} from "../../contract/device-presets.ts";
import { splitUnit } from "../../contract/scenario-form.ts";
import { valueAt } from "../../contract/schema-path.ts";
import { describeFigures } from "../../domain/device-text.ts";
import { left, renderTable, right, wrap } from "./table.ts";

export function renderDeviceList(): string {
  const rows = devicePresetNames.map((name) => [name, devicePreset(name).title]);
  return renderTable([left("name"), left("device")], rows);
}

export function renderDevice(
  name: DevicePresetName,
  device: ComposedDevice,
  figures: DeviceFigures,
): string {
  const { title, description, sources } = devicePreset(name);
  const rows = Object.entries(sources).map(([path, source]) => {
    const keys = path.split(".");
    const { unit } = splitUnit(keys.at(-1) ?? "");
    return [path, String(valueAt(device, keys)), unit, source];
  });
  const table = renderTable([left("figure"), right("value"), left("unit"), left("source")], rows);
  return [`${name}: ${title}`, wrap(description, 76), describeFigures(figures), table].join("\n\n");
}
