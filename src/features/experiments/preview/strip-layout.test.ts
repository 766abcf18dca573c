import { describe, expect, it } from "vitest";
import { restoreInPlace } from "../../../../app/contract/command.ts";
import { resolveScenario } from "../../../../app/contract/resolve-scenario.ts";
import type { Scenario } from "../../../../app/contract/scenario.ts";
import { layOutStrip, markLabel, printTime, ticksOf } from "./strip-layout.ts";

function scenarioWith(changes: Partial<Scenario>): Scenario {
  const resolved = resolveScenario(
    {
      formatVersion: 1,
      name: "strip",
      mode: "real",
      storage: {
        volumes: [{ name: "Q", folder: null }],
        placement: { data: "Q", log: "Q", snapshot: "Q" },
      },
    },
    "strip",
  );
  if (!resolved.ok) throw new Error(resolved.error.message);
  return { ...resolved.value, durationSeconds: 100, ...changes };
}

const created = (atSeconds: number, name: string) => ({
  atSeconds,
  command: { kind: "createSnapshot" as const, name },
});

describe("layOutStrip", () => {
  it("puts warm-up and marks to scale, in order of time", () => {
    const strip = layOutStrip(
      scenarioWith({ warmupSeconds: 10, timeline: [created(70, "b"), created(30, "a")] }),
    );
    expect(strip.warmupShare).toBe(0.1);
    expect(strip.marks.map(({ label, position, index }) => [label, position, index])).toEqual([
      ["a", 0.3, 1],
      ["b", 0.7, 0],
    ]);
    expect(strip.rows).toBe(1);
  });

  it("raises a label that would cover the one before it", () => {
    const strip = layOutStrip(
      scenarioWith({
        timeline: [created(30, "sales_snapshot_1"), created(31, "sales_snapshot_2")],
      }),
    );
    expect(strip.marks.map(({ row }) => row)).toEqual([0, 1]);
    expect(strip.rows).toBe(2);
  });

  it("turns a label to the left where it would leave the strip", () => {
    const strip = layOutStrip(scenarioWith({ timeline: [created(95, "sales_snapshot_1")] }));
    expect(strip.marks[0]?.side).toBe("left");
  });

  it("puts what waits for another, or for a counter, where it can come at the earliest", () => {
    const command = { kind: "setUsers" as const, users: 5 };
    const afterFirst = (event: "started" | "completed", delaySeconds: number) => ({
      after: { step: "first", event, delaySeconds },
      command,
    });
    const strip = layOutStrip(
      scenarioWith({
        warmupSeconds: 10,
        timeline: [
          { name: "first", ...created(30, "a") },
          afterFirst("started", 5),
          afterFirst("completed", 10),
          { when: { counter: "dirtyPages", above: 9, fromSeconds: 0 }, command },
        ],
      }),
    );
    expect(strip.marks.map(({ index, position, certain }) => [index, position, certain])).toEqual([
      [3, 0.1, false],
      [0, 0.3, true],
      [1, 0.35, true],
      [2, 0.4, false],
    ]);
    expect(strip.marks.map(({ label, when }) => `${label}: ${when}`)).toEqual([
      "≥ 5 users: when dirty pages is above 9 pages",
      "a: at 30 s",
      "5 users: 5 s after first started",
      "≥ 5 users: 10 s after first completed",
    ]);
  });

  it("keeps entries that wait for each other on the strip", () => {
    const entry = (name: string, step: string) => ({
      name,
      after: { step, event: "completed" as const, delaySeconds: 0 },
      command: { kind: "setUsers" as const, users: 5 },
    });
    const strip = layOutStrip(scenarioWith({ timeline: [entry("a", "b"), entry("b", "a")] }));
    expect(strip.marks.map(({ position }) => position)).toEqual([1, 1]);
  });

  it("keeps what is out of range on the strip", () => {
    const strip = layOutStrip(
      scenarioWith({ warmupSeconds: 500, timeline: [created(999, "late")] }),
    );
    expect(strip.warmupShare).toBe(1);
    expect(strip.marks[0]?.position).toBe(1);
    expect(layOutStrip(scenarioWith({ durationSeconds: 0 })).ticks.length).toBeGreaterThan(0);
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
    expect(ticksOf(duration)).toEqual(ticks);
  });
});

describe("labels", () => {
  it("name times in their largest whole unit", () => {
    expect([0, 30, 90, 120, 3600, 5400].map(printTime)).toEqual([
      ...["0 s", "30 s", "90 s", "2 min", "1 h", "1 h 30 min"],
    ]);
  });

  it("say what happens", () => {
    expect(markLabel({ kind: "dropSnapshot", name: "a" })).toBe("drop a");
    expect(markLabel({ kind: "setUsers", users: 5 })).toBe("5 users");
    expect(markLabel({ kind: "backup", name: "a", type: "log", copyOnly: true, files: 1 })).toBe(
      "log backup",
    );
    expect(markLabel(restoreInPlace)).toBe("restore");
    expect(markLabel({ ...restoreInPlace, stopAtSeconds: 120 })).toBe("restore to 2 min");
  });
});
