import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { resolveScenario } from "./resolve-scenario.ts";
import { scenarioSchema } from "./scenario.ts";
import { serverPreset, serverPresetNames, sparseFileLimitOf } from "./server-presets.ts";
import { applySetting } from "./set-path.ts";
import { plainScenario } from "./testing/scenarios.ts";

const resolved = (server: object) => resolveScenario({ ...plainScenario, server }, "scenario");

function serverOf(server: object) {
  const result = resolved(server);
  if (!result.ok) throw new Error(result.error.message);
  return result.value.server;
}

describe("server presets", () => {
  it.each(serverPresetNames)("%s can be, and has a source for each figure", (name) => {
    const { server, sources } = serverPreset(name);
    expect(serverOf({ preset: name })).toMatchObject({ ...server, basedOn: name });
    expect(Object.keys(sources).toSorted()).toEqual(Object.keys(server).toSorted());
    expect(Object.values(sources).every((source) => source.length > 10)).toBe(true);
  });

  it("are all the files of assets/servers", () => {
    const files = readdirSync(new URL("../../assets/servers", import.meta.url));
    expect(files.toSorted()).toEqual(serverPresetNames.map((name) => `${name}.json`).toSorted());
  });

  it.each(serverPresetNames)("%s has the file system of a known Windows", (name) => {
    expect(serverPreset(name).windows.source.length).toBeGreaterThan(5);
    for (const formatVersion of [1, 2]) {
      const server = { preset: name };
      expect(
        resolveScenario({ ...plainScenario, formatVersion, server }, "scenario"),
      ).toMatchObject({ value: { storage: sparseFileLimitOf(name, formatVersion) } });
    }
  });

  it("hold what the papers say of their servers", () => {
    expect(serverPreset("sqlcat").server.schedulers).toBe(8);
    expect(serverPreset("dell").server.schedulers).toBe(2);
    expect(serverPreset("tuning-post").server.schedulers).toBe(96);
  });
});

describe("the server of a scenario", () => {
  it("is resolved from its preset, so that a run's file says all", () => {
    const result = resolved({ preset: "dell" });
    expect(result.ok && result.value.server).not.toHaveProperty("preset");
    expect(result.ok && resolveScenario(result.value, "again")).toEqual(result);
  });

  it("has what stands beside the preset before the preset's", () => {
    const server = serverOf({ preset: "dell", memoryMiB: 512 });
    expect(server).toMatchObject({ schedulers: 2, coreSpeedPercent: 40, memoryMiB: 512 });
  });

  it("takes the figures of a preset that --set names, and what is set after it", () => {
    const given = { ...plainScenario, server: { schedulers: 64, recoveryIntervalSeconds: 5 } };
    const set = applySetting(given, "server.preset=laptop", scenarioSchema);
    const then = set.ok ? applySetting(set.value, "server.memoryMiB=99", scenarioSchema) : set;
    const result = then.ok ? resolveScenario(then.value, "it") : then;
    expect(result.ok && result.value.server).toMatchObject({
      schedulers: 8,
      memoryMiB: 99,
      recoveryIntervalSeconds: 5,
      basedOn: "laptop",
    });
  });

  const limits = (raw: unknown, ...settings: readonly string[]) => {
    let document = raw;
    for (const setting of settings) {
      const set = applySetting(document, setting, scenarioSchema);
      if (!set.ok) throw new Error(set.error.message);
      document = set.value;
    }
    const result = resolveScenario(document, "it");
    if (!result.ok) throw new Error(result.error.message);
    const { sparseFileLimitMiB, sparseFileLimitError } = result.value.storage;
    return [sparseFileLimitMiB, sparseFileLimitError];
  };

  it("limits sparse files as its Windows does, where storage says nothing else", () => {
    const on2003 = { ...plainScenario, server: { preset: "sqlcat" } };
    expect(limits(plainScenario)).toEqual([0, "665"]);
    expect(limits(on2003)).toEqual([65_536, "1450"]);
    expect(limits(on2003, "storage.sparseFileLimitMiB=0")).toEqual([0, "1450"]);
    expect(limits(on2003, "server.preset=dell")).toEqual([65_536, "665"]);
    // Files of a real run are on this machine's file system.
    const volumes = [{ name: "here", folder: null }];
    const placement = { data: "here", log: "here", snapshot: "here" };
    const real = { ...on2003, mode: "real", storage: { volumes, placement } };
    expect(limits(real)).toEqual([0, "665"]);
  });

  it("means default NTFS by Windows Server 2012 and later in format 2, and no limit in format 1", () => {
    const on2012 = { ...plainScenario, server: { preset: "laptop" } };
    const now = { formatVersion: 2 };
    expect(limits(on2012)).toEqual([0, "665"]);
    expect(limits({ ...on2012, ...now })).toEqual([93_696, "665"]);
    expect(limits({ ...plainScenario, ...now })).toEqual([0, "665"]);
    for (const document of [on2012, { ...on2012, ...now }]) {
      expect(limits(document, "storage.sparseFileLimitMiB=100")).toEqual([100, "665"]);
      expect(limits(document, "server.preset=dell")).toEqual([65_536, "665"]);
    }
    const volumes = [{ name: "here", folder: null }];
    const placement = { data: "here", log: "here", snapshot: "here" };
    const real = { ...on2012, ...now, mode: "real", storage: { volumes, placement } };
    expect(limits(real)).toEqual([0, "665"]);
  });

  it("means by a server that is set later what its own format means, resolved or not", () => {
    for (const [formatVersion, limit] of [
      [1, 0],
      [2, 93_696],
    ]) {
      const document = { ...plainScenario, formatVersion, server: { preset: "sqlcat" } };
      const known = resolveScenario(document, "it");
      const whole = known.ok ? known.value : null;
      for (const given of [document, whole]) {
        expect(limits(given, "server.preset=laptop")).toEqual([limit, "665"]);
      }
    }
    // In format 2 no limit is somebody's choice where the server's Windows has one.
    const onReFS = {
      ...plainScenario,
      formatVersion: 2,
      server: { preset: "laptop" },
      storage: { ...plainScenario.storage, sparseFileLimitMiB: 0 },
    };
    const known = resolveScenario(onReFS, "it");
    expect(limits(known.ok ? known.value : null, "server.preset=dell")).toEqual([0, "665"]);
  });

  it("takes the limit of another server along with its figures, unless it was changed", () => {
    const known = resolveScenario({ ...plainScenario, server: { preset: "sqlcat" } }, "it");
    const run = known.ok ? known.value : null;
    expect(limits(run, "server.preset=dell")).toEqual([65_536, "665"]);
    expect(limits(run, "server.preset=laptop")).toEqual([0, "665"]);
    const own = "storage.sparseFileLimitMiB=100";
    expect(limits(run, own, "server.preset=laptop")).toEqual([100, "1450"]);
    expect(limits(run, "server.preset=laptop", own)).toEqual([100, "665"]);
  });

  it.each([
    [{ preset: "dells" }, 'server.preset: "dells" is not allowed'],
    [{ schedulers: 0 }, "server.schedulers: 0 is not allowed; allowed: an integer from 1 to 256"],
    [{ schedulers: 2.5 }, "server.schedulers: 2.5 is not allowed"],
    [{ coreSpeedPercent: -10 }, "server.coreSpeedPercent: -10 is not allowed"],
    [{ coreSpeedPercent: 0 }, "server.coreSpeedPercent: 0 is not allowed"],
    [{ coreSpeedPercent: 5000 }, "allowed: an integer from 5 to 1000"],
    [{ statementUs: -1 }, "server.statementUs: -1 is not allowed"],
    [{ memoryMiB: 0 }, "server.memoryMiB: 0 is not allowed"],
    [
      { memoryMiB: 1 },
      "server.memoryMiB: 1 is too little for 100 users, who need two pages of 8 KB each; allowed: at least 2, or at most 64 users",
    ],
    [{ memoryMiB: 100_000_000 }, "server.memoryMiB: 100000000 is not allowed"],
  ])("refuses %o, and says why", (server, reason) => {
    const result = resolved(server);
    expect(result.ok ? "" : result.error.message).toContain(reason);
  });
});
