/** What plans come to: curves and targets, space, advice, and a failure as a scenario. */
import { describe, expect, it } from "vitest";
import { dataVolumes } from "../../contract/placement.ts";
import { planPreset, planPresetNames } from "../../contract/plan-presets.ts";
import { checkpointSeconds, msPerChunk, setBytes } from "./backup-estimate.ts";
import { answerPlan, waysAt } from "./plan-answer.ts";
import { scenarioOfWay } from "./plan-scenario.ts";
import { modelOf, planWith, rawScenario } from "./testing/plans.ts";

const full = { kind: "full", everySeconds: 1200 } as const;
const log = { kind: "log", everySeconds: 300, keepCount: 30 } as const;
const answerOf = (...from: Parameters<typeof planWith>) => {
  const plan = planWith(...from);
  return answerPlan(plan, modelOf(plan));
};

describe("over the day", () => {
  it("lost volumes cost at most the time between two log backups and what one takes", () => {
    const answer = answerOf([full, log]);
    const curve = answer.curves.find(({ failure }) => failure === "lostVolumes");
    const took = Math.max(
      ...answer.sets
        .filter(({ kind }) => kind === "log")
        .map((set) => set.endSeconds - set.startSeconds),
    );
    expect(curve?.worstLossSeconds).toBeCloseTo(300 + took, 2);
  });

  it("a target is missed for the share of the day in which it is", () => {
    const missed = (rpoSeconds: number) =>
      answerOf([full, log], { targets: { rpoSeconds } }).curves.find(
        ({ failure }) => failure === "lostVolumes",
      )?.lossMissed;
    expect(missed(1000)).toBe(0);
    expect(missed(150)).toBeCloseTo(0.5, 1);
  });

  it("without a way back there is no worst", () => {
    const { curves } = answerOf([{ kind: "databaseSnapshot", everySeconds: 300 }]);
    expect(curves.map(({ worstLossSeconds }) => worstLossSeconds === null)).toEqual([
      false,
      true,
      true,
    ]);
  });
});

describe("the parts of a way back", () => {
  it("pages go at the rate of the slower volume, and of one that is both at half of it", () => {
    const plan = planWith([full]);
    const model = modelOf(plan);
    const stages = (backup: string) => [
      { kind: "read", bytes: 2 ** 20, sequential: true, on: [backup], underWay: 4 } as const,
      {
        kind: "write",
        bytes: 2 ** 20,
        sequential: true,
        on: dataVolumes(plan.scenario.storage.placement),
        underWay: 8,
      } as const,
    ];
    expect(msPerChunk(model, stages("B"), 0)).toBeCloseTo(5, 5);
    expect(msPerChunk(model, stages("D"), 0)).toBeCloseTo(10, 5);
    expect(msPerChunk(model, stages("B"), 25)).toBe(25);
  });

  it("a set has a header, chunks with headers, and a directory", () => {
    expect([setBytes(0), setBytes(1), setBytes(2 ** 20 + 1)]).toEqual([
      0,
      8192 + 8192 + 8192 + 8192,
      8192 + 129 * 8192 + 2 * 8192 + 8192,
    ]);
  });

  it("a checkpoint writes what is dirty, 32 at a time", () => {
    const plan = planWith([full]);
    const model = modelOf(plan);
    const dirty = model.load.changedPages(model.load.checkpointSeconds / 2);
    // Sixteen servers of 4 ms.
    expect(checkpointSeconds(model)).toBeCloseTo((dirty * 4) / 16 / 1000, 5);
  });
});

describe("the space of a plan", () => {
  it("is that of the sets that are kept, and of one that is being written", () => {
    const { space, sets } = answerOf([{ ...full, keepCount: 2 }]);
    const bytes = sets.find(({ kind }) => kind === "full")?.bytes ?? 0;
    expect(space.mostBackupBytes).toBe(3 * bytes);
  });

  it("an array keeps what changed in each interval, and one more for a restore", () => {
    const plan = planWith([
      full,
      { kind: "arraySnapshot", everySeconds: 600, keepCount: 2, copyOnly: true },
    ]);
    const model = modelOf(plan);
    const [data] = answerPlan(plan, model).space.reserves;
    const interval = model.load.changedGroups(600, 8) * 65_536;
    expect(data?.bytes).toBeCloseTo(2 * interval, -6);
    expect(data?.withOneMoreBytes).toBeCloseTo(3 * interval, -6);
  });
});

describe("advice", () => {
  const idsOf = (...from: Parameters<typeof planWith>) =>
    answerOf(...from).advice.map(({ id }) => id);
  const placed = (placement: object) => ({
    scenario: {
      ...rawScenario,
      storage: {
        ...rawScenario.storage,
        placement: { ...rawScenario.storage.placement, ...placement },
      },
    },
  });

  it("is there where it applies", () => {
    expect(idsOf([full, log])).toEqual(["lowActivity", "verify"]);
    expect(idsOf([{ kind: "databaseSnapshot", everySeconds: 600, keepCount: 1 }])).toEqual([
      "noFull",
      "noLog",
    ]);
    expect(idsOf([full, log], placed({ backup: "D" }))).toContain("backupsBesideData");
    expect(idsOf([full, log], placed({ log: "D" }))).toContain("logBesideData");
    expect(idsOf([full, { ...log, keepCount: 2 }])).toContain("logsGoFirst");
    const array = { kind: "arraySnapshot", everySeconds: 600 } as const;
    const differential = { kind: "differential", everySeconds: 600 } as const;
    expect(idsOf([full, log, differential, array])).toContain("arrayIsBase");
    expect(idsOf([full, log, differential, { ...array, copyOnly: true }])).not.toContain(
      "arrayIsBase",
    );
  });
});

describe("a failure as a scenario", () => {
  const scenarioAt = (
    jobs: Parameters<typeof planWith>[0],
    failure: Parameters<typeof waysAt>[1],
    atSeconds: number,
  ) => {
    const answer = answerOf(jobs);
    const [way] = waysAt(answer, failure, atSeconds);
    if (way === undefined) throw new Error("no way back");
    return scenarioOfWay(answer, way, atSeconds);
  };

  it("begins with the base, and ends with the way back", () => {
    const scenario = scenarioAt([full, log], "wrongUpdate", 1000);
    if (!scenario.ok) throw new Error(scenario.error.message);
    const { timeline } = scenario.value;
    expect(timeline[0]).toMatchObject({ atSeconds: 30, command: { kind: "backup", type: "full" } });
    expect(timeline.at(-1)).toMatchObject({ command: { kind: "setUsers", users: 0 } });
    const back = timeline.find(({ name }) => name === "wayBack");
    expect(back).toMatchObject({
      atSeconds: 1630,
      command: { kind: "restore", stopAtSeconds: 1030, backUpTail: true },
    });
  });

  it("drops the database snapshots that would be in the way", () => {
    const scenario = scenarioAt(
      [full, log, { kind: "databaseSnapshot", everySeconds: 300, keepCount: 2 }],
      "damagedDatabase",
      1000,
    );
    if (!scenario.ok) throw new Error(scenario.error.message);
    const drops = scenario.value.timeline.filter(({ name }) => name?.startsWith("makeWay"));
    expect(drops.map(({ command }) => command.kind)).toEqual(["dropSnapshot", "dropSnapshot"]);
    expect(scenario.value.timeline.find(({ name }) => name === "wayBack")?.after?.step).toBe(
      "makeWay_2",
    );
  });

  it("is refused where it has too many steps", () => {
    const often = { ...log, everySeconds: 10, keepCount: 1000 };
    const plan = planWith([{ ...full, everySeconds: 20_000 }, often], { daySeconds: 20_000 });
    const answer = answerPlan(plan, modelOf(plan));
    const [way] = waysAt(answer, "damagedDatabase", 19_000);
    const refused = way === undefined ? null : scenarioOfWay(answer, way, 19_000);
    expect(refused?.ok === false && refused.error.message).toMatch(/allowed: at most 1000/);
  });
});

describe("the plans that come with the program", () => {
  it("are read, and answered", () => {
    expect(planPresetNames).toEqual(["paper-2011"]);
    const plan = planPreset("paper-2011");
    if (plan === null) throw new Error("it is not there");
    const { curves, advice } = answerPlan(plan, modelOf(plan, 20));
    expect(curves.every(({ worstLossSeconds }) => worstLossSeconds !== null)).toBe(true);
    expect(advice.some(({ kind }) => kind === "warning")).toBe(false);
  });
});
