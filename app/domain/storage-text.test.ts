import { expect, it } from "vitest";
import { presetScenario } from "./scenario-form/testing/presets.ts";
import { whatGrowsOn } from "./storage-text.ts";

it("names what grows on a volume: copied pages, and backups where there are some", () => {
  const scenario = presetScenario("restore-after-a-wrong-update");
  const grows = (volume: string, of = scenario) => whatGrowsOn(volume, of);
  expect([grows("Q"), grows("J")]).toEqual([[], []]);
  expect(grows("B")).toEqual(["backups", "pages that snapshots copy"]);
  expect(grows("B", { ...scenario, timeline: [] })).toEqual(["pages that snapshots copy"]);
  const placement = { ...scenario.storage.placement, snapshot: "Q", backup: ["J", "B"] };
  const several = { ...scenario, storage: { ...scenario.storage, placement } };
  expect([grows("Q", several), grows("J", several), grows("B", several)]).toEqual([
    ["pages that snapshots copy"],
    ["backups"],
    ["backups"],
  ]);
});
