import { describe, expect, it } from "vitest";
import type { Summary } from "../../contract/summary.ts";
import { SeededRandom } from "../seeded-random.ts";
import { noSeries } from "../timeline/recording-timeline.ts";
import { compareRuns } from "./compare-runs.ts";
import { comparedRun } from "./compared-recordings.ts";
import type { ComparedRun } from "./compared-run.ts";
import { parseLimit, passed } from "./limit.ts";

interface Figures {
  readonly perSecond: number;
  readonly createdMs?: number;
  readonly waitMs?: number;
  readonly engine?: string;
  /** Samples of Transactions/sec after the warm-up, one a second. */
  readonly samples?: Float64Array;
  readonly steadyFromMs?: number;
  readonly phases?: Summary["phases"];
}

/** What comparisons read of a summary, and nothing else. */
function run({ perSecond, createdMs, waitMs = 0, engine = "1", ...figures }: Figures): ComparedRun {
  const histogram = {
    lowest: 1,
    highest: 3_600_000_000,
    significantFigures: 3,
    counts: [[1000, perSecond]],
  };
  const wait = (wait_type: string, wait_time_ms: number) => ({
    wait_type,
    wait_time_ms,
    waiting_tasks_count: 1,
  });
  const summary = {
    run: { engineMs: 20_000, warmupMs: 10_000, engine: { version: engine } },
    transactions: { perSecond, byType: [{ histogram }] },
    snapshots: createdMs === undefined ? [] : [{ createdMs, sizeOnDiskBytes: 65_536 }],
    counters: {},
    phases: figures.phases ?? [],
    ...{ timeline: [], restores: [], scenario: { commands: [] } },
    waits: [wait("WRITELOG", waitMs), wait("CHECKPOINT_QUEUE", 1e9)],
  };
  const { samples = new Float64Array(), steadyFromMs = null } = figures;
  const timeMs = samples.map((_, at) => 10_000 + 1000 * (at + 1));
  const series = { ...noSeries, timeMs, counters: { transactionsPerSecond: samples } };
  return comparedRun(summary as unknown as Summary, series, steadyFromMs);
}

function compared(...args: Parameters<typeof compareRuns>) {
  const result = compareRuns(...args);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

const seeds = Array.from({ length: 10 }, (_, seed) => seed);

describe("runs of two settings", () => {
  const base = seeds.map((seed) => run({ perSecond: 100 + seed, createdMs: 1000, waitMs: 500 }));
  const variant = seeds.map((seed) => run({ perSecond: 95 + seed, createdMs: 2000, waitMs: 900 }));

  it("are compared by how long the first of their operations took that ended", () => {
    const phase = (name: "backup" | "restore", startMs: number, endMs: number | null) => ({
      ...{ name, snapshot: null, startMs, endMs, figures: {} },
    });
    const failed = { ...phase("backup", 1, 3), figures: { failed: true } };
    const ended = [phase("backup", 5, 12), phase("restore", 20, 60)];
    const phases = [phase("backup", 0, null), failed, ...ended];
    const { values } = run({ perSecond: 100, phases });
    expect([values.get("backup"), values.get("restore")]).toEqual([7, 40]);
    expect(run({ perSecond: 100 }).values.has("restore")).toBe(false);
  });

  it("are compared metric by metric, first by what was asked", () => {
    const { metrics, sentences, notes } = compared({ base, variant, paired: true });
    const outcomes = metrics.map(({ id, comparison }) => [id, comparison.outcome.kind]);
    expect(outcomes).toContainEqual(["throughput", "proven"]);
    expect(outcomes).toContainEqual(["creation", "proven"]);
    expect(outcomes).toContainEqual(["p99", "unchanged"]);
    expect(sentences[0]).toMatch(/^Throughput fell from 105 to 100 transactions\/s, by 5/);
    expect(sentences[0]).toContain("10 pairs of runs from the same seeds");
    expect(notes).toEqual([]);
  });

  it("have their waits compared, but for idle ones", () => {
    const { metrics } = compared({ base, variant, paired: true });
    expect(metrics.find(({ id }) => id === "WRITELOG")?.comparison.base.value).toBe(50);
    expect(metrics.some(({ id }) => id === "CHECKPOINT_QUEUE")).toBe(false);
  });

  it("leave out what one side has not", () => {
    const without = seeds.map((seed) => run({ perSecond: 100 + seed }));
    const { metrics } = compared({ base: without, variant, paired: true });
    expect(metrics.some(({ id }) => id === "creation")).toBe(false);
  });

  it("are told of by another metric where what was asked about was not measured, and it is corrected", () => {
    const without = seeds.map((seed) => run({ perSecond: 100 + seed }));
    const asked = compared({ base: without, variant, paired: true, primary: "creation" });
    expect(asked.sentences[0]).toMatch(/^Throughput fell/);
    expect(asked.notes).toEqual([
      "Creation of the first snapshot was not measured on both sides: throughput, which was, is told of in its place.",
    ]);
    // Nobody named it before the runs.
    expect(asked.metrics[0]?.comparison.family).toBeGreaterThan(1);
  });

  it("are told of first by any metric that is asked for, which stays corrected unless it was named", () => {
    const both = { base, variant, paired: true };
    const { sentences, metrics, notes } = compared({ ...both, metric: "creation" });
    expect(sentences.map((sentence) => sentence.slice(0, 8))).toEqual([
      "Creation",
      "Throughp",
      "p99 did ",
    ]);
    const family = (id: string) => metrics.find((one) => one.id === id)?.comparison.family;
    expect([family("throughput"), family("creation")]).toEqual([1, metrics.length - 1]);
    expect(notes).toEqual([]);
  });

  it("show no difference that matters where all of it is less than 1 % or what was asked for", () => {
    const close = seeds.map((seed) => run({ perSecond: 100 + seed + 0.4 }));
    const outcomeOf = (leastEffect?: number) =>
      compared({
        base,
        variant: close,
        paired: true,
        ...(leastEffect === undefined ? {} : { leastEffect }),
      }).metrics[0]?.comparison.outcome;
    expect(outcomeOf()).toEqual({ kind: "unchanged", margin: 0.01 });
    expect(outcomeOf(0.05)).toEqual({ kind: "unchanged", margin: 0.05 });
    expect(outcomeOf(0)).toEqual({ kind: "proven" });
  });

  it("of different engines are told as such", () => {
    const newer = seeds.map((seed) => run({ perSecond: 95 + seed, engine: "2" }));
    const { notes } = compared({ base, variant: newer, paired: true });
    expect(notes).toEqual([expect.stringContaining("different engines (1, 2)")]);
  });
});

describe("one run against one", () => {
  const random = new SeededRandom(1);
  const samples = (mean: number) =>
    Float64Array.from({ length: 300 }, () => mean + random.below(1000) / 100);

  it("is compared by batch means within its steady state, and says so", () => {
    const { sentences, metrics, notes } = compared({
      base: [run({ perSecond: 100, createdMs: 1, samples: samples(100) })],
      variant: [run({ perSecond: 120, createdMs: 2, samples: samples(120) })],
      paired: true,
    });
    expect(metrics[0]?.comparison).toMatchObject({ method: "batchMeans", judgement: "better" });
    expect(sentences[0]).toContain("for these two runs alone");
    expect(sentences.at(-1)).toMatch(/^Creation .* with one of each that is not proven\.$/);
    expect(notes[0]).toContain("Transactions/sec");
  });

  it("that never gets steady says so, and proves nothing", () => {
    const rising = Float64Array.from({ length: 300 }, (_, at) => at);
    const { sentences, notes } = compared({
      base: [run({ perSecond: 100, samples: samples(100) })],
      variant: [run({ perSecond: 120, samples: rising })],
      paired: true,
    });
    expect(sentences[0]).toContain("with one of each that is not proven");
    expect(notes).toEqual([expect.stringMatching(/^New: No steady state was found/)]);
  });

  it("is compared from where somebody said that it is steady, and says so", () => {
    const late = (level: number) =>
      Float64Array.from(samples(level), (value, at) => (at < 40 ? 5 * value : value));
    const { metrics, notes } = compared({
      base: [run({ perSecond: 100, samples: samples(100), steadyFromMs: 110_000 })],
      variant: [run({ perSecond: 120, samples: late(120), steadyFromMs: 20_000 })],
      paired: true,
    });
    expect(notes.slice(1)).toEqual([
      "Base: the steady state was set by hand, from 1 min 50 s on: 200 samples.",
      "New: the steady state was set by hand, from 20 s on: 290 samples.",
    ]);
    // The first 30 s of what was said to be steady are not.
    expect(metrics[0]?.comparison.variant.value).toBeGreaterThan(150);
  });

  it("proves nothing where no sample lies in what was said to be steady", () => {
    const { sentences, notes } = compared({
      base: [run({ perSecond: 100, samples: samples(100), steadyFromMs: 400_000 })],
      variant: [run({ perSecond: 120, samples: samples(120) })],
      paired: true,
    });
    expect(sentences[0]).toContain("with one of each that is not proven");
    expect(notes).toEqual([expect.stringMatching(/^Base: .*no sample lies in it/)]);
  });

  it("is compared over the same part of both, from where the later one is steady", () => {
    const settlesAfter = (end: number, level: number) =>
      Float64Array.from(samples(level), (value, at) => (at < end ? value / 3 : value));
    const { metrics, notes } = compared({
      base: [run({ perSecond: 100, samples: settlesAfter(60, 100) })],
      // At the same time in both, and in the steady state of the other one alone.
      variant: [
        run({
          perSecond: 100,
          samples: samples(100).map((value, at) => (at > 20 && at < 30 ? 10 : value)),
        }),
      ],
      paired: true,
    });
    expect(notes.slice(1)).toEqual([
      "What comes before 1 min 10 s is left out of both runs: from then on both are steady.",
    ]);
    expect(metrics[0]?.comparison.base.value).toBeGreaterThan(103);
    expect(metrics[0]?.comparison.variant.value).toBeGreaterThan(103);
  });
});

describe("a limit", () => {
  const { metrics } = compared({
    base: seeds.map((seed) => run({ perSecond: 100 + seed })),
    variant: seeds.map((seed) => run({ perSecond: 90 + seed })),
    paired: true,
  });
  const said = (text: string) => {
    const limit = parseLimit(text);
    if (!limit.ok) return limit.error.message;
    const result = passed(limit.value, metrics);
    return result.ok ? result.value : result.error.message;
  };

  it("is passed by a change beyond it", () => {
    expect(said("throughput < -5 %")).toBe(
      "throughput changed by −9.6 % (proven); allowed: −5.0 %",
    );
    expect(said("throughput < 0 %")).toContain("allowed: no fall");
    expect(said("throughput < −10%")).toBeNull();
    expect(said("throughput > +5 %")).toBeNull();
  });

  it("is not passed by a change that is just it", () => {
    const of = (variant: number, text: string) => {
      const there = compared({
        base: seeds.map(() => run({ perSecond: 100 })),
        variant: seeds.map(() => run({ perSecond: variant })),
        paired: true,
      });
      const limit = parseLimit(text);
      return limit.ok ? passed(limit.value, there.metrics) : limit;
    };
    expect(of(150, "throughput > +50 %")).toEqual({ ok: true, value: null });
    expect(of(50, "throughput < -50 %")).toEqual({ ok: true, value: null });
    expect(of(151, "throughput > +50 %")).toMatchObject({ value: expect.any(String) });
  });

  it("is passed by as many times the base, which is told as such", () => {
    const tenfold = compared({
      base: seeds.map((seed) => run({ perSecond: 10 + seed / 10 })),
      variant: seeds.map((seed) => run({ perSecond: 160 + seed })),
      paired: true,
    });
    const limit = parseLimit("throughput > +5 %");
    const told = limit.ok ? passed(limit.value, tenfold.metrics) : limit;
    expect(told).toMatchObject({
      value: expect.stringMatching(/^throughput rose 1\d-fold \(proven\); allowed: \+5\.0 %$/),
    });
  });

  it("of a base of zero is passed by any rise, and by nothing else", () => {
    const of = (variant: number) => {
      const { metrics: there } = compared({
        base: seeds.map(() => run({ perSecond: 0 })),
        variant: seeds.map((seed) => run({ perSecond: variant * seed })),
        paired: true,
      });
      return ["throughput > +50 %", "throughput < -5 %"].map((text) => {
        const limit = parseLimit(text);
        const told = limit.ok ? passed(limit.value, there) : limit;
        return told.ok ? told.value : told.error.message;
      });
    };
    expect(of(0)).toEqual([null, null]);
    expect(of(3)).toEqual([
      expect.stringMatching(/^throughput rose from 0\S* to 13\S* transactions\/s \(proven\); /),
      null,
    ]);
  });

  it("that says nothing is refused with what is allowed", () => {
    for (const text of ["p99", "p99 > 10", "throughput > -5 %", "p99 = 3 %", "p99 > x %"]) {
      expect(said(text)).toContain("is no limit; allowed: ");
    }
    expect(said("creation > 5 %")).toContain("was not measured on both sides; a limit can be of: ");
  });
});
