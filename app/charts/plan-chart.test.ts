import { createElement, Fragment } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { answerPlan } from "../domain/protection-plan/plan-answer.ts";
import { modelOf, planWith } from "../domain/protection-plan/testing/plans.ts";
import type { DrawnAs } from "./chart-reading.ts";
import { type PlanChartData, planChart } from "./PlanChart.tsx";

const full = { kind: "full", everySeconds: 1200 } as const;
const log = { kind: "log", everySeconds: 300, keepCount: 30 } as const;
const snapshot = { kind: "databaseSnapshot", everySeconds: 600 } as const;

/** The chart of the losses of a plan, of an hour where nothing else is said. */
function chartOf(jobs: Parameters<typeof planWith>[0], more: Partial<PlanChartData> = {}) {
  const { daySeconds = 3600 } = more;
  const plan = planWith(jobs, { daySeconds });
  return planChart({
    title: "Loss",
    curves: answerPlan(plan, modelOf(plan)).curves,
    daySeconds,
    targetSeconds: null,
    atSeconds: daySeconds / 2,
    secondsOf: ({ lossSeconds }) => lossSeconds,
    ...more,
  });
}
type Chart = ReturnType<typeof chartOf>;

const drawn = (chart: Chart, as: DrawnAs = {}) =>
  renderToStaticMarkup(createElement(Fragment, null, chart.draw({ id: "p", ...as })));
const ticksOf = (markup: string) =>
  [...markup.matchAll(/class="tick"[^>]*middle">([^<]*)</g)].map(([, text]) => text);
/** The corners of a failure's line, and how many pieces it has. */
function lineOf(markup: string, failure: string) {
  const [, d = ""] = new RegExp(`data-series="${failure}"[^>]* d="([^"]*)"`).exec(markup) ?? [];
  return { corners: d.match(/[ML]/g)?.length ?? 0, pieces: d.match(/M/g)?.length ?? 0, d };
}

describe("the chart of a plan", () => {
  it("has a line for each failure, through what is read at each moment, and the moment that is looked at", () => {
    const chart = chartOf([full, log]);
    const markup = drawn(chart);
    const reading = chart.read({});
    for (const failure of ["wrongUpdate", "damagedDatabase", "lostVolumes"]) {
      expect(lineOf(markup, failure)).toMatchObject({ corners: reading?.stops.length, pieces: 1 });
    }
    const [stop] = reading?.stops ?? [];
    for (const { x, y } of stop?.values ?? []) expect(markup).toContain(`d="M${x} ${y}L`);
    expect(stop?.heading).toBe("00:00:00");
    expect(stop?.values.map(({ name, further }) => [name, further])[2]?.[1]).toMatch(
      /^full backup [^,]+(, | and )/,
    );
    const middle = reading?.stops.find(({ heading }) => heading === "00:30:00")?.at;
    expect(markup).toContain(`x1="${middle}" x2="${middle}" y1="34"`);
  });

  it("has no line where there is no way back, and nothing at all where none has one", () => {
    const chart = chartOf([snapshot]);
    const markup = drawn(chart);
    expect(lineOf(markup, "wrongUpdate").pieces).toBe(1);
    expect(lineOf(markup, "lostVolumes").d).toBe("");
    const reading = chart.read({});
    expect(reading?.stops.every(({ values }) => values.length === 1)).toBe(true);
    expect(reading?.table[1]?.slice(2)).toEqual([null, null]);
    const off = new Set([0]);
    expect([chart.read({ off }), drawn(chart, { off })]).toEqual([null, ""]);
  });

  it("leaves a line out that is switched off, and scales by those that are drawn", () => {
    const chart = chartOf([full, log]);
    const off = new Set([0]);
    expect(drawn(chart, { off })).not.toContain('data-series="wrongUpdate"');
    const names = chart.read({ off })?.stops[0]?.values.map(({ name }) => name);
    expect(names).toEqual(["A damaged database", "Lost volumes"]);
  });

  it("has a target as a line with its words, which fits however large it is", () => {
    expect(drawn(chartOf([full, log]))).not.toContain("target");
    const markup = drawn(chartOf([full, log], { targetSeconds: 7200 }));
    expect(markup).toMatch(/>target 2 h[^<]*</);
    const [, y] = /stroke-dasharray="6 3"[^>]* y1="([\d.]+)"/.exec(markup) ?? [];
    expect(Number(y)).toBeGreaterThanOrEqual(34);
  });

  it("has times that fit: minutes of a day, seconds of an hour, fewer where there is less room", () => {
    expect(ticksOf(drawn(chartOf([full, log])))).toContain("00:30:00");
    const day = chartOf([full, log], { daySeconds: 86_400 });
    expect(ticksOf(drawn(day))).toContain("12:00");
    expect(ticksOf(drawn(day, { width: 360 })).length).toBeLessThan(ticksOf(drawn(day)).length);
  });

  it("has thin lines where they jump all the time", () => {
    const often = chartOf([full, { ...log, everySeconds: 10, keepCount: 1000 }]);
    expect(drawn(often)).toMatch(/data-series="lostVolumes"[^>]*stroke-width="1"/);
    expect(drawn(chartOf([full, log]))).not.toMatch(
      /data-series="lostVolumes"[^>]*stroke-width="1"/,
    );
  });
});
