import { expect, it } from "vitest";
import { presetGroupOf, presetGroups } from "./preset-groups.ts";
import { presetNames, presetScenario } from "./scenario-form/testing/presets.ts";

it("groups the presets by what they show, published tests by themselves", () => {
  const groups = presetGroups.map((group) => [
    group,
    presetNames.filter((name) => presetGroupOf({ name, scenario: presetScenario(name) }) === group),
  ]);
  expect(Object.fromEntries(groups)).toEqual({
    "What a snapshot costs": [
      "creation-idle",
      "creation-in-the-classroom",
      "creation-in-the-cloud",
      "creation-on-a-busy-array",
      "creation-under-load",
      "database-or-array-snapshot",
      "two-snapshots",
    ],
    "Undoing a mistake": ["restore-after-a-wrong-update", "revert-after-a-wrong-update"],
    "Faster, step by step": ["faster-backups-step-by-step", "faster-scans-step-by-step"],
    "On this machine’s disks": ["creation-on-this-machine", "restore-on-this-machine"],
    "Published tests": ["dell-creation", "sqlcat-creation", "sqlskills-select-into"],
  });
});
