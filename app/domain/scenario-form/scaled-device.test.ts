import { expect, it } from "vitest";
import {
  type ComposedDevice,
  checkDevice,
  composedDeviceSchema,
  deviceOfPreset,
} from "../../contract/device.ts";
import { devicePresetNames } from "../../contract/device-presets.ts";
import { scaledDevice } from "./scaled-device.ts";

it("a device half as fast takes twice as long for all it does, and does half of it a second", () => {
  const now = deviceOfPreset("nvme-data-centre");
  const slower = scaledDevice(now, 2);
  expect(slower.member).toMatchObject({ readUs: 158, programUs: 924, bufferedWriteUs: 24 });
  expect(slower.link).toMatchObject({ latencyUs: 6, limitIosPerSecond: 350_000 });
  // Without a limit it has none afterwards, and it is as large and as parallel as before.
  expect(slower.link?.limitMiBPerSecond).toBe(0);
  const sizes = ({ member, array }: ComposedDevice) => [member.capacityGiB, array];
  expect(sizes(slower)).toEqual(sizes(now));
});

it("of every kind that there is a description of is a device", () => {
  const scaled = devicePresetNames.flatMap((name) =>
    [2, 0.5].map((factor) => scaledDevice(deviceOfPreset(name), factor)),
  );
  expect(scaled.map((device) => composedDeviceSchema.safeParse(device).error?.message)).toEqual(
    scaled.map(() => undefined),
  );
  expect(scaled.flatMap((device) => checkDevice(device))).toEqual([]);
});
