import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { FigureRun } from "../contract/figure-results.ts";
import { figureAnswer } from "../domain/figures/figure-answer.ts";
import { figureById } from "../domain/figures/figures.ts";
import { fakeFigureResults } from "../domain/figures/testing/fake-figure-results.ts";
import { fakeFigureRun } from "../domain/figures/testing/fake-figure-run.ts";
import { FigureChart } from "./FigureChart.tsx";

/** The chart of a figure in all of whose points the repeats measured the same. */
function drawn(id: string, ...repeats: readonly Partial<FigureRun>[]): string {
  const figure = figureById(id);
  if (!figure.ok) throw new Error(figure.error.message);
  const results = fakeFigureResults(figure.value, () => repeats.map(fakeFigureRun));
  const answer = figureAnswer(figure.value, results);
  return renderToStaticMarkup(createElement(FigureChart, { id: "f", answer }));
}

const medians = (markup: string) => markup.match(/r="4"/g)?.length ?? 0;

describe("the chart of a figure", () => {
  it("has the median of each point, also of a single run", () => {
    expect(medians(drawn("sqlcat-5", { transactionsPerSecond: 100 }))).toBe(8);
  });

  it("has what a paper prints as marks of their own, without a line, named for its year", () => {
    const operations = [{ name: "selectInto" as const, startMs: 0, endMs: 900, figures: {} }];
    const markup = drawn("sqlskills-1", { operations });
    expect(markup).toContain(">The paper, 2013</text>");
    const [, paper = ""] = markup.split('data-series="The paper, 2013"');
    expect(paper).toMatch(/^><g data-point="\d+"><path fill="var\(--surface\)"/);
    expect(medians(markup)).toBe(5);
  });

  it("has a line over a number, and bars between categories, whose names are whole", () => {
    const operations = [{ name: "indexCreation" as const, startMs: 0, endMs: 60_000, figures: {} }];
    const [line, bars] = [
      drawn("sqlcat-5", { transactionsPerSecond: 100 }),
      drawn("sqlcat-7", { operations }),
    ];
    expect([line.includes("<polyline"), bars.includes("<polyline")]).toEqual([true, false]);
    expect(bars).toContain(">Nonclustered, 100 users, with a snapshot</text>");
    expect(bars.match(/<g data-series="[^"]*" data-point/g)).toHaveLength(8);
    expect(bars).toContain(">0</text>");
    expect(bars).toContain(">1 min 0 s</text>");
  });

  it("has bars from zero, as long as what was measured, with the interval of the repeats", () => {
    const took = (ms: number) => [
      { type: "WRITE_COMPLETION", ms, tasks: 10 },
      { type: "PREEMPTIVE_OS_WRITEFILE", ms: 300_000, tasks: 10 },
    ];
    const markup = drawn("sqlskills-2", { waits: took(100_000) }, { waits: took(200_000) });
    const [call, completion] = ["PREEMPTIVE_OS_WRITEFILE", "WRITE_COMPLETION"].map((series) => {
      const bar = new RegExp(
        `data-series="${series}".*?<rect [^>]*x="([^"]*)"[^>]*width="([^"]*)"`,
      );
      const [, x, width] = bar.exec(markup) ?? [];
      return { x: Number(x), width: Number(width) };
    });
    expect(completion?.x).toBe(call?.x);
    expect((completion?.width ?? 0) / (call?.width ?? 1)).toBeCloseTo(0.5, 2);
    const whiskers = [...markup.matchAll(/data-interval="".*? d="M([\d.]+) [\d.]+H([\d.]+)M/g)];
    const lengths = whiskers.map(([, low, high]) => Number(high) - Number(low));
    // At each of four points one wait was not the same in both repeats.
    expect(lengths).toHaveLength(4);
    expect(Math.max(...lengths) / (call?.width ?? 1)).toBeCloseTo(1 / 3, 2);
  });

  it("names series below it, whole, where there is no room above", () => {
    const waits = [{ type: "WRITE_COMPLETION", ms: 900, tasks: 10 }];
    const markup = drawn("sqlskills-2", { waits });
    for (const name of ["PREEMPTIVE_OS_WRITEFILE", "WRITE_COMPLETION", "FCB_REPLICA_WRITE"]) {
      expect(markup).toContain(`>${name}</text>`);
    }
    const [, legendY] = /y="([\d.]+)">PREEMPTIVE_OS_WRITEFILE</.exec(markup) ?? [];
    const height = Number(/viewBox="0 0 \d+ ([\d.]+)"/.exec(markup)?.[1]);
    expect(Number(legendY)).toBeGreaterThan(height - 50);
  });

  it("has counters as lanes over time, with the phases of the creation", () => {
    const markup = drawn("sqlcat-4", {
      creations: [
        {
          snapshot: "s1",
          startMs: 1000,
          endMs: 3000,
          asOfMs: 2000,
          newestRowMs: null,
          sizeOnDiskBytes: 0,
          phases: [
            { name: "checkpoint", startMs: 1000, endMs: 2000 },
            { name: "analysis", startMs: 2000, endMs: 3000 },
          ],
        },
      ],
      counters: {
        timeMs: [1000, 2000, 4000],
        values: {
          transactionsPerSecond: [10, 5, 10],
          logReadBytesPerSecond: [0, 9, 0],
          processorTimePercent: [20, 60, 20],
          meanMs: [17, 40, 17],
        },
      },
    });
    for (const lane of ["processorTimePercent", "meanMs"]) {
      expect(markup).toContain(`data-lane="${lane}"`);
    }
    expect(markup).toContain('data-lane="transactionsPerSecond"');
    expect(markup).toContain('data-lane="logReadBytesPerSecond"');
    expect(markup).not.toContain('data-lane="checkpointPagesPerSecond"');
    expect(markup).toContain(">Creation</text>");
  });
});
