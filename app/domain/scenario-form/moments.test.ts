import { describe, expect, it } from "vitest";
import { plannedClock } from "./moments.ts";
import { presetScenario } from "./testing/presets.ts";

const virtual = {
  ...presetScenario("restore-after-a-wrong-update"),
  startTime: "2026-03-01T10:41:00",
};

describe("a moment of a run that is to be", () => {
  it.each([
    [59, "10:41:59"],
    [59.5, "10:41:59.50"],
    [0, "10:41:00"],
    [50_400, "00:41:00"],
  ])("is %d s after its start at %s of its clock", (seconds, clock) => {
    expect(plannedClock(virtual, seconds)).toBe(clock);
  });

  it("has no clock where it begins when it is started, or was not typed as a time or a number", () => {
    expect(plannedClock({ ...virtual, mode: "real", startTime: null }, 60)).toBeNull();
    expect(plannedClock({ ...virtual, startTime: "at noon" }, 60)).toBeNull();
    for (const seconds of [-1, 1e20, Number.NaN, null, undefined]) {
      expect(plannedClock(virtual, seconds)).toBeNull();
    }
  });

  it("is on the clock that every simulated run has, unless it has one of its own", () => {
    expect(plannedClock({ ...virtual, startTime: null }, 64)).toBe("21:49:11");
  });
});
