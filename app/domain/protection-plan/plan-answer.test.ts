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

  it("a set has a header, and slots of a chunk and its header", () => {
    expect([setBytes(0), setBytes(1), setBytes(2 ** 20 + 1)]).toEqual([
      0,
      8192 + 2 ** 20 + 8192,
      8192 + 2 * (2 ** 20 + 8192),
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

  it("is that a reserve has room for what is kept, and for one more that a restore takes first", () => {
    const kept = {
      kind: "arraySnapshot",
      everySeconds: 600,
      keepCount: 2,
      copyOnly: true,
    } as const;
    const arrayOf = (reservePercent: number) => ({
      scenario: {
        ...rawScenario,
        storage: {
          ...rawScenario.storage,
          volumes: rawScenario.storage.volumes.map((volume) =>
            volume.name === "D"
              ? { ...volume, arraySnapshots: { pageKiB: 64, sizeGiB: 2, reservePercent } }
              : volume,
          ),
        },
      },
    });
    const textWith = (reservePercent: number) =>
      answerOf([full, log, kept], arrayOf(reservePercent)).advice.find(
        ({ id }) => id === "reserve of D",
      )?.text;
    expect(textWith(1000)).toBeUndefined();
    const [used] = answerOf([full, log, kept], arrayOf(1000)).space.reserves;
    const percent = (bytes = 0) => (100 * bytes) / (2 * 1024 ** 3);
    expect(textWith(Math.ceil(percent(used?.bytes)))).toMatch(/takes one more snapshot first/);
    expect(textWith(Math.floor(percent(used?.bytes)))).toMatch(/oldest go before their time/);
  });

  it("is that VSS does not hold writes for as long as a plan's array snapshots take", () => {
    const within = (arraySnapshotTimes: object) => ({
      scenario: { ...rawScenario, storage: { ...rawScenario.storage, arraySnapshotTimes } },
    });
    const array = { kind: "arraySnapshot", everySeconds: 600, copyOnly: true } as const;
    const slow = within({ commitMsPerVolume: 6000 });
    expect(idsOf([full, log, array], slow)).toContain("vssLimit");
    expect(
      idsOf([full, log, array], within({ otherDatabases: 61, otherDatabaseMs: 1000 })),
    ).toContain("vssLimit");
    expect(idsOf([full, log, array])).not.toContain("vssLimit");
    expect(idsOf([full, log, { ...array, freeze: "suspend" }], slow)).not.toContain("vssLimit");
  });

  it("is that kept backups fit onto their volume", () => {
    const plan = planWith([full]);
    const model = modelOf(plan);
    const small = new Map(
      [...model.volumes].map(([name, volume]) => [
        name,
        { ...volume, figures: { ...volume.figures, capacityMiB: 100 } },
      ]),
    );
    const adviceOf = (volumes: typeof model.volumes) =>
      answerPlan(plan, { ...model, volumes }).advice.map(({ id }) => id);
    expect(adviceOf(small)).toContain("backupRoom");
    expect(adviceOf(model.volumes)).not.toContain("backupRoom");
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

  it("names what it takes where a server would choose others, or could", () => {
    const differential = { kind: "differential", everySeconds: 600, keepCount: 3 } as const;
    const answer = answerOf([full, { ...differential, offsetSeconds: 500 }, log]);
    const backOf = (
      failure: Parameters<typeof waysAt>[1],
      atSeconds: number,
      isDifferential: boolean,
    ) => {
      const way = waysAt(answer, failure, atSeconds).find(
        (one) => one.base.startSeconds === 0 && (one.differential !== null) === isDifferential,
      );
      if (way === undefined) throw new Error("no way back");
      const scenario = scenarioOfWay(answer, way, atSeconds);
      if (!scenario.ok) throw new Error(scenario.error.message);
      const { timeline } = scenario.value;
      const { command } = timeline.find(({ name }) => name === "wayBack") ?? {};
      if (command?.kind !== "restore") throw new Error("no restore");
      const steps = timeline.flatMap(({ name, command: { kind } }) =>
        name === "usersLeave" || name === "makeWay_1" ? kind : [],
      );
      return { ...command, steps };
    };
    // It is chosen anyway, with its tail.
    expect(backOf("damagedDatabase", 1000, true)).toMatchObject({
      backups: null,
      backUpTail: true,
    });
    const without = backOf("damagedDatabase", 1000, false);
    expect(without).toMatchObject({ backUpTail: false, steps: ["setUsers", "backup"] });
    expect(without.backups?.[0]).toMatch(/^full_/);
    expect(without.backups?.at(-1)).toBe("tail");
    // The log backup of 900 s is not complete when the UPDATE is noticed.
    const late = answerOf([full, { ...differential, offsetSeconds: 500 }, log], {
      noticedAfterSeconds: { wrongUpdate: 0.01 },
    });
    const [way] = waysAt(late, "wrongUpdate", 899.995).filter(
      (one) => one.base.startSeconds === 0 && one.differential === null,
    );
    const waiting = way && scenarioOfWay(late, way, 899.995);
    const back = waiting?.ok ? waiting.value.timeline.find(({ name }) => name === "wayBack") : null;
    expect(back?.after).toMatchObject({ step: way?.logs.at(-1)?.name, event: "completed" });
    // The differential of 500 s is under way, and may be complete in a run.
    expect(backOf("lostVolumes", 500.01, false).backups).not.toBeNull();
    expect(backOf("lostVolumes", 450, false).backups).toBeNull();
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
