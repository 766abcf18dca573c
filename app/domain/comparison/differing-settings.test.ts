import { describe, expect, it } from "vitest";
import { resolveScenario } from "../../contract/resolve-scenario.ts";
import { type Scenario, scenarioSchema } from "../../contract/scenario.ts";
import { applySetting } from "../../contract/set-path.ts";
import { onScaledDevices } from "../scenario-form/scaled-device.ts";
import { presetScenario } from "../scenario-form/testing/presets.ts";
import { settingsThatDiffer } from "./differing-settings.ts";

const base = presetScenario("creation-under-load");

function changed(...settings: readonly string[]): Scenario {
  let document: unknown = base;
  for (const setting of settings) {
    const next = applySetting(document, setting, scenarioSchema);
    if (!next.ok) throw new Error(next.error.message);
    document = next.value;
  }
  const resolved = resolveScenario(document, "a side");
  if (!resolved.ok) throw new Error(resolved.error.message);
  return resolved.value;
}

const told = (other: Scenario) =>
  settingsThatDiffer([base, other]).map(({ label, values }) => [label, ...values]);

describe("settings that differ", () => {
  it("are told with their units, and with what the form calls them", () => {
    expect(
      told(
        changed(
          "workload.users=200",
          "workload.thinkTimeMs=1500",
          "database.recoveryModel=full",
          "workload.hotRows=1000",
        ),
      ),
    ).toEqual([
      ["Database, Recovery model", "simple", "full"],
      ["Workload, Users", "100", "200"],
      ["Workload, Think time", "500 ms", "1,500 ms"],
      ["Workload, Hot rows", "all rows", "1,000 rows"],
    ]);
  });

  it("name devices, and tell the figures of one that stays what it is, volume by volume", () => {
    expect(told(changed('storage.volumes.1.device={"preset":"sata-ssd"}'))).toEqual([
      [
        "Storage, volume 2, Device",
        "8 at a time, read 4 ms, write 0.5 ms (exponential), 200 MiB/s",
        "SATA SSD: 1 flash unit of 32 channels, link 1 × 534 MiB/s, at most 98,000 I/Os a second",
      ],
    ]);
    expect(told(onScaledDevices(base, 2)).slice(0, 3)).toEqual([
      ["Storage, volume 1, Read service time", "6,000 µs", "12,000 µs"],
      ["Storage, volume 1, Write service time", "5,000 µs", "10,000 µs"],
      ["Storage, volume 1, Bandwidth", "400 MiB/s", "200 MiB/s"],
    ]);
  });

  it("of other volumes are told with all of them, and where the files lie", () => {
    expect(
      told(
        changed(
          'storage.volumes=[{"name":"D","device":{"preset":"nvme-data-centre"}}]',
          'storage.placement={"data":"D","log":"D","snapshot":"D"}',
        ),
      ),
    ).toEqual([
      ["Storage, Data files", "Q", "D"],
      ["Storage, Log file", "J", "D"],
      ["Storage, Snapshots", "P", "D"],
      [
        "Storage, Volumes",
        "Q, 80 at a time, read 6 ms, write 5 ms (exponential), 400 MiB/s; J, 8 at a time, read 4 ms, write 0.5 ms (exponential), 200 MiB/s; P, 40 at a time, read 6 ms, write 5 ms (exponential), 400 MiB/s",
        "D, NVMe data centre: 1 flash unit of 96 channels, link 1 × 6,199 MiB/s, at most 700,000 I/Os a second",
      ],
    ]);
  });

  it("are never told as JSON, whatever differs", () => {
    const others = [
      "creation-idle",
      "two-snapshots",
      "restore-after-a-wrong-update",
      "creation-on-a-busy-array",
      "creation-in-the-classroom",
    ].map((name) => presetScenario(name));
    const values = settingsThatDiffer([base, ...others]).flatMap((setting) => setting.values);
    expect(values.length).toBeGreaterThan(50);
    expect(values.filter((value) => /[{}[\]"]/.test(value ?? ""))).toEqual([]);
  });
});
