import { describe, expect, it } from "vitest";
import type { Comparison } from "../../contract/comparison.ts";
import type { Metric } from "../../contract/metric.ts";
import { answerSentence, surenessText } from "./answer-text.ts";
import { compareMetric } from "./compare-metrics.ts";
import type { Samples } from "./comparison.ts";

const throughput: Metric = {
  name: "throughput",
  unit: { name: "transactions/s" },
  better: "higher",
};

const compared = (samples: Samples, margin?: number): Comparison =>
  compareMetric({ metric: throughput, samples, ...(margin === undefined ? {} : { margin }) });
const pairs = (count: number, change: number): Samples => {
  const base = Array.from({ length: count }, (_, at) => 100 + at);
  return { kind: "paired", base, variant: base.map((value, at) => value * change + at / 10) };
};

describe("an answer in one line", () => {
  it("tells the change alone, and whether it is for the better where that is proven", () => {
    expect(answerSentence(compared(pairs(10, 0.8)))).toBe(
      "Throughput fell from 105 to 84 transactions/s (−19.6 %), which is worse.",
    );
    expect(answerSentence(compared(pairs(3, 0.8)), "with 40 users against 5 users")).toBe(
      "With 40 users against 5 users, throughput fell from 101 to 81 transactions/s (−19.9 %).",
    );
    expect(answerSentence(compared(pairs(3, 0.8)))).not.toMatch(/interval|p =/);
  });

  it("says that nothing changed, or nothing that matters", () => {
    const same = Array.from({ length: 10 }, () => 100);
    expect(answerSentence(compared({ kind: "paired", base: same, variant: same }))).toBe(
      "Throughput did not change: 100 transactions/s on both sides.",
    );
    expect(answerSentence(compared(pairs(10, 1), 5))).toBe(
      "Throughput shows no difference that matters: from 104.5 to 105.0 transactions/s (+0.4 %).",
    );
  });
});

describe("how sure an answer is", () => {
  it("names the pairs that proved it, or how many it takes", () => {
    expect(surenessText(compared(pairs(10, 0.8)))).toBe("Proven by 10 pairs");
    expect(surenessText(compared(pairs(3, 0.8)))).toBe("3 pairs: too few to prove, 6 needed");
    expect(surenessText(compared(pairs(3, 0.8)), 10)).toBe("3 pairs: too few to prove, 10 needed");
  });

  it("says of enough pairs that they proved nothing, and of single runs to make more", () => {
    const base = [100, 101, 102, 103, 104, 105, 106, 107];
    const variant = base.map((value, at) => value + (at % 2 === 0 ? 3 : -3));
    expect(surenessText(compared({ kind: "paired", base, variant }))).toBe("Not proven by 8 pairs");
    expect(surenessText(compared(pairs(1, 0.8)))).toBe(
      "From one run of each only: compare several to be sure",
    );
  });
});
