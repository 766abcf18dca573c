import { describe, expect, it } from "vitest";
import { changeText } from "./change-text.ts";
import { compareMetric } from "./compare-metrics.ts";

const pages = { name: "pages", unit: { name: "pages/s" }, better: null } as const;
const changeOf = (base: number[], variant: number[]): string =>
  changeText(compareMetric({ metric: pages, samples: { kind: "paired", base, variant } }));
const ten = Array.from({ length: 10 }, (_, at) => 100 + at);

describe("a change in a cell", () => {
  it("has a tilde where it is not proven", () => {
    expect(
      changeOf(
        ten,
        ten.map((value, at) => value + 10 + at),
      ),
    ).toMatch(/^\+1\d\.\d %$/);
    expect(changeOf([100], [110])).toBe("~ +10.0 %");
  });

  it("is new where the base had none, proven or not", () => {
    const none = ten.map(() => 0);
    expect(changeOf(none, ten)).toBe("new");
    expect(changeOf([0], [3])).toBe("~ new");
  });

  it("is none where all are the same", () => {
    expect(changeOf(ten, ten)).toBe("same");
  });
});
