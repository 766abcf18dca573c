/** What a load does to a database, beside closed forms and beside a run of the engine. */
import { describe, expect, it } from "vitest";
import { planLoad } from "./plan-load.ts";
import { planWith, rawScenario } from "./testing/plans.ts";

const jobs = [{ kind: "full", everySeconds: 1200 }] as const;
const load = (more: object = {}, perSecond = 100) =>
  planLoad(planWith(jobs, { scenario: { ...rawScenario, ...more } }).scenario, perSecond);

describe("the load of a plan", () => {
  it("writes as much log as a run of it: 1,118 bytes a transaction", () => {
    const { logBytesPerSecond, transactionsPerSecond } = load();
    const perTransaction = logBytesPerSecond / transactionsPerSecond;
    expect(Math.abs(perTransaction / 1118 - 1)).toBeLessThan(0.05);
  });

  it("changes distinct pages as random draws do", () => {
    const { changedPages, recordsPerSecond, usedPages } = load();
    const leaves = usedPages * 0.99;
    const seconds = 500;
    const expected = leaves * (1 - (1 - 1 / leaves) ** (recordsPerSecond * seconds));
    expect(Math.abs(changedPages(seconds) / expected - 1)).toBeLessThan(0.001);
  });

  it("takes of a volume’s array pages what n random writes take of it", () => {
    const { changedGroups, recordsPerSecond, usedPages } = load();
    const [pages, seconds] = [128, 20];
    const groups = (usedPages * 0.99) / pages;
    const expected = groups * (1 - (1 - 1 / groups) ** (recordsPerSecond * seconds));
    expect(Math.abs(changedGroups(seconds, pages) / expected - 1)).toBeLessThan(0.01);
  });

  it("reads each page once for redo, until the pool is full", () => {
    const { redoReads, changedPages, recordsPerSecond, poolPages } = load();
    expect(redoReads(50)).toBe(changedPages(50));
    const small = load({ server: { memoryMiB: 16 } });
    expect(small.poolPages).toBeLessThan(poolPages);
    expect(small.redoReads(500)).toBeGreaterThan(small.changedPages(500));
    expect(small.redoReads(500)).toBeLessThanOrEqual(500 * recordsPerSecond);
  });

  it("does nothing where nobody works", () => {
    const idle = load({}, 0);
    expect([idle.logBytesPerSecond, idle.changedPages(1000), idle.redoReads(1000)]).toEqual([
      0, 0, 0,
    ]);
    expect(idle.checkpointSeconds).toBe(Number.POSITIVE_INFINITY);
  });
});
