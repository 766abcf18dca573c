import { expect, it } from "vitest";
import { type DeviceFigures, maxDevicesAtOnce } from "../../contract/device.ts";
import { someFigures } from "../../contract/testing/device-figures.ts";
import { presetScenario } from "../scenario-form/testing/presets.ts";
import { devicesBySpeed, devicesToAsk } from "./device-speed.ts";
import { deviceVariations, presentDevice } from "./variations.ts";

const scenario = presetScenario("creation-under-load");
const devices = deviceVariations(scenario).slice(0, 4);

function grouped(...figures: readonly Partial<DeviceFigures>[]) {
  const asked = devicesToAsk(presentDevice(scenario), devices);
  const known = asked.map(({ name }, at) => [name, { ...someFigures, ...figures[at] }] as const);
  return devicesBySpeed(devices, new Map(known));
}

it("stand in order of their speed around the present one, with reads a second and milliseconds", () => {
  const groups = grouped(
    { randomReadsPerSecond: 1000, readUs: 6000 },
    { randomReadsPerSecond: 500, readUs: 12_000 },
    { randomReadsPerSecond: 2000, readUs: 3000 },
    // No more reads a second than now, but each of them later.
    { randomReadsPerSecond: 1000, readUs: 7000 },
    { randomReadsPerSecond: 90_000, readUs: 90 },
  );
  expect(groups.map(({ title }) => title)).toEqual([
    "Faster than now: 1,000 reads/s, 6 ms alone",
    "Slower than now: 1,000 reads/s, 6 ms alone",
  ]);
  const ids = devices.map(({ id }) => id);
  expect(groups.map((group) => group.devices.map(({ id }) => ids.indexOf(id)))).toEqual([
    [3, 1],
    [2, 0],
  ]);
  expect(groups[0]?.devices[0]?.text).toBe(
    `${devices[3]?.variant.name}: 90,000 reads/s, 0.09 ms alone`,
  );
});

it("can be asked for in one go, with the present one", () => {
  const asked = devicesToAsk(presentDevice(scenario), deviceVariations(scenario));
  expect(asked.length).toBeGreaterThan(20);
  expect(asked.length).toBeLessThanOrEqual(maxDevicesAtOnce);
});

it("are listed without a word on their speed until all of it is known", () => {
  expect(devicesBySpeed(devices, null)).toEqual([
    { title: "Devices", devices: devices.map(({ id, variant }) => ({ id, text: variant.name })) },
  ]);
});
