import { describe, expect, it } from "vitest";
import { runMutations } from "./mutations.mjs";
import { parseOptions, UsageError } from "./options.mjs";
import { runSeries, Totals } from "./series.mjs";
import { kindOf, shrink } from "./shrink.mjs";

const held = (paths = {}) => ({
  problem: null,
  powerCuts: 2,
  commits: 10,
  rowsCompared: 100,
  snapshotsCompared: 1,
  paths,
});

/** A simulator whose runs of a plan are `outcomeOf(plan, mutation)`. */
function simulatorOf(outcomeOf) {
  return {
    draw: async (seed, profile) => ({ seed, profile }),
    run: async (plan, mutation) => outcomeOf(plan, mutation),
    mutations: async () => [{ name: "forgets", defect: "it forgets" }],
  };
}

describe("parseOptions", () => {
  it("runs one seed, a series from a seed, or a minute from the clock's", () => {
    expect(parseOptions(["--seed", "7"], 0)).toMatchObject({ firstSeed: 7, minutes: 0 });
    expect(parseOptions(["--seed", "7", "--minutes", "3"], 0)).toMatchObject({
      firstSeed: 7,
      minutes: 3,
    });
    expect(parseOptions([], 5_000)).toMatchObject({
      firstSeed: 5,
      minutes: 1,
      profile: "swarm",
    });
  });

  it("says what is allowed", () => {
    expect(() => parseOptions(["--seed", "x"], 0)).toThrow(UsageError);
    expect(parseOptions(["--seed", "7", "--runs", "300"], 0)).toMatchObject({
      firstSeed: 7,
      minutes: 0,
      runs: 300,
    });
    expect(() => parseOptions(["--minutes", "1", "--runs", "2"], 0)).toThrow(/both given/);
    expect(() => parseOptions(["--minutes", "0"], 0)).toThrow(/above 0 and at most 1440/);
    expect(() => parseOptions(["--profile", "calm"], 0)).toThrow(/swarm, power-cuts, faults/);
    expect(() => parseOptions(["--sed", "1"], 0)).toThrow(UsageError);
  });
});

describe("runSeries", () => {
  it("goes on while it may, and counts what the runs came through", async () => {
    const totals = new Totals();
    let left = 5;
    const result = await runSeries(
      simulatorOf(() => held({ undid: 3, wrapped: 0 })),
      { firstSeed: 10, profile: "swarm", jobs: 2, mayGoOn: () => left-- > 0 },
      totals,
    );
    expect(result.failure).toBeUndefined();
    expect(totals).toMatchObject({ runs: 7, powerCuts: 14, commits: 70 });
    expect(Object.fromEntries(totals.paths)).toEqual({ undid: 7, wrapped: 0 });
    expect(totals.neverVisited()).toEqual([]);
  });

  it("misses a rare path only in a series that is long for it", () => {
    const missedBy = (runs) => {
      const totals = new Totals();
      for (let run = 0; run < runs; ++run) {
        totals.add(held({ undid: 1, wrapped: 0, leafRemoved: 0 }));
      }
      return totals.neverVisited();
    };
    expect(missedBy(199)).toEqual([]);
    expect(missedBy(200)).toEqual(["wrapped"]);
    expect(missedBy(1000)).toEqual(["wrapped", "leafRemoved"]);
  });

  it("stops at the first failure", async () => {
    const { failure } = await runSeries(
      simulatorOf(({ seed }) => (seed === 12 ? { problem: "row 1 is missing" } : held())),
      { firstSeed: 10, profile: "swarm", jobs: 1, mayGoOn: () => true },
      new Totals(),
    );
    expect(failure).toEqual({
      seed: 12,
      plan: { seed: 12, profile: "swarm" },
      outcome: { problem: "row 1 is missing" },
    });
  });
});

describe("shrink", () => {
  const life = (steps, cut = undefined) => ({
    durationMs: 40,
    quiesces: false,
    cut,
    steps,
    faults: [],
  });
  const plan = {
    tearsData: true,
    scenario: { workload: { users: 8, rollbackPercent: 5 } },
    lives: [life(["a", "b"]), life(["c"]), life(["d", "bad", "e"], { from: "rest", atIo: 9 })],
  };
  const isBad = ({ lives }) => lives.some(({ steps }) => steps.includes("bad"));

  it("leaves out all that the failure does not need", async () => {
    const run = async (candidate) => (isBad(candidate) ? { problem: "row 17 is missing" } : held());
    expect(await shrink(plan, "row 4 is missing", run, 1000)).toEqual({
      tearsData: false,
      scenario: { workload: { users: 1, rollbackPercent: 0 } },
      lives: [life(["bad"])],
    });
  });

  it("keeps a step behind the one that it follows, or gives it a time of its own", async () => {
    const create = { kind: "createSnapshot" };
    const bad = (step) => ({ kind: "bad", after: { step, event: "undo" } });
    const failing = { ...plan, lives: [life([{ kind: "verify" }, create, bad(1)])] };
    const shrunk = (needed) =>
      shrink(
        failing,
        "row 4 is missing",
        async ({ lives: [{ steps }] }) =>
          needed.every((kind) => steps.some((step) => step.kind === kind))
            ? { problem: "row 4 is missing" }
            : held(),
        1000,
      );
    const both = await shrunk(["createSnapshot", "bad"]);
    expect(both.lives[0].steps).toEqual([create, bad(0)]);
    const alone = await shrunk(["bad"]);
    expect(alone.lives[0].steps).toEqual([{ kind: "bad" }]);
  });

  it("does not take another failure for the same, nor more tries than allowed", async () => {
    const other = async () => ({ problem: "the log is gone" });
    expect(await shrink(plan, "row 4 is missing", other, 1000)).toEqual(plan);
    let runs = 0;
    const run = async () => {
      ++runs;
      return { problem: "row 4 is missing" };
    };
    await shrink(plan, "row 4 is missing", run, 3);
    expect(runs).toBe(3);
  });

  it("knows a kind of failure by its words", () => {
    expect(kindOf("snap_1: row 9 has LSN 00000002:000001CE:0012")).toBe(
      kindOf("snap_12: row 10 has LSN 00000001:00000024:002D"),
    );
  });
});

describe("runMutations", () => {
  const run = (outcomeOf, permanentPlans = []) => {
    let time = 0;
    const lines = [];
    const say = (line) => lines.push(line);
    const tools = { now: () => (time += 10_000), say, permanentPlans };
    return runMutations(simulatorOf(outcomeOf), tools).then((all) => ({ all, lines }));
  };

  it("catches a defect by a plan that fails with it and holds without", async () => {
    const { all, lines } = await run((plan, mutation) =>
      mutation === "forgets" && plan.seed === 2 ? { problem: "row 1 is missing" } : held(),
    );
    expect(all).toBe(true);
    expect(lines[0]).toMatch(/^caught {2}forgets .*seed 2, power-cuts/);
  });

  it("tries the permanent plans of a defect first, and no others", async () => {
    const kept = [
      { mutation: "another", plan: { seed: "others" } },
      { because: "it failed once", plan: { seed: "nobody's" } },
      { mutation: "forgets", plan: { seed: "kept" } },
    ];
    const tried = [];
    const { all, lines } = await run((plan, mutation) => {
      tried.push(plan.seed);
      return mutation === "forgets" ? { problem: "row 1 is missing" } : held();
    }, kept);
    expect(all).toBe(true);
    expect(tried).toEqual(["kept", "kept"]);
    expect(lines[0]).toMatch(/^caught {2}forgets .*a kept plan/);
  });

  it("tries other seeds of a permanent plan before plans that are drawn", async () => {
    const kept = [{ mutation: "forgets", plan: { seed: "kept", users: 3 } }];
    const { all, lines } = await run(
      ({ seed, users, scenario }, mutation) =>
        mutation === "forgets" && users === 3 && seed === 2 && scenario.seed === 2
          ? { problem: "row 1 is missing" }
          : held(),
      kept,
    );
    expect(all).toBe(true);
    expect(lines[0]).toMatch(/^caught {2}forgets .*a kept plan with the seed 2/);
  });

  it("misses one that no plan shows, or that shows without the defect too", async () => {
    expect((await run(() => held())).all).toBe(false);
    expect((await run(() => ({ problem: "always" }))).all).toBe(false);
  });
});
