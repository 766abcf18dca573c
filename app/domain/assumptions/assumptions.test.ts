import { describe, expect, it } from "vitest";
import { endOf, isAssumed, rangeEnds } from "../../contract/assumed-range.ts";
import { checkDevice, composedDeviceSchema, deviceOfPreset } from "../../contract/device.ts";
import { devicePreset, devicePresetNames } from "../../contract/device-presets.ts";
import { resolveScenario } from "../../contract/resolve-scenario.ts";
import type { Scenario } from "../../contract/scenario.ts";
import { scenarioSchema } from "../../contract/scenario.ts";
import { printPath, valueAt } from "../../contract/schema-path.ts";
import { serverPreset, serverPresetNames } from "../../contract/server-presets.ts";
import { applySetting } from "../../contract/set-path.ts";
import { assumptionsOf } from "./assumptions.ts";
import { bandPlan, settingsAt } from "./band-points.ts";

const raw = (device: unknown, server: object = {}) => ({
  formatVersion: 1,
  name: "on assumptions",
  server,
  database: { sizeMiB: 1024 },
  storage: {
    volumes: [{ name: "K", device }],
    placement: { data: "K", log: "K", snapshot: "K" },
  },
});

function resolved(document: unknown, settings: readonly string[] = []): Scenario {
  let set = document;
  for (const setting of settings) {
    const changed = applySetting(set, setting, scenarioSchema);
    if (!changed.ok) throw new Error(changed.error.message);
    set = changed.value;
  }
  const scenario = resolveScenario(set, "it");
  if (!scenario.ok) throw new Error(scenario.error.message);
  return scenario.value;
}

const onK = (settings: readonly string[] = []) =>
  resolved(resolved(raw({ preset: "sqlskills-k" })), settings);

const pathsOf = (scenario: Scenario) => assumptionsOf(scenario).map(({ path }) => printPath(path));

const presets = [
  ...devicePresetNames.map((name) => {
    const { device, sources, ranges } = devicePreset(name);
    return { name: `device ${name}`, figures: device, sources, ranges };
  }),
  ...serverPresetNames.map((name) => {
    const { server, sources, ranges } = serverPreset(name);
    return { name: `server ${name}`, figures: server, sources, ranges };
  }),
];

describe("the figures that a preset assumes", () => {
  it.each(presets)(
    "have a range each that holds what is given, and no others do: $name",
    (preset) => {
      const { figures, sources, ranges } = preset;
      const assumed = Object.entries(sources).flatMap(([path, source]) =>
        isAssumed(source) ? [path] : [],
      );
      expect(Object.keys(ranges).toSorted()).toEqual(assumed.toSorted());
      for (const [path, range] of Object.entries(ranges)) {
        const given = valueAt(figures, path.split("."));
        const ends = rangeEnds.flatMap((end) => endOf(range, end) ?? []);
        expect(range.reason.length, path).toBeGreaterThan(8);
        if ("choices" in range) expect(range.choices, path).toContain(given);
        else if (range.slow !== null) {
          expect(Math.min(...ends), path).toBeLessThanOrEqual(Number(given));
        }
        expect(Math.max(...ends), path).toBeGreaterThanOrEqual(Number(given));
        // One value is no range.
        expect(new Set(rangeEnds.map((end) => endOf(range, end))).size, path).toBe(2);
      }
    },
  );

  it.each(devicePresetNames)("can be at every end, alone and together: %s", (name) => {
    const scenario = resolved(raw(deviceOfPreset(name)));
    const assumed = assumptionsOf(scenario);
    for (const end of rangeEnds) {
      for (const some of [...assumed.map((one) => [one]), assumed]) {
        const settings = settingsAt(scenario, some, end);
        const device = resolved(scenario, settings).storage.volumes[0]?.device;
        const problems = checkDevice(composedDeviceSchema.parse(device));
        expect(problems, `${end}: ${settings.join(", ")}`).toEqual([]);
      }
    }
  });

  it.each(serverPresetNames)("are within what a server may have: %s", (preset) => {
    const scenario = resolved(raw({ preset: "sata-ssd" }, { preset }));
    for (const end of rangeEnds) {
      const settings = settingsAt(scenario, assumptionsOf(scenario), end);
      expect(resolveScenario(resolved(scenario, settings), "it").ok).toBe(true);
    }
  });
});

describe("what a scenario assumes", () => {
  it("is of the volumes in use and the server, by the names of the form", () => {
    const scenario = resolved(raw({ preset: "sqlskills-k" }, { preset: "sqlcat" }));
    const names = assumptionsOf(scenario).map(({ name }) => name);
    expect(names).toContain("the server’s buffer pool");
    expect(names).toContain("K’s cache");
    const unused = { ...raw({ preset: "sqlskills-k" }) };
    unused.storage.volumes.push({ name: "idle", device: { preset: "sqlcat-q" } });
    expect(pathsOf(resolved(unused)).some((path) => path.startsWith("storage.volumes.1"))).toBe(
      false,
    );
  });

  it("is no longer what somebody changed, nor what changes with it", () => {
    const path = "storage.volumes.0.device.cache.sizeMiB";
    expect(pathsOf(onK())).toContain(path);
    expect(pathsOf(onK([`${path}=256`]))).not.toContain(path);
    expect(pathsOf(onK(["storage.volumes.0.device.cache=null"]))).not.toContain(path);
    const seek = "storage.volumes.0.device.member.averageSeekUs";
    const slowed = (settings: readonly string[]) => {
      const scenario = resolved(resolved(raw({ preset: "sqlcat-q" })), settings);
      const rotation = assumptionsOf(scenario).filter(({ name }) => name === "K’s rotation");
      return settingsAt(scenario, rotation, "slow").some((text) => text.startsWith(seek));
    };
    expect(slowed([])).toBe(true);
    expect(slowed([`${seek}=3600`])).toBe(false);
  });

  it("is nothing of a real run, and of a disk with the user's own service times", () => {
    const own = { parallelism: 8, readServiceUs: 1, writeServiceUs: 1, bandwidthMiBPerSecond: 1 };
    expect(pathsOf(resolved(raw(own)))).toEqual([]);
    const plan = bandPlan(resolved(raw(own)));
    expect(plan.ok ? "" : plan.error.message).toContain("nothing of its server and devices");
    expect(assumptionsOf({ ...onK(), mode: "real" })).toEqual([]);
  });
});

describe("the points of a band", () => {
  it("are the given scenario, each figure at each end, and all of them at one end", () => {
    const plan = bandPlan(onK());
    const points = plan.ok ? plan.value.request.points : [];
    expect(points[0]).toEqual({ name: "as given", settings: [] });
    expect(points.find(({ name }) => name === "K’s cache: none")).toEqual({
      name: "K’s cache: none",
      settings: ["storage.volumes.0.device.cache=null"],
      assumed: { end: "slow", figure: "storage.volumes.0.device.cache.sizeMiB" },
    });
    // At its slow end already.
    const ports = points.filter(({ assumed }) => assumed?.figure?.endsWith("link.ports"));
    expect(ports.map(({ assumed }) => assumed?.end)).toEqual(["fast"]);
    const [slow, fast] = points.slice(-2);
    expect(slow?.assumed).toEqual({ end: "slow" });
    // What is of the cache goes with it.
    expect(slow?.settings.filter((text) => text.includes("cache"))).toEqual([
      "storage.volumes.0.device.cache=null",
    ]);
    expect(fast?.settings).toContain("storage.volumes.0.device.cache.sizeMiB=1024");
  });

  it("multiply what two figures do to a third", () => {
    const scenario = resolved(raw({ preset: "nvme-consumer" }));
    const program = "storage.volumes.0.device.member.programUs";
    // Half as many channels, half as large pages: four times as fast for the same rate.
    expect(settingsAt(scenario, assumptionsOf(scenario), "fast")).toContain(`${program}=53`);
  });

  it("leave out, and tell, what cannot be with the rest of the scenario", () => {
    const large = { ...raw({ preset: "sqlskills-k" }), database: { sizeMiB: 600 * 1024 } };
    const sized = resolved(large, [
      'storage.volumes.0.device={"preset":"sqlcat-q"}',
      "database.sizeMiB=4000000",
    ]);
    const plan = bandPlan(sized);
    const leftOut = plan.ok ? plan.value.leftOut : [];
    expect(leftOut).toHaveLength(2);
    expect(leftOut[0]).toContain("Left out, since it cannot be: K’s capacity: 68 GiB: storage.");
  });
});
