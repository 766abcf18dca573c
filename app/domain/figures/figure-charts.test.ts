import { describe, expect, it } from "vitest";
import type { Center } from "../../contract/comparison.ts";
import type { FigureAnswer, FigureMeasure } from "../../contract/figure.ts";
import { figureAnswer } from "./figure-answer.ts";
import { figureCharts } from "./figure-charts.ts";
import { figureById } from "./figures.ts";

const answerOf = (id: string): FigureAnswer => {
  const figure = figureById(id);
  if (!figure.ok) throw new Error(figure.error.message);
  const { measures, points, ...rest } = figureAnswer(figure.value, null).figure;
  const valueAt = (point: number, measure: number): Center => ({
    kind: "median",
    value: 100 * point + measure,
    interval: null,
  });
  return {
    ...figureAnswer(figure.value, null),
    figure: { ...rest, measures, points },
    points: points.map((_, point) => ({
      runs: 1,
      engineRevisions: [],
      values: Object.fromEntries(
        measures.map(({ id: measure }: FigureMeasure, at) => [measure, valueAt(point, at)]),
      ),
    })),
  };
};

/** What a chart has at each tick, a line each. */
const drawn = (answer: FigureAnswer) =>
  figureCharts(answer).map(({ figure, result }) => ({
    isScaled: figure.isScaled,
    ticks: figure.ticks.map(({ text }) => text),
    lines: Object.fromEntries(
      figure.series.map(({ name, points }) => [
        name,
        points.map(({ point, x }) => [x, result.points[point]?.center?.value]),
      ]),
    ),
  }));

describe("charts of a figure", () => {
  it("have a line for each series over a scaled axis", () => {
    const [chart, ...others] = drawn(answerOf("sqlskills-1"));
    expect(others).toEqual([]);
    expect(chart).toEqual({
      isScaled: true,
      ticks: ["0", "1", "2"],
      lines: {
        "no snapshot": [[0, 0]],
        "RAID 5 over iSCSI": [
          [1, 100],
          [2, 200],
        ],
        "PCIe SSD": [
          [1, 300],
          [2, 400],
        ],
        "The paper, 2013": [[0, 1800]],
      },
    });
  });

  it("draw what the paper prints where it prints it, and name the line beside it", () => {
    const [time] = drawn(answerOf("dell-5"));
    expect(time?.lines).toEqual({
      "This model": [100, 500, 1000, 2000, 3000, 4000].map((users, at) => [users, 100 * at]),
      "The paper, 2011": [[100, 1000]],
    });
    const [retained] = drawn(answerOf("dell-6"));
    expect(retained?.lines["The paper, 2011"]).toEqual([[5, 814_400]]);
    const [waits] = drawn(answerOf("sqlskills-2"));
    expect(waits?.lines["The paper, 2013: FCB_REPLICA_WRITE"]).toEqual([
      [0, 0],
      [2, 0],
    ]);
  });

  it("tell what was given from what was measured and what is printed", () => {
    const [time, ...others] = figureCharts(answerOf("sqlcat-creation"));
    const sources = time?.figure.series.map(({ name, points }) => [
      name,
      points.map(({ source = "measured" }) => source).join(" "),
    ]);
    const measured = "measured measured measured measured measured measured measured measured";
    const printed = "printed printed printed printed printed printed printed printed";
    expect(sources).toEqual([
      ["Armed at once", measured],
      ["Dirty pages copied", measured],
      ["Silent spans given", "measured given given measured measured measured measured measured"],
      ["The paper, 2007", printed],
    ]);
    const paper = time?.figure.series.at(-1)?.points[4];
    expect(time?.result.points[paper?.point ?? 0]?.center?.value).toBe(1_196_850);
    expect(others.map(({ result }) => result.metric.unit)).toEqual([
      { name: "log records" },
      "bytes",
    ]);
    // It stands once, not beside each scenario.
    expect(drawn(answerOf("sqlcat-creation"))[1]?.lines["The paper, 2007"]).toEqual([
      [0, 1_560_650],
    ]);
  });

  it("have a line for each measure over a number, measures of one unit in one chart", () => {
    const [time, share, ...others] = drawn(answerOf("sqlcat-2"));
    expect(others).toEqual([]);
    expect(time).toEqual({
      isScaled: true,
      ticks: ["100", "300", "500"],
      lines: {
        "Files, checkpoint, opening": [
          [100, 0],
          [300, 100],
          [500, 200],
        ],
        Recovery: [
          [100, 1],
          [300, 101],
          [500, 201],
        ],
      },
    });
    expect(Object.values(share?.lines ?? {})).toEqual([
      [
        [100, 2],
        [300, 102],
        [500, 202],
      ],
    ]);
  });

  it("have what there is more of for categories, points or measures", () => {
    const [byPoint] = drawn(answerOf("sqlskills-2"));
    expect(byPoint?.isScaled).toBe(false);
    expect(byPoint?.ticks[0]).toBe("RAID 5 over iSCSI, 1 snapshot");
    expect(byPoint?.lines.WRITE_COMPLETION).toEqual([
      [0, 1],
      [1, 101],
      [2, 201],
      [3, 301],
    ]);
    const [byMeasure] = drawn(answerOf("sqlcat-3"));
    expect(byMeasure?.ticks).toEqual(["First", "Second", "Third", "Fourth", "Fifth"]);
    expect(byMeasure?.lines["300 users"]?.[4]).toEqual([4, 104]);
  });

  it("are one for each unit", () => {
    const charts = figureCharts(answerOf("sqlcat-10"));
    expect(charts.map(({ result }) => result.metric.unit)).toEqual(["duration", "bytes"]);
  });

  it("have, beside counters over time, what the paper prints of them", () => {
    expect(drawn(answerOf("dell-4"))).toEqual([
      {
        isScaled: false,
        ticks: ["Rise of the mean response"],
        lines: { "This model": [[0, 6]], "The paper, 2011": [[0, 0.3]] },
      },
    ]);
    expect(drawn(answerOf("sqlcat-4"))).toEqual([]);
  });

  it("are none of what was not computed", () => {
    const figure = figureById("sqlcat-1");
    expect(figure.ok && figureCharts(figureAnswer(figure.value, null))).toEqual([]);
  });
});
