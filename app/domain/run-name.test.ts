import { describe, expect, it } from "vitest";
import { deviceOfPreset } from "../contract/device.ts";
import type { DevicePresetName } from "../contract/device-presets.ts";
import type { Scenario } from "../contract/scenario.ts";
import { runName } from "./run-name.ts";
import { presetScenario } from "./scenario-form/testing/presets.ts";

const preset = presetScenario("creation-under-load");
const sqlcat = presetScenario("sqlcat-creation");
const nameOf = (scenario: Scenario, base = preset) => runName(scenario, base, "Its title");

const withUsers = (users: number, base = preset): Scenario => ({
  ...base,
  workload: { ...base.workload, users },
});

/** With the volumes of these names, or all, on a device. */
function onDevice(
  device: DevicePresetName,
  base = preset,
  names: readonly string[] = [],
): Scenario {
  const volumes = base.storage.volumes.map((volume) =>
    names.length === 0 || names.includes(volume.name)
      ? { ...volume, device: deviceOfPreset(device) }
      : volume,
  );
  return { ...base, storage: { ...base.storage, volumes } };
}

describe("the name of a run", () => {
  it("is what differs from its preset: users, device, snapshots", () => {
    expect(nameOf(withUsers(300, onDevice("nvme-data-centre")))).toBe(
      "300 users, NVMe data centre, 1 snapshot",
    );
    expect(nameOf(withUsers(1))).toBe("1 user, 1 snapshot");
    expect(nameOf({ ...withUsers(0), timeline: [] })).toBe("no users, no snapshot");
  });

  it("is the preset's title where nothing differs, or nothing that is measured", () => {
    expect(nameOf(preset)).toBe("Its title");
    const untouched = {
      ...preset,
      description: "mine",
      pace: 10,
      startTime: "2026-01-01T00:00:00",
    };
    expect(nameOf(untouched)).toBe("Its title");
  });

  it("says the same of what nothing was changed of, where that has no title", () => {
    expect(runName(withUsers(130, sqlcat), withUsers(130, sqlcat), null)).toBe(
      "130 users, SQLCAT Q, 1 snapshot",
    );
  });

  it("stays as a person gave it", () => {
    expect(nameOf({ ...withUsers(300), name: "Before the migration" })).toBe(
      "Before the migration",
    );
  });

  it("has the device of the data where it has a name, and what else lies elsewhere now", () => {
    expect(nameOf(withUsers(300, sqlcat), sqlcat)).toBe("300 users, SQLCAT Q, 1 snapshot");
    expect(nameOf(onDevice("sata-ssd", preset, ["P"]))).toBe(
      "100 users, snapshots on SATA SSD, 1 snapshot",
    );
    expect(nameOf(onDevice("sata-ssd", preset, ["Q", "J"]))).toBe(
      "100 users, SATA SSD, log on SATA SSD, 1 snapshot",
    );
  });

  it("tells a preset's device from one whose figures were changed", () => {
    const changed = onDevice("sata-ssd");
    const [first, ...rest] = changed.storage.volumes;
    const device = {
      ...deviceOfPreset("sata-ssd"),
      cache: { sizeMiB: 64, hitUs: 100, destageFromPercent: 60 },
    };
    const volumes = [{ ...first, name: first?.name ?? "", device }, ...rest];
    expect(nameOf({ ...changed, storage: { ...changed.storage, volumes } })).toBe(
      "100 users, SATA SSD (changed), log on SATA SSD, snapshots on SATA SSD, 1 snapshot",
    );
  });

  it("leaves out what makes it too long, and never a part of a word", () => {
    const made = onDevice("nvme-data-centre");
    const cache = { sizeMiB: 64, hitUs: 100, destageFromPercent: 60 };
    const volumes = (["azure-premium-v2", "nvme-data-centre", "sata-ssd-qlc"] as const).map(
      (device, at) => ({
        name: made.storage.volumes[at]?.name ?? "",
        device: { ...deviceOfPreset(device), cache },
      }),
    );
    expect(nameOf({ ...made, seed: 7, storage: { ...made.storage, volumes } })).toBe(
      "100 users, Azure Premium SSD v2 (changed), log on NVMe data centre (changed), 1 snapshot, 2 more",
    );
  });

  it("says other values with their units, what weighs most first", () => {
    const { server, database, workload } = preset;
    expect(
      nameOf({
        ...preset,
        seed: 7,
        server: { ...server, memoryMiB: 2048, engineVersion: "2016" },
        workload: { ...workload, thinkTimeMs: 100 },
        database: { ...database, sizeMiB: 4096 },
      }),
    ).toBe(
      "100 users, 1 snapshot, think time 100 ms, data files 4,096 MiB, SQL Server 2016 and later, 2 more",
    );
    expect(nameOf({ ...preset, seed: 7 })).toBe("100 users, 1 snapshot, seed 7");
    expect(nameOf({ ...preset, durationSeconds: 62.5 })).toBe(
      "100 users, 1 snapshot, duration 62.5 s",
    );
  });

  it("says a moved snapshot, more of them, and other steps", () => {
    const [entry] = preset.timeline;
    if (entry === undefined) throw new Error("the preset creates a snapshot");
    expect(nameOf({ ...preset, timeline: [{ ...entry, atSeconds: 8 }] })).toBe(
      "100 users, 1 snapshot at 8 s",
    );
    const second = { atSeconds: 50, command: { kind: "createSnapshot", name: "b" } } as const;
    expect(nameOf({ ...preset, timeline: [entry, second] })).toBe("100 users, 2 snapshots");
    const users = { atSeconds: 50, command: { kind: "setUsers", users: 400 } } as const;
    expect(nameOf({ ...preset, timeline: [entry, users] })).toBe(
      "100 users, 1 snapshot, other steps",
    );
  });

  it("says that it repeats what was done by hand, and other figures of a device", () => {
    const command = { atNs: 5, command: { kind: "setUsers", users: 400 } } as const;
    expect(nameOf({ ...preset, commands: [command] })).toBe("100 users, 1 snapshot, steered");
    const volumes = preset.storage.volumes.map((volume) => ({
      ...volume,
      device: { ...volume.device, writeServiceUs: 9000 } as NonNullable<typeof volume.device>,
    }));
    expect(nameOf({ ...preset, storage: { ...preset.storage, volumes } })).toBe(
      "100 users, 1 snapshot, other figures of devices",
    );
  });

  it("is no longer than the library takes, whatever differs", () => {
    const folder = `/${"long/".repeat(60)}`;
    const real = presetScenario("creation-on-this-machine");
    const volumes = real.storage.volumes.map((volume) => ({ ...volume, folder }));
    const name = nameOf({ ...real, storage: { ...real.storage, volumes } }, real);
    expect(name).toBe("32 users, 1 snapshot, 1 more");
  });
});
