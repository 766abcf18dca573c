import { describe, expect, it } from "vitest";
import { clockIn, utcOffsetText } from "./clock.ts";

const hour = 3_600_000;
const spanOf = (fromMs: number, toMs: number) => ({
  origin: "2026-03-28T23:00:00.000",
  span: { fromMs, toMs, whole: true },
});

describe("clockIn", () => {
  it("leaves the date out where there is one only", () => {
    expect(clockIn(spanOf(0, hour - 1))(1500)).toBe("23:00:01.50");
  });

  it("has the date where midnight lies in the span", () => {
    expect(clockIn(spanOf(0, hour))(1500)).toBe("2026-03-28 23:00:01.50");
  });

  it("is a dash where no time is known", () => {
    expect(clockIn(spanOf(0, hour))(null)).toBe("–");
  });
});

describe("utcOffsetText", () => {
  it.each([
    [120, "+2:00"],
    [-210, "−3:30"],
    [330, "+5:30"],
    [0, ""],
  ])("%d minutes are %j", (minutes, text) => {
    expect(utcOffsetText(minutes)).toBe(text);
  });
});
