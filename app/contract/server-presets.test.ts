import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { resolveScenario } from "./resolve-scenario.ts";
import { scenarioSchema } from "./scenario.ts";
import { serverPreset, serverPresetNames } from "./server-presets.ts";
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
