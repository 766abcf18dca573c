import { describe, expect, it } from "vitest";
import type { Scenario } from "../../contract/scenario.ts";
import { type Draft, draftOf, settle, setValue, typeUnreadable, typeValue, undo } from "./draft.ts";
import {
  creationSpan,
  drawnDuration,
  momentStep,
  moveMoment,
  nearestMoment,
  plannedTimeline,
  steppedMoment,
} from "./planned-timeline.ts";
import { presetScenario } from "./testing/presets.ts";

const created = (atSeconds: number, name: string) => ({
  atSeconds,
  command: { kind: "createSnapshot" as const, name },
});
const setUsers = { kind: "setUsers", users: 5 } as const;

/** A run of 100 s, 10 of them warm-up, by a clock that nobody knows. */
const scenarioWith = (changes: Partial<Scenario>): Scenario => ({
  ...presetScenario("creation-on-this-machine"),
  durationSeconds: 100,
  warmupSeconds: 10,
  timeline: [],
  ...changes,
});
const planOf = (changes: Partial<Scenario>, duration = 100) =>
  plannedTimeline(scenarioWith(changes), duration);

describe("the timeline to come", () => {
  it("has its moments in order of time, each with its words", () => {
    const { moments } = planOf({ timeline: [created(70, "b"), created(30, "a")] });
    expect(moments.map(({ index, label, when }) => [index, label, when])).toEqual([
      [1, "create snapshot a", "at 30 s"],
      [0, "create snapshot b", "at 70 s"],
    ]);
  });

  it("tells what waits for another entry, or for a counter, from what has a time", () => {
    const afterFirst = (event: "started" | "completed", delaySeconds: number) => ({
      after: { step: "first", event, delaySeconds },
      command: setUsers,
    });
    const { moments } = planOf({
      timeline: [
        { name: "first", ...created(30, "a") },
        afterFirst("started", 5),
        afterFirst("completed", 10),
        { when: { counter: "dirtyPages", above: 9, fromSeconds: 0 }, command: setUsers },
      ],
    });
    expect(
      moments.map(({ index, seconds, isCertain, isMovable }) => [
        index,
        seconds,
        isCertain,
        isMovable,
      ]),
    ).toEqual([
      [3, 10, false, false],
      [0, 30, true, true],
      [1, 35, true, false],
      [2, 40, false, false],
    ]);
  });

  it("has the load alone between the warm-up and the first moment, if nothing comes before", () => {
    expect(planOf({ timeline: [created(30, "a")] }).baseline).toEqual({ from: 10, to: 30 });
    expect(planOf({ timeline: [created(5, "a"), created(30, "b")] }).baseline).toBeNull();
    expect(planOf({}).baseline).toEqual({ from: 10, to: 100 });
    expect(planOf({ warmupSeconds: 500 })).toMatchObject({ warmupSeconds: 100, baseline: null });
  });

  it("counts the snapshots that are there, as long as that does not depend on the run", () => {
    const dropped = { command: { kind: "dropSnapshot", name: "A" } } as const;
    const first = { name: "first", ...created(30, "a") };
    const plan = planOf({ timeline: [first, created(50, "b"), { atSeconds: 80, ...dropped }] });
    expect(plan.withSnapshots).toEqual([
      { from: 30, to: 50, count: 1 },
      { from: 50, to: 80, count: 2 },
      { from: 80, to: 100, count: 1 },
    ]);
    const after = { step: "first", event: "completed", delaySeconds: 10 } as const;
    const { command } = created(0, "b");
    expect(planOf({ timeline: [first, { after, command }] }).withSnapshots).toEqual([
      { from: 30, to: 40, count: 1 },
    ]);
  });

  it("has entries that wait for each other, and the commands of a recorded run", () => {
    const entry = (name: string, step: string) => ({
      name,
      after: { step, event: "completed" as const, delaySeconds: 0 },
      command: setUsers,
    });
    const plan = planOf({
      timeline: [entry("a", "b"), entry("b", "a")],
      commands: [{ atNs: 12e9, command: setUsers }],
    });
    expect(plan.moments).toHaveLength(2);
    expect(plan.recorded).toEqual([12]);
  });
});

describe("the length of a creation", () => {
  const preset = scenarioWith({ timeline: [created(70, "b"), created(30, "a")] });

  it("is that of the first, where runs of this very scenario have told", () => {
    const known = { preset, creationMs: 4500 };
    expect(creationSpan(preset, known)).toEqual({ from: 30, to: 34.5 });
    expect(creationSpan({ ...preset, seed: 2 }, known)).toBeNull();
    expect(creationSpan(preset, { preset, creationMs: null })).toBeNull();
    expect(creationSpan(preset, null)).toBeNull();
  });
});

describe("the length that is drawn", () => {
  const base: Draft = draftOf(scenarioWith({}));
  const path = ["durationSeconds"];

  it("is the form's, and the last that was allowed while that is not", () => {
    const longer = settle(typeValue(base, path, 200));
    expect(drawnDuration(longer)).toEqual({ seconds: 200, isPresent: true });
    for (const wrong of [0, -5, 1e20, Number.NaN]) {
      const seconds = { seconds: 200, isPresent: false };
      expect(drawnDuration(setValue(longer, path, wrong))).toEqual(seconds);
    }
    expect(drawnDuration(typeUnreadable(longer, path, "long"))).toEqual({
      seconds: 200,
      isPresent: false,
    });
  });

  it("is the shortest that is allowed where none ever was", () => {
    expect(drawnDuration(draftOf(scenarioWith({ durationSeconds: 0 })))).toEqual({
      seconds: 1,
      isPresent: false,
    });
  });
});

describe("a moment that is moved", () => {
  it.each([
    [15, 0.1],
    [60, 1],
    [600, 1],
    [2100, 5],
    [86_400, 300],
    [30 * 86_400, 3600],
  ])("of a run of %d s moves by %d s at least", (duration, step) => {
    expect(momentStep(duration)).toBe(step);
  });

  it("stays within its run, with three decimals", () => {
    expect(nearestMoment(41.4, 120)).toBe(41);
    expect(nearestMoment(500, 120)).toBe(120);
    expect(steppedMoment(0, -10, 120)).toBe(0);
    expect(steppedMoment(8.2, 1, 15)).toBe(8.3);
    expect(steppedMoment(30.5, 10, 120)).toBe(40.5);
  });

  it("changes its time and nothing else, as typing does: one step until it is left", () => {
    const base = draftOf(scenarioWith({ timeline: [created(30, "a"), created(70, "b")] }));
    const moved = moveMoment(moveMoment(base, 1, 71), 1, 72);
    expect(moved.present.scenario).toEqual(
      scenarioWith({ timeline: [created(30, "a"), created(72, "b")] }),
    );
    expect(undo(moved).present).toEqual(base.present);
    expect(moveMoment(base, 1, 70)).toBe(base);
  });

  it("is none where an entry has no time", () => {
    const when = { counter: "dirtyPages", above: 9, fromSeconds: 0 } as const;
    const draft = draftOf(scenarioWith({ timeline: [{ when, command: setUsers }] }));
    expect(moveMoment(draft, 0, 5)).toBe(draft);
  });
});
