/**
 * Runs of two settings beside each other: every metric, what it comes to in sentences, and what a reader
 * has to know. Ten runs a side are compared as wholes. With one run a side, throughput is compared by batch
 * means within its steady state; all else is one value each, which proves nothing and is told so.
 */
import {
  type ComparedMetric,
  type RunComparison,
  usualLeastEffect,
} from "../../contract/comparison.ts";
import { failure, type Result, success } from "../../contract/result.ts";
import { steadyFromMs } from "../../contract/steady-state.ts";
import { countOf } from "../format/numbers.ts";
import { atBegin } from "../format/report-text.ts";
import { formatTidyDuration } from "../format/times.ts";
import { withSetup } from "../setup-phrase.ts";
import { compareMetrics } from "../statistics/compare-metrics.ts";
import type { MetricSamples, Samples } from "../statistics/comparison.ts";
import { verdictSentence } from "../statistics/verdict-sentence.ts";
import { lossId, outageId } from "./act-metrics.ts";
import type { ComparedRun } from "./compared-run.ts";
import { marginOf } from "./least-effect.ts";
import { type RunMetric, runMetrics, throughputId } from "./run-metrics.ts";
import { steadySamples, steadyStateOf } from "./steady-throughput.ts";

export interface ComparedSides {
  readonly base: readonly ComparedRun[];
  readonly variant: readonly ComparedRun[];
  /** Runs at the same place have the same seed. */
  readonly paired: boolean;
  /** Id of the metric that was named before anything was run. */
  readonly primary?: string;
  /** Id of the metric that is told of first; default: the one that was named, else what decides between ways back. */
  readonly metric?: string;
  /** Share of the base below which a difference does not matter; 0: every one matters. */
  readonly leastEffect?: number;
  /** What was run, which the first sentence begins with; null where nobody knows, as of a log. */
  readonly setup?: string | null;
}

const spoken = [outageId, lossId, throughputId, "p99", "creation"];

export function compareRuns(sides: ComparedSides): Result<RunComparison> {
  const { base, variant, setup = null, primary = throughputId } = sides;
  const { leastEffect = usualLeastEffect } = sides;
  const known = runMetrics([base, variant]);
  const steady = withinRun(sides);
  const asked = known.flatMap((one): { id: string; samples: MetricSamples }[] => {
    const samples =
      one.id === throughputId && steady.samples !== null ? steady.samples : perRun(one, sides);
    if (samples === null) return [];
    const margin = marginOf(one.metric, samples.base, leastEffect);
    const how = { primary: one.id === primary, margin };
    return [{ id: one.id, samples: { metric: one.metric, samples, ...how } }];
  });
  const isTold = asked.some(({ id }) => id === outageId);
  // Who compares ways back asks for how long nobody could work, whatever is tested.
  const metric = sides.metric ?? sides.primary ?? (isTold ? outageId : primary);
  const wanted = [metric, primary].flatMap((id) => asked.find((one) => one.id === id) ?? []);
  const first = wanted[0] ?? asked[0];
  if (first === undefined) {
    return failure("badInput", "Nothing was measured on both sides: there is nothing to compare.");
  }
  const compared = compareMetrics(asked.map(({ samples }) => samples));
  const metrics = asked.flatMap(({ id }, at): ComparedMetric[] => {
    const comparison = compared[at];
    return comparison === undefined ? [] : [{ id, comparison }];
  });
  const told = [...new Set([first.id, primary, ...spoken])];
  const sentences = told.flatMap((told) =>
    metrics.flatMap(({ id, comparison }) => (id === told ? verdictSentence(comparison) : [])),
  );
  return success({
    metrics,
    sentences: sentences.map((sentence, at) => (at > 0 ? sentence : withSetup(setup, sentence))),
    notes: [...insteadOf(metric, known, first), ...steady.notes, ...unlikeEngines(sides)],
    setup,
  });
}

/** What stands in the place of what was asked about and cannot be told. */
function insteadOf(
  asked: string,
  known: readonly RunMetric[],
  first: { readonly id: string; readonly samples: MetricSamples },
): string[] {
  if (first.id === asked) return [];
  const name = known.find(({ id }) => id === asked)?.metric.name ?? asked;
  const { name: other } = first.samples.metric;
  return [
    `${atBegin(name)} was not measured on both sides: ${other}, which was, is told of in its place.`,
  ];
}

/** Null where one of the sides has no value at all. */
function perRun({ read }: RunMetric, { base, variant, paired }: ComparedSides): Samples | null {
  const values = (runs: readonly ComparedRun[]) => runs.map((run) => read(run) ?? Number.NaN);
  const [of, against] = [values(base), values(variant)];
  const measured = paired
    ? of.some((value, at) => !Number.isNaN(value) && !Number.isNaN(against[at]))
    : [of, against].every((side) => side.some((value) => !Number.isNaN(value)));
  return measured ? { kind: paired ? "paired" : "independent", base: of, variant: against } : null;
}

interface WithinRun {
  readonly samples: Samples | null;
  readonly notes: readonly string[];
}

/** The samples of the steady states of one run and of another. */
function withinRun({ base, variant }: ComparedSides): WithinRun {
  const [one, other] = [base[0], variant[0]];
  if (base.length !== 1 || variant.length !== 1 || one === undefined || other === undefined) {
    return { samples: null, notes: unusedSteadyStates([...base, ...variant]) };
  }
  // Logs without counters: nobody expects a throughput of them.
  if (one.throughput.values.length === 0 || other.throughput.values.length === 0) {
    return { samples: null, notes: [] };
  }
  const commonMs = commonSteadyMs(one, other);
  const [from, to] = [steadyPart("Base", one, commonMs), steadyPart("New", other, commonMs)];
  const notes = [from.note, to.note].filter((note) => note !== null);
  if (from.samples === null || to.samples === null) return { samples: null, notes };
  return {
    samples: { kind: "withinRun", base: from.samples, variant: to.samples },
    notes: [
      "Throughput of one run against one is of the counter Transactions/sec, which counts what is rolled back as well.",
      ...(commonMs === null || commonMs <= one.throughput.warmupEndMs
        ? []
        : [
            `What comes before ${formatTidyDuration(commonMs)} is left out of both runs: from then on both are steady.`,
          ]),
      ...notes,
    ],
  };
}

/**
 * What lies in one run at the time at which another is not steady yet, be it the same creation of a snapshot, must not
 * count in one of them alone. Null: the runs have no clock in common, somebody chose the parts, or one has none.
 */
function commonSteadyMs(one: ComparedRun, other: ComparedRun): number | null {
  const both = [one, other];
  if (both.some(({ engine, steadyFromMs }) => engine === null || steadyFromMs !== null)) {
    return null;
  }
  const starts = both.map(({ throughput }) => steadyFromMs(steadyStateOf(throughput, null)));
  return starts.some((start) => start === null) ? null : Math.max(...starts.map(Number));
}

interface SteadyPart {
  /** Null: there is no steady state. */
  readonly samples: Float64Array | null;
  /** Null: all after the warm-up counts. */
  readonly note: string | null;
}

/** `commonMs`: from when on both runs are steady; null: each counts by itself. */
function steadyPart(name: string, run: ComparedRun, commonMs: number | null): SteadyPart {
  const { throughput } = run;
  const steady = steadyStateOf(throughput, run.steadyFromMs);
  const samples = steadySamples(throughput, commonMs ?? steadyFromMs(steady));
  const { detected, chosenMs } = steady;
  if (chosenMs !== null && samples !== null) {
    const count = countOf(samples.length, "sample");
    return samples.length === 0
      ? { samples: null, note: `${name}: ${byHand(chosenMs)}; no sample lies in it.` }
      : { samples, note: `${name}: ${byHand(chosenMs)}: ${count}.` };
  }
  if (detected.kind === "neverSteady") return { samples, note: `${name}: ${detected.message}` };
  const leftOut = throughput.values.length - (samples?.length ?? 0);
  if (leftOut === 0 || commonMs !== null) return { samples, note: null };
  const left = countOf(leftOut, "sample");
  return {
    samples,
    note: `${name}: ${left} after the warm-up were not steady yet, and are left out.`,
  };
}

const byHand = (fromMs: number): string =>
  `the steady state was set by hand, from ${formatTidyDuration(fromMs)} on`;

/** What somebody said of a run must not be thought to have changed numbers that it cannot change. */
const unusedSteadyStates = (runs: readonly ComparedRun[]): string[] =>
  runs.some(({ steadyFromMs }) => steadyFromMs !== null)
    ? [
        "Steady states that were set by hand count where one run is compared with one; of several runs a side, each counts from its warm-up on.",
      ]
    : [];

function unlikeEngines({ base, variant }: ComparedSides): string[] {
  const versions = new Set([...base, ...variant].flatMap(({ engine }) => engine ?? []));
  return versions.size <= 1
    ? []
    : [
        `The runs were made by different engines (${[...versions].join(", ")}): a difference may be theirs.`,
      ];
}
