/** What a schedule has taken by when, and how long it is there. */
import { describe, expect, it } from "vitest";
import { checkpointSeconds } from "./backup-estimate.ts";
import { setModelOf, setsOf } from "./occurrences.ts";
import { modelOf, planWith, simpleSets } from "./testing/plans.ts";

const setsWith = (...jobs: Parameters<typeof planWith>[0]) => setsOf(planWith(jobs), simpleSets);
const full = { kind: "full", everySeconds: 1200 } as const;

describe("what a plan has taken", () => {
  it("begins with what the days before have left, at the offset of each job", () => {
    const starts = setsWith({ ...full, offsetSeconds: 300 }).map(
      ({ startSeconds }) => startSeconds,
    );
    expect(starts.filter((at) => at >= 0)).toEqual([300, 1500, 2700]);
    expect(starts.filter((at) => at < 0).length).toBeGreaterThanOrEqual(3);
  });

  it("has nothing that was gone before the day began", () => {
    const logs = setsWith(full, { kind: "log", everySeconds: 300, keepCount: 1 }).filter(
      ({ kind, startSeconds }) => kind === "log" && startSeconds < 0,
    );
    expect(logs).toHaveLength(1);
  });

  it("keeps so many of each: one goes when so many after it are complete", () => {
    const sets = setsWith({ ...full, keepCount: 2 });
    const first = sets.find(({ startSeconds }) => startSeconds === 0);
    expect(first?.removedSeconds).toBe(2400 + 60);
  });

  it("keeps each for so long", () => {
    const sets = setsWith({ ...full, keepSeconds: 5000 });
    const first = sets.find(({ startSeconds }) => startSeconds === 0);
    expect(first?.removedSeconds).toBe(60 + 5000);
  });

  it("does not start what still runs, and lets backups of pages wait for each other", () => {
    const long = { ...simpleSets, figures: () => ({ seconds: 250, bytes: 1, pages: 1 }) };
    const plan = planWith([
      { kind: "full", everySeconds: 100 },
      { kind: "differential", everySeconds: 1200 },
    ]);
    const sets = setsOf(plan, long);
    const pages = sets.filter(({ startSeconds }) => startSeconds >= 0);
    for (const [at, set] of pages.entries()) {
      expect(set.startSeconds).toBeGreaterThanOrEqual(pages[at - 1]?.endSeconds ?? 0);
    }
  });

  it("bases a differential on the newest full backup that is not copy-only, or on an array snapshot", () => {
    const jobs = [
      { ...full, everySeconds: 1200 },
      { ...full, everySeconds: 1200, offsetSeconds: 300, copyOnly: true },
      { kind: "differential", everySeconds: 1200, offsetSeconds: 600 },
    ] as const;
    const before = setsWith(...jobs);
    const based = (sets: ReturnType<typeof setsWith>) => {
      const { base } = sets.findLast(({ kind }) => kind === "differential") ?? {};
      const found = sets.find(({ name }) => name === base);
      return [found?.kind, found?.copyOnly];
    };
    expect(based(before)).toEqual(["full", false]);
    const snapped = { kind: "arraySnapshot", everySeconds: 1200, offsetSeconds: 500 } as const;
    expect(based(setsWith(...jobs, snapped))).toEqual(["arraySnapshot", false]);
    expect(based(setsWith(...jobs, { ...snapped, copyOnly: true }))).toEqual(["full", false]);
    expect(based(setsWith(...jobs, { ...snapped, freeze: "none" }))).toEqual(["full", false]);
  });

  it("has each log backup go on from where the one before it ends", () => {
    const logs = setsWith(full, { kind: "log", everySeconds: 300 }).filter(
      ({ kind }) => kind === "log",
    );
    for (const [at, log] of logs.entries()) {
      if (at > 0) expect(log.fromSeconds).toBe(logs[at - 1]?.reachedSeconds);
    }
  });

  it("has of a database snapshot what was committed when its checkpoint ended", () => {
    const plan = planWith([{ kind: "databaseSnapshot", everySeconds: 600 }]);
    const model = modelOf(plan);
    const [snapshot] = setsOf(plan, setModelOf(model)).filter(
      ({ startSeconds }) => startSeconds === 600,
    );
    expect(checkpointSeconds(model)).toBeGreaterThan(0);
    expect(snapshot?.reachedSeconds).toBe(600 + checkpointSeconds(model));
    expect(snapshot?.endSeconds).toBeGreaterThan(snapshot?.reachedSeconds ?? 0);
    const idle = setsOf(plan, setModelOf(modelOf(plan, 0)));
    expect(idle.find(({ startSeconds }) => startSeconds === 600)?.reachedSeconds).toBe(600);
  });
});
