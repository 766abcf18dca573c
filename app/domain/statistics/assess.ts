/** Estimates and tests of one metric, before it is said what they prove. */

import type { Center, Comparison, Interval } from "../../contract/comparison.ts";
import { countOf } from "../format/numbers.ts";
import { batchMeans, meanInterval, welch } from "./batch-means.ts";
import type { MetricSamples, Samples } from "./comparison.ts";
import { shiftBetween, shiftOfDifferences } from "./hodges-lehmann.ts";
import { medianInterval } from "./median-interval.ts";
import { mean } from "./moments.ts";
import { median, type Values } from "./quantiles.ts";
import {
  leastMannWhitneyP,
  leastSignedRankP,
  mannWhitneyTest,
  type RankTest,
  signedRankTest,
} from "./rank-tests.ts";

type Told = "base" | "variant" | "shift" | "interval" | "p" | "effect" | "method" | "runs";

export interface Assessed extends Pick<Comparison, Told | "batches" | "conditions"> {
  /** Every value is the same, or the same as its pair's. */
  readonly isIdentical: boolean;
  /** The smallest chance that so many runs can come to, each side having `runs`; null where runs are not counted. */
  readonly leastP: ((runs: number) => number) | null;
}

/** @throws RangeError where a side has no value at all, or pairs are not of one length. */
export function assess({ metric, samples }: MetricSamples): Assessed {
  if (samples.kind === "paired" && samples.base.length !== samples.variant.length) {
    throw new RangeError(
      `${metric.name}: pairs need a value of either side for each seed, but the base has ` +
        `${samples.base.length} and the other ${samples.variant.length}; put NaN where one is missing`,
    );
  }
  const { measured, leftOut } = withoutMissing(samples);
  if (measured.base.length === 0 || measured.variant.length === 0) {
    throw new RangeError(
      `${metric.name}: of ${samples.base.length} values of the base and ${samples.variant.length} of the ` +
        `other, ${measured.base.length} and ${measured.variant.length} can be compared; it takes one of each`,
    );
  }
  const assessed =
    measured.kind === "withinRun"
      ? assessWithinRun(measured)
      : measured.base.length === 1 || measured.variant.length === 1
        ? assessSingle(measured)
        : assessRuns(measured);
  if (leftOut === 0) return assessed;
  const what = { paired: "pair", independent: "run", withinRun: "sample" }[samples.kind];
  const note = `${countOf(leftOut, what)} without a value ${leftOut === 1 ? "was" : "were"} left out`;
  return { ...assessed, conditions: [...assessed.conditions, note] };
}

/** `leftOut`: pairs, or values of both sides. */
function withoutMissing(samples: Samples): { measured: Samples; leftOut: number } {
  const { kind, base, variant } = samples;
  const isKept = (value: number, at: number, others: Values): boolean =>
    Number.isFinite(value) && (kind !== "paired" || Number.isFinite(others[at]));
  const keep = (values: Values, others: Values) =>
    Float64Array.from(values).filter((value, at) => isKept(value, at, others));
  const measured = { kind, base: keep(base, variant), variant: keep(variant, base) };
  const missing = base.length - measured.base.length;
  const leftOut = kind === "paired" ? missing : missing + variant.length - measured.variant.length;
  return { measured, leftOut };
}

function assessRuns({ kind, base, variant }: Samples): Assessed {
  const runs = { base: base.length, variant: variant.length };
  const shared = { base: medianOf(base), variant: medianOf(variant), runs, batches: null };
  if (kind === "paired") {
    const differences = differencesOf(base, variant);
    const zeros = differences.filter((difference) => difference === 0).length;
    const test = signedRankTest(differences);
    return {
      ...shared,
      ...estimated(shiftOfDifferences(differences), test),
      method: "signedRank",
      conditions: [
        `${countOf(runs.base, "pair")} of runs from the same seeds`,
        ...(zeros > 0 ? [`${zeros} of the pairs without a difference, ranked as Pratt does`] : []),
        ...byNormal(test),
      ],
      isIdentical: zeros === differences.length,
      leastP: leastSignedRankP,
    };
  }
  const test = mannWhitneyTest(base, variant);
  return {
    ...shared,
    ...estimated(shiftBetween(base, variant), test),
    method: "mannWhitney",
    conditions: [`${runsText(runs)}, each from its own seed`, ...byNormal(test)],
    isIdentical: new Set([...base, ...variant]).size === 1,
    leastP: (each) => leastMannWhitneyP(each, each),
  };
}

const estimated = (
  { estimate, interval }: { readonly estimate: number; readonly interval: Interval | null },
  { p, effect }: RankTest,
) => ({ shift: estimate, interval, p, effect });

const byNormal = ({ by }: RankTest): string[] =>
  by === "normal" ? ["p from the normal distribution, corrected for ties and continuity"] : [];

/** "10 runs against 10". */
const runsText = ({ base, variant }: Assessed["runs"]): string =>
  `${countOf(base, "run")} against ${variant}`;

/** One value on a side says nothing of how that side varies. */
function assessSingle({ kind, base, variant }: Samples): Assessed {
  const centers = { base: medianOf(base), variant: medianOf(variant) };
  const runs = { base: base.length, variant: variant.length };
  const pair = kind === "paired" ? ", from the same seed" : "";
  return {
    ...centers,
    ...{ shift: centers.variant.value - centers.base.value, interval: null, p: null },
    ...{ effect: null, method: null, runs, batches: null },
    conditions: [`${runsText(runs)}${pair}`],
    isIdentical: false,
    leastP: null,
  };
}

function assessWithinRun({ base, variant }: Samples): Assessed {
  const [one, other] = [batchMeans(base), batchMeans(variant)];
  const shared = { effect: null, runs: { base: 1, variant: 1 }, isIdentical: false, leastP: null };
  const shift = one === null || other === null ? null : welch(one.means, other.means);
  if (one === null || other === null || shift === null) {
    const centers = { base: meanOf(base, null), variant: meanOf(variant, null) };
    return {
      ...{ ...shared, ...centers, batches: null, method: null, p: null, interval: null },
      shift: centers.variant.value - centers.base.value,
      conditions: [
        `one run each, of ${countOf(base.length, "sample")} and ${variant.length} in the steady state, too ` +
          "few or too alike for independent batches",
      ],
    };
  }
  return {
    ...shared,
    base: meanOf(base, one.means),
    variant: meanOf(variant, other.means),
    shift: shift.estimate,
    interval: shift.interval,
    p: shift.p,
    method: "batchMeans",
    batches: { base: one.means.length, variant: other.means.length },
    conditions: [
      "one run each: what other seeds would give was not tried",
      `${one.means.length} batches of ${countOf(one.size, "sample")} against ${other.means.length} of ${other.size}, ` +
        "independent by von Neumann's ratio",
    ],
  };
}

/** The median of a side, with its interval. */
export const medianOf = (values: Values): Center => ({
  kind: "median",
  value: median(values),
  interval: medianInterval(values),
});

/** The mean of the samples that fill batches, so that means differ by the shift; of all where there are no batches. */
const meanOf = (samples: Values, batches: Float64Array | null): Center =>
  batches === null
    ? { kind: "mean", value: mean(samples), interval: null }
    : { kind: "mean", value: mean(batches), interval: meanInterval(batches) };

/**
 * A subtraction leaves rounding errors, by which equal differences would have ranks of their own: what
 * lies below twelve digits of the larger value is rounded away.
 */
function differencesOf(base: Values, variant: Values): Float64Array {
  return Float64Array.from(base, (from, at) => {
    const to = variant[at] ?? Number.NaN;
    const size = Math.max(Math.abs(from), Math.abs(to));
    if (size === 0) return 0;
    const digits = 12 - Math.ceil(Math.log10(size));
    // A power of ten of a negative exponent is no exact number: it is divided by its counterpart.
    return digits >= 0
      ? Math.round((to - from) * 10 ** digits) / 10 ** digits
      : Math.round((to - from) / 10 ** -digits) * 10 ** -digits;
  });
}
