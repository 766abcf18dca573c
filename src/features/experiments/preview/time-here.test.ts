import { expect, it } from "vitest";
import { presetScenario } from "../../../../app/domain/scenario-form/testing/presets.ts";
import { timeHere } from "./time-here.ts";

const entryOf = (name: string, typicalWallMs: number | null = null, typicalOf = 0) => ({
  name,
  title: name,
  description: "",
  scenario: presetScenario(name),
  typicalWallMs,
  typicalOf,
  typicalCreationMs: null,
});

it("tells the median of the runs that were made here, and of a changed preset whose it is", () => {
  const preset = entryOf("creation-under-load", 8000, 3);
  expect(timeHere(preset.scenario, preset)).toMatchObject({
    value: "≈ 8 s",
    what: "median of 3 runs",
  });
  const changed = { ...preset.scenario, durationSeconds: 240 };
  expect(timeHere(changed, preset).what).toBe("the unchanged preset, median of 3 runs");
});

it("never says that there was no run: one may have been paused, or stopped", () => {
  const preset = entryOf("creation-under-load");
  expect(timeHere(preset.scenario, preset)).toMatchObject({
    value: "not known",
    what: "as fast as it goes; no completed run of this preset tells it yet",
  });
});

it("tells a pace as it is set", () => {
  const preset = entryOf("creation-in-the-cloud");
  expect(timeHere(preset.scenario, preset)).toMatchObject({
    value: "≥ 1 min 0 s",
    what: "at 2.5 s of engine time per second",
  });
});
