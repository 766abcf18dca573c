import { describe, expect, it } from "vitest";
import type { Scenario } from "../../contract/scenario.ts";
import { filesOn } from "./files-on-volume.ts";
import { presetScenario } from "./testing/presets.ts";

const base = presetScenario("creation-under-load");
const onEach = (scenario: Scenario) =>
  Object.fromEntries(
    scenario.storage.volumes.map(({ name }) => [
      name,
      filesOn(name, scenario).map(({ name: what, size }) => `${what}, ${size}`),
    ]),
  );

describe("files on a volume", () => {
  it("are told with their sizes, those that grow with how many are planned", () => {
    expect(onEach(base)).toEqual({
      Q: ["Data, 1.0 GiB", "tempdb, 256.0 MiB"],
      J: ["Log, 512.0 MiB"],
      P: ["Snapshots, 1 planned", "Backups, none planned"],
    });
  });

  it("are several of a kind where they are dealt among volumes", () => {
    const { database, storage } = base;
    const scenario: Scenario = {
      ...base,
      timeline: [],
      database: { ...database, sizeMiB: 4096, dataFiles: 4 },
      storage: { ...storage, placement: { ...storage.placement, data: ["Q", "J"] } },
    };
    const shown = onEach(scenario);
    expect(shown.Q).toContain("2 data files, 2.0 GiB");
    expect(shown.J).toContain("2 data files, 2.0 GiB");
    expect(filesOn("P", scenario)[0]).toMatchObject({ name: "Snapshots", isPlanned: false });
  });
});
