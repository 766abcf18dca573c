import { describe, expect, it } from "vitest";
import { printPath } from "../../contract/schema-path.ts";
import { presetScenario } from "../scenario-form/testing/presets.ts";
import { sweepText, sweptValuesText } from "./sweep-text.ts";
import { sweepable } from "./sweepable.ts";

describe("what a sweep varies", () => {
  it("is told with all of its values and their unit, and by its ends where they are many", () => {
    expect(sweptValuesText({ path: "workload.users", values: [10, 20, 4000] })).toBe(
      "10, 20, 4,000",
    );
    expect(sweptValuesText({ path: "workload.thinkTimeMs", from: 100, to: 300, step: 100 })).toBe(
      "100, 200, 300 ms",
    );
    expect(sweptValuesText({ path: "workload.users", from: 100, to: 2000, count: 20 })).toBe(
      "100 to 2,000, 20 values",
    );
    const devices = [{ preset: "sata-ssd" }, { preset: "nvme-data-centre" }];
    expect(sweptValuesText({ path: "storage.volumes.0.device", values: devices })).toBe(
      "SATA SSD, NVMe data centre",
    );
  });

  it("is told of several parameters one after the other", () => {
    const parameters = [
      { path: "workload.users", values: [10, 20] },
      { path: "workload.thinkTimeMs", values: [100] },
    ];
    expect(sweepText({ parameters })).toBe("users 10, 20; think time 100 ms");
  });
});

describe("what can be varied", () => {
  const groups = sweepable(presetScenario("creation-under-load"));
  const paths = groups.flatMap((group) => group.paths.map(printPath));

  it("are the numbers of the scenario, those of its volumes and of its timeline too", () => {
    expect(groups[0]?.title).toBe("Database");
    expect(paths).toEqual(
      expect.arrayContaining([
        "workload.users",
        "database.sizeMiB",
        "storage.volumes.0.device.readServiceUs",
        "timeline.0.atSeconds",
        "durationSeconds",
      ]),
    );
  });

  it("is nothing that all runs share or that is in words", () => {
    for (const path of ["seed", "pace", "formatVersion", "name", "database.recoveryModel"]) {
      expect(paths).not.toContain(path);
    }
  });
});
