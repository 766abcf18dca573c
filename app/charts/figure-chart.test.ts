import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { FigureResults, FigureRun } from "../contract/figure-results.ts";
import { figureAnswer } from "../domain/figures/figure-answer.ts";
import { figureById } from "../domain/figures/figures.ts";
import { fakeFigureRun } from "../domain/figures/testing/fake-figure-run.ts";
import { FigureChart } from "./FigureChart.tsx";

/** Of a figure in whose points, each run once, the same was measured. */
function drawn(id: string, run: Partial<FigureRun>): string {
  const figure = figureById(id);
  if (!figure.ok) throw new Error(figure.error.message);
  const { points, settings } = figure.value;
  const results: FigureResults = {
    formatVersion: 1,
    figure: id,
    computedAt: "2026-11-26T07:00:00.000Z",
    engineVersion: "0.1.0",
    points: points.map((point) => ({
      id: point.id,
      settings: [...settings, ...point.settings],
      runs: [fakeFigureRun(run)],
    })),
  };
  const answer = figureAnswer(figure.value, results);
  return renderToStaticMarkup(createElement(FigureChart, { id: "f", answer }));
}

const medians = (markup: string) => markup.match(/r="4"/g)?.length ?? 0;

describe("the chart of a figure", () => {
  it("has the median of each point, also of a single run", () => {
    expect(medians(drawn("sqlcat-5", { transactionsPerSecond: 100 }))).toBe(8);
  });

  it("names lines below it, whole, where there is no room above", () => {
    const waits = [{ type: "WRITE_COMPLETION", ms: 900, tasks: 10 }];
    const markup = drawn("sqlskills-2", { waits });
    for (const name of ["PREEMPTIVE_OS_WRITEFILE", "WRITE_COMPLETION", "FCB_REPLICA_WRITE"]) {
      expect(markup).toContain(`>${name}</text>`);
    }
    const heightOf = (text: string) => Number(/viewBox="0 0 \d+ ([\d.]+)"/.exec(text)?.[1]);
    const plain = drawn("sqlcat-5", { transactionsPerSecond: 100 });
    expect(heightOf(markup)).toBeGreaterThan(heightOf(plain));
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
        values: { transactionsPerSecond: [10, 5, 10], logReadBytesPerSecond: [0, 9, 0] },
      },
    });
    expect(markup).toContain('data-lane="transactionsPerSecond"');
    expect(markup).toContain('data-lane="logReadBytesPerSecond"');
    expect(markup).not.toContain('data-lane="checkpointPagesPerSecond"');
    expect(markup).toContain(">creation</text>");
  });
});
