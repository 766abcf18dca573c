import { describe, expect, it } from "vitest";
import type { Summary } from "../../contract/summary.ts";
import { fakeSummary } from "../../contract/testing/fake-summary.ts";
import { presetScenario } from "../scenario-form/testing/presets.ts";
import { snapshotLives } from "./snapshot-lives.ts";

const fake = fakeSummary(presetScenario("creation-under-load"), "completed");

const creation = (startMs: number, endMs: number): Summary["phases"] =>
  [
    { name: "files" as const, startMs },
    { name: "complete" as const, startMs: endMs },
  ].map((phase) => ({ ...phase, snapshot: "night", endMs: phase.startMs, figures: {} }));

const dropped = (endedMs: number): Summary["timeline"][number] => ({
  name: null,
  command: { kind: "dropSnapshot", name: "night" },
  outcome: "completed",
  firedMs: endedMs,
  endedMs,
  message: null,
});

describe("the time that a snapshot is there", () => {
  it("ends with its own drop, whatever was dropped under its name before", () => {
    const lives = snapshotLives({
      ...fake,
      run: { ...fake.run, engineMs: 120_000 },
      phases: [...creation(30_000, 33_000), ...creation(70_000, 74_000)],
      timeline: [dropped(50_000), dropped(90_000)],
    });
    expect(lives.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [33_000, 50_000],
      [74_000, 90_000],
    ]);
  });
});
