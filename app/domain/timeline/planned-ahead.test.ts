import { describe, expect, it } from "vitest";
import { scenarioSchema } from "../../contract/scenario.ts";
import { plainScenario } from "../../contract/testing/scenarios.ts";
import { plannedTimeline } from "../scenario-form/planned-timeline.ts";
import { plannedAhead } from "./planned-ahead.ts";

const create = (name: string) => ({ kind: "createSnapshot", name });
const scenario = scenarioSchema.parse({
  ...plainScenario,
  durationSeconds: 100,
  warmupSeconds: 10,
  timeline: [
    { name: "first", atSeconds: 20, command: create("one") },
    { after: { step: "first", event: "completed", delaySeconds: 30 }, command: create("two") },
    { atSeconds: 60, command: { kind: "setUsers", users: 5 } },
  ],
  commands: [
    { atNs: 70e9, command: { kind: "setUsers", users: 9 } },
    { atNs: 71e9, command: { kind: "pause" } },
  ],
});

const ahead = (endMs: number, plannedEndMs: number | null = 100_000) =>
  plannedAhead(scenario, { endMs, plannedEndMs }).map(({ atMs, label }) => [atMs, label]);

describe("what a run is yet going to do", () => {
  it("is what Experiments shows before it, from now to its planned end", () => {
    const shown = plannedTimeline(scenario, 100).moments.map(({ seconds }) => seconds * 1000);
    const planned = plannedAhead(scenario, { endMs: 0, plannedEndMs: 100_000 });
    expect(planned.filter(({ id }) => id.startsWith("planned")).map(({ atMs }) => atMs)).toEqual(
      shown,
    );
    expect(ahead(20_000)).toEqual([
      [50_000, "≥ create snapshot two"],
      [60_000, "users 5"],
      [70_000, "users 9"],
    ]);
    expect(ahead(69_000, 75_000)).toEqual([[70_000, "users 9"]]);
    expect(ahead(0, 30_000)).toEqual([[20_000, "create snapshot one"]]);
  });

  it("is nothing of what is no run under way", () => {
    expect(ahead(0, null)).toEqual([]);
  });
});
