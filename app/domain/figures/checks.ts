/**
 * What a paper says, as statements that runs can contradict. The numbers in them were chosen from the paper's
 * words before anything ran: what does not come out stays red, and the figure's mechanisms say why.
 */
import type { FigureCheckResult, Verdict } from "../../contract/figure.ts";
import type { FigureRun } from "../../contract/figure-results.ts";
import type { Metric } from "../../contract/metric.ts";
import { countOf } from "../format/numbers.ts";
import { compareMetric } from "../statistics/compare-metrics.ts";
import { shareText, valueText } from "../statistics/metric.ts";
import { median } from "../statistics/quantiles.ts";
import type { MeasureDefinition } from "./measure-definition.ts";

/** A measure at a point. */
export interface Quantity {
  readonly point: string;
  readonly measure: MeasureDefinition;
}

export const at = (point: string, measure: MeasureDefinition): Quantity => ({ point, measure });

interface Stated {
  readonly id: string;
  readonly statement: string;
  readonly says: string;
}

/** A relation with a margin: each repeat shows by itself whether it holds. */
interface ShapeCheck extends Stated {
  readonly kind: "shape";
  readonly quantities: readonly Quantity[];
  /** Whether the check holds of the quantities, which come in their order. */
  holds(values: readonly number[]): boolean;
}

/** That one is larger than the other, by however little: for statistics to prove. */
interface DifferenceCheck extends Stated {
  readonly kind: "difference";
  /** Each is proven by itself; all of them make the check, so no chance is shared. */
  readonly pairs: readonly { readonly base: Quantity; readonly variant: Quantity }[];
  readonly expected: "more" | "less";
}

/** That nothing sets one apart from the other: as many pairs as could prove a difference prove none. */
interface SamenessCheck extends Stated {
  readonly kind: "sameness";
  readonly base: Quantity;
  readonly variant: Quantity;
  /** What was seen is smaller, as a share of the base. */
  readonly below: number;
}

export type FigureCheck = ShapeCheck | DifferenceCheck | SamenessCheck;

/** What a check compares, in its order. */
export function quantitiesOf(check: FigureCheck): readonly Quantity[] {
  if (check.kind === "shape") return check.quantities;
  if (check.kind === "sameness") return [check.base, check.variant];
  return check.pairs.flatMap(({ base, variant }) => [base, variant]);
}

export const shape = (
  stated: Stated,
  quantities: readonly Quantity[],
  holds: (values: readonly number[]) => boolean,
): FigureCheck => ({ kind: "shape", ...stated, quantities, holds });

/** Each is larger than the one before it. */
export const rising = (stated: Stated, quantities: readonly Quantity[]): FigureCheck =>
  shape(stated, quantities, (values) =>
    values.every((value, place) => place === 0 || value > (values[place - 1] ?? value)),
  );

export const atLeastTimes = (
  stated: Stated,
  factor: number,
  [more, less]: readonly [Quantity, Quantity],
): FigureCheck => shape(stated, [more, less], ([large = 0, small = 0]) => large >= factor * small);

export const atMost = (
  stated: Stated,
  most: number,
  quantities: readonly Quantity[],
): FigureCheck => shape(stated, quantities, (values) => values.every((value) => value <= most));

export const atLeast = (
  stated: Stated,
  least: number,
  quantities: readonly Quantity[],
): FigureCheck => shape(stated, quantities, (values) => values.every((value) => value >= least));

/** Neither more than `factor` times as large nor as small. */
export const near = (
  stated: Stated,
  factor: number,
  published: number,
  quantity: Quantity,
): FigureCheck =>
  shape(
    stated,
    [quantity],
    ([value = 0]) => value <= factor * published && value * factor >= published,
  );

/** A duration that a paper prints, as a statement has it. */
export const asPrinted = ({ metric }: MeasureDefinition, value: number): string =>
  valueText(metric.unit, value);

export const differs = (
  stated: Stated,
  expected: DifferenceCheck["expected"],
  ladder: readonly Quantity[],
): FigureCheck => ({
  kind: "difference",
  ...stated,
  expected,
  pairs: ladder.slice(1).map((variant, place) => ({ base: ladder[place] ?? variant, variant })),
});

export const same = (
  stated: Stated,
  below: number,
  [base, variant]: readonly [Quantity, Quantity],
): FigureCheck => ({ kind: "sameness", ...stated, below, base, variant });

/** The runs of each point, by its id, in the order of their seeds. */
export type RunsOfPoints = ReadonlyMap<string, readonly FigureRun[]>;

/** `nameOf`: of a point. */
export function judge(
  check: FigureCheck,
  runs: RunsOfPoints,
  nameOf: (point: string) => string,
): FigureCheckResult {
  const { id, statement, says } = check;
  const quantities = quantitiesOf(check);
  const measured = [...new Set(quantities)].map((quantity) => {
    const [point, { metric }] = [nameOf(quantity.point), quantity.measure];
    const text = textOf(metric, valuesOf(quantity, runs));
    return { what: `${point}: ${metric.name}`, point, measure: metric.name, text };
  });
  const { verdict, reason } = judgementOf(check, runs);
  return { id, statement, says, verdict, measured, reason };
}

interface Judgement {
  readonly verdict: Verdict;
  readonly reason: string;
}

function judgementOf(check: FigureCheck, runs: RunsOfPoints): Judgement {
  if (check.kind === "shape") return judgeShape(check, runs);
  return check.kind === "difference" ? judgeDifference(check, runs) : judgeSameness(check, runs);
}

const notProven = (reason: string): Judgement => ({ verdict: "notProven", reason });
const notComputed = notProven("Not computed yet.");

/** The value of each repeat; NaN where it has none. */
const valuesOf = ({ point, measure }: Quantity, runs: RunsOfPoints): readonly number[] =>
  (runs.get(point) ?? []).map((run) => measure.read(run) ?? Number.NaN);

function textOf({ unit }: Metric, values: readonly number[]): string {
  const known = values.filter((value) => !Number.isNaN(value));
  return known.length === 0 ? "not measured" : valueText(unit, median(known));
}

function judgeShape({ quantities, holds }: ShapeCheck, runs: RunsOfPoints): Judgement {
  const columns = quantities.map((quantity) => valuesOf(quantity, runs));
  const repeats = Math.min(...columns.map(({ length }) => length));
  if (repeats === 0) return notComputed;
  const rows = Array.from({ length: repeats }, (_, repeat) =>
    columns.map((column) => column[repeat] ?? Number.NaN),
  );
  const complete = rows.filter((row) => row.every((value) => !Number.isNaN(value)));
  if (complete.length < repeats) {
    return notProven(
      `Not measured in ${repeats - complete.length} of ${countOf(repeats, "run")}, such as what had not ended when the run did.`,
    );
  }
  const held = complete.filter((row) => holds(row)).length;
  const reason = `True in ${held} of ${countOf(repeats, "run")}.`;
  if (held === repeats) return { verdict: "pass", reason };
  return held === 0 ? { verdict: "fail", reason } : notProven(reason);
}

function judgeDifference({ pairs, expected }: DifferenceCheck, runs: RunsOfPoints): Judgement {
  const judged = pairs.map(({ base, variant }) => {
    const both = pairsOf(base, variant, runs);
    if (both.length === 0) return notComputed;
    const { outcome, shift } = comparePairs(variant, both);
    const isExpected = expected === "more" ? shift > 0 : shift < 0;
    if (outcome.kind === "unchanged") {
      return { verdict: "fail" as const, reason: "A value did not change at all." };
    }
    if (outcome.kind === "proven") {
      return isExpected
        ? { verdict: "pass" as const, reason: isOneRun(both) ? exact : proven }
        : { verdict: "fail" as const, reason: "The opposite is proven." };
    }
    const seen = isExpected ? "It looks true" : "It looks false";
    return notProven(
      outcome.runsNeeded === null && outcome.reason === "notSignificant"
        ? `${seen}, but that may be chance.`
        : `${seen}, but ${countOf(both.length, "run")} cannot prove it; ${outcome.runsNeeded ?? fewestPairs} can.`,
    );
  });
  const failed = judged.find(({ verdict }) => verdict === "fail");
  if (failed !== undefined) return failed;
  const open = judged.find(({ verdict }) => verdict === "notProven");
  const isExact = judged.every(({ reason }) => reason === exact);
  return open ?? { verdict: "pass", reason: isExact ? exact : proven };
}

type Pair = readonly [base: number, variant: number];

/** Runs of one seed in which both were measured. */
function pairsOf(base: Quantity, variant: Quantity, runs: RunsOfPoints): readonly Pair[] {
  const after = valuesOf(variant, runs);
  return valuesOf(base, runs).flatMap((value, seed): Pair[] => {
    const other = after[seed] ?? Number.NaN;
    return Number.isNaN(value) || Number.isNaN(other) ? [] : [[value, other]];
  });
}

const comparePairs = ({ measure: { metric } }: Quantity, pairs: readonly Pair[]) =>
  compareMetric({
    metric,
    samples: {
      kind: "paired",
      base: Float64Array.from(pairs, ([value]) => value),
      variant: Float64Array.from(pairs, ([, value]) => value),
    },
  });

function judgeSameness({ base, variant, below }: SamenessCheck, runs: RunsOfPoints): Judgement {
  const pairs = pairsOf(base, variant, runs);
  if (pairs.length === 0) return notComputed;
  const { outcome, shift } = comparePairs(variant, pairs);
  const seen = shift / median(pairs.map(([value]) => value));
  const text = `The pairs differ by ${shareText(seen)}`;
  if (outcome.kind === "proven") {
    return { verdict: "fail", reason: `A difference is proven: ${shareText(seen)}.` };
  }
  if (pairs.length < fewestPairs) {
    return notProven(
      `${text}, but ${countOf(pairs.length, "pair")} could prove no difference; ${fewestPairs} can.`,
    );
  }
  return Math.abs(seen) < below
    ? { verdict: "pass", reason: `${text}, and no difference is proven by ${pairs.length} pairs.` }
    : notProven(`${text}, which may be chance.`);
}

const proven = "Proven by pairs of runs with the same seed.";
/** Where nothing is drawn at random, repeats are one run: no chance is left that a test could rule out. */
const exact = "True, and the same in every run: nothing here depends on the seed.";

const isOneRun = (pairs: readonly Pair[]): boolean =>
  pairs.every(([base, variant]) => base === pairs[0]?.[0] && variant === pairs[0]?.[1]);

/** How many pairs a signed-rank test needs that all lie on one side. */
const fewestPairs = 6;
