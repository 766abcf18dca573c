import { describe, expect, it } from "vitest";
import type { Metric } from "../../contract/metric.ts";
import { studyLine } from "./study-line.ts";

const creation: Metric = { name: "creation", unit: "duration", better: "lower" };

/** A claim over so many users each, with what its repeats span on either side. */
function claimOf(users: readonly number[], values: readonly number[], reach = Infinity) {
  const parameter = { path: "workload.users", label: "Users", values: users };
  const centers = values.map((value) => ({
    kind: "median" as const,
    value,
    interval: { low: value - reach, high: value + reach, confidence: 0.95 },
  }));
  return studyLine(creation, [parameter], centers);
}

describe("a line through the points of a study", () => {
  it("is proportional where it is shown to begin at nothing", () => {
    const users = [100, 200, 300, 400, 500];
    const line = claimOf(users, [10_050, 19_980, 30_040, 39_950, 50_020]);
    expect(line?.claim).toBe("proportional");
    expect(line?.sentence).toMatch(/^Creation is proportional to users: it rises by /);
  });

  it.each([
    ["three times for four times the users", [15_000, 23_000, 39_000, 45_000]],
    ["with an intercept of a third of the first", [17_000, 24_500, 38_000, 46_000]],
  ])("is not called proportional because its intercept may be zero: %s", (_, values) => {
    const line = claimOf([100, 200, 300, 400], values);
    expect(line?.claim).toBe("linear");
    expect(line?.sentence).toContain("that it is in proportion is not shown");
  });

  it("is not claimed where it misses a point by more than its repeats vary, however close R² is to one", () => {
    const users = [100, 200, 300, 400, 500];
    const convex = [139_000, 133_000, 128_000, 124_000, 121_000];
    expect(claimOf(users, convex, 5000)).toMatchObject({ claim: "linear" });
    const line = claimOf(users, convex, 500);
    expect(line?.r2).toBeGreaterThan(0.95);
    expect(line?.claim).toBe("none");
    expect(line?.sentence).toMatch(
      /^No straight line is claimed between creation and users \(R² = /,
    );
  });

  it("is not claimed of what the line explains too little of, nor through three points", () => {
    expect(claimOf([1, 2, 3, 4], [100, 200, 100, 200])?.claim).toBe("none");
    // A line of R² 0.89, whose slope is beyond doubt.
    const rising = claimOf([1, 2, 3, 4, 5, 6, 7, 8], [10, 30, 20, 50, 40, 70, 60, 80]);
    expect(rising?.r2).toBeGreaterThan(0.85);
    expect(rising?.claim).toBe("none");
    expect(claimOf([1, 2, 3], [100, 200, 300])).toBeNull();
  });
});
