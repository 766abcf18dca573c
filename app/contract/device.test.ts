import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type ComposedDevice, capacityMiB, checkDevice, deviceOfPreset } from "./device.ts";
import { devicePreset, devicePresetNames } from "./device-presets.ts";
import { resolveScenario } from "./resolve-scenario.ts";

const scenarioWith = (device: unknown, database: object = {}) => ({
  formatVersion: 1,
  name: "devices",
  database,
  storage: {
    volumes: [{ name: "Q", device }],
    placement: { data: "Q", log: "Q", snapshot: "Q" },
  },
});

const resolved = (device: unknown, database: object = {}) =>
  resolveScenario(scenarioWith(device, database), "scenario");

function messageOf(scenario: unknown): string {
  const result = resolveScenario(scenario, "scenario");
  return result.ok ? "" : result.error.message;
}

const problemOf = (device: unknown, database: object = {}): string =>
  messageOf(scenarioWith(device, database));

/** Paths of all figures and choices of a device, as the sources name them. */
function leavesOf(value: unknown, path = ""): string[] {
  if (typeof value !== "object" || value === null) return path === "" ? [] : [path];
  return Object.entries(value).flatMap(([key, inner]) =>
    leavesOf(inner, path === "" ? key : `${path}.${key}`),
  );
}

const spindle = {
  kind: "spindle",
  capacityGiB: 136,
  rotationsPerMinute: 15_000,
  trackToTrackSeekUs: 200,
  averageSeekUs: 3500,
  fullStrokeSeekUs: 7400,
  transferMiBPerSecond: 95,
};

describe("device presets", () => {
  it.each(devicePresetNames)("%s is whole, can be, and has a source for each figure", (name) => {
    const preset = devicePreset(name);
    const device = deviceOfPreset(name);
    expect(checkDevice(device)).toEqual([]);
    // Nothing is left to defaults: what a source is for stands in the file.
    expect({ ...device, basedOn: null }).toEqual({ ...preset.device, basedOn: null });
    const figures = leavesOf(preset.device).filter((path) => !/\.kind$|^cache$|^link$/.test(path));
    expect(Object.keys(preset.sources).toSorted()).toEqual(figures.toSorted());
    expect(Object.values(preset.sources).every((source) => source.length > 3)).toBe(true);
  });

  it("are all the files of assets/devices", () => {
    const files = readdirSync(new URL("../../assets/devices", import.meta.url));
    expect(files.toSorted()).toEqual(devicePresetNames.map((name) => `${name}.json`).toSorted());
  });

  it("hold what the papers say of their volumes", () => {
    const arrays = (name: (typeof devicePresetNames)[number]) => {
      const { level, members, groups } = deviceOfPreset(name).array;
      return [level, members, groups];
    };
    expect(arrays("sqlcat-q")).toEqual(["raid10", 80, 1]);
    expect(arrays("sqlcat-p")).toEqual(["raid10", 28, 1]);
    expect(arrays("sqlcat-x")).toEqual(["raid0", 8, 1]);
    expect(arrays("sqlskills-k")).toEqual(["raid5", 6, 1]);
    expect(arrays("dell-ps6000xv")).toEqual(["raid10", 14, 1]);
    expect(arrays("dell-ps6500e")).toEqual(["raid5", 46, 2]);
  });
});

describe("the device of a scenario", () => {
  it("is resolved from its preset, so that a run's file says all", () => {
    const result = resolved({ preset: "sqlcat-q" });
    const device = result.ok ? result.value.storage.volumes[0]?.device : undefined;
    expect(device).toMatchObject({ basedOn: "sqlcat-q", array: { members: 80 } });
    expect(result.ok && resolveScenario(result.value, "again")).toEqual(result);
  });

  it("has defaults for what a disk alone leaves out", () => {
    const result = resolved({ member: spindle });
    expect(result.ok && result.value.storage.volumes[0]?.device).toEqual({
      basedOn: null,
      member: { ...spindle, writeSettleUs: 500 },
      array: { level: "raid0", members: 1, groups: 1, stripeUnitKiB: 64 },
      cache: null,
      link: null,
    });
  });

  it.each<[string, object, string]>([
    ["zero spindles", { array: { members: 0 } }, "device.array.members: 0 is not allowed"],
    [
      "RAID 10 of odd disks",
      { array: { level: "raid10", members: 7 } },
      "device.array.members: 7 disks cannot be paired, as RAID 10 needs them; allowed: an even number",
    ],
    [
      "RAID 5 of two disks",
      { array: { level: "raid5", members: 2 } },
      "2 is too few for RAID 5; allowed: at least 3",
    ],
    [
      "groups that differ",
      { array: { level: "raid5", members: 10, groups: 3 } },
      "10 cannot be parted into 3 groups alike; allowed: a multiple of 3",
    ],
    [
      "negative latency",
      { link: { latencyUs: -5 } },
      "storage.volumes.0.device.link.latencyUs: -5 is not allowed; allowed: an integer from 0",
    ],
    [
      "an average seek below the curve",
      { member: { ...spindle, averageSeekUs: 300 } },
      "device.member.averageSeekUs: 300 does not lie between trackToTrackSeekUs (200) and fullStrokeSeekUs (7400) as a mean does; allowed: from 2600 to 5480",
    ],
    [
      "a longest seek below the shortest",
      { member: { ...spindle, trackToTrackSeekUs: 5000, fullStrokeSeekUs: 1000 } },
      "device.member.fullStrokeSeekUs: 1000 is less than trackToTrackSeekUs (5000), the shortest seek; allowed: at least 5000",
    ],
    [
      "a preset beside a disk",
      { preset: "sqlcat-q" },
      "device.preset: does not go with member; allowed: one or the other",
    ],
    [
      "servers with a service time beside a disk",
      { parallelism: 8 },
      "device.parallelism: does not go with member; allowed: one or the other",
    ],
    [
      "a mistyped key",
      { array: { member: 3 } },
      'device.array.member: is not known; did you mean "members"',
    ],
    ["a kind that is not there", { member: { ...spindle, kind: "tape" } }, "device.member"],
  ])("is refused: %s", (_, change, problem) => {
    expect(problemOf({ member: spindle, ...change })).toContain(problem);
  });

  it("is refused when a figure is missing or a preset is unknown", () => {
    const { rotationsPerMinute: _, ...without } = spindle;
    expect(problemOf({ member: without })).toContain(
      "storage.volumes.0.device.member.rotationsPerMinute: is missing",
    );
    expect(problemOf({ preset: "sqlcat-z" })).toContain(
      'storage.volumes.0.device.preset: "sqlcat-z" is not allowed; allowed: "sqlcat-j", "sqlcat-k"',
    );
    expect(
      problemOf({ parallelism: 0, readServiceUs: 1, writeServiceUs: 1, bandwidthMiBPerSecond: 1 }),
    ).toContain("device.parallelism: 0 is not allowed; allowed: an integer from 1 to 4096");
    for (const nothing of [7, "sqlcat-q", {}]) {
      expect(problemOf(nothing)).toContain(
        `storage.volumes.0.device: ${JSON.stringify(nothing)} is not allowed; allowed: an object with parallelism, readServiceUs`,
      );
      expect(problemOf(nothing)).toContain("; or with basedOn, member, array");
      expect(problemOf(nothing)).toMatch(/; or with preset$/);
    }
  });

  it("is refused when its files do not fit", () => {
    const small = { member: { ...spindle, capacityGiB: 10 } };
    expect(problemOf(small, { sizeMiB: 9_700, logSizeMiB: 284 })).toBe("");
    expect(problemOf(small, { sizeMiB: 9_700, logSizeMiB: 285 })).toContain(
      "storage.volumes.0.device.member.capacityGiB: 10 makes a volume of 10240 MiB, too little for the data file (9700 MiB), the log (285 MiB) and tempdb (256 MiB); allowed: enough for 10241 MiB",
    );
  });

  it("that is servers with a service time has room without end, or what is said", () => {
    const servers = {
      parallelism: 8,
      readServiceUs: 1,
      writeServiceUs: 1,
      bandwidthMiBPerSecond: 1,
    };
    expect(problemOf(servers, { sizeMiB: 1_000_000 })).toBe("");
    expect(problemOf({ ...servers, capacityMiB: 1792 })).toBe("");
    expect(problemOf({ ...servers, capacityMiB: 1791 })).toContain(
      "storage.volumes.0.device.capacityMiB: 1791 is too little for the data file (1024 MiB), the log (512 MiB) and tempdb (256 MiB); allowed: at least 1792, or 0",
    );
  });

  it("is refused when the data files of a list do not fit on theirs", () => {
    const servers = {
      parallelism: 8,
      readServiceUs: 1,
      writeServiceUs: 1,
      bandwidthMiBPerSecond: 1,
    };
    const problem = (roomOfX: number) =>
      messageOf({
        formatVersion: 1,
        name: "dealt",
        database: { sizeMiB: 300, dataFiles: 3, logSizeMiB: 40 },
        server: { tempdbSizeMiB: 10 },
        storage: {
          volumes: [
            { name: "Q", device: { ...servers, capacityMiB: 210 } },
            { name: "X", device: { ...servers, capacityMiB: roomOfX } },
          ],
          placement: { data: ["Q", "X"], log: "X", snapshot: "X" },
        },
      });
    expect(problem(140)).toBe("");
    expect(problem(139)).toContain(
      "storage.volumes.1.device.capacityMiB: 139 is too little for the data file (100 MiB) and the log (40 MiB); allowed: at least 140, or 0",
    );
  });

  it("has the capacity that its level leaves", () => {
    const of = (array: Partial<ComposedDevice["array"]>) =>
      capacityMiB({
        ...deviceOfPreset("sqlcat-q"),
        array: { level: "raid0", members: 1, groups: 1, stripeUnitKiB: 64, ...array },
      });
    const disk = 136 * 1024;
    expect(of({})).toBe(disk);
    expect(of({ level: "raid1", members: 2 })).toBe(disk);
    expect(of({ level: "raid10", members: 80 })).toBe(40 * disk);
    expect(of({ level: "raid5", members: 46, groups: 2 })).toBe(44 * disk);
    expect(of({ level: "raid6", members: 8 })).toBe(6 * disk);
  });
});
