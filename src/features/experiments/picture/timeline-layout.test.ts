import { describe, expect, it } from "vitest";
import type { Scenario } from "../../../../app/contract/scenario.ts";
import { printTime } from "../../../../app/domain/scenario-form/moments.ts";
import { plannedTimeline } from "../../../../app/domain/scenario-form/planned-timeline.ts";
import { presetScenario } from "../../../../app/domain/scenario-form/testing/presets.ts";
import { layOutStrip, ticksOf } from "./timeline-layout.ts";

const base: Scenario = { ...presetScenario("creation-on-this-machine"), timeline: [] };

/** A strip of 100 s on 600 px; letters are 7 px wide in tests. */
function stripOf(changes: Partial<Scenario>, width = 600) {
  const scenario = { ...base, durationSeconds: 100, warmupSeconds: 10, ...changes };
  return layOutStrip(plannedTimeline(scenario, scenario.durationSeconds), width);
}

const created = (atSeconds: number, name: string) => ({
  atSeconds,
  command: { kind: "createSnapshot" as const, name },
});

describe("the strip", () => {
  it("has warm-up, baseline and moments to scale", () => {
    const strip = stripOf({ timeline: [created(70, "b"), created(30, "a")] });
    expect(strip.warmup).toMatchObject({ from: 0, to: 0.1 });
    expect(strip.baseline).toEqual({ from: 0.1, to: 0.3, label: "Baseline" });
    expect(strip.withSnapshots).toEqual([
      { from: 0.3, to: 0.7, label: "1 snapshot" },
      { from: 0.7, to: 1, label: "2 snapshots" },
    ]);
    expect(strip.moments.map(({ index, position }) => [index, position])).toEqual([
      [1, 0.3],
      [0, 0.7],
    ]);
    expect(strip.rows).toBe(1);
    const ticks = strip.ticks.map(({ label }) => label);
    expect(ticks).toEqual(["0 s", "30 s", "60 s", "end, 100 s"]);
  });

  it("names a span only where its name fits into it", () => {
    expect(stripOf({ warmupSeconds: 3, timeline: [created(5, "a")] })).toMatchObject({
      warmup: { label: null },
      baseline: { label: null },
    });
    expect(stripOf({ warmupSeconds: 0 }).warmup).toBeNull();
  });

  it("gives the pointer as much of a moment as those beside it leave", () => {
    const timeline = [created(30, "a"), created(32, "b"), created(80, "c")];
    expect(stripOf({ timeline }).moments.map(({ grip }) => grip)).toEqual([12, 12, 24]);
    expect(stripOf({ timeline: [created(30, "a"), created(30, "b")] }).moments[1]?.grip).toBe(8);
  });

  it("raises a label that would lie over another, and keeps it on the strip", () => {
    const strip = stripOf({ timeline: [created(30, "first_one"), created(31, "second_one")] });
    expect(strip.labels.map(({ text, row }) => [text, row])).toEqual([
      ["create snapshot first_one", 0],
      ["create snapshot second_one", 1],
    ]);
    const [last] = stripOf({ timeline: [created(99, "sales_snapshot_1")] }).labels;
    expect((last?.left ?? 0) + (last?.width ?? 0)).toBe(600);
  });

  it("marks a hundred entries and names as many as fit into three rows, with no label over another", () => {
    const timeline = Array.from({ length: 100 }, (_, at) => created(at, `snapshot_${at}`));
    const strip = stripOf({ timeline });
    expect(strip.moments).toHaveLength(100);
    expect(strip.rows).toBe(3);
    expect(strip.labels.length).toBeGreaterThan(5);
    for (const label of strip.labels) {
      const overlapping = strip.labels.filter(
        (other) =>
          other.row === label.row &&
          other.left < label.left + label.width &&
          label.left < other.left + other.width,
      );
      expect(overlapping).toEqual([label]);
    }
  });

  it("keeps what comes after the end at the end, and what has no time where it can come", () => {
    expect(stripOf({ timeline: [created(999, "late")] }).moments[0]?.position).toBe(1);
    const when = { counter: "dirtyPages", above: 9, fromSeconds: 0 } as const;
    const waiting = stripOf({ timeline: [{ when, command: { kind: "setUsers", users: 5 } }] });
    expect(waiting.moments[0]?.position).toBe(0.1);
    expect(waiting.labels[0]?.text).toBe("≥ users 5");
  });

  it("draws commands of a recorded run once for each pixel", () => {
    const command = { kind: "setUsers", users: 5 } as const;
    const commands = Array.from({ length: 50_000 }, (_, at) => ({ atNs: at * 1e6, command }));
    expect(stripOf({ commands }).recorded.length).toBeLessThanOrEqual(601);
  });

  it("can be laid out before its width is known", () => {
    expect(stripOf({ timeline: [created(30, "a")] }, 0).moments).toHaveLength(1);
  });
});

describe("ticksOf", () => {
  it.each([
    [120, [0, 30, 60, 90, 120]],
    [15, [0, 5, 10, 15]],
    [100, [0, 30, 60, 100]],
    [47, [0, 10, 20, 30, 40, 47]],
    [43, [0, 10, 20, 30, 43]],
    [1, [0, 1]],
    [86_400, [0, 21_600, 43_200, 64_800, 86_400]],
  ])("of %d s are round", (duration, ticks) => {
    expect(ticksOf(duration, 5)).toEqual(ticks);
  });
});

it("names times in their largest whole unit", () => {
  expect([0, 30, 90, 120, 3600, 5400, 7001].map(printTime)).toEqual([
    ...["0 s", "30 s", "90 s", "2 min", "1 h", "1 h 30 min", "7,001 s"],
  ]);
});
