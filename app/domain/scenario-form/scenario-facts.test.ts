import { describe, expect, it } from "vitest";
import type { Scenario } from "../../contract/scenario.ts";
import { draftOf, setValue } from "./draft.ts";
import { putOnDevice } from "./one-device.ts";
import { setSnapshotCount } from "./planned-snapshots.ts";
import { scenarioFacts } from "./scenario-facts.ts";
import { presetNames, presetScenario, rawPreset } from "./testing/presets.ts";

const scenario: Scenario = {
  ...presetScenario("sqlcat-creation"),
  durationSeconds: 120,
  warmupSeconds: 10,
  timeline: [{ atSeconds: 30, command: { kind: "createSnapshot", name: "s1" } }],
};
const base = setValue(draftOf(scenario), ["workload", "users"], 300);
const factsOf = (draft: typeof base) => scenarioFacts(draft.present.scenario);

describe("an experiment in one line", () => {
  it("says users and snapshots, and the device where it is one", () => {
    expect(factsOf(base)).toBe("300 users, 1 snapshot at 30 s");
    expect(factsOf(putOnDevice(base, "nvme-data-centre"))).toBe(
      "300 users, NVMe SSD of a data centre, 1 snapshot at 30 s",
    );
  });

  it("counts as people do", () => {
    expect(factsOf(setSnapshotCount(base, 3))).toBe("300 users, 3 snapshots at 30, 75 and 120 s");
    expect(factsOf(setValue(setSnapshotCount(base, 0), ["workload", "users"], 1))).toBe(
      "1 user, no snapshot",
    );
    expect(factsOf(setValue(base, ["workload", "users"], 0))).toBe("no users, 1 snapshot at 30 s");
    expect(factsOf(setValue(base, ["workload", "users"], 1500))).toMatch(/^1,500 users/);
  });

  it("says of an experiment without snapshots when backups or restores are", () => {
    const backup = (atSeconds: number) => ({
      atSeconds,
      command: { kind: "backup", name: `b${atSeconds}`, type: "full" },
    });
    const restore = { atSeconds: 80, command: { kind: "restore" } };
    expect(factsOf(setValue(base, ["timeline"], [backup(20), backup(40)]))).toBe(
      "300 users, 2 backups at 20 and 40 s",
    );
    expect(factsOf(setValue(base, ["timeline"], [backup(20), restore]))).toBe(
      "300 users, 1 restore at 80 s",
    );
  });

  it("says of one that only scans when it does", () => {
    const scan = { atSeconds: 1, command: { kind: "scanTable", maxDop: 0 } };
    expect(factsOf(setValue(base, ["timeline"], [scan]))).toBe("300 users, 1 table scan at 1 s");
  });

  it("says no time where one depends on the run", () => {
    const entry = { when: { counter: "percentLogUsed", above: 50, fromSeconds: 0 } };
    const timeline = [{ ...entry, command: { kind: "createSnapshot", name: "s1" } }];
    expect(factsOf(setValue(base, ["timeline"], timeline))).toBe("300 users, 1 snapshot");
  });

  it("names this machine's disks", () => {
    expect(scenarioFacts(presetScenario("creation-on-this-machine"))).toContain(
      ", this machine’s disks, ",
    );
  });
});

describe("descriptions of presets", () => {
  // They stay with a preset while its values change, and go into the record of its runs.
  it.each(presetNames)("of %s name no number that a form could contradict", (name) => {
    const { description } = rawPreset(name) as { readonly description: string };
    expect(description).not.toBe("");
    expect(description).not.toMatch(/\d/);
  });
});
