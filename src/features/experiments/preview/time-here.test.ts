import { expect, it } from "vitest";
import { presetScenario } from "../../../app/domain/scenario-form/testing/presets.ts";
import { timeHere, timesOf } from "./time-here.ts";

const entryOf = (name: string, typicalWallMs: number | null = null, typicalOf = 0) => ({
  name,
  title: name,
  description: "",
  scenario: presetScenario(name),
  typicalWallMs,
  typicalOf,
});

it("tells the pace of a preset that no run here told the time of, and never that there was no run", () => {
  // It was paused by whoever watched it, again and again.
  expect(timesOf(entryOf("creation-in-the-classroom"), null)).toBe(
    "4 min of engine time; at its pace ≥ 4 min 0 s here",
  );
  expect(timesOf(entryOf("creation-under-load"), null)).toBe("2 min of engine time");
  expect(timesOf(entryOf("creation-under-load", 8000, 3), null)).toBe(
    "2 min of engine time; about 8 s here (median of 3 runs)",
  );
});

it("tells of a changed preset no time of the unchanged one", () => {
  const preset = entryOf("creation-in-the-classroom", 240_000, 1);
  const changed = { ...preset.scenario, durationSeconds: 120, pace: 4 };
  expect(timesOf(preset, changed)).toBe("2 min of engine time; at its pace ≥ 30 s here");
});

it("tells a pace as it is set", () => {
  const preset = entryOf("creation-in-the-cloud");
  expect(timeHere(preset.scenario, preset)).toMatchObject({
    value: "≥ 1 min 0 s",
    what: "at 2.5 s of engine time per second",
  });
});
