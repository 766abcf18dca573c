/** The best way back beside every way that there is, over random plans; and what each failure leaves. */
import { describe, expect, it } from "vitest";
import { type PlanFailure, planFailures } from "../../contract/protection-plan.ts";
import { SeededRandom } from "../seeded-random.ts";
import { type PlanSet, setsOf } from "./occurrences.ts";
import { planWith, rawScenario, simpleSets } from "./testing/plans.ts";
import { bestWayBack, noticedSeconds, type PartTime, type Way, waysBack } from "./way-back.ts";

/** Pages and log that are restored, a revert by its age. */
function time(way: Way): PartTime[] {
  if (way.kind === "databaseSnapshot") {
    return [{ part: "revert", seconds: (way.noticedSeconds - way.base.reachedSeconds) / 20 }];
  }
  const last = way.differential ?? way.base;
  const pages =
    (way.kind === "arraySnapshot" ? 40 : way.base.pages) + (way.differential?.pages ?? 0);
  return [
    { part: "pages", seconds: pages / 10 },
    { part: "log", seconds: (way.reachedSeconds - last.reachedSeconds) / 3 },
  ];
}

const full = { kind: "full", everySeconds: 1200 } as const;
const log = { kind: "log", everySeconds: 300, keepCount: 30 } as const;

function best(
  plan: ReturnType<typeof planWith>,
  kind: PlanFailure,
  atSeconds: number,
  sets = setsOf(plan, simpleSets),
) {
  return bestWayBack(plan, sets, { kind, atSeconds }, time);
}

describe("after each failure", () => {
  it("a wrong UPDATE costs what was done until it was noticed, where the log is there", () => {
    const plan = planWith([full, log], { noticedAfterSeconds: { wrongUpdate: 90 } });
    const way = best(plan, "wrongUpdate", 1000);
    expect([way?.reachedSeconds, way?.lossSeconds, way?.usesTail]).toEqual([1000, 90, true]);
  });

  it("damage costs nothing, where the tail of the log can be backed up", () => {
    expect(best(planWith([full, log]), "damagedDatabase", 1000)?.lossSeconds).toBe(0);
  });

  it("lost volumes cost what no complete backup of the log has, and take snapshots with them", () => {
    const plan = planWith([
      full,
      log,
      { kind: "arraySnapshot", everySeconds: 300, offsetSeconds: 50 },
      { kind: "databaseSnapshot", everySeconds: 300 },
    ]);
    const ways = waysBack(
      plan,
      setsOf(plan, simpleSets),
      { kind: "lostVolumes", atSeconds: 1001 },
      time,
    );
    expect(new Set(ways.map(({ kind }) => kind))).toEqual(new Set(["backups"]));
    expect(ways[0]?.lossSeconds).toBe(101);
    // That of 900 is complete at 902.
    expect(best(plan, "lostVolumes", 901)?.lossSeconds).toBe(301);
  });

  it("lost volumes leave no way back, where backups lie there", () => {
    const { storage } = rawScenario;
    const placement = { ...storage.placement, backup: "D" };
    const plan = planWith([full, log], {
      scenario: { ...rawScenario, storage: { ...storage, placement } },
    });
    expect(best(plan, "lostVolumes", 1000)).toBeNull();
    expect(best(plan, "damagedDatabase", 1000)).not.toBeNull();
  });

  it("a database snapshot takes only a wrong change back, to its own time", () => {
    const plan = planWith([{ kind: "databaseSnapshot", everySeconds: 300 }], {
      noticedAfterSeconds: { wrongUpdate: 10 },
    });
    const way = best(plan, "wrongUpdate", 1000);
    expect([way?.kind, way?.lossSeconds]).toEqual(["databaseSnapshot", 110]);
    expect(best(plan, "damagedDatabase", 1000)).toBeNull();
  });

  it("an array snapshot without a freeze takes no log", () => {
    const snapped = { kind: "arraySnapshot", everySeconds: 300, offsetSeconds: 50 } as const;
    const crash = planWith([
      { ...full, everySeconds: 3600, offsetSeconds: 3000 },
      log,
      { ...snapped, freeze: "none" },
    ]);
    const ways = waysBack(
      crash,
      setsOf(crash, simpleSets),
      { kind: "damagedDatabase", atSeconds: 1000 },
      time,
    );
    const way = ways.find(({ kind }) => kind === "arraySnapshot");
    expect([way?.logs.length, way?.usesTail, way?.reachedSeconds]).toEqual([0, false, 953]);
  });

  it("nothing that has been removed, or is not complete, leads back", () => {
    const plan = planWith([
      { ...full, keepCount: 1 },
      { ...log, keepCount: 1 },
    ]);
    for (const atSeconds of [30, 61, 700, 1230, 3599]) {
      const way = best(plan, "lostVolumes", atSeconds);
      const used = way === null ? [] : [way.base, ...way.logs];
      for (const { endSeconds, removedSeconds } of used) {
        expect(endSeconds).toBeLessThanOrEqual(atSeconds);
        expect(removedSeconds).toBeGreaterThan(atSeconds);
      }
    }
  });
});

describe("the best way back", () => {
  it("is the fastest of those that lose no more than may be lost", () => {
    const jobs = [full, log, { kind: "databaseSnapshot", everySeconds: 300 }] as const;
    const at = (rpoSeconds: number | null) =>
      best(planWith(jobs, { targets: { rpoSeconds } }), "wrongUpdate", 1100)?.kind;
    expect([at(null), at(10), at(3600)]).toEqual(["backups", "backups", "databaseSnapshot"]);
  });

  it("is found among all there are, in random plans", () => {
    const random = new SeededRandom(55);
    let compared = 0;
    for (let round = 0; round < 200; ++round) {
      const some = (least: number, most: number) => least + random.below(most - least + 1);
      const job = (
        kind: "full" | "differential" | "log" | "arraySnapshot" | "databaseSnapshot",
        least: number,
        most: number,
      ) => {
        const everySeconds = some(least, most);
        const offsetSeconds = random.below(everySeconds);
        return { kind, everySeconds, offsetSeconds, keepCount: some(1, 5) };
      };
      const plan = planWith(
        [
          job("full", 600, 1500),
          ...(random.below(2) === 0 ? [job("differential", 200, 600)] : []),
          ...(random.below(3) > 0 ? [job("log", 150, 400)] : []),
          ...(random.below(2) === 0
            ? [{ ...job("arraySnapshot", 300, 700), copyOnly: random.below(2) === 0 }]
            : []),
          ...(random.below(2) === 0 ? [job("databaseSnapshot", 300, 700)] : []),
        ],
        {
          targets: { rpoSeconds: random.below(2) === 0 ? null : some(0, 900) },
          noticedAfterSeconds: { wrongUpdate: some(0, 300), damagedDatabase: some(0, 60) },
        },
      );
      const sets = setsOf(plan, simpleSets);
      const kind = random.of(planFailures as unknown as readonly [PlanFailure, ...PlanFailure[]]);
      const atSeconds = random.below(3600);
      const found = best(plan, kind, atSeconds, sets);
      const expected = bruteForce(plan, sets, kind, atSeconds);
      expect([found?.lossSeconds ?? null, found?.timeSeconds ?? null], `round ${round}`).toEqual([
        expected?.loss ?? null,
        expected?.time ?? null,
      ]);
      if (found !== null) compared += 1;
    }
    expect(compared).toBeGreaterThan(120);
  });
});

interface Found {
  readonly loss: number;
  readonly time: number;
}

/** Every base with every differential and every row of log backups to its end, each step checked as a restore checks it. */
function bruteForce(
  plan: ReturnType<typeof planWith>,
  sets: readonly PlanSet[],
  kind: PlanFailure,
  atSeconds: number,
): Found | null {
  const noticed = noticedSeconds(plan, { kind, atSeconds });
  const isLost = kind === "lostVolumes";
  const there = sets.filter((set) => set.startSeconds <= noticed && set.removedSeconds > noticed);
  const logs = there.filter((set) => set.kind === "log" && (!isLost || set.endSeconds <= noticed));
  const stop = kind === "wrongUpdate" ? atSeconds : noticed;
  const whole = there.filter(
    (set) => set.kind === "full" || (set.kind === "arraySnapshot" && set.freeze !== "none"),
  );
  const tailFrom = isLost
    ? null
    : (logs.at(-1)?.reachedSeconds ?? whole[0]?.reachedSeconds ?? null);
  const all: Found[] = [];
  const tell = (reached: number, seconds: number) =>
    all.push({ loss: noticed - reached, time: seconds });
  for (const base of there.filter(({ endSeconds }) => endSeconds <= atSeconds)) {
    if (base.kind !== "full" && (base.kind !== "arraySnapshot" || isLost)) continue;
    const pages = base.kind === "full" ? base.pages : 40;
    const others = there.filter(
      (set) => set.kind === "differential" && set.base === base.name && set.endSeconds <= atSeconds,
    );
    for (const last of [base, ...others]) {
      const more = last === base ? 0 : last.pages;
      const visit = (reached: number) => {
        const next = logs.filter(
          (log) => (log.fromSeconds ?? 0) <= reached && log.reachedSeconds > reached,
        );
        const hasTail = tailFrom !== null && tailFrom <= reached;
        const end = hasTail ? stop : Math.min(reached, stop);
        // Nobody leaves out what rolls forward.
        if (hasTail || reached >= stop || next.length === 0) {
          tell(end, (pages + more) / 10 + (end - last.reachedSeconds) / 3);
        }
        if (reached < stop) for (const { reachedSeconds } of next) visit(reachedSeconds);
      };
      visit(last.reachedSeconds);
    }
  }
  if (kind === "wrongUpdate") {
    for (const set of there) {
      const isBefore = set.reachedSeconds <= atSeconds && set.endSeconds <= noticed;
      if (set.kind !== "databaseSnapshot" || !isBefore) continue;
      tell(set.reachedSeconds, (noticed - set.reachedSeconds) / 20);
    }
  }
  const { rpoSeconds } = plan.targets;
  const enough = all.filter(({ loss }) => rpoSeconds !== null && loss <= rpoSeconds);
  const [by, then]: readonly ["loss" | "time", "loss" | "time"] =
    enough.length > 0 ? ["time", "loss"] : ["loss", "time"];
  return (
    (enough.length > 0 ? enough : all).toSorted((a, b) => a[by] - b[by] || a[then] - b[then])[0] ??
    null
  );
}
