import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { studyFigure } from "../domain/studies/study-figure.ts";
import { CutText } from "./CutText.tsx";
import { PercentileCurves } from "./PercentileCurves.tsx";
import { RunDots } from "./RunDots.tsx";
import { StudyChart } from "./StudyChart.tsx";
import { textWidth } from "./text-width.ts";

const curve = (name: string, side: number, ...points: readonly (readonly [number, number])[]) => ({
  name,
  side,
  points: points.map(([percent, ms]) => ({ percent, ms })),
});
const curves = (...all: readonly ReturnType<typeof curve>[]) =>
  renderToStaticMarkup(createElement(PercentileCurves, { id: "c", curves: all }));
const dots = (...values: readonly (readonly number[])[]) =>
  renderToStaticMarkup(
    createElement(RunDots, {
      id: "d",
      what: "throughput",
      unit: "transactions/s",
      rows: values.map((of, side) => ({
        name: `A side with a long name ${side}`,
        side,
        values: of,
      })),
    }),
  );

describe("curves of percentiles", () => {
  it("name each side, and put a percentile where it belongs", () => {
    const drawn = curves(
      curve("Now", 0, [50, 10], [99, 100]),
      curve("Then", 1, [50, 12], [99, 90]),
    );
    const points = [...drawn.matchAll(/points="([^"]*)"/g)].map(([, of = ""]) => of.split(" "));
    const xs = (points[0] ?? []).map((point) => Number(point.split(",")[0]));
    const left = Number(/x1="([\d.]+)" x2="392"/.exec(drawn)?.[1]);
    // From p50 to p99 is from 0.3 to 2 of four tenfolds.
    expect(xs[1]).toBeCloseTo(left + (392 - left) / 2, 0);
    expect(points[0]?.[1]?.split(",")[1]).not.toBe(points[1]?.[1]?.split(",")[1]);
    expect(drawn).toContain(">Base: Now<");
    expect(drawn).toContain(">New: Then<");
  });

  it("have few ticks over many tenfolds, and names below where there is no room above", () => {
    const drawn = curves(
      ...[0, 1, 2, 3, 4, 5].map((side) =>
        curve(`A very long name ${side}`, side, [50, 0.01], [99, 9e4]),
      ),
    );
    expect(drawn).toContain(">A very long name 3<");
    expect(Number(/y="([\d.]+)"[^>]*>A very long name 3</.exec(drawn)?.[1])).toBeGreaterThan(232);
    expect(drawn).not.toMatch(/>[25]0*</);
    expect(drawn).toContain(">10,000<");
  });

  it("name as many percentiles as have room, the highest first", () => {
    const named = (width: number) => {
      const shown = { id: "c", width, curves: [curve("Now", 0, [50, 10], [99, 100])] };
      const drawn = renderToStaticMarkup(createElement(PercentileCurves, shown));
      const names = [...drawn.matchAll(/ x="([\d.]+)"[^>]*>(p[\d.]+)</g)].map(
        ([, x, text = ""]) => ({ left: Number(x), right: Number(x) + textWidth(text), text }),
      );
      return names.toSorted((a, b) => a.left - b.left);
    };
    expect(named(400).map(({ text }) => text)).toEqual(["p50", "p90", "p99", "p99.9", "p99.99"]);
    expect(named(280).map(({ text }) => text)).not.toContain("p99.9");
    named(280).forEach(({ left }, at, all) => {
      expect(left).toBeGreaterThan(at === 0 ? 0 : (all[at - 1]?.right ?? 0));
    });
  });

  it("are nothing where nothing was measured", () => {
    expect(curves()).toBe("");
  });
});

describe("dots of runs", () => {
  it("have a box where there are enough of them for quarters", () => {
    expect(dots([1, 2, 3, 4, 5]).match(/<rect/g)).toHaveLength(1);
    const few = dots([1, 2], [3]);
    expect(few).not.toContain("<rect");
    expect(few.match(/<circle/g)).toHaveLength(3);
    expect(few).toContain("<title>A side with a long name 0</title>A side with a long na…<");
  });

  it("stand in the plot though all are the same, or zero", () => {
    for (const values of [
      [7, 7],
      [0, 0],
    ]) {
      const places = [...dots(values).matchAll(/cx="([^"]*)"/g)].map(([, x]) => Number(x));
      expect(places.every((x) => x >= 140 && x <= 388)).toBe(true);
    }
  });

  it("are nothing where nothing was measured", () => {
    expect(dots([], [])).toBe("");
  });
});

describe("a study's chart", () => {
  const users = { path: "users", label: "Users", values: [10, 20, 40] };
  const point = (values: readonly (number | null)[], value: number | null) => ({
    values,
    runs: values.length,
    center: value === null ? null : { kind: "median" as const, value, interval: null },
    comparison: null,
    sentence: null,
  });
  const chart = (...points: ReturnType<typeof point>[]) =>
    renderToStaticMarkup(
      createElement(StudyChart, {
        id: "s",
        figure: studyFigure(["a", "b", "c"], [users]),
        result: {
          id: "throughput",
          metric: { name: "throughput", unit: { name: "transactions/s" }, better: "higher" },
          points,
          line: null,
        },
      }),
    );

  it("has its points where their numbers are, and a dot for each run that was measured", () => {
    const drawn = chart(point([10, 12, null], 11), point([20, 22, 24], 22), point([41], 41));
    const medians = [...drawn.matchAll(/cx="([\d.]+)" cy="[\d.]+" r="4"/g)].map(([, x]) =>
      Number(x),
    );
    const [first = 0, second = 0, third = 0] = medians;
    expect((third - second) / (second - first)).toBeCloseTo(2, 1);
    expect(drawn.match(/r="2"/g)).toHaveLength(6);
    // Rates are never below zero, and neither is their axis.
    expect(drawn).not.toMatch(/>[-−]\d/);
  });

  it("leaves out a point of which nothing was measured, and is not there where nothing was at all", () => {
    expect(
      chart(point([10], 10), point([null], null), point([40], 40)).match(/r="4"/g),
    ).toHaveLength(2);
    expect(chart(point([], null), point([], null), point([], null))).toBe("");
  });
});

describe("a name without room in a drawing", () => {
  const drawn = (text: string) =>
    renderToStaticMarkup(createElement(CutText, { text, room: textWidth("sixte…") }));

  it("is cut, and told whole by its title", () => {
    expect(drawn("sixteen")).toBe("<title>sixteen</title>sixte…");
  });

  it("has no title where it has room", () => {
    expect(drawn("sixth")).toBe("sixth");
  });
});
