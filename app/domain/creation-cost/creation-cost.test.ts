import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { creationCostSchema } from "../../contract/creation-cost.ts";
import type { Phase } from "../../contract/phase.ts";
import { SeededRandom } from "../seeded-random.ts";
import { creationCost } from "./creation-cost.ts";
import { creationSpans, watchedCreations } from "./creation-spans.ts";
import { fakeSamples, type SampleAt } from "./testing/fake-samples.ts";

const phase = (name: Phase["name"], startS: number, endS: number, snapshot = "s1"): Phase => ({
  snapshot,
  name,
  startMs: startS * 1000,
  endMs: endS * 1000,
  figures: {},
});

/** A creation from 60 to 100 s, with the data as of 80 s. */
const creation = [phase("files", 60, 60), phase("analysis", 80, 85), phase("complete", 100, 100)];

interface Run {
  readonly seconds: number;
  readonly at: SampleAt;
  readonly phases?: readonly Phase[];
  readonly warmupS?: number;
  /** Samples in a second. */
  readonly perSecond?: number;
}

function costsOf({ seconds, at, phases = creation, warmupS = 10, perSecond = 1 }: Run) {
  const samples = fakeSamples({ seconds, perSecond, at });
  const recorded = { warmupMs: warmupS * 1000, endMs: seconds * 1000 };
  return watchedCreations(creationSpans(phases), recorded).map((one) =>
    creationCost(one, samples, "run"),
  );
}

function costOf(run: Run) {
  const [cost] = costsOf(run);
  if (cost === undefined) throw new Error("there is no creation");
  return cost;
}

/** 600 transactions/s of 100 ms; every third second a little slower and fewer. */
const restless: SampleAt = (second) =>
  second % 3 === 0 ? { rate: 594, ms: 103 } : { rate: 600, ms: 100 };

describe("what a creation cost", () => {
  it("is a rise of response time where throughput is unchanged, with its size and its length", () => {
    const cost = costOf({
      seconds: 300,
      at: (second) =>
        second >= 60 && second < 80 ? { ...restless(second), ms: 152 } : restless(second),
    });
    expect(cost.throughput).toMatchObject({ during: "unchanged", after: "unchanged" });
    expect(cost.p99).toMatchObject({ during: "rose", after: "unchanged", lastedMs: 20_000 });
    expect(cost.sentence).toBe(
      "Creating ‘s1’ took 40 s. Throughput unchanged (598.1 transactions/s before, 597.9 during, " +
        "598.1 after); p99 rose from 103 to 152 ms for 20 s. From one run only; compare several to be sure.",
    );
  });

  it("is a fall of throughput where there is one, until it is as usual again", () => {
    const { throughput, sentence } = costOf({
      seconds: 300,
      at: (second) => (second >= 60 && second < 120 ? { rate: 450, ms: 100 } : restless(second)),
    });
    expect(throughput).toMatchObject({ during: "fell", after: "fell", lastedMs: 60_000 });
    expect(sentence).toContain(
      "Throughput fell from 598.1 to 450.0 transactions/s (−24.8 %) for 1 min 0 s; p99 unchanged",
    );
  });

  it("is nothing where figures are what they were before", () => {
    const { throughput, p99, sentence } = costOf({ seconds: 300, at: restless });
    expect([throughput?.during, p99?.during]).toEqual(["unchanged", "unchanged"]);
    expect(sentence).toMatch(
      /^Creating ‘s1’ took 40 s\. Throughput unchanged \(.*\); p99 unchanged \(103 ms before, 103 during, 103 after\)\.$/,
    );
  });

  it("is not called unchanged where the figures before it stray as far as a figure during it", () => {
    const { throughput, sentence } = costOf({
      seconds: 300,
      at: (second) => ({
        rate: second < 60 ? 400 + 200 * (Math.floor(second / 10) % 2) : 400,
        ms: 100,
      }),
    });
    expect(throughput).toMatchObject({ during: "unchanged" });
    expect(sentence).toContain(
      "Throughput within its usual range (520.0 transactions/s before, 400.0 during, 400.0 after)",
    );
  });

  it("is told as of after it where it shows only then", () => {
    const { p99, sentence } = costOf({
      seconds: 300,
      at: (second) => (second >= 100 && second < 150 ? { rate: 600, ms: 150 } : restless(second)),
    });
    expect(p99).toMatchObject({ during: "unchanged", after: "rose" });
    expect(sentence).toContain(
      "p99 unchanged during it, but rose from 103 to 150 ms in the 40 s after it",
    );
  });

  it("is the same whatever the length of the run after it", () => {
    const at: SampleAt = (second) =>
      second >= 60 && second < 90 ? { rate: 500, ms: 180 } : restless(second);
    const short = costOf({ seconds: 150, at });
    for (const seconds of [151, 200, 700, 5000]) {
      const { throughput, p99, ...cost } = costOf({ seconds, at });
      expect(cost.sentence, `${seconds} s`).toBe(short.sentence);
      expect([cost.before, cost.during, cost.after]).toEqual([
        short.before,
        short.during,
        short.after,
      ]);
      expect([throughput?.lastedMs, p99?.lastedMs]).toEqual([29_000, 30_000]);
    }
  });

  it("says where the run ended before figures were as before again", () => {
    const at: SampleAt = (second) => (second >= 60 ? { rate: 500, ms: 180 } : restless(second));
    const { throughput, sentence, after } = costOf({ seconds: 130, at });
    expect(throughput).toMatchObject({ during: "fell", after: null, lastedMs: null });
    expect(after).toBeNull();
    expect(sentence).toContain(
      "p99 rose from 103 to 180 ms. Throughput and p99 did not recover in the 30 s after it.",
    );
    expect(costOf({ seconds: 100, at }).sentence).toContain("What came after it was not recorded.");
  });

  it("takes percentiles of merged histograms: neither their mean nor their maximum", () => {
    // One second of the creation has one transaction, of 10 s.
    const { during, p99 } = costOf({
      seconds: 300,
      at: (second) => (second === 70 ? { rate: 1, ms: 10_000 } : { rate: 600, ms: 100 }),
    });
    expect(during?.responses).toMatchObject({ count: 39 * 600 + 1, p99Ms: 100.031 });
    expect(p99?.during).toBe("unchanged");
  });

  it("calls no change what figures did by themselves before", () => {
    const wild: SampleAt = (second) =>
      Math.floor(second / 7) % 2 === 0 ? { rate: 400, ms: 200 } : { rate: 600, ms: 100 };
    for (const during of [wild(0), wild(7)]) {
      const { throughput, p99 } = costOf({
        seconds: 200,
        at: (second) => (second >= 60 && second < 75 ? during : wild(second)),
        phases: [phase("files", 60, 60), phase("complete", 65, 65)],
      });
      expect(throughput?.usual?.lowest).toBeLessThanOrEqual(400);
      expect(throughput?.usual?.highest).toBeGreaterThanOrEqual(600);
      expect([throughput?.during, p99?.during]).toEqual(["unchanged", "unchanged"]);
    }
  });

  it("calls no change what lay across two of the spans that it expects one more from", () => {
    const dip: SampleAt = (second) =>
      second >= 20 && second < 40 ? { rate: 300, ms: 100 } : { rate: 600, ms: 100 };
    const { throughput } = costOf({
      seconds: 700,
      at: (second) => (second >= 410 && second < 430 ? { rate: 300, ms: 100 } : dip(second)),
      phases: [phase("files", 410, 410), phase("complete", 430, 430)],
    });
    expect(throughput).toMatchObject({ during: "unchanged", usual: { lowest: 300, spans: 20 } });
  });

  it("calls no change what chance does: of 200 creations a few, and those with half as many users all", () => {
    const random = new SeededRandom(7);
    const normal = () =>
      Array.from({ length: 12 }, () => random.share()).reduce((a, b) => a + b) - 6;
    const creations = Array.from({ length: 200 }, () =>
      Array.from({ length: 120 }, () => ({
        rate: Math.round(600 + 25 * normal()),
        ms: Math.round(100 * Math.exp(0.3 * normal())),
      })),
    );
    const changedOf = (shareOfUsers: number) =>
      creations.filter((noise) => {
        const { throughput, p99 } = costOf({
          seconds: 120,
          at: (second) => {
            const { rate = 0, ms = 1 } = noise[second] ?? {};
            return { ms, rate: rate * (second >= 80 && second < 100 ? shareOfUsers : 1) };
          },
          phases: [phase("files", 80, 80), phase("complete", 100, 100)],
          warmupS: 0,
        });
        return [throughput?.during, p99?.during].some((said) => said === "rose" || said === "fell");
      }).length;
    expect(changedOf(1)).toBeLessThanOrEqual(8);
    expect(changedOf(0.5)).toBe(200);
  });

  it("calls only a change what is large enough to matter, of steady figures too", () => {
    const saidOf = (rate: number, ms: number) => {
      const { throughput, p99 } = costOf({
        seconds: 200,
        at: (second) => (second >= 60 && second < 100 ? { rate, ms } : { rate: 600, ms: 100 }),
      });
      return [throughput?.during, p99?.during];
    };
    expect(saidOf(590, 104)).toEqual(["unchanged", "unchanged"]);
    expect(saidOf(585, 107)).toEqual(["fell", "rose"]);
    expect(saidOf(615, 93)).toEqual(["rose", "fell"]);
  });

  it("is judged by spans of 300 transactions or more, of which three are its p99", () => {
    const saidAt = (rate: number) =>
      costOf({ seconds: 200, at: () => ({ rate, ms: 100 }) }).p99?.during;
    expect([saidAt(23), saidAt(25)]).toEqual(["unknown", "unchanged"]);
  });

  it("of a creation shorter than its samples is that of the time from its start on", () => {
    const { during, sentence } = costOf({
      seconds: 200,
      at: (second) => (second >= 60 && second < 70 ? { rate: 500, ms: 180 } : restless(second)),
      phases: [phase("files", 60, 60), phase("complete", 60.25, 60.25)],
    });
    expect(during).toMatchObject({ fromMs: 60_000, toMs: 62_000 });
    expect(sentence).toContain("the figures are of the 2 s from its start");
    expect(sentence).toContain("p99 rose from 103 to 180 ms for 10 s");
  });

  it("is nothing to anybody where nobody is at work, but is where somebody comes", () => {
    const idle = costOf({ seconds: 300, at: () => ({ rate: 0, ms: 0 }) });
    expect(idle.sentence).toBe(
      "Creating ‘s1’ took 40 s. No transaction ran while it was watched, so there is no cost to measure.",
    );
    const later = costOf({
      seconds: 300,
      at: (second) => (second < 110 ? { rate: 0, ms: 0 } : { rate: 5, ms: 100 }),
    });
    expect(later.sentence).not.toContain("Nobody");
  });

  it("says that what is usual is not known where too little was measured before", () => {
    const early = [phase("files", 13, 13), phase("complete", 40, 40)];
    const { throughput, sentence } = costOf({ seconds: 100, at: restless, phases: early });
    expect(throughput).toMatchObject({ during: "unknown", usual: null, lastedMs: null });
    expect(sentence).toContain("The 3 s before the snapshot were too short to compare with.");
    const idle = costOf({ seconds: 200, at: () => ({ rate: 0, ms: 0 }) });
    expect(idle).toMatchObject({ throughput: { during: "unknown" }, p99: null });
    for (const startS of [10, 10.9]) {
      const atOnce = [phase("files", startS, startS), phase("complete", 40, 40)];
      expect(costOf({ seconds: 100, at: restless, phases: atOnce })).toMatchObject({
        before: null,
        sentence: expect.stringContaining(
          "The time before the snapshot was too short to compare with.",
        ),
      });
    }
  });

  it("is not judged where the creation did not complete", () => {
    const { throughput, p99, sentence } = costOf({
      seconds: 90,
      at: restless,
      phases: [phase("files", 60, 60)],
    });
    expect([throughput, p99]).toEqual([null, null]);
    expect(sentence).toBe("The creation of ‘s1’ had not completed when the recording ended.");
  });

  it("has no response times where none were measured", () => {
    const samples = { ...fakeSamples({ seconds: 300, perSecond: 1, at: restless }), latency: null };
    const [watched] = watchedCreations(creationSpans(creation), { warmupMs: 0, endMs: 300_000 });
    if (watched === undefined) throw new Error("there is no creation");
    const { p99, during, sentence } = creationCost(watched, samples, "log");
    expect([p99, during?.responses]).toEqual([null, null]);
    expect(sentence).not.toContain("p99");
  });

  it("fits its schema, whatever was recorded", () => {
    const second = fc.record({
      rate: fc.constantFrom(0, 1, 300, 600),
      ms: fc.integer({ min: 1, max: 5000 }),
    });
    fc.assert(
      fc.property(
        fc.array(second, { minLength: 1, maxLength: 200 }),
        fc.nat(150),
        fc.nat(60),
        (seconds, startS, lengthS) => {
          for (const cost of costsOf({
            seconds: seconds.length,
            at: (index) => seconds[index] ?? { rate: 0, ms: 1 },
            phases: [
              phase("files", startS, startS),
              phase("complete", startS + lengthS, startS + lengthS),
            ],
          })) {
            creationCostSchema.parse(cost);
            expect(cost.sentence).not.toMatch(/NaN|null|undefined|–|Infinity/);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe("the spans of creations", () => {
  it("have no creation in another's baseline, nor time long after it", () => {
    const phases = [
      ...creation,
      phase("files", 130, 130, "s2"),
      phase("complete", 150, 150, "s2"),
      phase("files", 9000, 9000),
      phase("complete", 9010, 9010),
    ];
    const watched = watchedCreations(creationSpans(phases), {
      warmupMs: 10_000,
      endMs: 20_000_000,
    });
    expect(watched.map(({ before, after }) => [before.startMs, after.endMs])).toEqual([
      [10_000, 130_000],
      [100_000, 750_000],
      [8_400_000, 9_610_000],
    ]);
    expect(watched[0]).toMatchObject({ snapshot: "s1", asOfMs: 80_000, endMs: 100_000 });
  });

  it("are one for each creation, however often its phases are told", () => {
    const [files, ...rest] = creation;
    if (files === undefined) throw new Error("there is no phase");
    const told = [{ ...files, endMs: null }, files, files, ...rest, ...rest];
    expect(creationSpans(told)).toEqual(creationSpans(creation));
  });

  it("tell once what their scenario gave of them, however often it is told", () => {
    const [files, ...rest] = creation;
    if (files === undefined) throw new Error("there is no phase");
    const waits = [phase("openWait", 61, 66), phase("startupWait", 66, 76)];
    const open = waits.map((wait) => ({ ...wait, endMs: null }));
    const others = [phase("openWait", 120, 140, "s2")];
    const [told] = creationSpans([files, ...open, ...waits, ...waits, ...rest, ...others]);
    expect(told?.givenMs).toBe(15_000);
    const { sentence } = costOf({
      seconds: 300,
      at: restless,
      phases: [files, ...waits, ...rest],
    });
    expect(sentence).toContain(
      "Creating ‘s1’ took 40 s, of which 15 s were given, not predicted. Throughput",
    );
    expect(creationSpans(creation)[0]?.givenMs).toBe(0);
  });

  it("leave out phases that are of no creation", () => {
    expect(creationSpans([{ ...phase("checkpoint", 1, 2), snapshot: null }])).toEqual([]);
    expect(creationSpans([phase("revert", 1, 2)])).toEqual([]);
  });
});
