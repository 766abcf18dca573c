import { describe, expect, it } from "vitest";
import { engineRevision } from "../../contract/engine-revision.ts";
import type { FigureResults, FigureRun } from "../../contract/figure-results.ts";
import { figureAnswer } from "./figure-answer.ts";
import { figures } from "./figures.ts";
import { throughput } from "./measures.ts";
import { fakeFigureResults } from "./testing/fake-figure-results.ts";
import { fakeFigureRun } from "./testing/fake-figure-run.ts";

const definition = figures.find(({ id }) => id === "sqlcat-5");
if (definition === undefined) throw new Error("figure 5 is gone");

const results = (run: (place: number) => Partial<FigureRun> = () => ({})): FigureResults =>
  fakeFigureResults(definition, (place) =>
    [1, 2, 3].map((seed) =>
      fakeFigureRun({ seed, transactionsPerSecond: 100 - 10 * place + seed, ...run(place) }),
    ),
  );

describe("the answer of a figure", () => {
  it("draws counters over time where that is its chart, not where its runs have them for another figure", () => {
    const counters = { timeMs: [1000], values: { processorTimePercent: [30] } };
    const countersOf = (id: string) => {
      const found = figures.find((one) => one.id === id);
      if (found === undefined) throw new Error(`${id} is gone`);
      const computed = fakeFigureResults(found, () => [fakeFigureRun({ counters })]);
      return figureAnswer(found, computed).counters;
    };
    expect(countersOf("dell-7")).toEqual({ ...counters, acts: [] });
    expect(countersOf("dell-6")).toBeNull();
  });

  it("says what went on meanwhile: each creation by its snapshot if there are several, and operations", () => {
    const creation = (snapshot: string, startMs: number) => ({
      snapshot,
      startMs,
      endMs: startMs + 10,
      asOfMs: null,
      newestRowMs: null,
      sizeOnDiskBytes: 0,
      phases: [{ name: "redo" as const, startMs, endMs: startMs + 10 }],
    });
    const found = figures.find(({ id }) => id === "dell-7");
    if (found === undefined) throw new Error("figure 7 is gone");
    const actsOf = (run: Parameters<typeof fakeFigureRun>[0]) =>
      figureAnswer(
        found,
        fakeFigureResults(found, () => [
          fakeFigureRun({ ...run, counters: { timeMs: [1000], values: {} } }),
        ]),
      ).counters?.acts.map(({ name, snapshot, phases }) => [name, snapshot, phases[0]?.name]);
    expect(actsOf({ creations: [creation("s1", 0), creation("s2", 500)] })).toEqual([
      ["s1", "s1", "redo"],
      ["s2", "s2", "redo"],
    ]);
    expect(
      actsOf({
        creations: [creation("s1", 0)],
        operations: [{ name: "backup", startMs: 20, endMs: 90, figures: {} }],
      }),
    ).toEqual([
      ["Creation", "s1", "redo"],
      ["Backup", null, "backup"],
    ]);
  });

  it("has of each point the median with its interval, and tells how it came about", () => {
    const { points, provenance, figure } = figureAnswer(definition, results());
    expect(points).toHaveLength(definition.points.length);
    expect(points[1]).toMatchObject({
      runs: 3,
      values: { [throughput.id]: { kind: "median", value: 92, interval: { low: 91, high: 93 } } },
    });
    expect(provenance).toEqual({
      computedAt: "2026-11-26T07:00:00.000Z",
      engineRevisions: [engineRevision],
      seeds: [1, 2, 3],
      fewer: [],
    });
    // What crosses to a page is data alone.
    expect(JSON.parse(JSON.stringify(figure))).toEqual(figure);
  });

  it("judges by what was measured", () => {
    const { checks } = figureAnswer(definition, results());
    expect(checks.map(({ id, verdict }) => [id, verdict])).toEqual([
      // 5 snapshots cost 100 users 30 of 102 transactions.
      ["low-load", "fail"],
      ["high-load", "notProven"],
    ]);
  });

  it("tells of which engines its points are, each revision once", () => {
    const { points, provenance } = figureAnswer(
      definition,
      results((place) => ({ engineRevision: place === 0 ? 7 : place === 1 ? null : 3 })),
    );
    expect(points.slice(0, 3).map(({ engineRevisions }) => engineRevisions)).toEqual([
      [7],
      [],
      [3],
    ]);
    expect(provenance?.engineRevisions).toEqual([3, 7]);
  });

  it("concludes with what was measured, and says nothing where something was not", () => {
    expect(figureAnswer(definition, results()).conclusion).toBe(
      "Snapshots cost throughput where the disks are busy: with 500 users it falls from 62.0 transactions/s without a snapshot to 32.0 with five; with 100 users it is 102 and 72.0.",
    );
    const creation = figures.find(({ id }) => id === "sqlcat-1");
    if (creation === undefined) throw new Error("figure 1 is gone");
    const computed = fakeFigureResults(creation, () => [fakeFigureRun({ creations: [] })]);
    expect(figureAnswer(creation, computed).conclusion).toBeNull();
  });

  it("without results has no values and proves nothing", () => {
    const { provenance, checks, counters, conclusion } = figureAnswer(definition, null);
    expect([provenance, counters, conclusion]).toEqual([null, null, null]);
    expect(checks.every(({ verdict }) => verdict === "notProven")).toBe(true);
  });
});
