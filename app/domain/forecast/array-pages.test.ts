/** The closed forms beside an array that is played page by page, with draws in place of expectations. */
import { describe, expect, it } from "vitest";
import type { Scenario } from "../../contract/scenario.ts";
import { presetScenario } from "../scenario-form/testing/presets.ts";
import { SeededRandom } from "../seeded-random.ts";
import { atRandom, changedPages, inSequence, retained, setAside } from "./array-pages.ts";

const kibibyte = 1024;
const gibibyte = 1024 ** 3;

/** An array as its snapshots have it: of each, the pages that were set aside for it. */
class PlayedArray {
  readonly #setAside: Set<number>[] = [];

  take(): void {
    this.#setAside.push(new Set());
  }
  write(page: number): void {
    this.#setAside.at(-1)?.add(page);
  }
  /** What was set aside for it goes to the one before, unless that has the page already. */
  delete(place: number): void {
    const [gone = new Set()] = this.#setAside.splice(place, 1);
    const before = this.#setAside[place - 1];
    if (before !== undefined) for (const page of gone) before.add(page);
  }
  get used(): number {
    return this.#setAside.reduce((sum, { size }) => sum + size, 0);
  }
  /** Pages that were changed since. */
  since(place: number): number {
    return new Set(this.#setAside.slice(place).flatMap((pages) => [...pages])).size;
  }
}

const within = (share: number, value: number, truth: number) => {
  expect(value).toBeGreaterThanOrEqual(truth * (1 - share));
  expect(value).toBeLessThanOrEqual(truth * (1 + share));
};

describe("array pages that are changed", () => {
  it.each([64, 1024, 15_360])(
    "by n random writes of 8 KiB are 1-(1-P/V)^n of the volume, with pages of %i KiB",
    (pageKiB) => {
      const pages = (30 * gibibyte) / (pageKiB * kibibyte);
      for (const writes of [pages / 100, pages / 3, pages, 5 * pages]) {
        const share = 1 - (1 - 1 / pages) ** writes;
        within(0.01, atRandom(pages, 1)(writes), pages * share);
        const random = new SeededRandom(7);
        const played = new PlayedArray();
        played.take();
        for (let write = 0; write < writes; ++write) played.write(random.below(pages));
        within(0.03, atRandom(pages, 1)(writes), played.used);
      }
    },
  );

  it("in sequence are their bytes, and at most the file in which they go round", () => {
    expect(inSequence(0.25)(0)).toBe(0);
    expect(inSequence(0.25)(4000)).toBe(1001);
    expect(inSequence(0.25, 300)(4000)).toBe(300);
  });
});

describe("snapshots that are kept", () => {
  /** A third of the volume is changed nine times as often as the rest; a log goes round in 500 pages. */
  const [hot, cold, logPages, perLogPage] = [2000, 4000, 500, 40];
  const parts = [atRandom(hot, 0.9), atRandom(cold, 0.1), inSequence(1 / perLogPage, logPages)];
  const changed = (transactions: number) =>
    parts.reduce((sum, part) => sum + part(transactions), 0);

  const between = (intervals: readonly number[]) => (from: number, to: number) =>
    changed(intervals.slice(from, to).reduce((sum, each) => sum + each, 0));
  const kept = (intervals: readonly number[]) => retained(between(intervals), intervals.length);

  function play(intervals: readonly number[], seed: number): PlayedArray {
    const random = new SeededRandom(seed);
    const array = new PlayedArray();
    let logged = random.below(logPages * perLogPage);
    for (const interval of intervals) {
      array.take();
      for (let transaction = 0; transaction < interval; ++transaction) {
        array.write(random.share() < 0.9 ? random.below(hot) : hot + random.below(cold));
        array.write(hot + cold + Math.floor((logged++ / perLogPage) % logPages));
      }
    }
    return array;
  }

  const series = [[3000], [1500, 6000], [800, 9000, 300, 12_000, 2500], [20_000, 20_000, 20_000]];

  it.each(series.map((intervals) => [intervals.join(", "), intervals] as const))(
    "after %s transactions each take their interval, and a deletion frees their own",
    (_, intervals) => {
      within(0.02, setAside(changed, intervals), play(intervals, 3).used);
      for (const [place, { own, held }] of kept(intervals).entries()) {
        const array = play(intervals, 5);
        within(0.02, held, array.since(place));
        const before = array.used;
        array.delete(place);
        const freed = before - array.used;
        expect(Math.abs(own - freed)).toBeLessThan(0.05 * freed + 15);
      }
    },
  );

  it("lose exactly their own where one is deleted, and have its interval then", () => {
    for (const intervals of series) {
      for (const [place, { own }] of kept(intervals).entries()) {
        const merged = intervals.toSpliced(
          Math.max(0, place - 1),
          Math.min(2, place + 1),
          ...(place === 0 ? [] : [(intervals[place - 1] ?? 0) + (intervals[place] ?? 0)]),
        );
        expect(setAside(changed, intervals) - own).toBeCloseTo(setAside(changed, merged), 6);
      }
    }
  });
});

describe("a scenario's load", () => {
  const preset = presetScenario("creation-under-load");
  const scenario = (change: Partial<Scenario["storage"]["placement"]> = {}): Scenario => ({
    ...preset,
    database: {
      ...preset.database,
      sizeMiB: 4096,
      filledPercent: 85,
      logSizeMiB: 512,
      dataFiles: 4,
    },
    storage: { ...preset.storage, placement: { ...preset.storage.placement, ...change } },
  });
  const { data } = preset.storage.placement;
  const main = typeof data === "string" ? data : (data[0] ?? "");

  it("changes all array pages of its tables soon, and its log's in turn", () => {
    const pages = changedPages(scenario({ log: main }), main, { pageKiB: 1024 });
    const tables = 4096 * 0.85 * 0.99;
    within(0.001, pages(1e9), tables + 512);
    expect(pages(1)).toBeGreaterThan(2);
    expect(pages(1)).toBeLessThan(20);
    const without = changedPages(scenario(), main, { pageKiB: 1024 });
    within(0.001, without(1e9), tables);
  });

  it("is divided among the volumes of its data files", () => {
    const other = preset.storage.volumes.find(({ name }) => name !== main)?.name ?? "";
    const dealt = scenario({ data: [main, other, main] });
    const [here, there, whole] = [
      changedPages(dealt, main, { pageKiB: 64 }),
      changedPages(dealt, other, { pageKiB: 64 }),
      changedPages(scenario(), main, { pageKiB: 64 }),
    ];
    // Files 1, 3 and 4 lie on the first volume.
    within(1e-9, here(5000), 0.75 * whole(5000));
    within(0.2, there(5000), 0.25 * whole(5000));
  });

  it("takes the more of a larger array page, until all of it is changed", () => {
    const bytes = (pageKiB: number, transactions: number) =>
      changedPages(scenario(), main, { pageKiB })(transactions) * pageKiB * kibibyte;
    expect(bytes(1024, 100)).toBeGreaterThan(10 * bytes(64, 100));
    within(0.01, bytes(1024, 1e8), bytes(64, 1e8));
  });

  it("of the TPC-C-style load counts an array page once, whatever of its tree lies on it", () => {
    const dell = presetScenario("dell-creation");
    const pages = changedPages(dell, "Data", { pageKiB: 15_360 });
    const inFiveMinutes = pages(220 * 300) * 15_360 * kibibyte;
    const filled = dell.database.sizeMiB * 1024 * kibibyte * (dell.database.filledPercent / 100);
    expect(inFiveMinutes / filled).toBeLessThan(1);
    expect(inFiveMinutes / filled).toBeGreaterThan(0.95);
  });
});
