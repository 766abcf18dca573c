import { describe, expect, it } from "vitest";
import type { Scenario } from "../../contract/scenario.ts";
import { presetScenario } from "../scenario-form/testing/presets.ts";
import { type ComparedRecording, compareSides } from "./compare-sides.ts";
import { noThroughput } from "./steady-throughput.ts";

const scenario = presetScenario("creation-under-load");

/** A run of that seed, with its throughput. */
function recording(seed: number, perSecond: number, change: Partial<Scenario> = {}) {
  const one: ComparedRecording = {
    recording: { kind: "run", id: `00000000-0000-4000-8000-0000000000${seed + 10}` },
    run: {
      values: new Map([["throughput", perSecond]]),
      waits: null,
      phases: [{ name: "redo", ms: 10 * seed }],
      responses: null,
      throughput: noThroughput,
      steadyFromMs: null,
      engine: "1",
    },
    scenario: { ...scenario, ...change, seed },
    limit: null,
  };
  return one;
}

const seeds = [1, 2, 3, 4, 5, 6, 7];
const side = (name: string, recordings: readonly ComparedRecording[]) => ({
  name,
  recordings,
  notes: [],
});
const compared = (...args: Parameters<typeof compareSides>) => {
  const result = compareSides(...args);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
};

describe("sides", () => {
  const base = seeds.map((seed) => recording(seed, 100 + seed));
  const slower = seeds.map((seed) => recording(seed, 90 + seed, { timeline: [] }));

  it("of the same seeds are compared in pairs, in whatever order they come", () => {
    const { against } = compared([side("Base", base), side("New", slower.toReversed())]);
    expect(against[0]?.metrics[0]?.comparison).toMatchObject({ pairing: "paired", shift: -10 });
  });

  it("keep their pairs where a run failed, and tell what is left out", () => {
    const { against } = compared([side("Base", base), side("New", slower.slice(1))]);
    expect(against[0]?.metrics[0]?.comparison.runs).toEqual({ base: 6, variant: 6 });
    expect(against[0]?.notes).toEqual([
      "1 run without a run of the same seed on the other side: left out.",
    ]);
  });

  it("have as many pairs of one seed as both have runs of it", () => {
    const twice = [...base, recording(1, 111), recording(1, 121)];
    const other = [...slower, recording(1, 101)];
    const { against } = compared([side("Base", twice), side("New", other)]);
    expect(against[0]?.metrics[0]?.comparison).toMatchObject({
      pairing: "paired",
      shift: -10,
      runs: { base: 8, variant: 8 },
    });
    expect(against[0]?.notes).toEqual([
      "1 run without a run of the same seed on the other side: left out.",
    ]);
  });

  it("are not paired where most of the larger one have no partner", () => {
    const few = [recording(1, 91), recording(2, 92), recording(30, 93)];
    const { against } = compared([side("Base", base), side("New", few)]);
    expect(against[0]?.metrics[0]?.comparison).toMatchObject({
      pairing: "independent",
      runs: { base: 7, variant: 3 },
    });
  });

  it("of other seeds are compared unpaired", () => {
    const others = seeds.map((seed) => recording(seed + 20, 90 + seed));
    const { against } = compared([side("Base", base), side("New", others)]);
    expect(against[0]?.metrics[0]?.comparison.pairing).toBe("independent");
    expect(against[0]?.notes).toEqual([]);
  });

  it("show the run in the middle, medians of phases, and entries of a timeline in words", () => {
    const { sides, settings } = compared([side("Base", base), side("New", slower)]);
    expect(sides[0]?.shown).toEqual(base[3]?.recording);
    expect(sides[0]?.phases).toEqual([{ name: "redo", ms: 40 }]);
    expect(settings).toEqual([
      {
        path: "timeline",
        label: expect.any(String),
        values: ["at 30 s: create snapshot sales_snapshot_1", "nothing"],
      },
    ]);
  });

  it("are told of by how long nobody could work, where all have that and nothing else was asked", () => {
    const outage = (seed: number, ms: number) => {
      const one = recording(seed, 100 + seed);
      const values = new Map([...one.run.values, ["timeWithoutService", ms] as const]);
      return { ...one, run: { ...one.run, values } };
    };
    const sides = [
      side(
        "Restore",
        seeds.map((seed) => outage(seed, 40_000 + seed)),
      ),
      side(
        "Revert",
        seeds.map((seed) => outage(seed, 13_000 + seed)),
      ),
    ];
    const told = compared(sides);
    expect([told.metric, told.primary]).toEqual(["timeWithoutService", "throughput"]);
    expect(told.against[0]?.sentences[0]).toMatch(/: time without service fell from 40/);
    expect(compared(sides, { primary: "throughput" }).metric).toBe("throughput");
    expect(compared([side("Base", base), ...sides]).metric).toBe("throughput");
  });

  it("are refused where there is one, or one is empty", () => {
    expect(compareSides([side("Base", base)]).ok).toBe(false);
    expect(compareSides([side("Base", base), side("New", [])]).ok).toBe(false);
  });

  it("that have nothing in common are refused by their names, whatever the others have", () => {
    const log = (name: string, values: ReadonlyMap<string, number>) => {
      const one = recording(1, 0);
      return side(name, [{ ...one, run: { ...one.run, values }, scenario: null }]);
    };
    const creation = new Map([["creation", 5000]]);
    const sides = [log("Old", creation), log("New", creation), log("waits.tsv", new Map())];
    expect(compareSides(sides)).toMatchObject({
      error: {
        message: expect.stringMatching(
          /^Old against waits\.tsv: Nothing was measured on both sides/,
        ),
      },
    });
    expect(compared(sides.slice(0, 2)).primary).toBe("creation");
  });
});
