import { describe, expect, it } from "vitest";
import { allowedInScenario, scenarioField, splitUnit } from "./scenario-form.ts";
import { plainScenario } from "./testing/scenarios.ts";

const field = (path: string) => {
  const keys = path.split(".").map((key) => (/^\d+$/.test(key) ? Number(key) : key));
  return scenarioField(keys, plainScenario);
};

describe("scenarioField", () => {
  it("takes range, default, help and unit from the schema", () => {
    expect(field("workload.thinkTimeMs")).toEqual({
      kind: "integer",
      minimum: 0,
      maximum: 3_600_000,
      choices: [],
      fallback: 500,
      nullable: false,
      specials: [],
      help: "mean pause between two transactions of a user",
      unit: "ms",
    });
  });

  it.each([
    ["durationSeconds", "decimal", "s"],
    ["database.sizeMiB", "integer", "MiB"],
    ["database.rowBytes", "integer", "bytes"],
    ["workload.rollbackPercent", "integer", "%"],
    ["storage.volumes.0.device.readServiceUs", "integer", "µs"],
    ["storage.volumes.0.device.bandwidthMiBPerSecond", "integer", "MiB/s"],
    ["workload.users", "integer", "users"],
    ["seed", "integer", ""],
    ["database.name", "text", ""],
    ["pace", "decimal", "×"],
    ["traceFlags", "other", ""],
  ])("%s is %s in %j", (path, kind, unit) => {
    expect(field(path)).toMatchObject({ kind, unit });
  });

  it("lists the choices in the schema's order", () => {
    expect(field("workload.profile")).toMatchObject({
      kind: "choice",
      choices: ["sqlcat", "read-only", "tpcc"],
    });
  });

  it("says the unit once, in the field and not in its help", () => {
    expect(field("storage.volumes.0.device.readServiceUs")?.help).toBe("mean time of one read");
    expect(field("database.rowBytes")?.help).toBe("width of a row");
    expect(field("durationSeconds")?.help).toBe("engine time of the run, warm-up included");
  });

  it("tells values that are no numbers from what the others mean", () => {
    expect(field("database.targetRecoveryTimeSeconds")).toMatchObject({
      help: "indirect checkpoints (since 2012, the usual ones since 2016) keep redo below this",
      unit: "s",
      specials: [
        { value: 0, means: "automatic checkpoints" },
        { value: null, means: "the version's own" },
      ],
    });
    expect(allowedInScenario(["database", "logBackupIntervalSeconds"], plainScenario)).toBe(
      "an integer from 0 to 86400 (time between two log backups, to NUL, s; 0 = no log backups)",
    );
  });

  it("knows what may be null", () => {
    expect(field("storage.volumes.0.folder")).toMatchObject({ kind: "text", nullable: true });
    expect(field("workload.users")).toMatchObject({ nullable: false });
  });

  it("knows no field where the schema has none", () => {
    expect(field("workload.user")).toBeNull();
    expect(field("storage.volumes.first")).toBeNull();
  });
});

describe("splitUnit", () => {
  it("takes the longest ending, and leaves a name that is only an ending", () => {
    expect(splitUnit("bandwidthMiBPerSecond")).toEqual({ stem: "bandwidth", unit: "MiB/s" });
    expect(splitUnit("MiB")).toEqual({ stem: "MiB", unit: "" });
  });
});

describe("allowedInScenario", () => {
  it("says the range with its unit", () => {
    expect(allowedInScenario(["workload", "users"], plainScenario)).toBe(
      "an integer from 0 to 10000 (user sessions at the start)",
    );
  });
});
